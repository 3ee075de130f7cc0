#include "token_mask.hpp"

#include <map>

namespace tiny_llm {

// ---- cycles-memoized-as-dead

namespace {

struct Search {
    const Dfa& dfa;
    std::vector<int> known;  // -1: not looked at yet

    bool alive(std::int32_t s) {
        if (known[s] != -1) return known[s];
        known[s] = dfa.accepting[s];
        for (std::int32_t to : dfa.next[s]) {
            if (known[s]) break;
            if (to >= 0 && alive(to)) known[s] = 1;
        }
        return known[s];
    }
};

}  // namespace

std::vector<bool> token_mask(
    const Dfa& dfa, std::size_t state, const std::vector<std::string>& vocabulary, const Ids& stop) {
    if (state >= dfa.next.size()) throw std::invalid_argument("token_mask: state");
    for (TokenId id : stop)
        if (id < 0 || id >= (TokenId)vocabulary.size()) throw std::invalid_argument("token_mask: stop");
    Search search{dfa, std::vector<int>(dfa.next.size(), -1)};
    for (std::size_t s = 0; s < dfa.next.size(); ++s) search.alive(s);
    std::vector<bool> mask(vocabulary.size());
    for (std::size_t id = 0; id < vocabulary.size(); ++id) {
        if (vocabulary[id].empty()) continue;
        std::int32_t now = state;
        for (unsigned char c : vocabulary[id])
            if (now >= 0) now = dfa.next[now][c];
        mask[id] = now >= 0 && search.alive(now);
    }
    for (TokenId id : stop) mask[id] = dfa.accepting[state];
    return mask;
}

// ---- dead-states-alive+stop-never

std::vector<bool> token_mask(
    const Dfa& dfa, std::size_t state, const std::vector<std::string>& vocabulary, const Ids& stop) {
    if (state >= dfa.next.size()) throw std::invalid_argument("token_mask: state");
    for (TokenId id : stop)
        if (id < 0 || id >= (TokenId)vocabulary.size()) throw std::invalid_argument("token_mask: stop");
    std::vector<bool> mask(vocabulary.size());
    for (std::size_t id = 0; id < vocabulary.size(); ++id) {
        std::int32_t now = state;
        for (unsigned char c : vocabulary[id]) {
            now = dfa.next[now][c];
            if (now == -1) break;
        }
        mask[id] = now != -1 && !vocabulary[id].empty();
    }
    for (TokenId id : stop) mask[id] = false;
    return mask;
}

// ---- equal-entries-first-alone

std::vector<bool> token_mask(
    const Dfa& dfa, std::size_t state, const std::vector<std::string>& vocabulary, const Ids& stop) {
    if (state >= dfa.next.size()) throw std::invalid_argument("token_mask: state");
    for (TokenId id : stop)
        if (id < 0 || id >= (TokenId)vocabulary.size()) throw std::invalid_argument("token_mask: stop");

    std::vector<bool> alive = dfa.accepting;
    for (std::size_t round = 0; round < alive.size(); ++round) {
        for (std::size_t s = alive.size(); s-- > 0;)
            for (std::int32_t to : dfa.next[s]) alive[s] = alive[s] || (to >= 0 && alive[to]);
    }
    std::map<std::string, std::size_t> ids;
    for (std::size_t id = 0; id < vocabulary.size(); ++id) ids.emplace(vocabulary[id], id);

    std::vector<bool> mask(vocabulary.size());
    for (const auto& [bytes, id] : ids) {
        std::int32_t now = state;
        for (std::size_t i = 0; i < bytes.size() && now >= 0; ++i) now = dfa.next[now][(unsigned char)bytes[i]];
        mask[id] = !bytes.empty() && now >= 0 && alive[now];
    }
    for (TokenId id : stop) mask[id] = dfa.accepting[state];
    return mask;
}

// ---- signed-char

static std::vector<bool> alive_states(const Dfa& dfa) {
    std::vector<bool> alive = dfa.accepting;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t s = 0; s < alive.size(); ++s) {
            for (std::int32_t to : dfa.next[s]) {
                if (alive[s] || to < 0 || !alive[to]) continue;
                alive[s] = changed = true;
            }
        }
    }
    return alive;
}

std::vector<bool> token_mask(
    const Dfa& dfa, std::size_t state, const std::vector<std::string>& vocabulary, const Ids& stop) {
    if (state >= dfa.next.size()) throw std::invalid_argument("token_mask: state");
    for (TokenId id : stop)
        if (id < 0 || id >= (TokenId)vocabulary.size()) throw std::invalid_argument("token_mask: stop");
    const auto alive = alive_states(dfa);
    std::vector<bool> mask(vocabulary.size());
    for (std::size_t id = 0; id < vocabulary.size(); ++id) {
        std::int32_t now = state;
        for (char c : vocabulary[id]) {
            now = dfa.next[now][c];
            if (now < 0) break;
        }
        mask[id] = !vocabulary[id].empty() && now >= 0 && alive[now];
    }
    for (TokenId id : stop) mask[id] = dfa.accepting[state];
    return mask;
}

// ---- state-carried-on

static std::vector<bool> alive_states(const Dfa& dfa) {
    std::vector<bool> alive = dfa.accepting;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t s = 0; s < alive.size(); ++s) {
            for (std::int32_t to : dfa.next[s]) {
                if (alive[s] || to < 0 || !alive[to]) continue;
                alive[s] = changed = true;
            }
        }
    }
    return alive;
}

std::vector<bool> token_mask(
    const Dfa& dfa, std::size_t state, const std::vector<std::string>& vocabulary, const Ids& stop) {
    if (state >= dfa.next.size()) throw std::invalid_argument("token_mask: state");
    for (TokenId id : stop)
        if (id < 0 || id >= (TokenId)vocabulary.size()) throw std::invalid_argument("token_mask: stop");
    const auto alive = alive_states(dfa);
    std::vector<bool> mask(vocabulary.size());
    const std::size_t start = state;
    for (std::size_t id = 0; id < vocabulary.size(); ++id) {
        bool fits = !vocabulary[id].empty();
        for (unsigned char c : vocabulary[id]) {
            state = dfa.next[state][c];
            if (state == -1u || state >= dfa.next.size()) {
                fits = false;
                break;
            }
        }
        mask[id] = fits && alive[state];
    }
    for (TokenId id : stop) mask[id] = dfa.accepting[start];
    return mask;
}

// ---- up-to-a-zero

static std::vector<bool> alive_states(const Dfa& dfa) {
    std::vector<bool> alive = dfa.accepting;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t s = 0; s < alive.size(); ++s) {
            for (std::int32_t to : dfa.next[s]) {
                if (alive[s] || to < 0 || !alive[to]) continue;
                alive[s] = changed = true;
            }
        }
    }
    return alive;
}

std::vector<bool> token_mask(
    const Dfa& dfa, std::size_t state, const std::vector<std::string>& vocabulary, const Ids& stop) {
    if (state >= dfa.next.size()) throw std::invalid_argument("token_mask: state");
    for (TokenId id : stop)
        if (id < 0 || id >= (TokenId)vocabulary.size()) throw std::invalid_argument("token_mask: stop");
    const auto alive = alive_states(dfa);
    std::vector<bool> mask;
    for (const std::string& entry : vocabulary) {
        std::int32_t now = state;
        const char* p = entry.c_str();
        while (now >= 0 && *p) now = dfa.next[now][(unsigned char)*p++];
        mask.push_back(!entry.empty() && now >= 0 && alive[now]);
    }
    for (TokenId id : stop) mask[id] = dfa.accepting[state];
    return mask;
}

}  // namespace tiny_llm
