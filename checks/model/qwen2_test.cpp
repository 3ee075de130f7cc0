// The whole model, with itself: the cache, what is kept where, how the file is made, generation.

#include "grader/catch.hpp"
#include "model/error.hpp"
#include "model/load.hpp"
#include "model/safetensors.hpp"
#include "model/speaker.hpp"
#include "support/difference.hpp"
#include "support/small_qwen2.hpp"

using namespace tiny_llm;
using model_files::Folder;

namespace {

const std::vector<TokenId> text{79, 110, 99, 101, 32, 117, 112, 111, 110, 32, 97, 32, 116, 105, 109, 101, 256, 0, 259};

constexpr Weights everywhere[] = {Weights::in_memory, Weights::in_blocks, Weights::in_file};

LanguageModel load(const std::filesystem::path& folder, Weights weights = Weights::in_memory,
                   std::size_t positions = 64, const By& by = {}) {
    return load_model(read_config(folder), SafeTensors::open_folder(folder), weights, positions, by);
}

/// All logits of a text that is given in pieces.
Tensor logits_in_pieces(const LanguageModel& model, const std::vector<TokenId>& ids, std::size_t piece) {
    std::vector<KVCache> cache = model.new_cache();
    Tensor all = xt::empty<float>({ids.size(), model.config.vocab_size});
    for (std::size_t begin = 0; begin < ids.size(); begin += piece) {
        const std::size_t end = std::min(begin + piece, ids.size());
        const std::vector<TokenId> some(&ids[begin], &ids[begin] + (end - begin));
        xt::view(all, xt::range(begin, end)) = model.qwen2(some, cache, 0);
    }
    return all;
}

// Logits are sums of 16 terms near 1, after two layers; another order of additions moves them by some dozens of 2^-23.
constexpr double rounding = 3e-5;

}  // namespace

TEST_CASE("with and without the cache the logits are the same, however a text is cut") {
    const Folder folder;
    model_files::small_qwen2().write(folder.path());
    for (const Weights weights : everywhere) {
        const LanguageModel model = load(folder.path(), weights);
        const Tensor at_once = logits_in_pieces(model, text, text.size());
        CHECK(xt::amax(xt::abs(at_once))() > 1);
        for (const std::size_t piece : {1, 2, 7}) {
            CHECK(largest_difference(logits_in_pieces(model, text, piece), at_once) < rounding);
        }
    }
}

TEST_CASE("a long text has the same logits in tiles as by a table of its scores, however it is cut") {
    std::vector<TokenId> long_text;
    for (std::size_t i = 0; i < 600; ++i) long_text.push_back(static_cast<TokenId>(i * i % 257));
    for (const auto& small : {model_files::small_qwen2(), model_files::small_qwen3()}) {
        const Folder folder;
        small.write(folder.path());
        const auto logits = [&](bool tiles, std::size_t piece) {
            const By by(LayerBy::decoder_layer, tiles);
            return logits_in_pieces(load(folder.path(), Weights::in_memory, 600, by), long_text, piece);
        };
        const Tensor by_table = logits(false, 600);
        for (const std::size_t piece : {600, 256, 64}) {
            const double difference = largest_difference(logits(true, piece), by_table);
            CHECK(difference < rounding);
            CHECK(difference > 0);  // or it was no other way
        }
    }
}

TEST_CASE("each token sees those before it and none behind it") {
    const Folder folder;
    model_files::small_qwen2().write(folder.path());
    const LanguageModel model = load(folder.path());
    const Tensor before = logits_in_pieces(model, text, text.size());
    std::vector<TokenId> other = text;
    other[9] = 100;
    const Tensor after = logits_in_pieces(model, other, text.size());
    CHECK(largest_difference(xt::view(before, xt::range(0, 9)), xt::view(after, xt::range(0, 9))) < rounding);
    for (std::size_t row = 9; row < text.size(); ++row) {
        CAPTURE(row);
        const Tensor a = xt::view(before, row), b = xt::view(after, row);
        CHECK(largest_difference(a, b) > 1e-3);
    }
}

