#include <algorithm>
#include <utility>

#include "model/tokenizer/parts.hpp"
#include "model/tokenizer/tokenizer.hpp"
#include "model/tokenizer/utf8.hpp"

namespace tiny_llm {

struct TextStreamer::State {
    std::string decode(TokenId id) {
        const Tokenizer::Parts& parts = *tokenizer.parts_;
        const auto token = parts.text(id);
        return token && !parts.added_tokens.is_special(id) ? parts.decoder.decode(*token, unstripped) : "";
    }

    Tokenizer tokenizer;
    std::size_t unstripped;
    std::string pending{};  // the beginning of a character
};

TextStreamer::TextStreamer(const Tokenizer& tokenizer, const std::vector<TokenId>& prompt_ids)
    : state_(new State{tokenizer, tokenizer.parts_->decoder.strip_start()}) {
    for (const TokenId id : prompt_ids) state_->decode(id);
}

TextStreamer::~TextStreamer() = default;
TextStreamer::TextStreamer(TextStreamer&&) noexcept = default;
TextStreamer& TextStreamer::operator=(TextStreamer&&) noexcept = default;

std::string TextStreamer::put(TokenId id) {
    std::string text = std::exchange(state_->pending, "") + state_->decode(id);
    for (std::size_t length = std::min<std::size_t>(text.size(), 3); length > 0; --length)
        if (is_incomplete_character(std::string_view(text).substr(text.size() - length))) {
            state_->pending = text.substr(text.size() - length);
            text.resize(text.size() - length);
            break;
        }
    return text;
}

std::string TextStreamer::end() { return std::exchange(state_->pending, ""); }

}  // namespace tiny_llm
