#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tiny_llm/tensor.hpp"

namespace tiny_llm::plot {

/// What one function is asked. Its answers are drawn in a picture of their own.
struct Panel {
    std::string name;                               // the function's
    Tensor x;                                       // N, float32
    std::function<Tensor(const Tensor&)> function;  // N -> N
    bool row = false;  // the numbers belong together, as a norm's do: drawn as bars, never asked one at a time
    std::string en = "", zh = "";  // what else the function is given, in both languages
};

/// The panels of one exercise. <chapter>/<id>.cpp beside this file defines them.
std::vector<Panel> panels();

/// A function of one number, from -5 to 3 in steps of 1/32, which a float holds.
inline Panel curve(const std::string& name, const std::function<Tensor(const Tensor&)>& function) {
    return {name, xt::arange<float>(-160, 97) / 32.0f, function};
}

}  // namespace tiny_llm::plot
