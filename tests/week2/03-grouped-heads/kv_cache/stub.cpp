// Your turn.  Check: ./learn check kv_cache
// Contract: kv_cache.hpp, beside this file.
// Lesson: docs/en/week2/03-grouped-heads.md (中文: docs/zh/week2/03-grouped-heads.md)

#include "kv_cache.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

void KVCache::append(const Tensor& key, const Tensor& value) {
    require_shapes(key.dimension() == 3 && key.shape(1) == keys.shape(1) && key.shape(2) == keys.shape(2), "KVCache",
                   "key", key, "the cache's keys", keys);
    require_shapes(value.shape() == key.shape(), "KVCache", "value", value, "key", key);
    todo();
}

}  // namespace tiny_llm
