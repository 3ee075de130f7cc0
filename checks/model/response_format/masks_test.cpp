// token_mask beside XGrammar's masks, which make_masks.mjs has stored.

#include <fstream>
#include <nlohmann/json.hpp>

#include "grader/catch.hpp"
#include "model/response_format/automaton.hpp"
#include "model/response_format/constraint.hpp"

using namespace tiny_llm;

static std::uint32_t fnv1a(const std::string& text) {
    std::uint32_t hash = 0x811c9dc5;
    for (const unsigned char byte : text) hash = (hash ^ byte) * 0x01000193;
    return hash;
}

TEST_CASE("XGrammar lets the same tokens come") {
    const nlohmann::json stored = nlohmann::json::parse(std::ifstream(TINY_LLM_MASKS));
    const Tokenizer tokenizer = Tokenizer::from_file(std::string(TINY_LLM_SHIPPED) + "/tokenizer.json");
    const std::vector<std::string> vocabulary = bytes_of_tokens(tokenizer, tokenizer.vocab_size());
    const Ids stop = stored["stop"];
    std::size_t states = 0;
    for (const auto& one : stored["cases"]) {
        const std::string pattern = one["pattern"];
        const Dfa dfa = regex_dfa(pattern);
        for (const auto& walk : one["walks"]) {
            std::int32_t state = 0;
            std::string text;
            for (const auto& step : walk) {
                CAPTURE(pattern, text);
                const std::vector<bool> mask = token_mask(dfa, static_cast<std::size_t>(state), vocabulary, stop);
                std::string ids;
                for (std::size_t id = 0; id < mask.size(); ++id) {
                    if (mask[id]) ids += (ids.empty() ? "" : " ") + std::to_string(id);
                }
                CHECK(std::count(mask.begin(), mask.end(), true) == step["allowed"].get<std::ptrdiff_t>());
                CHECK(fnv1a(ids) == step["fnv1a"].get<std::uint32_t>());
                ++states;
                if (!step.contains("chosen")) break;
                const std::string& bytes = vocabulary.at(step["chosen"]);
                for (const unsigned char byte : bytes) state = dfa.next[static_cast<std::size_t>(state)][byte];
                REQUIRE(state >= 0);
                text += bytes;
            }
        }
    }
    CHECK(stored["cases"].size() == 20);
    CHECK(states == 1'076);
}
