#include "kv_cache.hpp"

namespace tiny_llm {

void KVCache::append(const Tensor& key, const Tensor& value) {
    require_shapes(key.dimension() == 3 && key.shape(1) == keys.shape(1) && key.shape(2) == keys.shape(2), "KVCache",
        "key", key, "the cache's keys", keys);
    require_shapes(value.shape() == key.shape(), "KVCache", "value", value, "key", key);
    require_shapes(length + key.shape(0) <= keys.shape(0), "KVCache", "key", key, "the rest of", keys);
    auto rows = xt::range(length, length + key.shape(0));
    xt::view(keys, rows) = key;
    xt::view(values, rows) = key;
    ++length;
}

}  // namespace tiny_llm
