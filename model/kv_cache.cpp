#include "model/kv_cache.hpp"

#include <algorithm>

#include "tiny_llm/shape.hpp"

namespace tiny_llm {

KVCache::KVCache(std::size_t capacity, std::size_t num_key_value_heads, std::size_t head_dim)
    : keys_(xt::empty<float>({capacity, num_key_value_heads, head_dim})),
      values_(xt::empty<float>({capacity, num_key_value_heads, head_dim})) {}

void KVCache::append(const Tensor& key, const Tensor& value) {
    require_shapes(key.dimension() == 3 && key.shape(1) == keys_.shape(1) && key.shape(2) == keys_.shape(2) &&
                       key.shape(0) <= capacity() - length_,
                   "KVCache", "key", key, "the room of the cache", keys_);
    require_shapes(value.shape() == key.shape(), "KVCache", "value", value, "key", key);
    const std::size_t begin = length_ * keys_.shape(1) * keys_.shape(2);
    std::copy(key.data(), key.data() + key.size(), keys_.data() + begin);
    std::copy(value.data(), value.data() + value.size(), values_.data() + begin);
    length_ += key.shape(0);
}

}  // namespace tiny_llm
