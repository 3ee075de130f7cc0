#ifndef TINY_LLM_PAGED_KV_CACHE_HPP
#define TINY_LLM_PAGED_KV_CACHE_HPP

#include "block_pool.hpp"
#include "tiny_llm/pages.hpp"
#include "tiny_llm/shape.hpp"

namespace tiny_llm {

/// The keys and values of a text, in all layers, in pages that other texts may share: those in which each of them has a
/// position. Position j is row j % page of page table[j / page], in every layer.
struct PagedKVCache {
    /// A text without positions. The store has at least one layer, and as many pages as the pool has blocks; both outlive
    /// the cache.
    PagedKVCache(PageStore& store, BlockPool& pool) : store(store), pool(pool) {
    }

    /// Releases its pages.
    ~PagedKVCache();

    PagedKVCache(const PagedKVCache&) = delete;  // two of them would release the same pages
    PagedKVCache& operator=(const PagedKVCache&) = delete;

    /// Makes room for `positions` positions after the first `length`: takes the pages that are missing in the table. If the
    /// first of these positions falls into a page that has other references, too, a copy of it takes its place, in all
    /// layers, and the page itself is released. Reserving again replaces the earlier reservation.
    ///
    /// Throws OutOfPages when fewer pages are free than are missing, the copy included. Nothing has changed then.
    void reserve(std::size_t positions);

    /// Writes one layer's keys and values of all reserved positions into their rows. No other row of the store changes.
    ///
    /// key, value   L x H_kv x D, float32, where L positions are reserved; not modified
    ///
    /// Throws std::invalid_argument unless there is such a layer, key has this shape, and value has it, too. Nothing has
    /// changed then.
    void write(std::size_t layer, const Tensor& key, const Tensor& value);

    /// Adds the reserved positions to length. None is reserved any more.
    void commit();

    /// Keeps the first `positions` positions, releases the pages that hold none of these, and takes them out of the table. None
    /// is reserved any more. No row of the store changes.
    ///
    /// Throws std::invalid_argument when `positions` is larger than length. Nothing has changed then.
    ///
    /// Source: vLLM's KVCacheManager; the copying is that of the PagedAttention paper, section 4.4.
    void truncate(std::size_t positions);

    std::size_t length = 0;          // positions so far, without those that are only reserved
    std::vector<std::size_t> table;  // its pages, in order
    std::size_t reserved = 0;        // for PagedKVCache alone: positions after length that may be written
    PageStore& store;
    BlockPool& pool;
};

}  // namespace tiny_llm

#endif
