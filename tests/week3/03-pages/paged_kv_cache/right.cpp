#include "paged_kv_cache.hpp"

#include <algorithm>

namespace tiny_llm {

// ---- a-new-store

PagedKVCache::~PagedKVCache() {
    std::for_each(table.rbegin(), table.rend(), [this](auto page) { pool.release(page); });
}

void PagedKVCache::reserve(std::size_t positions) {
    const std::size_t page = store.values[0].shape(1);
    // All that changes, in copies that take their places at the end.
    BlockPool new_pool = pool;
    PageStore new_store = store;
    std::vector<std::size_t> new_table = table;
    const auto take = [&] {
        if (const auto one = new_pool.take()) return *one;
        throw OutOfPages("no page is free");
    };
    if (positions > 0 && length / page < table.size() && pool.references[table[length / page]] > 1) {
        const std::size_t old = new_table[length / page], mine = new_table[length / page] = take();
        for (Tensor& keys : new_store.keys) xt::view(keys, mine, xt::all()) = Tensor(xt::view(keys, old, xt::all()));
        for (Tensor& values : new_store.values)
            xt::view(values, mine, xt::all()) = Tensor(xt::view(values, old, xt::all()));
        new_pool.release(old);
    }
    while (new_table.size() * page < length + positions) new_table.push_back(take());
    pool = new_pool;
    store = new_store;
    table = new_table;
    reserved = positions;
}

void PagedKVCache::write(std::size_t layer, const Tensor& key, const Tensor& value) {
    if (layer >= store.keys.size()) throw std::invalid_argument("there is no such layer");
    for (const bool of_keys : {true, false}) {
        const Tensor& all = store.keys[layer];
        require_shape("write", "rows", of_keys ? key : value, {reserved, all.shape(2), all.shape(3)});
    }
    for (const bool of_keys : {true, false}) {
        Tensor& all = of_keys ? store.keys[layer] : store.values[layer];
        const Tensor& rows = of_keys ? key : value;
        std::size_t j = length;
        for (std::size_t i = 0; i < rows.shape(0); ++i, ++j)
            xt::view(all, table[j / all.shape(1)], j % all.shape(1), xt::all(), xt::all()) =
                xt::view(rows, i, xt::all(), xt::all());
    }
}

void PagedKVCache::commit() {
    const std::size_t now = length + reserved;
    reserved = 0;
    length = now;
}

void PagedKVCache::truncate(std::size_t positions) {
    if (length < positions) throw std::invalid_argument("truncate: there are not so many");
    const std::size_t page = store.keys[0].shape(1), kept = positions / page + (positions % page ? 1 : 0);
    for (std::size_t j = kept; j < table.size(); ++j) pool.release(table[j]);
    table.resize(std::min(kept, table.size()));
    length = positions;
    reserved = 0;
}

// ---- loops

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

// ---- pages-at-a-time

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
