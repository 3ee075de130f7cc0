#include "block_pool.hpp"

#include <algorithm>

namespace tiny_llm {

// ---- counter-and-queue

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

// ---- stack-turned-round

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

// ---- times

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
