#pragma once
// An automaton as the fixtures write it, for call.hpp and for mistakes.hpp. An edge is "0 [1-9] 3" or "1 [\xC3] 2": from which
// state, with which bytes, to which state. Of two edges for the same byte the later one counts.

#include <algorithm>
#include <array>
#include <string>

#include "grader/value.hpp"

namespace automaton {

/// The byte that stands at `place`, which then is after it.
inline std::size_t byte_at(const std::string& text, std::size_t& place) {
    if (text[place] != '\\') return static_cast<unsigned char>(text[place++]);
    place += 4;
    return std::stoul(text.substr(place - 2, 2), nullptr, 16);
}

/// It has the states that are named. After the last one, in memory alone, is one more: it accepts, and each byte leads to state 0.
/// Whoever doesn't notice that a state is one too many finds it.
template <class Dfa>
Dfa from(const grader::Values& edges, const std::vector<std::int64_t>& accepting) {
    Dfa dfa{std::vector<std::array<std::int32_t, 256>>(1), std::vector<bool>(1)};
    dfa.next[0].fill(-1);
    std::size_t states = 0;
    const auto name = [&](std::size_t state) {
        states = std::max(states, state + 1);
        if (dfa.next.size() > states) return;
        std::array<std::int32_t, 256> nowhere;
        nowhere.fill(-1);
        dfa.next.resize(states + 1, nowhere);
        dfa.accepting.resize(states + 1);
    };
    for (const grader::Value& value : edges) {
        const auto& edge = std::get<std::string>(value.is);
        std::size_t place = edge.find('[') + 1;
        const std::size_t from = std::stoul(edge), first = byte_at(edge, place);
        const std::size_t last = edge[place] == '-' ? byte_at(edge, ++place) : first;
        const std::size_t to = std::stoul(edge.substr(place + 1));
        name(from), name(to);
        std::fill(dfa.next[from].begin() + first, dfa.next[from].begin() + last + 1, static_cast<std::int32_t>(to));
    }
    for (const std::int64_t state : accepting) {
        name(static_cast<std::size_t>(state));
        dfa.accepting[static_cast<std::size_t>(state)] = true;
    }
    dfa.next.back().fill(0);
    dfa.accepting.back() = true;
    dfa.next.pop_back();
    dfa.accepting.pop_back();
    return dfa;
}

}  // namespace automaton
