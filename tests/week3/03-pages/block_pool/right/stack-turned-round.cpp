#include "block_pool.hpp"

namespace tiny_llm {

BlockPool::BlockPool(std::size_t blocks) {
    for (std::size_t block = 0; block < blocks; ++block) {
        references.push_back(0);
        free_blocks.push_front(block);
    }
}

std::optional<std::size_t> BlockPool::take() {
    std::optional<std::size_t> block;
    if (!free_blocks.empty()) {
        block = free_blocks.back();
        free_blocks.pop_back();
        ++references.at(*block);
    }
    return block;
}

void BlockPool::share(std::size_t block) {
    try {
        if (references.at(block) == 0) throw std::invalid_argument("it is free");
    } catch (const std::out_of_range& e) {
        throw std::invalid_argument(e.what());
    }
    ++references[block];
}

void BlockPool::release(std::size_t block) {
    share(block);  // which refuses
    references[block] -= 2;
    if (references[block] == 0) free_blocks.push_front(block);
}

}  // namespace tiny_llm
