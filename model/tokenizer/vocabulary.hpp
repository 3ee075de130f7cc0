#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/tokenizer/field.hpp"
#include "tiny_llm/token.hpp"

namespace tiny_llm {

/// Many short texts in one block: a vocabulary has 150,000, and a std::string each costs several times their letters.
class TextTable {
public:
    void add(std::string_view text) {
        letters_ += text;
        ends_.push_back(letters_.size());
    }
    std::size_t size() const { return ends_.size(); }
    /// Valid until the next add().
    std::string_view operator[](std::size_t index) const {
        const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
        return std::string_view(letters_).substr(begin, ends_[index] - begin);
    }

private:
    std::string letters_;
    std::vector<std::size_t> ends_;
};

/// Tokens and their ids, which may leave gaps. Never copied or moved: the map refers to its own texts.
class Vocabulary {
public:
    /// texts[i] has the id ids[i], from 0. Throws ModelError, at `where`, if a text or an id comes twice.
    Vocabulary(const Field& where, TextTable texts, const std::vector<TokenId>& ids);
    Vocabulary(const Vocabulary&) = delete;
    Vocabulary& operator=(const Vocabulary&) = delete;

    /// The largest id + 1.
    std::size_t size() const { return index_of_id_.size(); }
    std::optional<TokenId> id(std::string_view text) const;
    std::optional<std::string_view> text(TokenId id) const;

private:
    TextTable texts_;
    std::vector<std::int32_t> index_of_id_;  // into texts_; -1 in a gap
    std::unordered_map<std::string_view, std::int32_t> id_of_text_;
};

}  // namespace tiny_llm
