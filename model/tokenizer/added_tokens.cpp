#include "model/tokenizer/added_tokens.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "model/tokenizer/tokenizer_json.hpp"

namespace tiny_llm {

TokenFinder::TokenFinder(std::unordered_map<std::string, TokenId> tokens) : tokens_(std::move(tokens)) {
    if (tokens_.empty()) return;
    std::vector<std::string> contents;
    for (const auto& [content, id] : tokens_) contents.push_back(content);
    // Of several alternatives the first that matches is taken.
    std::ranges::sort(contents, std::ranges::greater(), &std::string::size);
    std::string pattern;
    for (const std::string& content : contents) pattern += (pattern.empty() ? "" : "|") + Regex::escaped(content);
    any_.emplace(pattern, Regex::Subject::bytes);
}

void TokenFinder::find(std::string_view text, const std::function<void(std::size_t, std::string_view)>& between,
                       const std::function<void(TokenId)>& token) const {
    std::size_t done = 0;
    const auto pass = [&](std::size_t end) {
        if (end > done) between(done, text.substr(done, end - done));
    };
    if (any_)
        any_->for_each_match(text, [&](std::size_t begin, std::size_t end) {
            pass(begin);
            token(tokens_.at(std::string(text.substr(begin, end - begin))));
            done = end;
        });
    pass(text.size());
}

AddedTokens::AddedTokens(const Field& added_tokens, const Normalizer& normalizer, const Vocabulary& vocabulary) {
    std::unordered_map<std::string, TokenId> raw, normalized;
    TextTable contents;
    std::vector<TokenId> ids;
    if (!added_tokens.is_null())
        for (const Field& token : added_tokens.elements()) {
            for (const char* flag : {"single_word", "lstrip", "rstrip"}) token[flag].require(false);
            const TokenId id = token["id"].integer(TokenizerJson::largest_id);
            const std::string content = token["content"].string();
            if (content.empty()) token["content"].fail("is empty");
            const bool known = vocabulary.id(content) || vocabulary.text(id);
            if (known && vocabulary.id(content) != id)
                token["id"].fail(std::to_string(id) + " is not what model.vocab has for " + in_quotes(content));
            contents.add(content);
            ids.push_back(id);
            if (token["normalized"].boolean_or(true)) normalized.emplace(normalizer(content), id);
            else raw.emplace(content, id);
            if (token["special"].boolean_or(false)) special_.insert(id);
        }
    vocabulary_.emplace(added_tokens, std::move(contents), ids);
    try {
        in_raw_text_.emplace(std::move(raw));
        in_normalized_text_.emplace(std::move(normalized));
    } catch (const std::invalid_argument& error) {
        added_tokens.fail(error.what());
    }
}

}  // namespace tiny_llm
