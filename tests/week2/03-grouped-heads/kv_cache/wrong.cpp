#include "kv_cache.hpp"

namespace tiny_llm {

// ---- concatenated-after-the-check

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

// ---- first-row-for-all

void KVCache::append(const Tensor& key, const Tensor& value) {
    require_shapes(key.dimension() == 3 && key.shape(1) == keys.shape(1) && key.shape(2) == keys.shape(2), "KVCache",
        "key", key, "the cache's keys", keys);
    require_shapes(value.shape() == key.shape(), "KVCache", "value", value, "key", key);
    require_shapes(length + key.shape(0) <= keys.shape(0), "KVCache", "key", key, "the rest of", keys);
    for (std::size_t r = 0; r < key.shape(0); ++r, ++length) {
        xt::view(keys, length) = xt::view(key, 0);
        xt::view(values, length) = xt::view(value, 0);
    }
}

// ---- nothing-written

void KVCache::append(const Tensor& key, const Tensor& value) {
    require_shapes(key.dimension() == 3 && key.shape(1) == keys.shape(1) && key.shape(2) == keys.shape(2), "KVCache",
        "key", key, "the cache's keys", keys);
    require_shapes(value.shape() == key.shape(), "KVCache", "value", value, "key", key);
    require_shapes(length + key.shape(0) <= keys.shape(0), "KVCache", "key", key, "the rest of", keys);
    auto rows = xt::range(length, length + key.shape(0));
    Tensor new_keys = xt::view(keys, rows), new_values = xt::view(values, rows);
    new_keys = key;
    new_values = value;
    length += key.shape(0);
}

// ---- room-unchecked

void KVCache::append(const Tensor& key, const Tensor& value) {
    require_shapes(key.dimension() == 3 && key.shape(1) == keys.shape(1) && key.shape(2) == keys.shape(2), "KVCache",
        "key", key, "the cache's keys", keys);
    require_shapes(value.shape() == key.shape(), "KVCache", "value", value, "key", key);
    const std::size_t left = keys.shape(0) - length - key.shape(0);
    if (left < 0) throw std::invalid_argument("KVCache: it is full");
    auto rows = xt::range(length, length + key.shape(0));
    xt::view(keys, rows) = key;
    xt::view(values, rows) = value;
    length += key.shape(0);
}

// ---- tensors-replaced

void KVCache::append(const Tensor& key, const Tensor& value) {
    require_shapes(key.dimension() == 3 && key.shape(1) == keys.shape(1) && key.shape(2) == keys.shape(2), "KVCache",
        "key", key, "the cache's keys", keys);
    require_shapes(value.shape() == key.shape(), "KVCache", "value", value, "key", key);
    keys = key;
    values = value;
    length += key.shape(0);
}

// ---- values-are-the-keys+length-moved-by-one

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
