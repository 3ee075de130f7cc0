#include "model/response_format/constraint.hpp"

#include <algorithm>
#include <limits>

#include "model/response_format/automaton.hpp"

namespace tiny_llm {

std::vector<std::string> bytes_of_tokens(const Tokenizer& tokenizer, std::size_t rows) {
    std::vector<std::string> all(rows);
    const std::vector<TokenId> before = tokenizer.encode("a");  // at the beginning of a text a space may be left out
    for (std::size_t id = 0; id < std::min(rows, tokenizer.vocab_size()); ++id)
        all[id] = TextStreamer(tokenizer, before).put(static_cast<TokenId>(id));
    return all;
}

Constraint::Constraint(Dfa dfa, const std::vector<std::string>& vocabulary, Ids stop)
    : dfa_(std::move(dfa)), vocabulary_(vocabulary), stop_(std::move(stop)), bytes_left_(bytes_to_accept(dfa_)) {
    most_bytes_left_ = static_cast<std::size_t>(*std::max_element(bytes_left_.begin(), bytes_left_.end()));
}

std::int32_t Constraint::state_after(const std::string& bytes) const {
    std::int32_t state = state_;
    for (const char byte : bytes) {
        state = dfa_.next[static_cast<std::size_t>(state)][static_cast<unsigned char>(byte)];
        if (state < 0) throw std::invalid_argument("response_format: this token may not come");
    }
    return state;
}

std::vector<bool> Constraint::short_enough(const std::vector<bool>& mask, std::size_t bytes) const {
    std::vector<bool> shorter = mask;
    for (std::size_t id = 0; id < mask.size(); ++id) {
        if (!mask[id] || std::find(stop_.begin(), stop_.end(), static_cast<TokenId>(id)) != stop_.end()) continue;
        const auto needed = bytes_left_[static_cast<std::size_t>(state_after(vocabulary_[id]))];
        shorter[id] = static_cast<std::size_t>(needed) <= bytes;
    }
    return shorter;
}

Tensor Constraint::masked(const Tensor& logits, std::size_t left) const {
    std::vector<bool> mask = token_mask(dfa_, static_cast<std::size_t>(state_), vocabulary_, stop_);
    if (std::find(mask.begin(), mask.end(), true) == mask.end())
        throw std::runtime_error("response_format: no token of the vocabulary can follow");
    if (left > 0 && left - 1 < most_bytes_left_) {
        const std::vector<bool> shorter = short_enough(mask, left - 1);
        if (std::find(shorter.begin(), shorter.end(), true) != shorter.end()) mask = shorter;
    }
    Tensor kept = logits;
    for (std::size_t id = 0; id < kept.size(); ++id) {
        if (id >= mask.size() || !mask[id]) kept(id) = -std::numeric_limits<float>::infinity();
    }
    return kept;
}

void Constraint::take(TokenId id) {
    if (std::find(stop_.begin(), stop_.end(), id) != stop_.end()) return;
    state_ = state_after(vocabulary_.at(static_cast<std::size_t>(id)));
}

}  // namespace tiny_llm
