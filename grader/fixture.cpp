// The cases of fixtures/cases.json: arguments, which are described, and outputs, which are described or in outputs.npy.
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <type_traits>

#include "grader/npy.hpp"
#include "grader/questions.hpp"
#include "grader/setup.hpp"
#include "tools/json/tree.hpp"

namespace grader {
namespace {

using tools::Tree;
using Kind = Tree::Kind;

struct Cases {
    std::string folder;
    Tree by_name;
};

Cases load(const std::string& folder) {
    const std::string path = folder + "cases.json";
    std::ifstream file(path);
    if (!file) throw std::runtime_error(path + ": cannot be read");
    std::ostringstream text;
    text << file.rdbuf();
    try {
        return {folder, tools::read_tree(text.str())};
    } catch (const std::runtime_error& e) {
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

std::uint32_t count(const Tree& value) {
    if (value.kind != Kind::integer || value.integer < 0 || value.integer > 0xffffffff)
        throw std::runtime_error("a number that counts nothing");
    return static_cast<std::uint32_t>(value.integer);
}

std::vector<std::size_t> shape(const Tree& extents) {
    constexpr std::size_t most = std::size_t{1} << 26;
    std::vector<std::size_t> result;
    std::size_t product = 1;
    for (const Tree& extent : extents.items) {
        result.push_back(count(extent));
        if (result.back() > most || (product *= result.back()) > most)
            throw std::runtime_error("a shape too large to be true");
    }
    return result;
}

/// JSON has no number for infinities and NaN: they are texts.
template <class T>
T number(const Tree& value) {
    if constexpr (std::is_floating_point_v<T>) {
        using Limits = std::numeric_limits<T>;
        if (value.text == "inf") return Limits::infinity();
        if (value.text == "-inf") return -Limits::infinity();
        if (value.text == "nan") return Limits::quiet_NaN();
    }
    return value.kind == Kind::integer ? static_cast<T>(value.integer) : static_cast<T>(value.as_number());
}

template <class T>
Array<T> filled(const Tree& description, const char* key) {
    Array<T> array;
    for (const Tree& value : description.at(key).items) array.values.push_back(number<T>(value));
    array.shape =
        description.contains("shape") ? shape(description.at("shape")) : std::vector<std::size_t>{array.size()};
    if (Array<T>::count(array.shape) != array.size())
        throw std::runtime_error(std::string(key) + " do not fill the shape");
    return array;
}

/// {"shape": [..]} and "values", or "seed" with "scale" and, one for each row, "row_scales".
/// With "dtype", values are rounded to what that type holds.
Floats floats(const Tree& description) {
    if (description.contains("values")) return filled<float>(description, "values");
    Floats array =
        counted(shape(description.at("shape")), count(description.at("seed")), number<float>(description.at("scale")));
    if (const Tree* row_scales = description.find("row_scales")) {
        std::vector<float> scales;
        for (const Tree& scale : row_scales->items) scales.push_back(number<float>(scale));
        if (scales.empty() || array.size() % scales.size() != 0 || array.size() < scales.size()) {
            throw std::runtime_error("row_scales are not one for each row");
        }
        const std::size_t width = array.size() / scales.size();
        for (std::size_t i = 0; i < array.size(); ++i) array.values[i] *= scales[i / width];
    }
    return array;
}

Floats rounded_as_said(Floats array, const Tree& description) {
    const auto dtype = description.text_of("dtype", "float32");
    const int bits = dtype == "bfloat16" ? bfloat16_bits : dtype == "float16" ? float16_bits : 0;
    for (float& value : array.values) value = bits ? rounded(value, bits) : value;
    return array;
}

/// A number, {"integer": 3}, a text, [several of these], {"bytes": [..]}, {"integers": [..]}, or floats.
Value described(const Tree& description) {
    switch (description.kind) {
        case Kind::integer:
        case Kind::number: return description.number;
        case Kind::text: return description.text;
        case Kind::array: {
            Values several;
            for (const Tree& one : description.items) several.push_back(described(one));
            return several;
        }
        default: break;
    }
    if (const Tree* integer = description.find("integer")) return number<std::int64_t>(*integer);
    if (description.contains("integers")) return filled<std::int64_t>(description, "integers");
    if (const Tree* list = description.find("bytes")) {
        std::string bytes;
        for (const Tree& byte : list->items) bytes += static_cast<char>(count(byte));
        return bytes;
    }
    return rounded_as_said(floats(description), description);
}

/// {"shape": [..], "start": 12}, which is where it begins in outputs.npy; or it is described.
Value output(const Tree& description, const std::string& folder) {
    if (!description.contains("start")) return described(description);
    return read_npy(folder + "outputs.npy", count(description.at("start")), shape(description.at("shape")));
}

Fixture fixture_of(const Cases& cases, const std::string& name) {
    try {
        const Tree& description = cases.by_name.at(name);
        Fixture result;
        result.call.function = description.text_of("function");
        for (const Tree& argument : description.at("arguments").items)
            result.call.arguments.emplace_back(argument.key, described(argument));
        for (const Tree& one : description.at("outputs").items) result.outputs.push_back(output(one, cases.folder));
        return result;
    } catch (const std::exception& e) {
        throw std::runtime_error(cases.folder + ", case " + name + ": " + e.what());
    }
}

}  // namespace

std::vector<std::string> output_names(const std::string& name) {
    std::vector<std::string> names;
    for (const Tree& output : cases_with(name).by_name.at(name).at("outputs").items) names.push_back(output.key);
    return names;
}

Fixture fixture(const std::string& name) { return fixture_of(cases_with(name), name); }

}  // namespace grader
