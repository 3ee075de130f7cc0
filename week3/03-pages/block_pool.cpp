// Your turn.  Check: ./learn check block_pool
// Contract: block_pool.hpp, beside this file.  Lesson: docs/en/week3/03-pages.md (中文: docs/zh/week3/03-pages.md)

#include "block_pool.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

BlockPool::BlockPool(std::size_t blocks) {
    todo();
}

std::optional<std::size_t> BlockPool::take() {
    todo();
}

void BlockPool::share(std::size_t block) {
    todo();
}

void BlockPool::release(std::size_t block) {
    todo();
}

}  // namespace tiny_llm
