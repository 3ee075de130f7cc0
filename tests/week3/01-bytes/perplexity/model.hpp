#pragma once
// A model without weights. What it says of the next token depends on each token that it has read, on their order and on how
// many they are, so that a text that is cut or mixed up shows.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <vector>

#include "grader/uniform.hpp"

namespace scripted {

using Ids = std::vector<std::int64_t>;

/// A model with weights, in the place of the one below: where a mistake is a part of it.
inline std::function<std::vector<float>(const Ids&)> real;

struct Model {
    std::size_t vocabulary = 0;
    std::uint32_t seed = 0;
    float scale = 4, offset = 0, drift = 0;  // drift: by how much each row lies above the one before
    std::vector<float> row = {};             // of every token, where there is one
    std::int64_t hidden = -1;                // a token with the probability 0
    std::size_t hidden_after = 0;            // that many tokens; 0: always
    std::size_t most = 0;                    // tokens that it can read at once; of more it knows nothing
    std::int64_t last = -1;        // the text's last token, after which nothing may be asked; -1: anything may
    mutable bool is_over = false;  // it was there
    bool is_tick_tock = false;     // the other of two tokens comes, k to 1 after k tokens in turns

    /// `call` has the arguments, by name. What it does not have is as above.
    template <class Call>
    static Model of(const Call& call, const Ids& text, std::size_t window) {
        const auto number = [&](const char* name, auto otherwise) {
            return call.has(name) ? static_cast<decltype(otherwise)>(call.number(name)) : otherwise;
        };
        Model model;
        model.most = window;
        model.is_tick_tock = call.has("model");
        model.seed = number("seed", model.seed);
        model.scale = number("scale", model.scale);
        model.offset = number("offset", model.offset);
        model.drift = number("drift", model.drift);
        model.hidden = number("hidden", model.hidden);
        model.hidden_after = number("hidden_after", model.hidden_after);
        if (call.has("asked no more")) model.last = text.back();
        std::int64_t largest = model.is_tick_tock ? 1 : 0;
        for (const auto id : text) largest = std::max(largest, id);
        model.vocabulary = static_cast<std::size_t>(largest + 1 + number("unused", std::int64_t{0}));
        return model;
    }

    /// L x V, row by row.
    std::vector<float> logits(const Ids& ids) const {
        if (real) return real(ids);
        std::vector<float> all(ids.size() * vocabulary, std::numeric_limits<float>::quiet_NaN());
        if (is_over)
            throw std::runtime_error("logits was asked again after the window that reached the end of the text");
        is_over = last >= 0 && !ids.empty() && ids.back() == last;
        if (ids.size() > most) return all;
        std::uint32_t read = seed;
        std::size_t in_turns = 0;
        for (std::size_t r = 0; r < ids.size(); ++r) {
            read = read * 1000003u + static_cast<std::uint32_t>(ids[r]) + 1;
            in_turns = r > 0 && ids[r] != ids[r - 1] ? in_turns + 1 : 1;
            float* to = all.data() + r * vocabulary;
            for (std::size_t v = 0; v < vocabulary; ++v) {
                if (!row.empty()) to[v] = row[v];
                else if (is_tick_tock)
                    to[v] = v == static_cast<std::size_t>(1 - ids[r]) ? std::log(float(in_turns)) : 0;
                else to[v] = scale * grader::uniform(read, static_cast<std::uint32_t>(v)) + offset + drift * float(r);
            }
            if (hidden >= 0 && (hidden_after == 0 || hidden_after == r + 1))
                to[hidden] = -std::numeric_limits<float>::infinity();
        }
        return all;
    }
};

}  // namespace scripted
