// Encoding. The expected ids are Hugging Face's: see make_fixtures.mjs.

#include "grader/catch.hpp"

#include "files.hpp"

using namespace tiny_llm;

namespace {

void check_cases(const Tokenizer& tokenizer, const nlohmann::json& cases) {
    REQUIRE(!cases.empty());
    for (const auto& one : cases) {
        const std::string text = one["text"];
        const Ids ids = one["ids"];
        INFO("text: " << one["text"].dump() << "; expected ids by make_fixtures.mjs");
        CHECK(tokenizer.encode(text) == ids);
        CHECK(tokenizer.encode(text, false) == one.value("plain", ids));
        CHECK(tokenizer.decode(ids) == one.value("decoded", text));
    }
}

void check_fixture(const char* name) {
    const nlohmann::json fixture = read_json(tests_folder / name);
    const std::filesystem::path file = root_folder / fixture["tokenizer"].get<std::string>();
    if (!std::filesystem::exists(file)) {
        WARN("SKIPPED: there is no " << file.string());
        return;
    }
    check_cases(Tokenizer::from_file(file), fixture["cases"]);
}

}  // namespace

TEST_CASE("the shipped model's tokenizer gives Hugging Face's ids") { check_fixture("stories.json"); }

TEST_CASE("a Llama tokenizer without byte tokens gives Hugging Face's ids") { check_fixture("shared_story.json"); }

TEST_CASE("each thing that a tokenizer.json may say does what it does in Hugging Face's") {
    const nlohmann::json small = read_json(tests_folder / "small.json");
    for (const auto& [name, one] : small.items()) {
        INFO("tokenizer: " << name);
        check_cases(from_json(one["tokenizer"]), one["cases"]);
    }
}

TEST_CASE("merges may be strings or pairs") {
    nlohmann::json tokenizer = read_json(stories_tokenizer);
    const std::string text = "Once upon a time 从前有一只兔子";
    const Ids ids = from_json(tokenizer).encode(text);
    for (auto& merge : tokenizer["model"]["merges"]) {
        if (merge.is_string()) {
            const std::string both = merge;
            merge = {both.substr(0, both.find(' ')), both.substr(both.find(' ') + 1)};
        } else {
            merge = merge[0].get<std::string>() + " " + merge[1].get<std::string>();
        }
    }
    CHECK(from_json(tokenizer).encode(text) == ids);
}

TEST_CASE("tokens and ids are found by each other, and ids end at vocab_size") {
    const Tokenizer tokenizer = Tokenizer::from_file(stories_tokenizer);
    const nlohmann::json file = read_json(stories_tokenizer);
    nlohmann::json tokens = file["model"]["vocab"];
    for (const auto& added : file["added_tokens"]) tokens[added["content"].get<std::string>()] = added["id"];
    TokenId largest = 0;
    for (const auto& [token, id] : tokens.items()) {
        CHECK(tokenizer.token_to_id(token) == id.get<TokenId>());
        CHECK(tokenizer.id_to_token(id) == token);
        largest = std::max(largest, id.get<TokenId>());
    }
    CHECK(tokenizer.vocab_size() == static_cast<std::size_t>(largest) + 1);
    CHECK(!tokenizer.token_to_id("no such token"));
    for (const TokenId id : {TokenId(-1), largest + 1, TokenId(1) << 40}) {
        CHECK_THROWS_AS(tokenizer.id_to_token(id), ModelError);
        CHECK(tokenizer.decode({id}) == "");
    }
}

TEST_CASE("a byte that is not UTF-8 is a token by itself, and comes back") {
    const Tokenizer tokenizer = Tokenizer::from_file(stories_tokenizer);
    const auto byte = [&](const char* character) { return tokenizer.token_to_id(character).value(); };
    CHECK(tokenizer.encode("\xFF") == Ids{byte("ÿ")});
    CHECK(tokenizer.encode("\xE4\xBD") == Ids{byte("ä"), byte("½")});
    for (const std::string text : {"a\xFF z", "\xE4\xBD", "你\xE4\xBD 好", "\xC0\x80", "\xED\xA0\x80",
                                   "\xF4\x90\x80\x80", "\x80", "the\xF0\x9F the", " \xFF  \xFE\n"})
        CHECK(tokenizer.decode(tokenizer.encode(text)) == text);
}

TEST_CASE("a byte that is not UTF-8 becomes its byte token or the unknown token") {
    const nlohmann::json small = read_json(tests_folder / "small.json");
    const Tokenizer some = from_json(small["byte fallback, unknown tokens apart"]["tokenizer"]);
    CHECK(some.encode("a\xE4"
                      "b\xFF") == Ids{some.token_to_id("▁a").value(), some.token_to_id("<0xE4>").value(),
                                      some.token_to_id("b").value(), some.token_to_id("<unk>").value()});
    CHECK(some.decode(some.encode("a\xE4"
                                  "b")) ==
          "a\xE4"
          "b");
}

TEST_CASE("a word of a million letters takes no quadratic time") {
    const Tokenizer tokenizer = Tokenizer::from_file(stories_tokenizer);
    for (const char* unit : {"a", "ab", "the", " ", "\n", "你", "e\u0301"}) {
        std::string text;
        while (text.size() < 1'000'000) text += unit;
        CHECK(tokenizer.encode(text).size() > 1000);
    }
}
