#ifndef TINY_LLM_PREFIX_CACHE_HPP
#define TINY_LLM_PREFIX_CACHE_HPP

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "block_pool.hpp"
#include "tiny_llm/token.hpp"

namespace tiny_llm {

/// A number for the ids of a page and what comes before it: `parent` is the hash of the page before, 0 for a text's first page.
/// The same ids after the same pages always give the same number, but others may give it, too.
using PageHash = std::function<std::uint64_t(std::uint64_t parent, const Ids& page)>;

/// Remembers which pages hold the keys and values of which texts, so that a text that begins like an earlier one need not be
/// computed from its beginning. It holds one reference to each page that it knows.
///
/// What is in a page depends on the `page` ids in it and on all that come before them. So a page is known by its ids and by the
/// page before it, its parent: a text's first page has none. The known pages form a tree.
struct PrefixCache {
    /// Knows no page. The pool outlives the cache. Calling `hash` is allowed, and not necessary.
    ///
    /// Throws std::invalid_argument when page is 0.
    PrefixCache(BlockPool& pool, std::size_t page, PageHash hash);

    /// Releases the cache's reference to each page that it knows.
    ~PrefixCache();

    PrefixCache(const PrefixCache&) = delete;  // two of them would release the same pages
    PrefixCache& operator=(const PrefixCache&) = delete;

    /// Returns the pages of the longest known beginning of `ids`, in order, and adds a reference to each, which is the caller's
    /// to release. Whole pages only, and at most (n - 1) / page of them for n ids: one token at least is left to compute. No ids
    /// match nothing. Touches the pages that it returns.
    std::vector<std::size_t> match(const Ids& ids);

    /// Remembers the whole pages of `ids`, n / page of them. `pages` are the caller's pages of the text, in order: at least as
    /// many, and those that are left over are not looked at. A page whose ids are known already after the same parent stays
    /// known by its old number, and the following page has that one as its parent; each other page is remembered, with a
    /// reference of the cache's own. Touches all of these, the old ones, too.
    ///
    /// The caller holds a reference to each of `pages`, and never gives one page for two texts that differ before that page ends.
    ///
    /// Throws std::invalid_argument when there are fewer than n / page pages. Nothing has changed then.
    void insert(const Ids& ids, const std::vector<std::size_t>& pages);

    /// Forgets one page and releases it, so that the pool can give it to somebody else. Of the pages that have no other reference
    /// than the cache's and are no known page's parent, it takes the one that was touched longest ago. False when there is none.
    ///
    /// Source: vLLM's automatic prefix caching, nano-vllm's BlockManager; SGLang's RadixCache evicts leaves first, as here.
    bool evict();

    struct Known {
        std::optional<std::size_t> parent;
        Ids ids;
        std::uint64_t hash;
        std::uint64_t touched;
    };

    BlockPool& pool;
    const std::size_t page;
    const PageHash hash;
    // For PrefixCache alone, and only a proposal: use what you need.
    std::map<std::size_t, Known> known;                           // by their numbers
    std::unordered_multimap<std::uint64_t, std::size_t> by_hash;  // their numbers
    std::uint64_t touches = 0;                                    // so far
};

}  // namespace tiny_llm

#endif