TEST_CASE("logits_to_keep keeps the last") {
    const Folder folder;
    model_files::small_qwen2().write(folder.path());
    const LanguageModel model = load(folder.path());
    const Tensor all = logits_in_pieces(model, text, text.size());
    for (const std::size_t keep : {std::size_t{1}, std::size_t{4}, text.size(), text.size() + 1}) {
        std::vector<KVCache> cache = model.new_cache();
        const Tensor some = model.qwen2(text, cache, keep);
        const std::size_t rows = std::min(keep, text.size());
        REQUIRE(some.shape(0) == rows);
        CHECK(largest_difference(some, xt::view(all, xt::range(text.size() - rows, text.size()))) < rounding);
        CHECK(cache[0].length == text.size());
    }
}

TEST_CASE("left in the file, in shards, with two bytes a number: the same model") {
    const Folder whole, shards, two_bytes, rounded;
    const model_files::Model small = model_files::small_qwen2();
    small.write(whole.path());
    small.write_in_shards(shards.path(), 3);
    const Tensor expected = logits_in_pieces(load(whole.path()), text, text.size());
    CHECK(largest_difference(logits_in_pieces(load(shards.path()), text, text.size()), expected) == 0);
    for (const Weights weights : everywhere) {
        CHECK(largest_difference(logits_in_pieces(load(whole.path(), weights), text, 3), expected) < rounding);
    }
    for (const std::string dtype : {"F16", "BF16"}) {
        converted(small, dtype).write(two_bytes.path());
        converted(small, dtype, true).write(rounded.path());
        const Tensor same = logits_in_pieces(load(rounded.path()), text, text.size());
        CHECK(largest_difference(same, expected) > 1e-4);  // or the test would test nothing
        CHECK(largest_difference(logits_in_pieces(load(two_bytes.path()), text, text.size()), same) == 0);
        for (const Weights weights : {Weights::in_blocks, Weights::in_file}) {
            CHECK(largest_difference(logits_in_pieces(load(two_bytes.path(), weights), text, 1), same) < rounding);
        }
    }
}

TEST_CASE("a head that is tied is the embedding, whichever name it has in the file") {
    const Folder tied, under_head, separate;
    model_files::Model model = model_files::small_qwen2();
    model.tensor("lm_head.weight").bytes = model.tensor("model.embed_tokens.weight").bytes;
    model.write(separate.path());
    model.config["tie_word_embeddings"] = true;
    model.tensors.pop_back();
    model.write(tied.path());
    model.tensor("model.embed_tokens.weight").name = "lm_head.weight";
    model.write(under_head.path());
    const Tensor expected = logits_in_pieces(load(separate.path()), text, text.size());
    for (const Weights weights : everywhere) {
        for (const Folder* folder : {&tied, &under_head}) {
            const Tensor y = logits_in_pieces(load(folder->path(), weights), text, text.size());
            CHECK(largest_difference(y, expected) < rounding);
        }
    }
}

TEST_CASE("week 1's form of a layer is the same layer") {
    const Folder folder;
    model_files::small_qwen2().write(folder.path());
    const Tensor expected = logits_in_pieces(load(folder.path()), text, 4);
    const LanguageModel by_block = load(folder.path(), Weights::in_memory, 64, LayerBy::pre_norm_block);
    CHECK(largest_difference(logits_in_pieces(by_block, text, 4), expected) < rounding);
}

TEST_CASE("a Llama is a Qwen2 whose biases are zero") {
    const Folder qwen2, llama;
    model_files::Model model = model_files::small_qwen2();
    for (model_files::Entry& e : model.tensors) {
        if (e.name.ends_with(".bias")) e.bytes.assign(e.bytes.size(), '\0');
    }
    model.write(qwen2.path());
    std::erase_if(model.tensors, [](const auto& e) { return e.name.ends_with(".bias"); });
    model.config["architectures"] = {"LlamaForCausalLM"};
    model.write(llama.path());
    const Tensor expected = logits_in_pieces(load(qwen2.path()), text, 5);
    CHECK(largest_difference(logits_in_pieces(load(llama.path()), text, 5), expected) == 0);
}

