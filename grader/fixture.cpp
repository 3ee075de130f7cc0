// The cases of fixtures/cases.json: arguments, which are described, and outputs, which are described or in outputs.npy.
#include <fstream>
#include <limits>
#include <stdexcept>
#include <type_traits>

#include "grader/events.hpp"
#include "grader/npy.hpp"
#include "grader/questions.hpp"
#include "grader/setup.hpp"

namespace grader {
namespace {

struct Cases {
    std::string folder;
    tools::Json by_name;
};

Cases load(const std::string& folder) {
    const std::string path = folder + "cases.json";
    std::ifstream file(path);
    if (!file) throw std::runtime_error(path + ": cannot be read");
    try {
        return {folder, tools::Json::parse(file)};
    } catch (const tools::Json::exception& e) {
        throw std::runtime_error(path + ": " + e.what());
    }
}

/// Of the exercise, and of its twin.
const std::vector<Cases>& all_cases() {
    static const std::vector<Cases> loaded = [] {
        std::vector<Cases> all;
        for (const auto& folder : setup().fixtures) all.push_back(load(folder));
        return all;
    }();
    return loaded;
}

/// Where the case is; the exercise's own folder where it is nowhere.
const Cases& cases_with(const std::string& name) {
    for (const Cases& cases : all_cases()) {
        if (cases.by_name.contains(name)) return cases;
    }
    return all_cases().front();
}

std::uint32_t count(const tools::Json& value) {
    if (!value.is_number_unsigned() || value > 0xffffffffu) throw std::runtime_error("a number that counts nothing");
    return value.get<std::uint32_t>();
}

std::vector<std::size_t> shape(const tools::Json& extents) {
    constexpr std::size_t most = std::size_t{1} << 26;
    std::vector<std::size_t> result;
    std::size_t product = 1;
    for (const tools::Json& extent : extents) {
        result.push_back(count(extent));
        if (result.back() > most || (product *= result.back()) > most)
            throw std::runtime_error("a shape too large to be true");
    }
    return result;
}

/// JSON has no number for infinities and NaN: they are texts.
template <class T>
T number(const tools::Json& value) {
    if constexpr (std::is_floating_point_v<T>) {
        using Limits = std::numeric_limits<T>;
        if (value == "inf") return Limits::infinity();
        if (value == "-inf") return -Limits::infinity();
        if (value == "nan") return Limits::quiet_NaN();
    }
    return value.get<T>();
}

template <class T>
Array<T> filled(const tools::Json& description, const char* key) {
    Array<T> array;
    for (const tools::Json& value : description.at(key)) array.values.push_back(number<T>(value));
    array.shape = description.contains("shape") ? shape(description["shape"]) : std::vector<std::size_t>{array.size()};
    if (Array<T>::count(array.shape) != array.size())
        throw std::runtime_error(std::string(key) + " do not fill the shape");
    return array;
}

/// {"shape": [..]} and "values", or "seed" with "scale" and, one for each row, "row_scales".
/// With "dtype", values are rounded to what that type holds.
Floats floats(const tools::Json& description) {
    if (description.contains("values")) return filled<float>(description, "values");
    Floats array =
        counted(shape(description.at("shape")), count(description.at("seed")), description.at("scale").get<float>());
    if (description.contains("row_scales")) {
        const auto scales = description["row_scales"].get<std::vector<float>>();
        if (scales.empty() || array.size() % scales.size() != 0 || array.size() < scales.size()) {
            throw std::runtime_error("row_scales are not one for each row");
        }
        const std::size_t width = array.size() / scales.size();
        for (std::size_t i = 0; i < array.size(); ++i) array.values[i] *= scales[i / width];
    }
    return array;
}

Floats rounded_as_said(Floats array, const tools::Json& description) {
    const auto dtype = description.value("dtype", "float32");
    const int bits = dtype == "bfloat16" ? bfloat16_bits : dtype == "float16" ? float16_bits : 0;
    for (float& value : array.values) value = bits ? rounded(value, bits) : value;
    return array;
}

/// A number, {"integer": 3}, a text, [several of these], {"bytes": [..]}, {"integers": [..]}, or floats.
Value described(const tools::Json& description) {
    if (description.is_number()) return description.get<double>();
    if (description.is_string()) return description.get<std::string>();
    if (description.is_array()) {
        Values several;
        for (const tools::Json& one : description) several.push_back(described(one));
        return several;
    }
    if (description.contains("integer")) return description["integer"].get<std::int64_t>();
    if (description.contains("integers")) return filled<std::int64_t>(description, "integers");
    if (description.contains("bytes")) {
        std::string bytes;
        for (const tools::Json& byte : description["bytes"]) bytes += static_cast<char>(count(byte));
        return bytes;
    }
    return rounded_as_said(floats(description), description);
}

/// {"shape": [..], "start": 12}, which is where it begins in outputs.npy; or it is described.
Value output(const tools::Json& description, const std::string& folder) {
    if (!description.contains("start")) return described(description);
    return read_npy(folder + "outputs.npy", count(description["start"]), shape(description.at("shape")));
}

Fixture fixture_of(const Cases& cases, const std::string& name) {
    try {
        const tools::Json& description = cases.by_name.at(name);
        Fixture result;
        result.call.function = description.value("function", "");
        for (const auto& argument : description.at("arguments").items()) {
            result.call.arguments.emplace_back(argument.key(), described(argument.value()));
        }
        for (const tools::Json& one : description.at("outputs")) result.outputs.push_back(output(one, cases.folder));
        return result;
    } catch (const std::exception& e) {
        throw std::runtime_error(cases.folder + ", case " + name + ": " + e.what());
    }
}

}  // namespace

std::vector<std::string> output_names(const std::string& name) {
    std::vector<std::string> names;
    for (const auto& output : cases_with(name).by_name.at(name).at("outputs").items()) names.push_back(output.key());
    return names;
}

Fixture fixture(const std::string& name) { return fixture_of(cases_with(name), name); }

}  // namespace grader
