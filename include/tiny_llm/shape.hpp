#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// A shape as PyTorch prints it: "(2, 3)", "(4,)", "()".
template <class Array>
std::string shape_string(const Array& array) {
    std::string text = "(";
    for (std::size_t axis = 0; axis < array.dimension(); ++axis) {
        text += (axis ? ", " : "") + std::to_string(array.shape(axis));
    }
    return text + (array.dimension() == 1 ? ",)" : ")");
}

/// Throws std::invalid_argument unless `array` has the shape `expected`, naming the function and both shapes:
/// "RMSNorm: weight is (3,), expected (4,)".
template <class Array>
void require_shape(std::string_view function, std::string_view name, const Array& array,
                   const std::vector<std::size_t>& expected) {
    if (std::equal(array.shape().begin(), array.shape().end(), expected.begin(), expected.end())) return;
    throw std::invalid_argument(std::string(function) + ": " + std::string(name) + " is " + shape_string(array) +
                                ", expected " + shape_string(xt::empty<float>(expected)));
}

/// Far from what is computed: a call of `require_shapes` costs only a comparison.
template <class A, class B>
[[noreturn, gnu::cold, gnu::noinline]] void refuse_shapes(std::string_view function, std::string_view a_name,
                                                          const A& a, std::string_view b_name, const B& b) {
    throw std::invalid_argument(std::string(function) + ": " + std::string(a_name) + " " + shape_string(a) +
                                " does not fit " + std::string(b_name) + " " + shape_string(b));
}

/// Throws std::invalid_argument unless `fits`, naming the function and both shapes:
/// "linear: x (2, 3) does not fit weight (4, 5)".
template <class A, class B>
void require_shapes(bool fits, std::string_view function, std::string_view a_name, const A& a, std::string_view b_name,
                    const B& b) {
    if (!fits) refuse_shapes(function, a_name, a, b_name, b);
}

}  // namespace tiny_llm
