// Text from ids, at once and as it comes.

#include "grader/catch.hpp"

#include "files.hpp"

using namespace tiny_llm;

namespace {

std::vector<std::string> pieces(const Tokenizer& tokenizer, const Ids& prompt, const Ids& ids) {
    TextStreamer streamer(tokenizer, prompt);
    std::vector<std::string> all;
    for (const TokenId id : ids) all.push_back(streamer.put(id));
    return all;
}

std::string joined(const std::vector<std::string>& pieces) {
    std::string text;
    for (const std::string& piece : pieces) text += piece;
    return text;
}

std::string text_after(const Tokenizer& tokenizer, const Ids& prompt, Ids ids) {
    ids.insert(ids.begin(), prompt.begin(), prompt.end());
    return tokenizer.decode(ids).substr(tokenizer.decode(prompt).size());
}

/// Every case of a fixture cut into a prompt and what follows, at each token.
void check_streams(const Tokenizer& tokenizer, const nlohmann::json& cases) {
    for (const auto& one : cases) {
        const Ids ids = one["ids"];
        for (std::size_t cut = 0; cut <= ids.size(); cut += 1 + ids.size() / 8) {
            const auto middle = ids.begin() + static_cast<std::ptrdiff_t>(cut);
            const Ids prompt(ids.begin(), middle), rest(middle, ids.end());
            const std::vector<std::string> stream = pieces(tokenizer, prompt, rest);
            INFO("text: " << one["text"].dump() << ", prompt of " << cut << " tokens");
            CHECK(joined(stream) == text_after(tokenizer, prompt, rest));
        }
    }
}

}  // namespace

TEST_CASE("the pieces of a stream are the text") {
    check_streams(Tokenizer::from_file(stories_tokenizer), read_json(tests_folder / "stories.json")["cases"]);
    const nlohmann::json small = read_json(tests_folder / "small.json");
    for (const auto& [name, one] : small.items()) {
        INFO("tokenizer: " << name);
        check_streams(from_json(one["tokenizer"]), one["cases"]);
    }
}

TEST_CASE("random ids, which seldom are text, stream what they decode to") {
    const Tokenizer tokenizer = Tokenizer::from_file(stories_tokenizer);
    std::uint32_t state = 1;
    const auto random = [&](std::size_t below) {
        state = state * 1664525 + 1013904223;
        return static_cast<TokenId>((state >> 8) % below);
    };
    for (int round = 0; round < 300; ++round) {
        Ids prompt, ids;
        for (TokenId left = random(4); left > 0; --left) prompt.push_back(random(tokenizer.vocab_size() + 2));
        for (TokenId left = random(30); left > 0; --left) ids.push_back(random(tokenizer.vocab_size() + 2));
        CHECK(joined(pieces(tokenizer, prompt, ids)) == text_after(tokenizer, prompt, ids));
    }
}

TEST_CASE("the first piece keeps its leading space after a prompt, and loses Llama's without one") {
    const nlohmann::json small = read_json(tests_folder / "small.json");
    const Tokenizer llama = from_json(small["byte fallback, unknown tokens apart"]["tokenizer"]);
    const TokenId a = llama.token_to_id("▁a").value();
    CHECK(pieces(llama, {a}, {a, a}) == std::vector<std::string>{" a", " a"});
    CHECK(pieces(llama, {}, {a, a}) == std::vector<std::string>{"a", " a"});
}

TEST_CASE("special tokens are left out, or kept if asked for") {
    const Tokenizer tokenizer = Tokenizer::from_file(stories_tokenizer);
    const Ids ids = tokenizer.encode("a<|im_end|>b");
    CHECK(tokenizer.decode(ids) == "ab");
    CHECK(tokenizer.decode(ids, false) == "a<|im_end|>b");
    CHECK(joined(pieces(tokenizer, {}, ids)) == "ab");
}
