#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// A shape as PyTorch prints it: "(2, 3)", "(4,)", "()".
std::string shape_string(const std::vector<std::size_t>& shape);

template <class Array>
std::vector<std::size_t> shape_vector(const Array& array) {
    return {array.shape().begin(), array.shape().end()};
}

template <class Array>
std::string shape_string(const Array& array) {
    return shape_string(shape_vector(array));
}

/// What is said where a shape is refused is far from what is computed, and no answer's compiler need read it.
[[noreturn]] void refuse_shape(std::string_view function, std::string_view name, const std::vector<std::size_t>& shape,
                               const std::vector<std::size_t>& expected);
[[noreturn]] void refuse_shapes(std::string_view function, std::string_view a_name, const std::vector<std::size_t>& a,
                                std::string_view b_name, const std::vector<std::size_t>& b);

/// Throws std::invalid_argument unless `array` has the shape `expected`, naming the function and both shapes:
/// "RMSNorm: weight is (3,), expected (4,)".
template <class Array>
void require_shape(std::string_view function, std::string_view name, const Array& array,
                   const std::vector<std::size_t>& expected) {
    if (std::equal(array.shape().begin(), array.shape().end(), expected.begin(), expected.end())) return;
    refuse_shape(function, name, shape_vector(array), expected);
}

/// Throws std::invalid_argument unless `fits`, naming the function and both shapes:
/// "linear: x (2, 3) does not fit weight (4, 5)".
template <class A, class B>
void require_shapes(bool fits, std::string_view function, std::string_view a_name, const A& a, std::string_view b_name,
                    const B& b) {
    if (!fits) refuse_shapes(function, a_name, shape_vector(a), b_name, shape_vector(b));
}

}  // namespace tiny_llm
