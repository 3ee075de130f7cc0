#include "prefix_cache.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace tiny_llm {

PrefixCache::PrefixCache(BlockPool& pool, std::size_t page, PageHash hash)
    : pool(pool), page(page), hash(std::move(hash)) {
    if (page == 0) throw std::invalid_argument("PrefixCache: a page of no tokens");
}

PrefixCache::~PrefixCache() {
    for (const auto& one : known) pool.release(one.first);
}

/// Bits of the ids. Which hash it is does not matter, where the pages are compared.
static std::uint64_t mixed(std::uint64_t parent, const Ids& ids) {
    for (const TokenId id : ids) parent = (parent ^ static_cast<std::uint64_t>(id)) * 1099511628211u;
    return parent;
}

/// The known page with these ids after that parent. The hash only says where to look.
static std::optional<std::size_t> find(
    const PrefixCache& cache, std::uint64_t hash, const std::optional<std::size_t>& parent, const Ids& ids) {
    const auto [first, last] = cache.by_hash.equal_range(hash);
    const auto found = std::find_if(first, last, [&](const auto& entry) {
        const PrefixCache::Known& one = cache.known.at(entry.second);
        return one.parent == parent && one.ids == ids;
    });
    return found == last ? std::nullopt : std::optional(found->second);
}

std::vector<std::size_t> PrefixCache::match(const Ids& ids) {
    std::vector<std::size_t> pages;
    std::optional<std::size_t> parent;
    std::uint64_t key = 0;
    for (auto begin = ids.begin(); static_cast<std::size_t>(ids.end() - begin) > page; begin += page) {
        const Ids part(begin, begin + page);
        key = mixed(key, part);
        parent = find(*this, key, parent, part);
        if (!parent) break;
        known.at(*parent).touched = ++touches;
        pool.share(*parent);
        pages.push_back(*parent);
    }
    return pages;
}

void PrefixCache::insert(const Ids& ids, const std::vector<std::size_t>& pages) {
    const std::size_t whole = ids.size() / page;
    if (pages.size() < whole) {
        throw std::invalid_argument(
            "PrefixCache: " + std::to_string(pages.size()) + " pages for " + std::to_string(ids.size()) + " ids");
    }
    std::optional<std::size_t> parent;
    std::uint64_t key = 0;
    for (std::size_t n = 0; n < whole; ++n) {
        const Ids part(ids.begin() + n * page, ids.begin() + (n + 1) * page);
        key = mixed(key, part);
        std::optional<std::size_t> number = find(*this, key, parent, part);
        if (!number) {
            number = pages[n];
            pool.share(*number);
            known.emplace(*number, Known{parent, part, key, 0});
            by_hash.emplace(key, *number);
        }
        known.at(*number).touched = ++touches;
        parent = number;
    }
}

bool PrefixCache::evict() {
    std::vector<bool> is_parent(pool.references.size());
    for (const auto& [number, one] : known) {
        if (one.parent) is_parent[*one.parent] = true;
    }
    auto oldest = known.end();
    for (auto one = known.begin(); one != known.end(); ++one) {
        if (pool.references[one->first] > 1 || is_parent[one->first]) continue;
        if (oldest == known.end() || one->second.touched < oldest->second.touched) oldest = one;
    }
    if (oldest == known.end()) return false;
    const std::size_t number = oldest->first;
    const auto [first, last] = by_hash.equal_range(oldest->second.hash);
    by_hash.erase(std::find_if(first, last, [&](const auto& entry) { return entry.second == number; }));
    known.erase(oldest);
    pool.release(number);
    return true;
}

}  // namespace tiny_llm
