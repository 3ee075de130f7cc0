// Your turn.  Check: ./learn check paged_kv_cache
// Contract: paged_kv_cache.hpp, beside this file.
// Lesson: docs/en/week3/03-pages.md (中文: docs/zh/week3/03-pages.md)

#include "paged_kv_cache.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

PagedKVCache::~PagedKVCache() {
    // Yours, too, at last. An exception may not leave a destructor, so there is no todo() here.
}

void PagedKVCache::reserve(std::size_t positions) {
    todo();
}

void PagedKVCache::write(std::size_t layer, const Tensor& key, const Tensor& value) {
    if (layer >= store.keys.size())
        throw std::invalid_argument("PagedKVCache: there is no layer " + std::to_string(layer));
    const Tensor& keys = store.keys[layer];
    require_shape("PagedKVCache", "key", key, {reserved, keys.shape(2), keys.shape(3)});
    require_shape("PagedKVCache", "value", value, {reserved, keys.shape(2), keys.shape(3)});
    todo();
}

void PagedKVCache::commit() {
    todo();
}

void PagedKVCache::truncate(std::size_t positions) {
    todo();
}

}  // namespace tiny_llm
