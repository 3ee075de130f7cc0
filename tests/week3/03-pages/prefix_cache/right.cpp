#include "prefix_cache.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace tiny_llm {

// ---- hash-of-its-own

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

// ---- walk-first

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

// ---- whole-beginnings

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

// ---- without-hash

PrefixCache::PrefixCache(BlockPool& pool, std::size_t page, PageHash hash)
    : pool(pool), page(page), hash(std::move(hash)) {
    if (page == 0) throw std::invalid_argument("PrefixCache: a page of no tokens");
}

PrefixCache::~PrefixCache() {
    for (const auto& one : known) pool.release(one.first);
}

/// The known page with these ids after that parent.
static std::optional<std::size_t> find(
    const PrefixCache& cache, const std::optional<std::size_t>& parent, const Ids& ids) {
    for (const auto& [number, one] : cache.known) {
        if (one.parent == parent && one.ids == ids) return number;
    }
    return std::nullopt;
}

std::vector<std::size_t> PrefixCache::match(const Ids& ids) {
    std::vector<std::size_t> pages;
    std::optional<std::size_t> parent;
    for (auto begin = ids.begin(); static_cast<std::size_t>(ids.end() - begin) > page; begin += page) {
        const Ids part(begin, begin + page);
        parent = find(*this, parent, part);
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
    for (std::size_t n = 0; n < whole; ++n) {
        const Ids part(ids.begin() + n * page, ids.begin() + (n + 1) * page);
        std::optional<std::size_t> number = find(*this, parent, part);
        if (!number) {
            number = pages[n];
            pool.share(*number);
            known.emplace(*number, Known{parent, part, 0, 0});
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
    known.erase(oldest);
    pool.release(number);
    return true;
}

}  // namespace tiny_llm
