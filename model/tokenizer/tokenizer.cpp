#include "model/tokenizer/tokenizer.hpp"

#include <algorithm>
#include <stdexcept>

#include "model/tokenizer/byte_level.hpp"
#include "model/tokenizer/parts.hpp"
#include "week2/06-tokenizer/encode.hpp"

namespace tiny_llm {

namespace {

/// Of settings that were read without an error.
bool cuts_as_qwen2(const nlohmann::json& settings) {
    static const nlohmann::json split{
        {"type", "Split"}, {"behavior", "Isolated"}, {"invert", false}, {"pattern", {{"Regex", qwen2_pattern}}}};
    static const nlohmann::json byte_level{{"type", "ByteLevel"}, {"add_prefix_space", false}, {"use_regex", false}};
    const nlohmann::json normalizer = settings.value("normalizer", nlohmann::json());
    if (!normalizer.is_null() && normalizer.at("type") != "NFC") return false;
    const nlohmann::json cut = settings.value("pre_tokenizer", nlohmann::json());
    if (!cut.is_object() || cut.at("type") != "Sequence" || cut.at("pretokenizers").size() != 2) return false;
    nlohmann::json bytes = cut.at("pretokenizers")[1];
    bytes.erase("trim_offsets");  // of what is told about places in the text
    if (cut.at("pretokenizers")[0] != split || bytes != byte_level) return false;
    const nlohmann::json added = settings.value("added_tokens", nlohmann::json());
    return std::all_of(added.begin(), added.end(), [](const auto& token) { return !token.value("normalized", true); });
}

}  // namespace

Tokenizer::Parts::Parts(TokenizerJson json)
    : file(json.file),
      vocabulary(json.settings()["model"]["vocab"], std::move(json.tokens), json.ids),
      normalizer(make_normalizer(json.settings()["normalizer"])),
      added_tokens(json.settings()["added_tokens"], normalizer, vocabulary),
      pre_tokenizer(make_pre_tokenizer(json.settings()["pre_tokenizer"])),
      model(json.settings()["model"], vocabulary, json.merges),
      special_tokens(make_post_processor(json.settings()["post_processor"])),
      decoder(json.settings()["decoder"]) {
    is_of_exercise =
        cuts_as_qwen2(json.rest) && model.is_plain() && special_tokens.before.empty() && special_tokens.after.empty();
    for (int byte = 0; byte < 256 && is_of_exercise; ++byte) {
        const char one = static_cast<char>(byte);
        is_of_exercise = vocabulary.id(bytes_to_characters({&one, 1})).has_value();
    }
}

std::optional<std::string_view> Tokenizer::Parts::text(TokenId id) const {
    const auto added = added_tokens.vocabulary().text(id);
    return added ? added : vocabulary.text(id);
}

Tokenizer::Tokenizer(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

Tokenizer Tokenizer::from_file(const std::filesystem::path& tokenizer_json) {
    return from_json(TokenizerJson(tokenizer_json));
}

Tokenizer Tokenizer::from_json(TokenizerJson json) { return Tokenizer(std::make_shared<const Parts>(std::move(json))); }

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

bool Tokenizer::is_of_exercise() const { return parts_->is_of_exercise; }

TokenizerFile Tokenizer::exercise_file() const {
    TokenizerFile file;
    const auto take = [](const Vocabulary& from, auto& to) {
        for (std::size_t id = 0; id < from.size(); ++id) {
            if (const auto text = from.text(static_cast<TokenId>(id)))
                to.emplace(std::string(*text), static_cast<TokenId>(id));
        }
    };
    take(parts_->vocabulary, file.vocab);
    take(parts_->added_tokens.vocabulary(), file.added_tokens);
    parts_->model.for_each_merge([&](std::size_t rank, TokenId left, TokenId right) {
        file.merges[{std::string(*parts_->vocabulary.text(left)), std::string(*parts_->vocabulary.text(right))}] = rank;
    });
    return file;
}

std::string Tokenizer::normalized(std::string_view text) const {
    std::string all;
    parts_->added_tokens.in_raw_text().find(
        text, [&](std::size_t, std::string_view raw) { all += parts_->normalizer(std::string(raw)); },
        [&](TokenId id) { all += *parts_->text(id); });
    return all;
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
