#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "model/tokenizer/field.hpp"
#include "model/tokenizer/vocabulary.hpp"
#include "tiny_llm/token.hpp"

namespace tiny_llm {

/// What tokenizer.json holds. Nearly all of it is the vocabulary and the merges, which never become JSON values: as
/// such they would need several times the file's memory.
struct TokenizerJson {
    /// Throws ModelError where the file cannot be read, is not JSON, or has no vocabulary or merges.
    explicit TokenizerJson(const std::filesystem::path& path);
    TokenizerJson() = default;  // to be filled

    /// The rest; model.vocab and model.merges are empty.
    Field settings() const { return {file, rest}; }

    std::string file;
    nlohmann::json rest;
    TextTable tokens;
    std::vector<TokenId> ids;  // of `tokens`
    TextTable merges;          // a left part and a right part in turn

    /// Larger ones are refused: the table of ids has a row for each id, used or not.
    static constexpr TokenId largest_id = (1 << 24) - 1;
};

}  // namespace tiny_llm
