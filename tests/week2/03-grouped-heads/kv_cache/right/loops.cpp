#include "kv_cache.hpp"

namespace tiny_llm {

void KVCache::append(const Tensor& key, const Tensor& value) {
    require_shapes(key.dimension() == 3 && key.shape(1) == keys.shape(1) && key.shape(2) == keys.shape(2), "KVCache",
        "key", key, "the cache's keys", keys);
    require_shapes(value.shape() == key.shape(), "KVCache", "value", value, "key", key);
    require_shapes(key.shape(0) <= keys.shape(0) - length, "KVCache", "key", key, "what is left of", keys);
    const std::size_t L = key.shape(0);
    for (std::size_t r = 0; r < L; ++r) {
        const std::size_t at = length + r;
        for (std::size_t h = 0; h < key.shape(1); ++h) {
            for (std::size_t d = 0; d < key.shape(2); ++d) {
                keys(at, h, d) = key(r, h, d);
                values(at, h, d) = value(r, h, d);
            }
        }
    }
    length += L;
}

}  // namespace tiny_llm
