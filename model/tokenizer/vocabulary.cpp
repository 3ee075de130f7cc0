#include "model/tokenizer/vocabulary.hpp"

#include <algorithm>

namespace tiny_llm {

Vocabulary::Vocabulary(const Field& where, TextTable texts, const std::vector<TokenId>& ids)
    : texts_(std::move(texts)) {
    if (!ids.empty()) index_of_id_.assign(static_cast<std::size_t>(*std::ranges::max_element(ids)) + 1, -1);
    id_of_text_.reserve(ids.size());
    for (std::size_t index = 0; index < ids.size(); ++index) {
        std::int32_t& place = index_of_id_[static_cast<std::size_t>(ids[index])];
        if (place >= 0)
            where.fail("the id " + std::to_string(ids[index]) + " belongs to two tokens, " +
                       in_quotes(texts_[static_cast<std::size_t>(place)]) + " and " + in_quotes(texts_[index]));
        place = static_cast<std::int32_t>(index);
        if (!id_of_text_.emplace(texts_[index], static_cast<std::int32_t>(ids[index])).second)
            where.fail("the token " + in_quotes(texts_[index]) + " comes twice");
    }
}

std::optional<TokenId> Vocabulary::id(std::string_view text) const {
    const auto found = id_of_text_.find(text);
    return found == id_of_text_.end() ? std::nullopt : std::optional<TokenId>(found->second);
}

std::optional<std::string_view> Vocabulary::text(TokenId id) const {
    if (id < 0 || static_cast<std::size_t>(id) >= size()) return std::nullopt;
    const std::int32_t index = index_of_id_[static_cast<std::size_t>(id)];
    return index < 0 ? std::nullopt : std::optional(texts_[static_cast<std::size_t>(index)]);
}

}  // namespace tiny_llm
