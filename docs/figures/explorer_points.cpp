#include <nlohmann/json.hpp>

#include "functions.hpp"
#include "pictures.hpp"
#include "week1/01-silu/gelu.hpp"
#include "week1/01-silu/silu.hpp"

namespace tiny_llm::figures {

std::string explorer_points() {
    using nlohmann::json;
    // Apart from 0, where ReLU has no slope.
    const std::vector<double> xs = points(-4.03125, 3.96875, 128);
    json functions;
    const std::vector<std::pair<const char*, Function>> all = {{"silu", silu}, {"gelu", gelu}, {"relu", relu}};
    for (const auto& [name, function] : all) {
        functions[name] = {{"x", xs}, {"value", values(function, xs)}, {"slope", slopes(function, xs)}};
    }
    json rows = json::array();
    const Tensor x = {1, 2, 3, 4};
    for (const float scale : {-3.0f, -1.0f, 0.0f, 0.1f, 0.5f, 1.0f, 3.0f}) {
        for (const float shift : {-10.0f, -2.5f, 0.0f, 1.0f, 10.0f}) {
            const Tensor row = x * scale + shift;
            rows.push_back({{"scale", scale},
                            {"shift", shift},
                            {"row", row},
                            {"rms_norm", rms_normed(row)},
                            {"layer_norm", layer_normed(row)}});
        }
    }
    return json{{"functions", functions}, {"rows", rows}}.dump(1);
}

}  // namespace tiny_llm::figures
