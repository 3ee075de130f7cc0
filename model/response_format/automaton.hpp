#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "week3/06-serve/token_mask.hpp"

namespace tiny_llm {

/// Thrown by Nfa and regex_dfa.
struct TooLarge : std::invalid_argument {
    TooLarge() : invalid_argument("the automaton would be too large") {}
};

/// An automaton that may be in several states at once, and go on without a byte: patterns are put together from it. Everything
/// throws TooLarge where it would become too large.
class Nfa {
public:
    /// A piece of it, with one way in and one way out. Each may become part of one other.
    struct Part {
        std::size_t in, out;
    };
    using Make = std::function<Part()>;
    using CodePoint = std::uint32_t;
    using Ranges = std::vector<std::pair<CodePoint, CodePoint>>;  // from and to, both included
    static constexpr CodePoint largest = 0x10FFFF;

    Part nothing();
    /// A character of these.
    Part one_of(const Ranges& ranges);
    /// These bytes and no others.
    Part text(std::string_view bytes);
    /// What a regular expression matches; see regex_dfa.
    Part regex(std::string_view pattern);
    Part after(const Part& a, const Part& b);
    Part either(const Part& a, const Part& b);
    Part maybe(const Part& a);
    Part once_or_more(const Part& a);
    /// A way that needs no byte.
    void join(std::size_t from, std::size_t to) { nodes_[from].free.push_back(to); }
    /// At least so many and at most so many, with `between` between each two.
    Part several(const Make& one, const Make& between, std::size_t least, std::optional<std::size_t> most);

    /// The smallest automaton that accepts what leads from the way in to the way out. From each of its states an accepting one can be
    /// reached.
    Dfa dfa(const Part& whole, std::size_t most_states = 16384) const;

private:
    friend class Subsets;
    struct Edge {
        std::uint8_t first, last;
        std::size_t to;
    };
    struct Node {
        std::vector<Edge> edges;
        std::vector<std::size_t> free;
    };

    std::size_t node();
    Part part();
    void add(const Part& made, CodePoint first, CodePoint last);

    std::vector<Node> nodes_;
};

/// The smallest automaton that accepts the texts which a regular expression matches from beginning to end.
///
/// pattern  UTF-8. Known are characters, . (all but \n), [a-z] and [^a-z], \d \w \s (of ASCII), \n \r \t, \x1F, \u4E2D, \ before what is
///          no letter and no digit, (…) and (?:…), |, and * + ? {2} {2,} {2,5}. A character is a code point, and its bytes are UTF-8
///
/// Throws std::invalid_argument for anything else, naming it and where it is, and when the automaton would become too large.
Dfa regex_dfa(std::string_view pattern);

/// For each state how many bytes lead to an accepting one at the least; -1 where none do.
std::vector<std::int32_t> bytes_to_accept(const Dfa& dfa);

}  // namespace tiny_llm
