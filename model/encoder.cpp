#include "model/encoder.hpp"

#include "model/error.hpp"

namespace tiny_llm {

Encoder::Encoder(const Tokenizer& tokenizer, bool by_exercise) : tokenizer_(tokenizer) {
    if (by_exercise) file_ = tokenizer.exercise_file();
}

std::vector<TokenId> Encoder::operator()(std::string_view text, bool add_special_tokens) const {
    if (!file_) return tokenizer_.encode(text, add_special_tokens);
    std::vector<TokenId> ids = encode(tokenizer_.normalized(text), *file_);
    if (ids.empty() && !text.empty()) throw WrongResult("encode", "encode returned no ids for a text");
    for (const TokenId id : ids) {
        if (id < 0 || static_cast<std::size_t>(id) >= tokenizer_.vocab_size())
            throw WrongResult("encode", "encode returned the id " + std::to_string(id) + ", which no token has");
    }
    return ids;
}

}  // namespace tiny_llm
