#pragma once

#include <string>

#include "grader/catch.hpp"
#include "tiny_llm/tensor.hpp"

#if __has_include(<catch2/catch_approx.hpp>)
#include <catch2/catch_approx.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
using Catch::Approx;
inline auto says(const std::string& part) { return Catch::Matchers::ContainsSubstring(part); }
#else
inline auto says(const std::string& part) { return Catch::Contains(part); }
#endif

/// Whether a is b, to the last bit. xtensor's == and Catch2's CHECK do not go together.
inline bool is(const tiny_llm::Tensor& a, const tiny_llm::Tensor& b) { return a == b; }
