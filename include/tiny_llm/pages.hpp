#pragma once

#include "tiny_llm/tensor.hpp"

#include <stdexcept>
#include <vector>

namespace tiny_llm {

/// The memory of all caches, in pages of equal size. A page number means the same place in every layer.
struct PageStore {
    std::vector<Tensor> keys;    // one per layer: pages x page x H_kv x D
    std::vector<Tensor> values;  // the same shapes
};

/// The pool has too few free pages. What threw it has changed nothing.
struct OutOfPages : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace tiny_llm
