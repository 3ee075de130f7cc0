#include "token_mask.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <utility>

namespace tiny_llm {

// ---- backwards

/// From the accepting states back, along edges turned round.
std::vector<bool> token_mask(
    const Dfa& dfa, std::size_t state, const std::vector<std::string>& vocabulary, const Ids& stop) {
    const std::size_t states = dfa.next.size();
    if (state >= states) throw std::invalid_argument("no such state");
    if (std::any_of(stop.begin(), stop.end(), [&](TokenId id) { return id < 0 || id >= TokenId(vocabulary.size()); }))
        throw std::invalid_argument("no such token");

    std::vector<std::vector<std::size_t>> before(states);
    std::vector<std::size_t> queue;
    std::vector<char> alive(states, 0);
    for (std::size_t from = 0; from < states; ++from) {
        for (const auto to : dfa.next[from]) {
            if (to >= 0) before[to].push_back(from);
        }
        if (dfa.accepting[from]) queue.push_back(from), alive[from] = 1;
    }
    for (std::size_t k = 0; k < queue.size(); ++k) {
        for (const std::size_t from : before[queue[k]]) {
            if (!std::exchange(alive[from], 1)) queue.push_back(from);
        }
    }

    std::vector<bool> mask;
    for (const std::string& token : vocabulary) {
        std::int32_t now = static_cast<std::int32_t>(state);
        for (std::size_t i = 0; i < token.size() && now != -1; ++i) now = dfa.next[now][token[i] & 0xFF];
        mask.push_back(!token.empty() && now != -1 && alive[now]);
    }
    for (const TokenId id : stop) mask[id] = dfa.accepting[state];
    return mask;
}

// ---- recursion

namespace {

/// Each search marks for itself where it has been.
bool reaches_acceptance(const Dfa& dfa, std::int32_t state, std::set<std::int32_t>& seen) {
    if (dfa.accepting[state]) return true;
    if (!seen.insert(state).second) return false;
    for (int byte = 0; byte < 256; ++byte) {
        const std::int32_t to = dfa.next[state][byte];
        if (to >= 0 && reaches_acceptance(dfa, to, seen)) return true;
    }
    return false;
}

std::int32_t walk(const Dfa& dfa, std::int32_t state, std::string_view bytes) {
    if (bytes.empty() || state < 0) return state;
    return walk(dfa, dfa.next[state][static_cast<std::uint8_t>(bytes[0])], bytes.substr(1));
}

}  // namespace

std::vector<bool> token_mask(
    const Dfa& dfa, std::size_t state, const std::vector<std::string>& vocabulary, const Ids& stop) {
    if (!(state < dfa.accepting.size())) throw std::invalid_argument("state");
    std::vector<bool> mask(vocabulary.size()), ends(vocabulary.size());
    for (const TokenId id : stop) {
        if (id < 0 || static_cast<std::size_t>(id) >= ends.size()) throw std::invalid_argument("stop");
        ends[id] = true;
    }
    std::vector<int> known(dfa.next.size(), -1);
    for (std::size_t id = 0; id < mask.size(); ++id) {
        if (ends[id]) {
            mask[id] = dfa.accepting[state];
        } else if (!vocabulary[id].empty()) {
            const std::int32_t end = walk(dfa, static_cast<std::int32_t>(state), vocabulary[id]);
            if (end < 0) continue;
            std::set<std::int32_t> seen;
            if (known[end] < 0) known[end] = reaches_acceptance(dfa, end, seen);
            mask[id] = known[end] == 1;
        }
    }
    return mask;
}

// ---- sorted

/// In alphabetical order: of what a token shares with the one before it, the states are known.
std::vector<bool> token_mask(
    const Dfa& dfa, std::size_t state, const std::vector<std::string>& vocabulary, const Ids& stop) {
    if (state >= dfa.next.size()) throw std::invalid_argument("token_mask");
    for (const TokenId id : stop) {
        if (id < 0 || id >= std::ssize(vocabulary)) throw std::invalid_argument("token_mask");
    }
    // A table without the ways into dead states: what is left of it leads to acceptance.
    auto next = dfa.next;
    std::vector<bool> dead(next.size(), true);
    for (bool changed = true; std::exchange(changed, false);) {
        for (std::size_t from = 0; from < next.size(); ++from) {
            if (!dead[from]) continue;
            bool is_alive = dfa.accepting[from];
            for (const std::int32_t to : next[from]) is_alive = is_alive || (to >= 0 && !dead[to]);
            if (is_alive) dead[from] = false, changed = true;
        }
    }
    for (auto& row : next) {
        for (std::int32_t& to : row) {
            if (to >= 0 && dead[to]) to = -1;
        }
    }

    std::vector<std::size_t> order(vocabulary.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return vocabulary[a] < vocabulary[b]; });
    std::vector<bool> mask(vocabulary.size());
    std::vector<std::int32_t> states{static_cast<std::int32_t>(state)};  // after each byte of the last token
    std::string last;
    for (const std::size_t id : order) {
        const std::string& token = vocabulary[id];
        const auto apart = std::mismatch(token.begin(), token.end(), last.begin(), last.end()).first - token.begin();
        states.resize(apart + 1);
        for (std::size_t i = apart; i < token.size(); ++i) {
            const std::int32_t now = states.back();
            states.push_back(now < 0 ? -1 : next[now][static_cast<unsigned char>(token[i])]);
        }
        mask[id] = !token.empty() && states.back() >= 0;
        last = token;
    }
    for (const TokenId id : stop) mask[id] = dfa.accepting[state];
    return mask;
}

// ---- trie

namespace {

/// The tokens by their bytes: what many of them begin with is walked once.
struct Node {
    std::map<unsigned char, std::unique_ptr<Node>> after;
    std::vector<std::size_t> ids;
};

}  // namespace

std::vector<bool> token_mask(
    const Dfa& dfa, std::size_t state, const std::vector<std::string>& vocabulary, const Ids& stop) {
    if (state >= dfa.next.size()) throw std::invalid_argument("token_mask: state");
    for (const TokenId id : stop) {
        if (static_cast<std::size_t>(id) >= vocabulary.size()) throw std::invalid_argument("token_mask: stop");
    }
    Node root;
    for (std::size_t id = 0; id < vocabulary.size(); ++id) {
        Node* node = &root;
        for (const unsigned char byte : vocabulary[id]) {
            auto& next = node->after[byte];
            if (!next) next = std::make_unique<Node>();
            node = next.get();
        }
        if (node != &root) node->ids.push_back(id);
    }

    std::vector<bool> alive(dfa.accepting);
    for (std::size_t round = 0; round < dfa.next.size(); ++round) {
        const std::vector<bool> before = alive;
        for (std::size_t from = 0; from < dfa.next.size(); ++from) {
            for (const std::int32_t to : dfa.next[from]) {
                if (to != -1 && alive[to]) alive[from] = true;
            }
        }
        if (alive == before) break;
    }

    std::vector<bool> mask(vocabulary.size(), false);
    const std::function<void(const Node&, std::int32_t)> walk = [&](const Node& node, std::int32_t now) {
        if (!alive[now]) return;
        for (const std::size_t id : node.ids) mask[id] = true;
        for (const auto& [byte, next] : node.after) {
            if (const std::int32_t to = dfa.next[now][byte]; to != -1) walk(*next, to);
        }
    };
    walk(root, static_cast<std::int32_t>(state));
    for (const TokenId id : stop) mask[id] = dfa.accepting[state];
    return mask;
}

}  // namespace tiny_llm
