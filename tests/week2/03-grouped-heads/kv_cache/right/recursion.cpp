#include "kv_cache.hpp"

namespace tiny_llm {

void KVCache::append(const Tensor& key, const Tensor& value) {
    require_shapes(key.dimension() == 3 && key.shape(1) == keys.shape(1) && key.shape(2) == keys.shape(2), "KVCache",
        "key", key, "the cache's keys", keys);
    require_shapes(value.shape() == key.shape(), "KVCache", "value", value, "key", key);
    require_shapes(key.shape(0) <= keys.shape(0) - length, "KVCache", "key", key, "what is left of", keys);
    // The last row, behind those before it.
    const std::size_t L = key.shape(0);
    if (L == 0) return;
    auto earlier = xt::range(std::size_t{0}, L - 1);
    append(xt::view(key, earlier), xt::view(value, earlier));
    xt::view(keys, length) = xt::view(key, L - 1);
    xt::view(values, length++) = xt::view(value, L - 1);
}

}  // namespace tiny_llm
