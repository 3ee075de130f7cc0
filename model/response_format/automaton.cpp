#include "model/response_format/automaton.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace tiny_llm {
namespace {

std::string utf8(Nfa::CodePoint c) {
    const auto tail = [&](int shift) { return static_cast<char>(0x80 | (c >> shift & 0x3F)); };
    if (c < 0x80) return {static_cast<char>(c)};
    if (c < 0x800) return {static_cast<char>(0xC0 | c >> 6), tail(0)};
    if (c < 0x10000) return {static_cast<char>(0xE0 | c >> 12), tail(6), tail(0)};
    return {static_cast<char>(0xF0 | c >> 18), tail(12), tail(6), tail(0)};
}

}  // namespace

std::size_t Nfa::node() {
    if (nodes_.size() == 400'000) throw TooLarge();
    nodes_.emplace_back();
    return nodes_.size() - 1;
}

Nfa::Part Nfa::part() {
    const std::size_t in = node();
    return {in, node()};
}

Nfa::Part Nfa::nothing() {
    const Part made = part();
    join(made.in, made.out);
    return made;
}

Nfa::Part Nfa::one_of(const Ranges& ranges) {
    const Part made = part();
    for (const auto& [first, last] : ranges) add(made, first, last);
    return made;
}

Nfa::Part Nfa::text(std::string_view bytes) {
    Part made = nothing();
    for (const char byte : bytes) {
        const Part one = part();
        nodes_[one.in].edges.push_back({static_cast<std::uint8_t>(byte), static_cast<std::uint8_t>(byte), one.out});
        made = after(made, one);
    }
    return made;
}

Nfa::Part Nfa::after(const Part& a, const Part& b) {
    join(a.out, b.in);
    return {a.in, b.out};
}

Nfa::Part Nfa::either(const Part& a, const Part& b) {
    const Part made = part();
    for (const Part& one : {a, b}) join(made.in, one.in), join(one.out, made.out);
    return made;
}

Nfa::Part Nfa::maybe(const Part& a) { return either(a, nothing()); }

Nfa::Part Nfa::once_or_more(const Part& a) {
    const Part made = part();
    join(made.in, a.in), join(a.out, a.in), join(a.out, made.out);
    return made;
}

Nfa::Part Nfa::several(const Make& one, const Make& between, std::size_t least, std::optional<std::size_t> most) {
    Part made = nothing();
    const std::size_t end = node();
    for (std::size_t k = 0; k < most.value_or(std::max<std::size_t>(least, 1)); ++k) {
        if (k >= least) join(made.out, end);
        if (k > 0) made = after(made, between());
        const Part next = one();
        made = after(made, next);
        if (most || k + 1 < least) continue;
        const Part back = between();
        join(next.out, back.in), join(back.out, next.in);
    }
    join(made.out, end);
    return {made.in, end};
}

/// Code points first to last, cut into runs in which each byte is a range by itself, whatever the others are.
void Nfa::add(const Part& made, CodePoint first, CodePoint last) {
    if (first > last) return;
    for (const CodePoint end : {0x7Fu, 0x7FFu, 0xD7FFu, 0xDFFFu, 0xFFFFu}) {
        if (first <= end && last > end) return add(made, first, end), add(made, end + 1, last);
    }
    if (first >= 0xD800 && last <= 0xDFFF) return;  // surrogates are no characters
    const std::string low = utf8(first), high = utf8(last);
    for (std::size_t tail = 1; tail < low.size(); ++tail) {
        const CodePoint mask = (CodePoint{1} << 6 * tail) - 1;
        if ((first | mask) == (last | mask)) continue;
        if ((first & mask) != 0) return add(made, first, first | mask), add(made, (first | mask) + 1, last);
        if ((last & mask) != mask) return add(made, first, (last & ~mask) - 1), add(made, last & ~mask, last);
    }
    std::size_t from = made.in;
    for (std::size_t i = 0; i < low.size(); ++i) {
        const std::size_t to = i + 1 < low.size() ? node() : made.out;
        nodes_[from].edges.push_back({static_cast<std::uint8_t>(low[i]), static_cast<std::uint8_t>(high[i]), to});
        from = to;
    }
}

namespace {

constexpr std::int32_t nowhere = -1;

std::array<std::int32_t, 256> leads_nowhere() {
    std::array<std::int32_t, 256> row;
    row.fill(nowhere);
    return row;
}

}  // namespace

/// A state for each set of nodes that the other may be in at once.
class Subsets {
public:
    Subsets(const Nfa& nfa, std::size_t end, std::size_t most_states)
        : nfa_(nfa), end_(end), most_(most_states), seen_(nfa.nodes_.size()) {}

    Dfa from(std::size_t begin) {
        state_of({begin});
        for (std::size_t state = 0; state < sets_.size(); ++state) {
            std::vector<Nfa::Edge> edges;
            for (const std::size_t node : *sets_[state]) {
                edges.insert(edges.end(), nfa_.nodes_[node].edges.begin(), nfa_.nodes_[node].edges.end());
            }
            std::set<std::size_t> cuts;
            for (const Nfa::Edge& edge : edges) cuts.insert({edge.first, edge.last + std::size_t{1}});
            for (auto cut = cuts.begin(); cut != cuts.end() && std::next(cut) != cuts.end(); ++cut) {
                std::vector<std::size_t> to;
                for (const Nfa::Edge& edge : edges) {
                    if (edge.first <= *cut && *cut <= edge.last) to.push_back(edge.to);
                }
                if (to.empty()) continue;
                const std::int32_t next = state_of(to);
                std::fill(dfa_.next[state].begin() + static_cast<std::ptrdiff_t>(*cut),
                          dfa_.next[state].begin() + static_cast<std::ptrdiff_t>(*std::next(cut)), next);
            }
        }
        return std::move(dfa_);
    }

private:
    std::int32_t state_of(std::vector<std::size_t> left) {
        ++round_;
        std::vector<std::size_t> set;  // of those that a byte leads on from, and the end
        while (!left.empty()) {
            const std::size_t node = left.back();
            left.pop_back();
            if (std::exchange(seen_[node], round_) == round_) continue;
            if (node == end_ || !nfa_.nodes_[node].edges.empty()) set.push_back(node);
            left.insert(left.end(), nfa_.nodes_[node].free.begin(), nfa_.nodes_[node].free.end());
        }
        std::sort(set.begin(), set.end());
        const auto [place, is_new] = states_.try_emplace(std::move(set), static_cast<std::int32_t>(sets_.size()));
        if (is_new) {
            if (sets_.size() == most_) throw TooLarge();
            sets_.push_back(&place->first);
            dfa_.next.push_back(leads_nowhere());
            dfa_.accepting.push_back(std::binary_search(place->first.begin(), place->first.end(), end_));
        }
        return place->second;
    }

    const Nfa& nfa_;
    std::size_t end_, most_;
    std::map<std::vector<std::size_t>, std::int32_t> states_;
    std::vector<const std::vector<std::size_t>*> sets_;  // of each state
    std::vector<std::size_t> seen_;                      // in which round
    std::size_t round_ = 0;
    Dfa dfa_;
};

namespace {

/// Bytes that lead to the same state from everywhere are one column.
std::vector<std::uint8_t> different_columns(const Dfa& dfa) {
    std::map<std::vector<std::int32_t>, std::uint8_t> known;
    std::vector<std::uint8_t> bytes;
    for (int byte = 0; byte < 256; ++byte) {
        std::vector<std::int32_t> column;
        for (const auto& row : dfa.next) column.push_back(row[static_cast<std::size_t>(byte)]);
        if (known.try_emplace(std::move(column), byte).second) bytes.push_back(static_cast<std::uint8_t>(byte));
    }
    return bytes;
}

/// For each state those from which bytes lead to it, some of them more than once.
std::vector<std::vector<std::size_t>> states_before(const Dfa& dfa) {
    std::vector<std::vector<std::size_t>> before(dfa.next.size());
    for (std::size_t state = 0; state < dfa.next.size(); ++state) {
        std::int32_t last = nowhere;  // neighbouring bytes often lead to the same
        for (const std::int32_t to : dfa.next[state]) {
            if (to != nowhere && to != last) before[static_cast<std::size_t>(to)].push_back(state);
            last = to;
        }
    }
    return before;
}

/// For each state a number, the same where nothing tells two states apart: how many bytes lead to an accepting one at the least, and
/// at the most, if there is a most. -1 where none do.
std::vector<std::int32_t> rough_kinds(const Dfa& dfa) {
    const std::vector<std::int32_t> least = bytes_to_accept(dfa);
    const auto before = states_before(dfa);
    std::vector<std::int32_t> kinds = least, most(least.size()), open_ways(least.size());
    std::vector<std::size_t> queue;  // of states with no open ways
    for (std::size_t to = 0; to < least.size(); ++to) {
        for (const std::size_t state : before[to]) open_ways[state] += least[to] != nowhere;
    }
    for (std::size_t state = 0; state < least.size(); ++state) {
        if (least[state] != nowhere && open_ways[state] == 0) queue.push_back(state);
    }
    for (std::size_t k = 0; k < queue.size(); ++k) {
        const std::size_t to = queue[k];
        kinds[to] += (most[to] + 1) * static_cast<std::int32_t>(least.size());
        for (const std::size_t state : before[to]) {
            most[state] = most[to] + 1;  // the last way is the longest
            if (--open_ways[state] == 0) queue.push_back(state);
        }
    }
    return kinds;
}

/// Joins states that nothing tells apart, and leaves out those from which no accepting one can be reached. The first stays 0.
Dfa minimized(const Dfa& dfa) {
    const std::vector<std::uint8_t> bytes = different_columns(dfa);
    // Until nothing changes, those are alike whose ways lead to ones alike.
    std::vector<std::int32_t> kind = rough_kinds(dfa);
    for (std::size_t kinds = 0;;) {
        std::map<std::vector<std::int32_t>, std::int32_t> known;
        std::vector<std::int32_t> finer;
        for (std::size_t state = 0; state < dfa.next.size(); ++state) {
            std::vector<std::int32_t> seen{kind[state]};
            for (const std::uint8_t byte : bytes) {
                const std::int32_t to = dfa.next[state][byte];
                seen.push_back(to < 0 ? nowhere : kind[static_cast<std::size_t>(to)]);
            }
            if (kind[state] == nowhere) finer.push_back(nowhere);
            else
                finer.push_back(
                    known.try_emplace(std::move(seen), static_cast<std::int32_t>(known.size())).first->second);
        }
        kind = std::move(finer);
        if (known.size() == kinds) break;
        kinds = known.size();
    }
    Dfa smallest;
    if (dfa.next.empty() || kind[0] == nowhere) return {{leads_nowhere()}, {false}};
    for (std::size_t state = 0; state < dfa.next.size(); ++state) {
        if (kind[state] != std::ssize(smallest.next)) continue;  // dead, or there already
        auto& row = smallest.next.emplace_back(dfa.next[state]);
        for (std::int32_t& to : row) to = to < 0 ? nowhere : kind[static_cast<std::size_t>(to)];
        smallest.accepting.push_back(dfa.accepting[state]);
    }
    return smallest;
}

}  // namespace

std::vector<std::int32_t> bytes_to_accept(const Dfa& dfa) {
    const auto before = states_before(dfa);
    std::vector<std::int32_t> bytes(dfa.next.size(), nowhere);
    std::vector<std::size_t> queue;
    for (std::size_t state = 0; state < dfa.next.size(); ++state) {
        if (!dfa.accepting[state]) continue;
        bytes[state] = 0;
        queue.push_back(state);
    }
    for (std::size_t k = 0; k < queue.size(); ++k) {
        for (const std::size_t state : before[queue[k]]) {
            if (bytes[state] != nowhere) continue;
            bytes[state] = bytes[queue[k]] + 1;
            queue.push_back(state);
        }
    }
    return bytes;
}

Dfa Nfa::dfa(const Part& whole, std::size_t most_states) const {
    return minimized(Subsets(*this, whole.out, most_states).from(whole.in));
}

}  // namespace tiny_llm
