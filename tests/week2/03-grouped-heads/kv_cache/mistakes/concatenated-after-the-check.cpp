#include "kv_cache.hpp"

namespace tiny_llm {

void KVCache::append(const Tensor& key, const Tensor& value) {
    require_shapes(key.dimension() == 3 && key.shape(1) == keys.shape(1) && key.shape(2) == keys.shape(2), "KVCache",
        "key", key, "the cache's keys", keys);
    require_shapes(value.shape() == key.shape(), "KVCache", "value", value, "key", key);
    require_shapes(length + key.shape(0) <= keys.shape(0), "KVCache", "key", key, "the rest of", keys);
    auto filled = xt::range(std::size_t{0}, length);
    const Tensor old_keys = xt::view(keys, filled), old_values = xt::view(values, filled);
    keys = Tensor(xt::concatenate(xt::xtuple(old_keys, key), 0));
    values = Tensor(xt::concatenate(xt::xtuple(old_values, value), 0));
    length += key.shape(0);
}

}  // namespace tiny_llm
