#include "model/tokenizer/parts.hpp"
#include "model/tokenizer/tokenizer.hpp"

namespace tiny_llm {

struct TextStreamer::State {
    std::string decode(TokenId id) {
        const Tokenizer::Parts& parts = *tokenizer.parts_;
        const auto token = parts.text(id);
        return token && !parts.added_tokens.is_special(id) ? parts.decoder.decode(*token, unstripped) : "";
    }

    Tokenizer tokenizer;
    std::size_t unstripped;
};

TextStreamer::TextStreamer(const Tokenizer& tokenizer, const std::vector<TokenId>& prompt_ids)
    : state_(new State{tokenizer, tokenizer.parts_->decoder.strip_start()}) {
    for (const TokenId id : prompt_ids) state_->decode(id);
}

TextStreamer::~TextStreamer() = default;
TextStreamer::TextStreamer(TextStreamer&&) noexcept = default;
TextStreamer& TextStreamer::operator=(TextStreamer&&) noexcept = default;

std::string TextStreamer::put(TokenId id) { return state_->decode(id); }

}  // namespace tiny_llm
