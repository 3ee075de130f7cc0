#include "kv_cache.hpp"

#include <algorithm>

namespace tiny_llm {

void KVCache::append(const Tensor& key, const Tensor& value) {
    require_shapes(key.dimension() == 3 && key.shape(1) == keys.shape(1) && key.shape(2) == keys.shape(2), "KVCache",
        "key", key, "the cache's keys", keys);
    require_shapes(value.shape() == key.shape(), "KVCache", "value", value, "key", key);
    require_shapes(key.shape(0) <= keys.shape(0) - length, "KVCache", "key", key, "what is left of", keys);
    const auto at = static_cast<std::ptrdiff_t>(length * keys.shape(1) * keys.shape(2));
    std::copy(key.begin(), key.end(), keys.begin() + at);
    std::copy(value.begin(), value.end(), values.begin() + at);
    length += key.shape(0);
}

}  // namespace tiny_llm
