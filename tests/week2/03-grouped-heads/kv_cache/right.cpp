#include "kv_cache.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace tiny_llm {

// ---- a-row-at-a-time

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

// ---- bytes

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

// ---- loops

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

// ---- new-tensors-swapped

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

// ---- recursion

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

// ---- rows-copied

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
