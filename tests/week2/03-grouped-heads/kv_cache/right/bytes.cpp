#include "kv_cache.hpp"

#include <cstring>

namespace tiny_llm {

void KVCache::append(const Tensor& key, const Tensor& value) {
    require_shapes(key.dimension() == 3 && key.shape(1) == keys.shape(1) && key.shape(2) == keys.shape(2), "KVCache",
        "key", key, "the cache's keys", keys);
    require_shapes(value.shape() == key.shape(), "KVCache", "value", value, "key", key);
    require_shapes(key.shape(0) <= keys.shape(0) - length, "KVCache", "key", key, "what is left of", keys);
    const std::size_t row = keys.shape(1) * keys.shape(2), bytes = key.size() * sizeof(float);
    if (bytes > 0) {
        std::memcpy(keys.data() + length * row, key.data(), bytes);
        std::memcpy(values.data() + length * row, value.data(), bytes);
    }
    length += key.shape(0);
}

}  // namespace tiny_llm
