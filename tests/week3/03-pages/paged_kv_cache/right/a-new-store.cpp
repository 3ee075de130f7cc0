#include "paged_kv_cache.hpp"

#include <algorithm>

namespace tiny_llm {

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

}  // namespace tiny_llm
