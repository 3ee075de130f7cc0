// The exercise `encode` beside Hugging Face's `tokenizers`, and the table that says of what kind a character is.

#include <utf8proc.h>

#include <cstring>

#include "grader/catch.hpp"

#include "files.hpp"
#include "week2/06-tokenizer/encode.hpp"

using namespace tiny_llm;

namespace {

/// Of the ids, with a space between them.
std::uint32_t fnv1a(const std::vector<TokenId>& ids) {
    std::string text;
    for (const TokenId id : ids) text += (text.empty() ? "" : " ") + std::to_string(id);
    std::uint32_t hash = 0x811c9dc5;
    for (const unsigned char byte : text) hash = (hash ^ byte) * 0x01000193;
    return hash;
}

Kind kind_of(utf8proc_int32_t code) {
    if ((9 <= code && code <= 13) || code == 0x85) return Kind::space;
    const auto category = utf8proc_category(code);
    if (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO) return Kind::letter;
    if (category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO) return Kind::number;
    return category >= UTF8PROC_CATEGORY_ZS && category <= UTF8PROC_CATEGORY_ZP ? Kind::space : Kind::other;
}

}  // namespace

TEST_CASE("encode makes of 5,000 texts the ids that Hugging Face's tokenizers makes") {
    const auto expected = read_json(tests_folder / "encode.json");
    const auto tokenizer = Tokenizer::from_file(root_folder / expected.at("tokenizer").get<std::string>());
    REQUIRE(tokenizer.is_of_exercise());
    const TokenizerFile file = tokenizer.exercise_file();
    CHECK(file.merges.size() == 1885);
    CHECK(file.added_tokens.at("<|im_end|>") == 2143);
    std::size_t texts = 0, tokens = 0;
    for (const auto& one : expected.at("cases")) {
        const std::string text = one.at("text");
        INFO(one.dump());
        const std::vector<TokenId> ids = encode(tokenizer.normalized(text), file);
        CHECK(ids.size() == one.at("tokens"));
        CHECK(fnv1a(ids) == one.at("fnv1a"));
        ++texts, tokens += ids.size();
    }
    CHECK(texts == 5000);
    CHECK(tokens == 91190);
}

TEST_CASE("characters() knows letters, numbers and spaces as utf8proc does") {
    // Another version of Unicode has more characters; none of those that were there has changed.
    const bool same_version = std::strcmp(utf8proc_unicode_version(), "15.0.0") == 0;
    std::size_t different = 0;
    for (utf8proc_int32_t code = 0; code < 0x110000; ++code) {
        utf8proc_uint8_t bytes[4];
        const auto length = utf8proc_encode_char(code, bytes);
        if (0xD800 <= code && code < 0xE000) continue;
        const std::string text(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(length));
        const std::vector<Character> all = characters(text);
        if (all.size() != 1 || all[0].bytes != text) ++different;
        else if (all[0].kind != kind_of(code) && same_version) ++different;
    }
    CHECK(different == 0);
}

TEST_CASE("characters() gives bytes that are no UTF-8 one by one") {
    std::string text;
    for (const Character& c : characters("a\xE4\xB8z\xC0\xAF\xED\xA0\x80\xF4\x90\x80\x80\xC3")) {
        text += std::string(c.bytes) + (c.kind == Kind::other ? "?" : "");
    }
    CHECK(text == "a\xE4?\xB8?z\xC0?\xAF?\xED?\xA0?\x80?\xF4?\x90?\x80?\x80?\xC3?");
    CHECK(characters("").empty());
}

TEST_CASE("a tokenizer of another kind is none of the exercise's") {
    CHECK(Tokenizer::from_file(stories_tokenizer).is_of_exercise());
    const auto changed = [](const char* place, const nlohmann::json& value) {
        nlohmann::json json = read_json(stories_tokenizer);
        json[nlohmann::json::json_pointer(place)] = value;
        return from_json(json).is_of_exercise();
    };
    CHECK(changed("/normalizer", nullptr));
    CHECK_FALSE(changed("/normalizer", {{"type", "Prepend"}, {"prepend", "_"}}));
    CHECK_FALSE(changed("/pre_tokenizer/pretokenizers/0/pattern/Regex", "\\p{L}+"));
    CHECK_FALSE(changed("/pre_tokenizer/pretokenizers/1/use_regex", true));
    CHECK_FALSE(changed("/model/ignore_merges", true));
    CHECK_FALSE(changed("/added_tokens/0/normalized", true));
}
