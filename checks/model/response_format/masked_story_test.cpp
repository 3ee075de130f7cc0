// The shipped model under a mask: whatever it would say, what comes is JSON that fits.

#include <nlohmann/json.hpp>

#include "grader/catch.hpp"
#include "model/load.hpp"
#include "model/on_disk.hpp"
#include "model/response_format/constraint.hpp"
#include "model/response_format/response_format.hpp"
#include "model/sampler.hpp"

using namespace tiny_llm;
using nlohmann::ordered_json;

namespace {

const char* const formats[] = {
    R"({"type": "json_object"})",
    R"({"type": "json_schema", "json_schema": {"schema": {"type": "object", "properties": {"name": {"type": "string"},
        "age": {"type": "integer"}, "friends": {"type": "array", "items": {"type": "string"}}}, "required": ["name", "age"]}}})",
    R"({"type": "json_schema", "json_schema": {"schema": {"type": "object", "properties": {"animal": {"enum": ["fox", "hen"]},
        "happy": {"type": "boolean"}, "story": {"type": "string", "maxLength": 60}}, "required": ["animal", "happy", "story"]}}})",
    R"({"type": "json_schema", "json_schema": {"schema": {"type": "array", "items": {"anyOf": [{"type": "number"},
        {"type": "array", "items": {"type": ["string", "null"]}}]}, "minItems": 1}}})",
};

}  // namespace

TEST_CASE("100 seeds, 100 texts that parse") {
    const ModelOnDisk files(TINY_LLM_SHIPPED);
    const Config config = files.config();
    const Tokenizer tokenizer = files.tokenizer();
    const std::vector<std::string> vocabulary = bytes_of_tokens(tokenizer, config.vocab_size);
    const std::vector<TokenId> prompt = tokenizer.encode("Once upon a time, there was a little fox. ");
    const StoredTensors tensors = files.tensors(config);
    const LanguageModel model = load_model(config, tensors, Weights::in_memory, 128);
    std::vector<Dfa> automata;
    for (const char* format : formats) automata.push_back(*response_automaton(ordered_json::parse(format)));

    std::size_t ended = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const std::size_t which = seed % automata.size();
        const std::size_t most = 56 + seed % 32;
        Constraint constraint(automata[which], vocabulary, config.eos_token_id);
        Sampler sampler({.temperature = seed % 3 == 0 ? 1.5f : 0.8f, .top_p = 0.95f, .seed = seed});
        std::vector<KVCache> cache = model.new_cache();
        std::vector<TokenId> unread = prompt;
        std::string text;
        for (std::size_t left = most; left > 0; --left) {
            Tensor logits = model.qwen2(unread, cache, 1);
            logits.reshape({config.vocab_size});
            const TokenId id = sampler(constraint.masked(logits, left));
            constraint.take(id);
            if (vocabulary[static_cast<std::size_t>(id)].empty()) {
                ++ended;
                break;
            }
            text += vocabulary[static_cast<std::size_t>(id)];
            unread = {id};
        }
        CAPTURE(seed, text);
        const ordered_json parsed = ordered_json::parse(text, nullptr, false);
        REQUIRE_FALSE(parsed.is_discarded());
        if (which == 0) CHECK(parsed.is_object());
        if (which == 1) CHECK((parsed["name"].is_string() && parsed["age"].is_number_integer()));
        if (which == 2) CHECK((parsed.size() == 3 && parsed["happy"].is_boolean() && parsed["story"].is_string()));
        if (which == 3) CHECK((parsed.is_array() && !parsed.empty()));
    }
    CHECK(ended > 0);
}
