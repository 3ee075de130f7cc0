// token_mask beside XGrammar's masks, which make_masks.mjs has stored.

#include <fstream>
#include <nlohmann/json.hpp>

#include "grader/catch.hpp"
#include "model/response_format/automaton.hpp"
#include "model/response_format/constraint.hpp"
#include "model/response_format/response_format.hpp"

using namespace tiny_llm;

static std::uint32_t fnv1a(const std::string& text) {
    std::uint32_t hash = 0x811c9dc5;
    for (const unsigned char byte : text) hash = (hash ^ byte) * 0x01000193;
    return hash;
}

/// Whether a beginning of a JSON text has, after , and :, a space each time, or never one.
static bool has_spaces(std::string_view text, bool spaced) {
    bool inside = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (inside && text[i] == '\\') ++i;
        else if (text[i] == '"') inside = !inside;
        else if (!inside && !spaced && text[i] == ' ') return false;
        else if (!inside && spaced && (text[i] == ',' || text[i] == ':') && i + 1 < text.size() && text[i + 1] != ' ')
            return false;
    }
    return true;
}

TEST_CASE("XGrammar lets the same tokens come") {
    const auto stored = nlohmann::ordered_json::parse(std::ifstream(TINY_LLM_MASKS));
    const Tokenizer tokenizer = Tokenizer::from_file(std::string(TINY_LLM_SHIPPED) + "/tokenizer.json");
    const std::vector<std::string> vocabulary = bytes_of_tokens(tokenizer, tokenizer.vocab_size());
    const Ids stop = stored["stop"];
    const auto is_special = [](unsigned char byte) { return byte == '\\' || byte < 0x20; };
    std::size_t states = 0;
    for (const auto& one : stored["cases"]) {
        const bool is_schema = one.contains("schema"), spaced = is_schema && one["separators"][0] == ", ";
        const bool counts = is_schema && one["schema"].contains("minLength");  // then XGrammar knows no \\ in a string
        const std::string asked = one[is_schema ? "schema" : "pattern"].dump();
        const Dfa dfa =
            is_schema ? schema_automaton(one["schema"], "schema") : regex_dfa(one["pattern"].get<std::string>());
        for (const auto& walk : one["walks"]) {
            std::int32_t state = 0;
            std::string text;
            for (const auto& step : walk) {
                CAPTURE(asked, spaced, text);
                std::vector<bool> mask = token_mask(dfa, static_cast<std::size_t>(state), vocabulary, stop);
                for (std::size_t id = 0; id < mask.size() && is_schema; ++id) {
                    const std::string& bytes = vocabulary[id];
                    if (!has_spaces(text + bytes, spaced) ||
                        (counts && std::any_of(bytes.begin(), bytes.end(), is_special)))
                        mask[id] = false;
                }
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
    CHECK(stored["cases"].size() == 59);
    CHECK(states == 2'544);
}
