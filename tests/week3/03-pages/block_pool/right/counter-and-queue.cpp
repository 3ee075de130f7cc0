#include "block_pool.hpp"

namespace tiny_llm {

// Only blocks that became free again are in the queue. Those that nobody has taken yet are in front of them: the queue begins with
// a mark, the number of the first one.
BlockPool::BlockPool(std::size_t blocks) : references(blocks, 0), free_blocks{0} {}

std::optional<std::size_t> BlockPool::take() {
    if (free_blocks[0] < references.size()) {
        references[free_blocks[0]] = 1;
        return free_blocks[0]++;
    }
    if (free_blocks.size() == 1) return {};
    const std::size_t block = free_blocks[1];
    free_blocks.erase(free_blocks.begin() + 1);
    references[block] = 1;
    return block;
}

void BlockPool::share(std::size_t block) {
    if (block >= references.size() || !references[block]) throw std::invalid_argument("share");
    references[block] += 1;
}

void BlockPool::release(std::size_t block) {
    if (block >= references.size() || !references[block]) throw std::invalid_argument("release");
    references[block] -= 1;
    if (!references[block]) free_blocks.push_back(block);
}

}  // namespace tiny_llm
