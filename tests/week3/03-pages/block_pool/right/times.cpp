#include "block_pool.hpp"

#include <algorithm>

namespace tiny_llm {

// For each block, when it became free; the largest number of all while it is used. The last one is the clock.
static const std::size_t in_use = static_cast<std::size_t>(-1);

BlockPool::BlockPool(std::size_t blocks) : references(blocks), free_blocks(blocks + 1) {
    for (std::size_t time = 0; time <= blocks; ++time) free_blocks[time] = time;
}

std::optional<std::size_t> BlockPool::take() {
    if (references.empty()) return std::nullopt;
    const auto first = std::min_element(free_blocks.begin(), free_blocks.end() - 1);
    if (*first == in_use) return std::nullopt;
    *first = in_use;
    const auto block = static_cast<std::size_t>(first - free_blocks.begin());
    references[block] = 1;
    return block;
}

void BlockPool::share(std::size_t block) {
    if (block >= references.size() || references[block] < 1) throw std::invalid_argument("BlockPool::share");
    ++references[block];
}

void BlockPool::release(std::size_t block) {
    if (block >= references.size() || references[block] < 1) throw std::invalid_argument("BlockPool::release");
    if (--references[block] > 0) return;
    free_blocks[block] = free_blocks.back()++;
}

}  // namespace tiny_llm
