#include "block_pool.hpp"

#include <numeric>
#include <string>

namespace tiny_llm {

// ---- all-blocks-are-block-0

BlockPool::BlockPool(std::size_t blocks) : references(blocks), free_blocks(blocks) {}

std::optional<std::size_t> BlockPool::take() {
    if (free_blocks.empty()) return std::nullopt;
    const std::size_t block = free_blocks.front();
    free_blocks.pop_front();
    references[block] = 1;
    return block;
}

static void require_in_use(const BlockPool& pool, std::size_t block) {
    if (block >= pool.references.size() || pool.references[block] == 0)
        throw std::invalid_argument("BlockPool: nobody uses block " + std::to_string(block));
}

void BlockPool::share(std::size_t block) {
    require_in_use(*this, block);
    ++references[block];
}

void BlockPool::release(std::size_t block) {
    require_in_use(*this, block);
    if (--references[block] == 0) free_blocks.push_back(block);
}

// ---- free-at-every-release

BlockPool::BlockPool(std::size_t blocks) : references(blocks), free_blocks(blocks) {
    std::iota(free_blocks.begin(), free_blocks.end(), std::size_t{0});
}

std::optional<std::size_t> BlockPool::take() {
    if (free_blocks.empty()) return std::nullopt;
    const std::size_t block = free_blocks.front();
    free_blocks.pop_front();
    references[block] = 1;
    return block;
}

static void require_in_use(const BlockPool& pool, std::size_t block) {
    if (block >= pool.references.size() || pool.references[block] == 0)
        throw std::invalid_argument("BlockPool: nobody uses block " + std::to_string(block));
}

void BlockPool::share(std::size_t block) {
    require_in_use(*this, block);
    ++references[block];
}

void BlockPool::release(std::size_t block) {
    require_in_use(*this, block);
    --references[block];
    free_blocks.push_back(block);
}

// ---- free-at-one-reference

BlockPool::BlockPool(std::size_t blocks) : references(blocks), free_blocks(blocks) {
    std::iota(free_blocks.begin(), free_blocks.end(), std::size_t{0});
}

std::optional<std::size_t> BlockPool::take() {
    if (free_blocks.empty()) return std::nullopt;
    const std::size_t block = free_blocks.front();
    free_blocks.pop_front();
    references[block] = 1;
    return block;
}

static void require_in_use(const BlockPool& pool, std::size_t block) {
    if (block >= pool.references.size() || pool.references[block] == 0)
        throw std::invalid_argument("BlockPool: nobody uses block " + std::to_string(block));
}

void BlockPool::share(std::size_t block) {
    require_in_use(*this, block);
    ++references[block];
}

void BlockPool::release(std::size_t block) {
    require_in_use(*this, block);
    if (--references[block] <= 1) free_blocks.push_back(block);
}

// ---- free-only-at-one-reference

BlockPool::BlockPool(std::size_t blocks) : references(blocks), free_blocks(blocks) {
    std::iota(free_blocks.begin(), free_blocks.end(), std::size_t{0});
}

std::optional<std::size_t> BlockPool::take() {
    if (free_blocks.empty()) return std::nullopt;
    const std::size_t block = free_blocks.front();
    free_blocks.pop_front();
    references[block] = 1;
    return block;
}

static void require_in_use(const BlockPool& pool, std::size_t block) {
    if (block >= pool.references.size() || pool.references[block] == 0)
        throw std::invalid_argument("BlockPool: nobody uses block " + std::to_string(block));
}

void BlockPool::share(std::size_t block) {
    require_in_use(*this, block);
    ++references[block];
}

void BlockPool::release(std::size_t block) {
    require_in_use(*this, block);
    if (--references[block] == 1) free_blocks.push_back(block);
}

// ---- last-freed-first+share-not-counted

BlockPool::BlockPool(std::size_t blocks) : references(blocks), free_blocks(blocks) {
    std::iota(free_blocks.begin(), free_blocks.end(), std::size_t{0});
}

std::optional<std::size_t> BlockPool::take() {
    if (free_blocks.empty()) return std::nullopt;
    const std::size_t block = free_blocks.front();
    free_blocks.pop_front();
    references[block] = 1;
    return block;
}

static void require_in_use(const BlockPool& pool, std::size_t block) {
    if (block >= pool.references.size() || pool.references[block] == 0)
        throw std::invalid_argument("BlockPool: nobody uses block " + std::to_string(block));
}

void BlockPool::share(std::size_t block) { require_in_use(*this, block); }

void BlockPool::release(std::size_t block) {
    require_in_use(*this, block);
    if (--references[block] == 0) free_blocks.push_front(block);
}

// ---- outside-another-exception

BlockPool::BlockPool(std::size_t blocks) : references(blocks), free_blocks(blocks) {
    std::iota(free_blocks.begin(), free_blocks.end(), std::size_t{0});
}

std::optional<std::size_t> BlockPool::take() {
    if (free_blocks.empty()) return std::nullopt;
    const std::size_t block = free_blocks.front();
    free_blocks.pop_front();
    references[block] = 1;
    return block;
}

static void require_in_use(const BlockPool& pool, std::size_t block) {
    if (pool.references.at(block) == 0)
        throw std::invalid_argument("BlockPool: nobody uses block " + std::to_string(block));
}

void BlockPool::share(std::size_t block) {
    require_in_use(*this, block);
    ++references[block];
}

void BlockPool::release(std::size_t block) {
    require_in_use(*this, block);
    if (--references[block] == 0) free_blocks.push_back(block);
}

// ---- references-below-zero

BlockPool::BlockPool(std::size_t blocks) : references(blocks), free_blocks(blocks) {
    std::iota(free_blocks.begin(), free_blocks.end(), std::size_t{0});
}

std::optional<std::size_t> BlockPool::take() {
    if (free_blocks.empty()) return std::nullopt;
    const std::size_t block = free_blocks.front();
    free_blocks.pop_front();
    references[block] = 1;
    return block;
}

static void require_in_use(const BlockPool& pool, std::size_t block) {
    if (block >= pool.references.size() || pool.references[block] == 0)
        throw std::invalid_argument("BlockPool: nobody uses block " + std::to_string(block));
}

void BlockPool::share(std::size_t block) {
    require_in_use(*this, block);
    ++references[block];
}

void BlockPool::release(std::size_t block) {
    if (block >= references.size()) throw std::invalid_argument("BlockPool: there is no such block");
    if (--references[block] == 0) free_blocks.push_back(block);
}

// ---- references-in-braces

BlockPool::BlockPool(std::size_t blocks) : references{blocks}, free_blocks(blocks) {
    std::iota(free_blocks.begin(), free_blocks.end(), std::size_t{0});
}

std::optional<std::size_t> BlockPool::take() {
    if (free_blocks.empty()) return std::nullopt;
    const std::size_t block = free_blocks.front();
    free_blocks.pop_front();
    references[block] = 1;
    return block;
}

static void require_in_use(const BlockPool& pool, std::size_t block) {
    if (block >= pool.references.size() || pool.references[block] == 0)
        throw std::invalid_argument("BlockPool: nobody uses block " + std::to_string(block));
}

void BlockPool::share(std::size_t block) {
    require_in_use(*this, block);
    ++references[block];
}

void BlockPool::release(std::size_t block) {
    require_in_use(*this, block);
    if (--references[block] == 0) free_blocks.push_back(block);
}

}  // namespace tiny_llm
