#include "prefix_cache.hpp"

#include <algorithm>
#include <utility>

namespace tiny_llm {

// A page is known by all ids up to its end: these say which page is its parent.

PrefixCache::PrefixCache(BlockPool& pool, std::size_t page, PageHash hash)
    : pool(pool), page(page), hash(std::move(hash)) {
    if (page < 1) throw std::invalid_argument("PrefixCache: page is 0");
}

PrefixCache::~PrefixCache() {
    while (!known.empty()) {
        pool.release(known.begin()->first);
        known.erase(known.begin());
    }
}

static auto find(PrefixCache& cache, const Ids& ids, std::size_t end) {
    return std::find_if(cache.known.begin(), cache.known.end(), [&](const auto& entry) {
        const Ids& its = entry.second.ids;
        return its.size() == end && std::equal(its.begin(), its.end(), ids.begin());
    });
}

std::vector<std::size_t> PrefixCache::match(const Ids& ids) {
    std::vector<std::size_t> pages;
    ++touches;
    for (std::size_t end = page; end < ids.size(); end += page) {
        const auto one = find(*this, ids, end);
        if (one == known.end()) break;
        one->second.touched = touches;
        pages.push_back(one->first);
    }
    for (const std::size_t number : pages) pool.share(number);
    return pages;
}

void PrefixCache::insert(const Ids& ids, const std::vector<std::size_t>& pages) {
    if (ids.size() / page > pages.size()) throw std::invalid_argument("PrefixCache: too few pages");
    ++touches;
    for (std::size_t end = page; end <= ids.size(); end += page) {
        auto one = find(*this, ids, end);
        if (one == known.end()) {
            const std::size_t number = pages[end / page - 1];
            pool.share(number);
            one = known.emplace(number, Known{{}, Ids(ids.begin(), ids.begin() + end), 0, 0}).first;
        }
        one->second.touched = touches;
    }
}

bool PrefixCache::evict() {
    std::optional<std::size_t> oldest;
    for (const auto& [number, one] : known) {
        if (pool.references[number] != 1) continue;
        const Ids& its = one.ids;
        const bool is_parent = std::any_of(known.begin(), known.end(), [&](const auto& other) {
            return other.second.ids.size() > its.size() && std::equal(its.begin(), its.end(), other.second.ids.begin());
        });
        if (!is_parent && (!oldest || one.touched < known.at(*oldest).touched)) oldest = number;
    }
    if (!oldest) return false;
    known.erase(*oldest);
    pool.release(*oldest);
    return true;
}

}  // namespace tiny_llm
