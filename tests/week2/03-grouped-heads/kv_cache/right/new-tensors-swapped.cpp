#include "kv_cache.hpp"

#include <utility>

namespace tiny_llm {

void KVCache::append(const Tensor& key, const Tensor& value) {
    require_shapes(key.dimension() == 3 && key.shape(1) == keys.shape(1) && key.shape(2) == keys.shape(2), "KVCache",
        "key", key, "the cache's keys", keys);
    require_shapes(value.shape() == key.shape(), "KVCache", "value", value, "key", key);
    require_shapes(key.shape(0) <= keys.shape(0) - length, "KVCache", "key", key, "what is left of", keys);
    // Nothing is changed before all is done.
    Tensor new_keys = keys, new_values = values;
    for (std::size_t k = 0; k < key.size(); ++k) {
        const std::size_t at = length * keys.shape(1) * keys.shape(2) + k;
        new_keys.flat(at) = key.flat(k);
        new_values.flat(at) = value.flat(k);
    }
    std::swap(keys, new_keys);
    std::swap(values, new_values);
    length = length + key.shape(0);
}

}  // namespace tiny_llm
