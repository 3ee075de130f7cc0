#include "week3/03-pages/block_pool.hpp"

#include <map>

#include "grader/as_part.hpp"
#include "tests/week3/03-pages/block_pool/mistakes.hpp"

namespace {

/// The pool with the mistake that stands for this one.
Pool& of(const tiny_llm::BlockPool* pool, std::size_t blocks = 0) {
    static std::map<const tiny_llm::BlockPool*, Pool> pools;
    return pools.try_emplace(pool, blocks).first->second;
}

/// What it does, and then everybody may see its references.
template <class Does>
auto shown(tiny_llm::BlockPool& pool, const Does& does) {
    grader::questions = 0;
    const struct Showing {
        tiny_llm::BlockPool& pool;
        ~Showing() { pool.references = of(&pool).references, pool.free_blocks = of(&pool).free_blocks; }
    } showing{pool};
    return does(of(&pool));
}

}  // namespace

tiny_llm::BlockPool::BlockPool(std::size_t blocks) {
    of(this, blocks);
    shown(*this, [](const Pool&) {});
}

std::optional<std::size_t> tiny_llm::BlockPool::take() {
    return shown(*this, [](Pool& pool) { return pool.take(); });
}

void tiny_llm::BlockPool::share(std::size_t block) {
    shown(*this, [&](Pool& pool) { pool.share(block); });
}

void tiny_llm::BlockPool::release(std::size_t block) {
    shown(*this, [&](Pool& pool) { pool.release(block); });
}
