#ifndef TINY_LLM_KV_CACHE_HPP
#define TINY_LLM_KV_CACHE_HPP

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// The keys and values of all positions so far, of one layer. They do not change when text is added, so each is computed once.
struct KVCache {
    /// Room for `capacity` positions of H_kv heads of D numbers. The system provides memory only for those that are written.
    KVCache(std::size_t capacity, std::size_t num_key_value_heads, std::size_t head_dim)
        : keys(xt::empty<float>({capacity, num_key_value_heads, head_dim})),
          values(xt::empty<float>({capacity, num_key_value_heads, head_dim})) {
    }

    /// Writes the keys and values of L more positions after those that are already there, and adds L to length.
    ///
    /// key, value   L x H_kv x D, float32, may have no rows; not modified
    ///
    /// Throws std::invalid_argument unless key and value have three axes, the same L, and the cache's H_kv and D, and there is
    /// room for L more. The cache is then unchanged.
    ///
    /// Source: Hugging Face's StaticCache, whose tensors have their full size from the start.
    void append(const Tensor& key, const Tensor& value);

    std::size_t length = 0;  // positions so far
    Tensor keys;             // capacity x H_kv x D; rows from length on hold anything
    Tensor values;           // capacity x H_kv x D
};

}  // namespace tiny_llm

#endif
