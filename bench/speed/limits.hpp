#pragma once

#include <memory>

#include "bench/speed/operation.hpp"

namespace tiny_llm::bench {

/// memcpy of `count` floats, times `factor`.
Limit copying(const std::string& name, std::size_t count, double factor = 1.0);

/// Reading matrices once, each element added to a sum. They must outlive it.
Limit reading(const std::vector<const Tensor*>& matrices);

/// `operations` additions and multiplications, in pairs, of numbers that stay in registers: what arithmetic takes when it
/// waits for nothing. Of the widest registers that the clones take.
Limit computing(double operations);

}  // namespace tiny_llm::bench
