#pragma once
// Plays an engine that uses a cache of pages, step by step: "take(2)", "match({5, 6, 7})", "insert({5, 6, 7}, {0, 1})",
// "release({0, 1})", "evict()", "~PrefixCache()". For the learner's cache and for the one that makes mistakes.

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace prefix_script {

using Ids = std::vector<std::int64_t>;
using Pages = std::vector<std::size_t>;

template <class Numbers>
std::string listed(const Numbers& numbers) {
    std::string text;
    for (const auto number : numbers) text += (text.empty() ? "" : ", ") + std::to_string(number);
    return "{" + text + "}";
}

/// The numbers in each pair of braces, or in parentheses.
inline std::vector<Ids> lists(const std::string& step) {
    std::vector<Ids> all;
    const std::string ends = step.find('{') == step.npos ? "()" : "{}";
    for (auto open = step.find(ends[0]); open != step.npos; open = step.find(ends[0], open + 1)) {
        Ids& list = all.emplace_back();
        const auto close = step.find(ends[1], open);
        for (auto at = open + 1; at < close; at = std::min(step.find(',', at), close) + 1) {
            list.push_back(std::stoll(step.substr(at, close - at)));
        }
    }
    return all;
}

/// What lies behind the ids in memory: a text is no longer than it says, and one of no ids has no beginning.
inline const Ids behind = {1, 2, 3, 4, 5, 6, 7, 8};

inline Ids with_more_behind(const Ids& list) {
    Ids ids = list;
    ids.insert(ids.end(), behind.begin(), behind.end());
    ids.resize(list.size());
    return ids;
}

/// Hashes for all needs: one that is good, and others that give different pages the same number.
inline std::uint64_t hashed(const std::string& kind, std::uint64_t parent, const Ids& page) {
    if (kind == "always 7") return 7;
    if (kind == "always 0") return 0;
    std::uint64_t hash = kind == "of the page alone" ? 1 : parent * 31 + 17;
    for (const std::int64_t id : page) hash = (hash ^ static_cast<std::uint64_t>(id)) * 0x9E3779B97F4A7C15u + 1;
    return kind == "in one bit" ? hash >> 63 : hash;
}

/// What happened, step by step. `cache` points to it. `thrown` calls what it is given, and says what that has thrown.
template <class Pool, class Owner, class Thrown>
std::vector<std::string> play(
    Pool& pool, Owner& cache, std::size_t page, const std::vector<std::string>& steps, const Thrown& thrown) {
    std::vector<std::string> events;
    std::map<std::size_t, std::size_t> held;  // how many references the engine has
    std::map<std::size_t, Ids> text_of;       // up to the end of a page that was given to insert
    std::map<Ids, std::size_t> remembered;    // what the cache is to know, by the text up to the page's end
    for (const std::string& step : steps) {
        const bool is_over = !cache && !step.starts_with("take") && !step.starts_with("release");
        if (is_over) continue;
        std::string event = step;
        const Pages before = pool.references;
        Pages wanted = before;  // the references after the step
        const auto given = lists(step);
        const std::string what = thrown([&] {
            if (step.starts_with("take")) {
                Pages taken;
                for (std::int64_t n = 0; n < given.at(0).at(0); ++n) {
                    if (const auto number = pool.take()) taken.push_back(*number), ++held[*number];
                }
                event += " = " + listed(taken);
            } else if (step.starts_with("match")) {
                const Pages found = cache->match(with_more_behind(given.at(0)));
                for (const std::size_t number : found) ++held[number], ++wanted.at(number);
                event += " = " + listed(found);
            } else if (step.starts_with("insert")) {
                const Ids ids = with_more_behind(given.at(0));
                const Pages pages(given.at(1).begin(), given.at(1).end());
                // Only what the contract allows: pages that the engine holds, each for one text.
                for (std::size_t n = 0; n < pages.size(); ++n) {
                    const Ids text(
                        ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(std::min(ids.size(), (n + 1) * page)));
                    const auto known = text_of.find(pages[n]);
                    const bool is_full = (n + 1) * page <= ids.size();
                    if (!held[pages[n]] || (is_full && known != text_of.end() && known->second != text)) {
                        event += " is left out, the engine does not have these pages";
                        return;
                    }
                }
                for (std::size_t n = 0; pages.size() >= ids.size() / page && (n + 1) * page <= ids.size(); ++n) {
                    const Ids text(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>((n + 1) * page));
                    text_of[pages[n]] = text;
                    wanted[pages[n]] += remembered.emplace(text, pages[n]).second;
                }
                cache->insert(ids, pages);
            } else if (step.starts_with("release")) {
                for (const std::int64_t number : given.at(0)) {
                    std::size_t& mine = held[static_cast<std::size_t>(number)];
                    if (mine == 0) event += ", without " + std::to_string(number) + ", which the engine does not have";
                    else --mine, pool.release(static_cast<std::size_t>(number));
                }
            } else if (step.starts_with("evict")) {
                event += cache->evict() ? " = true" : " = false";
            } else {
                cache.reset();
            }
        });
        if (!what.empty()) event = step + " throws " + what;
        for (auto one = text_of.begin(); one != text_of.end();) {
            one = pool.references[one->first] == 0 ? text_of.erase(one) : std::next(one);
        }
        if (pool.references.size() <= 10) event += ", references " + listed(pool.references);
        std::size_t fewer = 0;
        for (auto one = remembered.begin(); one != remembered.end() && step.starts_with("evict");) {
            const std::size_t number = one->second,
                              forgotten = before[number] - std::min(before[number], pool.references[number]);
            fewer += forgotten;
            one = forgotten > 0 ? remembered.erase(one) : std::next(one);
        }
        // What happens after a reference too many or too few depends on how a cache is written.
        const bool is_right = step.starts_with("evict") ? fewer == event.starts_with("evict() = true")
                              : step.starts_with("match") || step.starts_with("insert") ? pool.references == wanted
                                                                                        : true;
        if (!is_right) event += ": so the engine stops";
        events.push_back(event);
        if (!is_right) break;
    }
    return events;
}

}  // namespace prefix_script
