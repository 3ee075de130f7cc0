#include "model/tokenizer/tokenizer.hpp"

#include <algorithm>
#include <stdexcept>

#include "model/tokenizer/parts.hpp"

namespace tiny_llm {

Tokenizer::Parts::Parts(TokenizerJson json)
    : file(json.file),
      vocabulary(json.settings()["model"]["vocab"], std::move(json.tokens), json.ids),
      normalizer(make_normalizer(json.settings()["normalizer"])),
      added_tokens(json.settings()["added_tokens"], normalizer, vocabulary),
      pre_tokenizer(make_pre_tokenizer(json.settings()["pre_tokenizer"])),
      model(json.settings()["model"], vocabulary, json.merges),
      special_tokens(make_post_processor(json.settings()["post_processor"])),
      decoder(json.settings()["decoder"]) {}

std::optional<std::string_view> Tokenizer::Parts::text(TokenId id) const {
    const auto added = added_tokens.vocabulary().text(id);
    return added ? added : vocabulary.text(id);
}

Tokenizer::Tokenizer(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

Tokenizer Tokenizer::from_file(const std::filesystem::path& tokenizer_json) {
    return Tokenizer(std::make_shared<const Parts>(TokenizerJson(tokenizer_json)));
}

std::vector<TokenId> Tokenizer::encode(std::string_view text, bool add_special_tokens) const {
    const auto& [before, after] = parts_->special_tokens;
    std::vector<TokenId> ids;
    if (add_special_tokens) ids = before;
    const auto add = [&](TokenId id) { ids.push_back(id); };
    const auto encode_raw = [&](std::size_t raw_begin, std::string_view raw) {
        const auto encode_normalized = [&](std::size_t begin, std::string_view normalized) {
            for (const Piece& piece : parts_->pre_tokenizer({{std::string(normalized), raw_begin + begin == 0}}))
                parts_->model.encode(piece.text, ids);
        };
        parts_->added_tokens.in_normalized_text().find(parts_->normalizer(std::string(raw)), encode_normalized, add);
    };
    try {
        parts_->added_tokens.in_raw_text().find(text, encode_raw, add);
    } catch (const std::runtime_error& error) {
        throw ModelError(parts_->file + ": pre_tokenizer: " + error.what());
    }
    if (add_special_tokens) ids.insert(ids.end(), after.begin(), after.end());
    return ids;
}

std::string Tokenizer::decode(const std::vector<TokenId>& ids, bool skip_special_tokens) const {
    std::string text;
    std::size_t unstripped = parts_->decoder.strip_start();
    for (const TokenId id : ids) {
        if (skip_special_tokens && parts_->added_tokens.is_special(id)) continue;
        if (const auto token = parts_->text(id)) text += parts_->decoder.decode(*token, unstripped);
    }
    return text;
}

std::size_t Tokenizer::vocab_size() const {
    return std::max(parts_->vocabulary.size(), parts_->added_tokens.vocabulary().size());
}

std::optional<TokenId> Tokenizer::token_to_id(std::string_view token) const {
    const auto added = parts_->added_tokens.vocabulary().id(token);
    return added ? added : parts_->vocabulary.id(token);
}

std::string Tokenizer::id_to_token(TokenId id) const {
    const auto text = parts_->text(id);
    if (!text) throw ModelError(parts_->file + ": no token has the id " + std::to_string(id));
    return std::string(*text);
}

}  // namespace tiny_llm
