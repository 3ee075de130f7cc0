#include "prefix_cache.hpp"

#include <algorithm>
#include <utility>

namespace tiny_llm {

// One walk for both: the known pages among the first `most`.

PrefixCache::PrefixCache(BlockPool& pool, std::size_t page, PageHash hash)
    : pool(pool), page(page), hash(std::move(hash)) {
    if (!page) throw std::invalid_argument("PrefixCache: page is 0");
}

PrefixCache::~PrefixCache() {
    for (auto one = known.rbegin(); one != known.rend(); ++one) pool.release(one->first);
}

static Ids part(const PrefixCache& cache, const Ids& ids, std::size_t n) {
    return Ids(ids.begin() + n * cache.page, ids.begin() + (n + 1) * cache.page);
}

static std::vector<std::size_t> walk(PrefixCache& cache, const Ids& ids, std::size_t most) {
    std::vector<std::size_t> path;
    std::uint64_t key = 0;
    ++cache.touches;
    while (path.size() < most) {
        const Ids its = part(cache, ids, path.size());
        key = cache.hash(key, its);
        bool found = false;
        const auto [first, last] = cache.by_hash.equal_range(key);
        for (auto entry = first; entry != last && !found; ++entry) {
            PrefixCache::Known& one = cache.known.at(entry->second);
            const bool follows = path.empty() ? !one.parent : one.parent && *one.parent == path.back();
            if (!follows || one.ids != its) continue;
            found = true;
            one.touched = cache.touches;
            path.push_back(entry->second);
        }
        if (!found) break;
    }
    return path;
}

std::vector<std::size_t> PrefixCache::match(const Ids& ids) {
    const std::vector<std::size_t> path = walk(*this, ids, ids.empty() ? 0 : (ids.size() - 1) / page);
    for (const std::size_t number : path) pool.share(number);
    return path;
}

void PrefixCache::insert(const Ids& ids, const std::vector<std::size_t>& pages) {
    const std::size_t whole = ids.size() / page;
    if (pages.size() < whole) throw std::invalid_argument("PrefixCache: a page is missing");
    std::vector<std::size_t> path = walk(*this, ids, whole);
    std::uint64_t key = path.empty() ? 0 : known.at(path.back()).hash;
    while (path.size() < whole) {
        const std::size_t number = pages[path.size()];
        const Ids its = part(*this, ids, path.size());
        key = hash(key, its);
        const std::optional<std::size_t> parent = path.empty() ? std::nullopt : std::optional(path.back());
        known[number] = {parent, its, key, touches};
        by_hash.insert({key, number});
        pool.share(number);
        path.push_back(number);
    }
}

bool PrefixCache::evict() {
    std::vector<std::pair<std::uint64_t, std::size_t>> candidates;
    for (const auto& [number, one] : known) {
        const auto follows = [n = number](const auto& other) { return other.second.parent == n; };
        if (pool.references[number] == 1 && std::none_of(known.begin(), known.end(), follows)) {
            candidates.emplace_back(one.touched, number);
        }
    }
    if (candidates.empty()) return false;
    const std::size_t number = std::min_element(candidates.begin(), candidates.end())->second;
    for (auto entry = by_hash.begin(); entry != by_hash.end();) {
        entry = entry->second == number ? by_hash.erase(entry) : std::next(entry);
    }
    known.erase(number);
    pool.release(number);
    return true;
}

}  // namespace tiny_llm
