// Your turn.  Check: ./learn check prefix_cache
// Contract: prefix_cache.hpp, beside this file. It gives you BlockPool, your own.
// Lesson: docs/en/week3/03-pages.md (中文: docs/zh/week3/03-pages.md)

#include "prefix_cache.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

PrefixCache::PrefixCache(BlockPool& pool, std::size_t page, PageHash hash)
    : pool(pool), page(page), hash(std::move(hash)) {
    todo();
}

PrefixCache::~PrefixCache() {
    // Yours, too, at last. An exception may not leave a destructor, so there is no todo() here.
}

std::vector<std::size_t> PrefixCache::match(const Ids& ids) {
    todo();
}

void PrefixCache::insert(const Ids& ids, const std::vector<std::size_t>& pages) {
    todo();
}

bool PrefixCache::evict() {
    todo();
}

}  // namespace tiny_llm
