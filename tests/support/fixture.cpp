#include "support/fixture.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "support/npy.hpp"
#include "support/setup.hpp"

namespace grader {
namespace {

using json = nlohmann::ordered_json;  // arguments in the order of the script, which is the contract's

struct Cases {
    std::string folder;
    json by_name;
};

Cases load(const std::string& folder) {
    const std::string path = folder + "cases.json";
    std::ifstream file(path);
    if (!file) throw std::runtime_error(path + ": cannot be read");
    try {
        return {folder, json::parse(file)};
    } catch (const json::exception& e) {
        throw std::runtime_error(path + ": " + e.what());
    }
}

/// Of the exercise, and of its twin.
const std::vector<Cases>& all_cases() {
    static const std::vector<Cases> loaded = [] {
        std::vector<Cases> all;
        for (const auto& source : setup().sources) all.push_back(load(source.fixtures_folder));
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

template <class T>
void round_to(Tensor& tensor) {
    for (float& value : tensor) value = static_cast<float>(T(value));
}

std::uint32_t count(const json& value) {
    if (!value.is_number_unsigned() || value > 0xffffffffu) throw std::runtime_error("a number that counts nothing");
    return value.get<std::uint32_t>();
}

/// {"shape": [..]} and "values", or "seed" with "scale" and, one for each row, "row_scales".
/// With "dtype", values are rounded to what that type holds.
Tensor input(const json& description) {
    std::vector<std::size_t> shape;
    for (const json& extent : description.at("shape")) shape.push_back(count(extent));
    elements(shape);
    Tensor tensor = xt::zeros<float>(shape);
    if (description.contains("values")) {
        const auto values = description["values"].get<std::vector<float>>();
        if (values.size() != tensor.size()) throw std::runtime_error("values do not fill the shape");
        std::copy(values.begin(), values.end(), tensor.begin());
        return tensor;
    }
    const auto seed = count(description.at("seed"));
    const auto scale = description.at("scale").get<float>();
    for (std::size_t i = 0; i < tensor.size(); ++i) {
        tensor.data()[i] = uniform(seed, static_cast<std::uint32_t>(i)) * scale;
    }
    if (description.contains("row_scales")) {
        const auto scales = description["row_scales"].get<std::vector<float>>();
        if (scales.empty() || tensor.size() % scales.size() != 0 || tensor.size() < scales.size()) {
            throw std::runtime_error("row_scales are not one for each row");
        }
        const std::size_t width = tensor.size() / scales.size();
        for (std::size_t i = 0; i < tensor.size(); ++i) tensor.data()[i] *= scales[i / width];
    }
    const auto dtype = description.value("dtype", "float32");
    if (dtype == "bfloat16") round_to<tiny_llm::bfloat16>(tensor);
    if (dtype == "float16") round_to<tiny_llm::float16>(tensor);
    return tensor;
}

Fixture fixture_of(const Cases& cases, const std::string& name) {
    try {
        const json& description = cases.by_name.at(name);
        Fixture result;
        result.call.function = description.value("function", "");
        for (const auto& argument : description.at("inputs").items()) {
            result.call.tensors.emplace_back(argument.key(), input(argument.value()));
        }
        for (const auto& argument : description.at("numbers").items()) {
            result.call.numbers[argument.key()] = argument.value().get<float>();
        }
        for (const auto& output : description.at("outputs")) {
            result.outputs.push_back(read_npy(cases.folder + name + "." + output.get<std::string>() + ".npy"));
        }
        return result;
    } catch (const std::exception& e) {
        throw std::runtime_error(cases.folder + ", case " + name + ": " + e.what());
    }
}

}  // namespace

Fixture fixture(const std::string& name) { return fixture_of(cases_with(name), name); }

}  // namespace grader
