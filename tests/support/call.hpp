#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tiny_llm/tensor.hpp"

namespace grader {

using tiny_llm::Tensor;

/// The arguments of one call of a learner's function. One type serves every exercise, so that comparing,
/// reporting and diagnosing are written once; `<id>_call.hpp` beside each test unpacks it.
struct Call {
    std::vector<std::pair<std::string, Tensor>> tensors;
    std::map<std::string, float> numbers;
    std::string function;  // which function, where an exercise has several

    Tensor& operator[](const std::string& name);
    const Tensor& operator[](const std::string& name) const;
    bool has(const std::string& name) const;
    std::optional<Tensor> maybe(const std::string& name) const;
    float number(const std::string& name) const;
    std::size_t elements() const;
};

/// Calls an exercise's function. Arguments that the callee changed are changed in `call` afterwards.
using Answer = std::vector<Tensor> (*)(Call& call);

}  // namespace grader
