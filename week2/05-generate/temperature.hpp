#ifndef TINY_LLM_TEMPERATURE_HPP
#define TINY_LLM_TEMPERATURE_HPP

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// Divides by the temperature: below 1 likely tokens become likelier, above 1 all become more alike.
///
/// logits   (V,), float32, V at least 1, may contain -inf; not modified
/// t        above 0, finite
/// returns  (V,), float32, evaluated: logits / t
///
/// Throws std::invalid_argument unless logits has one axis that is not empty, and t is above 0 and finite.
///
/// Source: Hugging Face's TemperatureLogitsWarper.
Tensor temperature(const Tensor& logits, float t);

}  // namespace tiny_llm

#endif
