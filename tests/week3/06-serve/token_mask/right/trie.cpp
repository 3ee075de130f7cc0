#include "token_mask.hpp"

#include <functional>
#include <map>
#include <memory>

namespace tiny_llm {

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
