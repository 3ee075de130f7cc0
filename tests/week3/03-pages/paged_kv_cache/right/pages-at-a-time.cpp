#include "paged_kv_cache.hpp"

#include <algorithm>

namespace tiny_llm {

PagedKVCache::~PagedKVCache() { truncate(0); }

void PagedKVCache::reserve(std::size_t positions) {
    const std::size_t page = store.keys[0].shape(1), of_page = page * store.keys[0].shape(2) * store.keys[0].shape(3);
    // All pages are taken first; if they are too few, the pool gets them back in the order in which it gave them, and these were
    // all that it had.
    const bool copy = positions > 0 && length % page != 0 && pool.references[table[length / page]] > 1;
    std::vector<std::size_t> taken;
    const std::size_t pages = std::max((length + positions + page - 1) / page, table.size()) + (copy ? 1 : 0);
    while (table.size() + taken.size() < pages) {
        const auto one = pool.take();
        if (!one) {
            for (const std::size_t other : taken) pool.release(other);
            throw OutOfPages("PagedKVCache::reserve");
        }
        taken.push_back(*one);
    }
    if (copy) {
        std::size_t& entry = table[length / page];
        for (std::size_t layer = 0; layer < store.keys.size(); ++layer) {
            for (Tensor* rows : {&store.keys[layer], &store.values[layer]})
                std::copy_n(rows->data() + entry * of_page, of_page, rows->data() + taken.back() * of_page);
        }
        pool.release(entry);
        entry = taken.back();
        taken.pop_back();
    }
    table.insert(table.end(), taken.begin(), taken.end());
    reserved = positions;
}

void PagedKVCache::write(std::size_t layer, const Tensor& key, const Tensor& value) {
    if (layer >= store.keys.size()) throw std::invalid_argument("PagedKVCache: layer");
    Tensor &keys = store.keys[layer], &values = store.values[layer];
    require_shape("PagedKVCache", "key", key, {reserved, keys.shape(2), keys.shape(3)});
    require_shape("PagedKVCache", "value", value, {reserved, keys.shape(2), keys.shape(3)});
    const std::size_t page = keys.shape(1);
    for (std::size_t done = 0; done < reserved;) {
        const std::size_t begin = (length + done) % page, rows = std::min(page - begin, reserved - done);
        auto to = xt::range(begin, begin + rows);
        auto from = xt::range(done, done + rows);
        xt::view(keys, table[(length + done) / page], to) = xt::view(key, from);
        xt::view(values, table[(length + done) / page], to) = xt::view(value, from);
        done += rows;
    }
}

void PagedKVCache::commit() { length += std::exchange(reserved, 0); }

void PagedKVCache::truncate(std::size_t positions) {
    if (positions > length) throw std::invalid_argument("PagedKVCache::truncate");
    const std::size_t page = store.keys[0].shape(1);
    while (table.size() * page >= positions + page) {
        pool.release(table.back());
        table.pop_back();
    }
    length = positions;
    reserved = 0;
}

}  // namespace tiny_llm
