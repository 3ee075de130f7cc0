#include "prefix_cache.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace tiny_llm {

// ---- all-pages-of-a-hash-dropped

PrefixCache::PrefixCache(BlockPool& pool, std::size_t page, PageHash hash)
    : pool(pool), page(page), hash(std::move(hash)) {
    if (page == 0) throw std::invalid_argument("PrefixCache: a page of no tokens");
}

PrefixCache::~PrefixCache() {
    for (const auto& one : known) pool.release(one.first);
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
        key = hash(key, part);
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
        key = hash(key, part);
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
    by_hash.erase(oldest->second.hash);
    known.erase(oldest);
    pool.release(number);
    return true;
}

// ---- evicted-hash-left-behind

PrefixCache::PrefixCache(BlockPool& pool, std::size_t page, PageHash hash)
    : pool(pool), page(page), hash(std::move(hash)) {
    if (page == 0) throw std::invalid_argument("PrefixCache: a page of no tokens");
}

PrefixCache::~PrefixCache() {
    for (const auto& one : known) pool.release(one.first);
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
        key = hash(key, part);
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
        key = hash(key, part);
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
    known.erase(oldest);
    pool.release(number);
    return true;
}

// ---- first-pages-have-page-0-as-parent

PrefixCache::PrefixCache(BlockPool& pool, std::size_t page, PageHash hash)
    : pool(pool), page(page), hash(std::move(hash)) {
    if (page == 0) throw std::invalid_argument("PrefixCache: a page of no tokens");
}

PrefixCache::~PrefixCache() {
    for (const auto& one : known) pool.release(one.first);
}

/// The known page with these ids after that parent. The hash only says where to look.
static std::optional<std::size_t> find(
    const PrefixCache& cache, std::uint64_t hash, const std::optional<std::size_t>& parent, const Ids& ids) {
    const auto [first, last] = cache.by_hash.equal_range(hash);
    const auto found = std::find_if(first, last, [&](const auto& entry) {
        const PrefixCache::Known& one = cache.known.at(entry.second);
        return one.parent.value_or(0) == parent.value_or(0) && one.ids == ids;
    });
    return found == last ? std::nullopt : std::optional(found->second);
}

std::vector<std::size_t> PrefixCache::match(const Ids& ids) {
    std::vector<std::size_t> pages;
    std::optional<std::size_t> parent;
    std::uint64_t key = 0;
    for (auto begin = ids.begin(); static_cast<std::size_t>(ids.end() - begin) > page; begin += page) {
        const Ids part(begin, begin + page);
        key = hash(key, part);
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
        key = hash(key, part);
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
        if (!is_parent.empty()) is_parent[one.parent.value_or(0)] = true;
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

// ---- hash-believed

PrefixCache::PrefixCache(BlockPool& pool, std::size_t page, PageHash hash)
    : pool(pool), page(page), hash(std::move(hash)) {
    if (page == 0) throw std::invalid_argument("PrefixCache: a page of no tokens");
}

PrefixCache::~PrefixCache() {
    for (const auto& one : known) pool.release(one.first);
}

/// The known page with these ids after that parent. The hash only says where to look.
static std::optional<std::size_t> find(
    const PrefixCache& cache, std::uint64_t hash, const std::optional<std::size_t>&, const Ids&) {
    const auto [first, last] = cache.by_hash.equal_range(hash);
    return first == last ? std::nullopt : std::optional(first->second);
}

std::vector<std::size_t> PrefixCache::match(const Ids& ids) {
    std::vector<std::size_t> pages;
    std::optional<std::size_t> parent;
    std::uint64_t key = 0;
    for (auto begin = ids.begin(); static_cast<std::size_t>(ids.end() - begin) > page; begin += page) {
        const Ids part(begin, begin + page);
        key = hash(key, part);
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
        key = hash(key, part);
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

// ---- known-ids-get-the-new-page

PrefixCache::PrefixCache(BlockPool& pool, std::size_t page, PageHash hash)
    : pool(pool), page(page), hash(std::move(hash)) {
    if (page == 0) throw std::invalid_argument("PrefixCache: a page of no tokens");
}

PrefixCache::~PrefixCache() {
    for (const auto& one : known) pool.release(one.first);
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
        key = hash(key, part);
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
        key = hash(key, part);
        std::optional<std::size_t> number = find(*this, key, parent, part);
        if (!number) {
            number = pages[n];
            pool.share(*number);
            known.emplace(*number, Known{parent, part, key, 0});
            by_hash.emplace(key, *number);
        }
        if (*number != pages[n]) {
            // The newest page is the one that is used longest.
            for (auto& entry : known) {
                if (entry.second.parent == number) entry.second.parent = pages[n];
            }
            const auto [first, last] = by_hash.equal_range(key);
            std::find_if(first, last, [&](const auto& entry) { return entry.second == *number; })->second = pages[n];
            known.emplace(pages[n], known.at(*number));
            known.erase(*number);
            pool.share(pages[n]);
            pool.release(*number);
            number = pages[n];
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

// ---- match-touches-nothing+whole-text-matched

PrefixCache::PrefixCache(BlockPool& pool, std::size_t page, PageHash hash)
    : pool(pool), page(page), hash(std::move(hash)) {
    if (page == 0) throw std::invalid_argument("PrefixCache: a page of no tokens");
}

PrefixCache::~PrefixCache() {
    for (const auto& one : known) pool.release(one.first);
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
    for (auto begin = ids.begin(); static_cast<std::size_t>(ids.end() - begin) >= page; begin += page) {
        const Ids part(begin, begin + page);
        key = hash(key, part);
        parent = find(*this, key, parent, part);
        if (!parent) break;
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
        key = hash(key, part);
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

// ---- parent-not-compared

PrefixCache::PrefixCache(BlockPool& pool, std::size_t page, PageHash hash)
    : pool(pool), page(page), hash(std::move(hash)) {
    if (page == 0) throw std::invalid_argument("PrefixCache: a page of no tokens");
}

PrefixCache::~PrefixCache() {
    for (const auto& one : known) pool.release(one.first);
}

/// The known page with these ids after that parent. The hash only says where to look.
static std::optional<std::size_t> find(
    const PrefixCache& cache, std::uint64_t hash, const std::optional<std::size_t>&, const Ids& ids) {
    const auto [first, last] = cache.by_hash.equal_range(hash);
    const auto found = std::find_if(first, last, [&](const auto& entry) {
        const PrefixCache::Known& one = cache.known.at(entry.second);
        return one.ids == ids;
    });
    return found == last ? std::nullopt : std::optional(found->second);
}

std::vector<std::size_t> PrefixCache::match(const Ids& ids) {
    std::vector<std::size_t> pages;
    std::optional<std::size_t> parent;
    std::uint64_t key = 0;
    for (auto begin = ids.begin(); static_cast<std::size_t>(ids.end() - begin) > page; begin += page) {
        const Ids part(begin, begin + page);
        key = hash(key, part);
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
        key = hash(key, part);
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