TEST_CASE("a Qwen3 runs with and without the cache, wherever its weights are, and its norms count") {
    const Folder folder, other, missing;
    model_files::Model model = model_files::small_qwen3();
    model.write(folder.path());
    const Tensor expected = logits_in_pieces(load(folder.path()), text, text.size());
    for (const Weights weights : everywhere) {
        for (const std::size_t piece : {1, 7}) {
            const Tensor y = logits_in_pieces(load(folder.path(), weights), text, piece);
            CHECK(largest_difference(y, expected) < rounding);
        }
    }
    for (const std::string norm : {"q_norm", "k_norm"}) {
        model_files::Model changed = model_files::small_qwen3();
        const std::string name = "model.layers.1.self_attn." + norm + ".weight";
        changed.tensor(name).bytes = model_files::entry("", "F32", {6}, {1, 1, 1, 1, 1, 1}).bytes;
        changed.write(other.path());
        CHECK(largest_difference(logits_in_pieces(load(other.path()), text, 5), expected) > 1e-3);
        std::erase_if(changed.tensors, [&](const auto& e) { return e.name == name; });
        changed.write(missing.path());
        CHECK_THROWS_AS(load(missing.path()), ModelError);
    }
}

TEST_CASE("tokens that are none, or more than there is room for, are refused") {
    const Folder folder;
    model_files::small_qwen2().write(folder.path());
    const LanguageModel model = load(folder.path(), Weights::in_memory, 4);
    std::vector<KVCache> cache = model.new_cache();
    CHECK_THROWS_AS(model.qwen2({}, cache, 1), std::invalid_argument);
    CHECK_THROWS_AS(model.qwen2({260}, cache, 1), std::invalid_argument);
    CHECK_THROWS_AS(model.qwen2({-1}, cache, 1), std::invalid_argument);
    CHECK_THROWS_AS(model.qwen2({1, 2, 3, 4, 5}, cache, 1), std::invalid_argument);
    CHECK(cache[0].length == 0);
    CHECK_NOTHROW(model.qwen2({1, 2, 3, 4}, cache, 1));
    CHECK_THROWS_AS(model.qwen2({5}, cache, 1), std::invalid_argument);
}

namespace {

/// Greedy, after the prompt 1, 2, 3, with the model that lies there; `wanted` is asked after each piece.
Speech spoken(
    const std::filesystem::path& folder, std::size_t count,
    const std::function<bool(const std::string&, bool)>& wanted = [](const std::string&, bool) { return true; }) {
    const LanguageModel model = load(folder);
    const Tokenizer tokenizer = Tokenizer::from_file(folder / "tokenizer.json");
    Speech speech;
    Speaker(model, tokenizer, Sampler({.temperature = 0})).go_on({1, 2, 3}, count, speech, wanted);
    return speech;
}

}  // namespace

TEST_CASE("a text goes on, and stops at the length, at its end, or when told") {
    const Folder folder;
    model_files::Model files = model_files::small_qwen2();
    files.config.erase("eos_token_id");
    files.write(folder.path());
    std::string text;
    const Speech ten = spoken(folder.path(), 10, [&](const std::string& piece, bool) { return text += piece, true; });
    CHECK(ten.stop == Stop::length);
    CHECK(ten.tokens.size() == 10);
    CHECK(ten.read == 3);
    CHECK(ten.text == text);
    CHECK(ten.tokens_per_second > 0);

    const LanguageModel model = load(folder.path());
    std::vector<TokenId> ids{1, 2, 3};
    for (const TokenId token : ten.tokens) {
        std::vector<KVCache> cache = model.new_cache();
        const Tensor logits = model.qwen2(ids, cache, 1);
        CHECK(std::max_element(logits.begin(), logits.end()) - logits.begin() == token);
        ids.push_back(token);
    }

    const Speech stopped = spoken(folder.path(), 10, [](const std::string&, bool) { return false; });
    CHECK(stopped.stop == Stop::caller);
    CHECK(stopped.tokens == std::vector{ten.tokens[0]});
    CHECK(stopped.tokens_per_second == 0);
    CHECK(spoken(folder.path(), 0).tokens.empty());

    files.config["eos_token_id"] = {9999, ten.tokens[4]};
    files.write(folder.path());
    const Speech ended = spoken(folder.path(), 10);
    CHECK(ended.stop == Stop::eos);
    CHECK(ended.tokens.back() == ten.tokens[4]);
    CHECK(std::equal(ended.tokens.begin(), ended.tokens.end(), ten.tokens.begin()));
    // generation_config.json wins, as in Hugging Face's.
    model_files::write(folder.path() / "generation_config.json", "{\"eos_token_id\": 9999}");
    CHECK(spoken(folder.path(), 10).stop == Stop::length);
}

