#include "kv_cache.hpp"

namespace tiny_llm {

void KVCache::append(const Tensor& key, const Tensor& value) {
    require_shapes(key.dimension() == 3 && key.shape(1) == keys.shape(1) && key.shape(2) == keys.shape(2), "KVCache",
        "key", key, "the cache's keys", keys);
    require_shapes(value.shape() == key.shape(), "KVCache", "value", value, "key", key);
    require_shapes(key.shape(0) <= keys.shape(0) - length, "KVCache", "key", key, "what is left of", keys);
    for (std::size_t r = 0; r < key.shape(0); ++r, ++length) {
        xt::view(keys, length) = xt::view(key, r);
        xt::view(values, length) = xt::view(value, r);
    }
}

}  // namespace tiny_llm
