#pragma once

#include <cstddef>

#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// The keys and values of all positions so far, of one layer. They do not change when text is added, so each is
/// computed once: without a cache, token n costs as much as the n tokens before it.
class KVCache {
public:
    /// Room for `capacity` positions of H_kv heads of D numbers. The system gives memory for those that are used.
    KVCache(std::size_t capacity, std::size_t num_key_value_heads, std::size_t head_dim);

    /// Appends the keys and values of L more positions.
    ///
    /// key, value   L x H_kv x D, float32
    ///
    /// Throws std::invalid_argument when heads or sizes differ from the cache's, or there is no room.
    void append(const Tensor& key, const Tensor& value);

    std::size_t length() const { return length_; }  // positions so far
    std::size_t capacity() const { return keys_.shape(0); }

    /// capacity x H_kv x D; the first length() rows are filled.
    const Tensor& keys() const { return keys_; }
    const Tensor& values() const { return values_; }

private:
    Tensor keys_, values_;
    std::size_t length_ = 0;
};

}  // namespace tiny_llm
