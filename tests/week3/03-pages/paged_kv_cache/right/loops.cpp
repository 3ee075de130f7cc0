#include "paged_kv_cache.hpp"

namespace tiny_llm {

PagedKVCache::~PagedKVCache() {
    while (!table.empty()) {
        pool.release(table.back());
        table.pop_back();
    }
}

void PagedKVCache::reserve(std::size_t positions) {
    const std::size_t page = store.keys.front().shape(1), H = store.keys.front().shape(2),
                      D = store.keys.front().shape(3);
    std::size_t free = 0;
    for (const std::size_t users : pool.references) {
        if (users == 0) ++free;
    }
    std::size_t missing = 0;
    for (std::size_t j = 0; j < length + positions; j += page) {
        if (j / page >= table.size()) ++missing;
    }
    const bool is_written = positions > 0 && length % page > 0;
    const bool copy = is_written && pool.references[table[length / page]] >= 2;
    if (copy) ++missing;
    if (free < missing) throw OutOfPages("reserve");
    // The new pages first: which of the free ones goes where is nobody's business.
    while (table.size() * page < length + positions) table.push_back(pool.take().value());
    if (copy) {
        const std::size_t to = pool.take().value(), from = table[length / page];
        for (std::size_t layer = 0; layer < store.keys.size(); ++layer) {
            for (std::size_t row = 0; row < length % page; ++row) {
                for (std::size_t h = 0; h < H; ++h) {
                    for (std::size_t d = 0; d < D; ++d) {
                        store.keys[layer](to, row, h, d) = store.keys[layer](from, row, h, d);
                        store.values[layer](to, row, h, d) = store.values[layer](from, row, h, d);
                    }
                }
            }
        }
        table[length / page] = to;
        pool.release(from);
    }
    reserved = positions;
}

void PagedKVCache::write(std::size_t layer, const Tensor& key, const Tensor& value) {
    if (layer >= store.values.size()) throw std::invalid_argument("write: layer");
    Tensor &keys = store.keys[layer], &values = store.values[layer];
    const std::vector<std::size_t> shape{reserved, keys.shape(2), keys.shape(3)};
    require_shape("PagedKVCache", "key", key, shape);
    require_shape("PagedKVCache", "value", value, shape);
    for (std::size_t i = 0; i < shape[0]; ++i) {
        const std::size_t at = length + i;
        for (std::size_t h = 0; h < shape[1]; ++h) {
            for (std::size_t d = 0; d < shape[2]; ++d) {
                keys(table[at / keys.shape(1)], at % keys.shape(1), h, d) = key(i, h, d);
                values(table[at / keys.shape(1)], at % keys.shape(1), h, d) = value(i, h, d);
            }
        }
    }
}

void PagedKVCache::commit() {
    while (reserved > 0) {
        ++length;
        --reserved;
    }
}

void PagedKVCache::truncate(std::size_t positions) {
    if (positions > length) throw std::invalid_argument("truncate");
    const std::size_t page = store.keys.front().shape(1);
    std::vector<std::size_t> kept;
    for (std::size_t j = 0; j < table.size(); ++j) {
        if (j * page < positions) kept.push_back(table[j]);
        else pool.release(table[j]);  // the first of them first
    }
    table = kept;
    length = positions;
    reserved = 0;
}

}  // namespace tiny_llm
