#include "paged_kv_cache.hpp"

#include <algorithm>

namespace tiny_llm {

// ---- copied-in-layer-0-only

PagedKVCache::~PagedKVCache() {
    for (const std::size_t page : table) pool.release(page);
}

static std::size_t rows_of_a_page(const PageStore& store) { return store.keys[0].shape(1); }

static std::size_t pages_for(std::size_t positions, const PageStore& store) {
    const std::size_t rows = rows_of_a_page(store);
    return (positions + rows - 1) / rows;
}

void PagedKVCache::reserve(std::size_t positions) {
    const std::size_t pages = pages_for(length + positions, store), first = length / rows_of_a_page(store);
    const bool copies = positions > 0 && first < table.size() && pool.references[table[first]] > 1;
    const std::size_t missing = (pages > table.size() ? pages - table.size() : 0) + (copies ? 1 : 0);
    const auto free = std::count(pool.references.begin(), pool.references.end(), std::size_t{0});
    if (missing > static_cast<std::size_t>(free))
        throw OutOfPages(
            "PagedKVCache: " + std::to_string(missing) + " pages are missing, " + std::to_string(free) + " are free");
    if (copies) {
        const std::size_t mine = *pool.take();
        xt::view(store.keys[0], mine) = xt::view(store.keys[0], table[first]);
        xt::view(store.values[0], mine) = xt::view(store.values[0], table[first]);
        pool.release(table[first]);
        table[first] = mine;
    }
    while (table.size() < pages) table.push_back(*pool.take());
    reserved = positions;
}

void PagedKVCache::write(std::size_t layer, const Tensor& key, const Tensor& value) {
    if (layer >= store.keys.size())
        throw std::invalid_argument("PagedKVCache: there is no layer " + std::to_string(layer));
    Tensor &keys = store.keys[layer], &values = store.values[layer];
    require_shape("PagedKVCache", "key", key, {reserved, keys.shape(2), keys.shape(3)});
    require_shape("PagedKVCache", "value", value, {reserved, keys.shape(2), keys.shape(3)});
    for (std::size_t i = 0; i < reserved; ++i) {
        const std::size_t page = table[(length + i) / keys.shape(1)], row = (length + i) % keys.shape(1);
        xt::view(keys, page, row) = xt::view(key, i);
        xt::view(values, page, row) = xt::view(value, i);
    }
}

void PagedKVCache::commit() {
    length += reserved;
    reserved = 0;
}

void PagedKVCache::truncate(std::size_t positions) {
    if (positions > length)
        throw std::invalid_argument(
            "PagedKVCache: truncate(" + std::to_string(positions) + ") of " + std::to_string(length));
    for (const std::size_t pages = pages_for(positions, store); table.size() > pages; table.pop_back())
        pool.release(table.back());
    length = positions;
    reserved = 0;
}

// ---- length-moved-by-write

PagedKVCache::~PagedKVCache() {
    for (const std::size_t page : table) pool.release(page);
}

static std::size_t rows_of_a_page(const PageStore& store) { return store.keys[0].shape(1); }

static std::size_t pages_for(std::size_t positions, const PageStore& store) {
    const std::size_t rows = rows_of_a_page(store);
    return (positions + rows - 1) / rows;
}

void PagedKVCache::reserve(std::size_t positions) {
    const std::size_t pages = pages_for(length + positions, store), first = length / rows_of_a_page(store);
    const bool copies = positions > 0 && first < table.size() && pool.references[table[first]] > 1;
    const std::size_t missing = (pages > table.size() ? pages - table.size() : 0) + (copies ? 1 : 0);
    const auto free = std::count(pool.references.begin(), pool.references.end(), std::size_t{0});
    if (missing > static_cast<std::size_t>(free))
        throw OutOfPages(
            "PagedKVCache: " + std::to_string(missing) + " pages are missing, " + std::to_string(free) + " are free");
    if (copies) {
        const std::size_t mine = *pool.take();
        for (std::vector<Tensor>* layers : {&store.keys, &store.values}) {
            for (Tensor& layer : *layers) xt::view(layer, mine) = xt::view(layer, table[first]);
        }
        pool.release(table[first]);
        table[first] = mine;
    }
    while (table.size() < pages) table.push_back(*pool.take());
    reserved = positions;
}

void PagedKVCache::write(std::size_t layer, const Tensor& key, const Tensor& value) {
    if (layer >= store.keys.size())
        throw std::invalid_argument("PagedKVCache: there is no layer " + std::to_string(layer));
    Tensor &keys = store.keys[layer], &values = store.values[layer];
    require_shape("PagedKVCache", "key", key, {reserved, keys.shape(2), keys.shape(3)});
    require_shape("PagedKVCache", "value", value, {reserved, keys.shape(2), keys.shape(3)});
    for (std::size_t i = 0; i < reserved; ++i) {
        const std::size_t entry = (length + i) / keys.shape(1);
        if (entry >= table.size()) break;
        const std::size_t page = table[entry], row = (length + i) % keys.shape(1);
        xt::view(keys, page, row) = xt::view(key, i);
        xt::view(values, page, row) = xt::view(value, i);
    }
    length += reserved;
}

void PagedKVCache::commit() { reserved = 0; }

void PagedKVCache::truncate(std::size_t positions) {
    if (positions > length)
        throw std::invalid_argument(
            "PagedKVCache: truncate(" + std::to_string(positions) + ") of " + std::to_string(length));
    for (const std::size_t pages = pages_for(positions, store); table.size() > pages; table.pop_back())
        pool.release(table.back());
    length = positions;
    reserved = 0;
}

// ---- page-boundary-ignored

PagedKVCache::~PagedKVCache() {
    for (const std::size_t page : table) pool.release(page);
}

static std::size_t rows_of_a_page(const PageStore& store) { return store.keys[0].shape(1); }

static std::size_t pages_for(std::size_t positions, const PageStore& store) {
    const std::size_t rows = rows_of_a_page(store);
    return (positions + rows - 1) / rows;
}

void PagedKVCache::reserve(std::size_t positions) {
    const std::size_t pages = pages_for(length + positions, store), first = length / rows_of_a_page(store);
    const bool copies = positions > 0 && first < table.size() && pool.references[table[first]] > 1;
    const std::size_t missing = (pages > table.size() ? pages - table.size() : 0) + (copies ? 1 : 0);
    const auto free = std::count(pool.references.begin(), pool.references.end(), std::size_t{0});
    if (missing > static_cast<std::size_t>(free))
        throw OutOfPages(
            "PagedKVCache: " + std::to_string(missing) + " pages are missing, " + std::to_string(free) + " are free");
    if (copies) {
        const std::size_t mine = *pool.take();
        for (std::vector<Tensor>* layers : {&store.keys, &store.values}) {
            for (Tensor& layer : *layers) xt::view(layer, mine) = xt::view(layer, table[first]);
        }
        pool.release(table[first]);
        table[first] = mine;
    }
    while (table.size() < pages) table.push_back(*pool.take());
    reserved = positions;
}

void PagedKVCache::write(std::size_t layer, const Tensor& key, const Tensor& value) {
    if (layer >= store.keys.size())
        throw std::invalid_argument("PagedKVCache: there is no layer " + std::to_string(layer));
    Tensor &keys = store.keys[layer], &values = store.values[layer];
    require_shape("PagedKVCache", "key", key, {reserved, keys.shape(2), keys.shape(3)});
    require_shape("PagedKVCache", "value", value, {reserved, keys.shape(2), keys.shape(3)});
    if (reserved == 0) return;
    const std::size_t row = keys.shape(2) * keys.shape(3);
    const std::size_t place = table[length / keys.shape(1)] * keys.shape(1) + length % keys.shape(1);
    const std::size_t numbers = std::min(key.size(), keys.size() - place * row);  // as much as the store has
    std::copy_n(key.data(), numbers, keys.data() + place * row);
    std::copy_n(value.data(), numbers, values.data() + place * row);
}

void PagedKVCache::commit() {
    length += reserved;
    reserved = 0;
}

void PagedKVCache::truncate(std::size_t positions) {
    if (positions > length)
        throw std::invalid_argument(
            "PagedKVCache: truncate(" + std::to_string(positions) + ") of " + std::to_string(length));
    for (const std::size_t pages = pages_for(positions, store); table.size() > pages; table.pop_back())
        pool.release(table.back());
    length = positions;
    reserved = 0;
}

// ---- page-taken-but-not-copied

PagedKVCache::~PagedKVCache() {
    for (const std::size_t page : table) pool.release(page);
}

static std::size_t rows_of_a_page(const PageStore& store) { return store.keys[0].shape(1); }

static std::size_t pages_for(std::size_t positions, const PageStore& store) {
    const std::size_t rows = rows_of_a_page(store);
    return (positions + rows - 1) / rows;
}

void PagedKVCache::reserve(std::size_t positions) {
    const std::size_t pages = pages_for(length + positions, store), first = length / rows_of_a_page(store);
    const bool copies = positions > 0 && first < table.size() && pool.references[table[first]] > 1;
    const std::size_t missing = (pages > table.size() ? pages - table.size() : 0) + (copies ? 1 : 0);
    const auto free = std::count(pool.references.begin(), pool.references.end(), std::size_t{0});
    if (missing > static_cast<std::size_t>(free))
        throw OutOfPages(
            "PagedKVCache: " + std::to_string(missing) + " pages are missing, " + std::to_string(free) + " are free");
    if (copies) {
        const std::size_t mine = *pool.take();
        for (std::vector<Tensor>* layers : {&store.keys, &store.values}) {
            for (Tensor layer : *layers) xt::view(layer, mine) = xt::view(layer, table[first]);
        }
        pool.release(table[first]);
        table[first] = mine;
    }
    while (table.size() < pages) table.push_back(*pool.take());
    reserved = positions;
}

void PagedKVCache::write(std::size_t layer, const Tensor& key, const Tensor& value) {
    if (layer >= store.keys.size())
        throw std::invalid_argument("PagedKVCache: there is no layer " + std::to_string(layer));
    Tensor &keys = store.keys[layer], &values = store.values[layer];
    require_shape("PagedKVCache", "key", key, {reserved, keys.shape(2), keys.shape(3)});
    require_shape("PagedKVCache", "value", value, {reserved, keys.shape(2), keys.shape(3)});
    for (std::size_t i = 0; i < reserved; ++i) {
        const std::size_t page = table[(length + i) / keys.shape(1)], row = (length + i) % keys.shape(1);
        xt::view(keys, page, row) = xt::view(key, i);
        xt::view(values, page, row) = xt::view(value, i);
    }
}

void PagedKVCache::commit() {
    length += reserved;
    reserved = 0;
}

void PagedKVCache::truncate(std::size_t positions) {
    if (positions > length)
        throw std::invalid_argument(
            "PagedKVCache: truncate(" + std::to_string(positions) + ") of " + std::to_string(length));
    for (const std::size_t pages = pages_for(positions, store); table.size() > pages; table.pop_back())
        pool.release(table.back());
    length = positions;
    reserved = 0;
}

// ---- truncate-releases-nothing+destructor-releases-nothing

PagedKVCache::~PagedKVCache() {}

static std::size_t rows_of_a_page(const PageStore& store) { return store.keys[0].shape(1); }

static std::size_t pages_for(std::size_t positions, const PageStore& store) {
    const std::size_t rows = rows_of_a_page(store);
    return (positions + rows - 1) / rows;
}

void PagedKVCache::reserve(std::size_t positions) {
    const std::size_t pages = pages_for(length + positions, store), first = length / rows_of_a_page(store);
    const bool copies = positions > 0 && first < table.size() && pool.references[table[first]] > 1;
    const std::size_t missing = (pages > table.size() ? pages - table.size() : 0) + (copies ? 1 : 0);
    const auto free = std::count(pool.references.begin(), pool.references.end(), std::size_t{0});
    if (missing > static_cast<std::size_t>(free))
        throw OutOfPages(
            "PagedKVCache: " + std::to_string(missing) + " pages are missing, " + std::to_string(free) + " are free");
    if (copies) {
        const std::size_t mine = *pool.take();
        for (std::vector<Tensor>* layers : {&store.keys, &store.values}) {
            for (Tensor& layer : *layers) xt::view(layer, mine) = xt::view(layer, table[first]);
        }
        pool.release(table[first]);
        table[first] = mine;
    }
    while (table.size() < pages) table.push_back(*pool.take());
    reserved = positions;
}

void PagedKVCache::write(std::size_t layer, const Tensor& key, const Tensor& value) {
    if (layer >= store.keys.size())
        throw std::invalid_argument("PagedKVCache: there is no layer " + std::to_string(layer));
    Tensor &keys = store.keys[layer], &values = store.values[layer];
    require_shape("PagedKVCache", "key", key, {reserved, keys.shape(2), keys.shape(3)});
    require_shape("PagedKVCache", "value", value, {reserved, keys.shape(2), keys.shape(3)});
    for (std::size_t i = 0; i < reserved; ++i) {
        const std::size_t page = table[(length + i) / keys.shape(1)], row = (length + i) % keys.shape(1);
        xt::view(keys, page, row) = xt::view(key, i);
        xt::view(values, page, row) = xt::view(value, i);
    }
}

void PagedKVCache::commit() {
    length += reserved;
    reserved = 0;
}

void PagedKVCache::truncate(std::size_t positions) {
    if (positions > length)
        throw std::invalid_argument(
            "PagedKVCache: truncate(" + std::to_string(positions) + ") of " + std::to_string(length));
    for (const std::size_t pages = pages_for(positions, store); table.size() > pages;) table.pop_back();
    length = positions;
    reserved = 0;
}

}  // namespace tiny_llm
