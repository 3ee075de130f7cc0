#ifndef TINY_LLM_BLOCK_POOL_HPP
#define TINY_LLM_BLOCK_POOL_HPP

#include <cstddef>
#include <deque>
#include <optional>
#include <stdexcept>
#include <vector>

namespace tiny_llm {

/// Which blocks are free, and how many users each of the others has. A block is a page, and the pool knows only its number:
/// what is in the page is kept elsewhere.
struct BlockPool {
    /// `blocks` blocks, 0 to blocks - 1, all of them free. There may be none.
    explicit BlockPool(std::size_t blocks);

    /// A free block, which then has one reference; nothing when none is free. Free blocks are taken in the order in which they
    /// became free, at first 0, 1, 2 ...
    std::optional<std::size_t> take();

    /// Adds a reference to a block that somebody uses.
    ///
    /// Throws std::invalid_argument when the block is free or not in the pool. The pool is then unchanged.
    void share(std::size_t block);

    /// Takes one reference of a block away. A block without references is free.
    ///
    /// Throws std::invalid_argument when the block is free or not in the pool. The pool is then unchanged.
    ///
    /// Source: vLLM's BlockPool (free_block_queue, ref_cnt), nano-vllm's BlockManager.
    void release(std::size_t block);

    std::vector<std::size_t> references;  // one for each block, 0 when it is free; only BlockPool changes them
    std::deque<std::size_t> free_blocks;  // for BlockPool alone: the others ask take() and references
};

}  // namespace tiny_llm

#endif