TEST_CASE("a text in turns is the text at once, and what is known is not read again") {
    const Folder folder;
    model_files::Model files = model_files::small_qwen2();
    files.config.erase("eos_token_id");
    files.write(folder.path());
    const LanguageModel model = load(folder.path());
    const Tokenizer tokenizer = Tokenizer::from_file(folder.path() / "tokenizer.json");
    const Sampler sampler({.temperature = 0, .repetition_penalty = 1.5f});  // looks at all that was there
    const auto wanted = [](const std::string&, bool) { return true; };
    Speech whole, first, second;
    Speaker(model, tokenizer, sampler).go_on({1, 2, 3}, 12, whole, wanted);
    Speaker in_turns(model, tokenizer, sampler);
    in_turns.go_on({1, 2, 3}, 5, first, wanted);
    CHECK(in_turns.known() ==
          std::vector<TokenId>{1, 2, 3, first.tokens[0], first.tokens[1], first.tokens[2], first.tokens[3]});
    in_turns.go_on({first.tokens[4]}, 7, second, wanted);
    CHECK(second.read == 1);
    first.tokens.insert(first.tokens.end(), second.tokens.begin(), second.tokens.end());
    CHECK(first.tokens == whole.tokens);

    in_turns.forget();
    CHECK(in_turns.known().empty());
    Speech again, slowly;
    in_turns.go_on({1, 2, 3}, 12, again, wanted);
    CHECK(again.tokens == whole.tokens);
    Speaker(model, tokenizer, sampler, {.keeps_cache = false}).go_on({1, 2, 3}, 12, slowly, wanted);
    CHECK(slowly.tokens == whole.tokens);
}

TEST_CASE("a long text is read in pieces, and goes on as if it were read at once") {
    const Folder folder;
    model_files::Model files = model_files::small_qwen2();
    files.config["max_position_embeddings"] = 1024;
    files.write(folder.path());
    const LanguageModel model = load(folder.path(), Weights::in_memory, 1024);
    const Tokenizer tokenizer = Tokenizer::from_file(folder.path() / "tokenizer.json");
    for (const std::size_t length : {255, 256, 257, 700}) {
        std::vector<TokenId> ids(length);
        for (std::size_t i = 0; i < length; ++i) ids[i] = static_cast<TokenId>(i * 7 % 251);
        std::vector<KVCache> cache = model.new_cache();
        const Tensor logits = model.qwen2(ids, cache, 1);
        Speech speech;
        Speaker speaker(model, tokenizer, Sampler({.temperature = 0}));
        speaker.go_on(ids, 1, speech, [](const std::string&, bool) { return true; });
        CHECK(speech.tokens.at(0) == std::max_element(logits.begin(), logits.end()) - logits.begin());
        CHECK(speaker.known() == ids);
    }
}

TEST_CASE("a prompt that fills the cache still gives one token; a longer text is refused by name") {
    const Folder folder;
    model_files::small_qwen2().write(folder.path());
    const LanguageModel model = load(folder.path(), Weights::in_memory, 4);
    const Tokenizer tokenizer = Tokenizer::from_file(folder.path() / "tokenizer.json");
    const auto wanted = [](const std::string&, bool) { return true; };
    Speech speech;
    Speaker(model, tokenizer, Sampler({.temperature = 0})).go_on({1, 2, 3, 4}, 1, speech, wanted);
    CHECK(speech.tokens.size() == 1);
    Speaker full(model, tokenizer, Sampler({.temperature = 0}));
    CHECK_THROWS_AS(full.go_on({1, 2, 3, 4, 5}, 1, speech, wanted), std::invalid_argument);
}

TEST_CASE("logits that cannot be chosen from are the model's fault, and not the sampler's") {
    const Folder folder;
    model_files::Model files = model_files::small_qwen2();
    std::vector<float> weight(16, 1.0f);
    weight[3] = std::numeric_limits<float>::quiet_NaN();
    files.tensor("model.norm.weight") = model_files::entry("model.norm.weight", "F32", {16}, weight);
    files.write(folder.path());
    try {
        spoken(folder.path(), 3);
        FAIL("NaN was accepted");
    } catch (const WrongResult& error) {
        CHECK(error.what() == std::string("logit 0 is NaN, there is nothing to choose by"));
        CHECK(error.part.empty());
    }
}
