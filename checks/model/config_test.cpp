#include "model/config.hpp"

#include "grader/catch.hpp"
#include "model/error.hpp"
#include "support/small_qwen2.hpp"

using namespace tiny_llm;
using model_files::Folder;
using nlohmann::ordered_json;

namespace {

Config read(const ordered_json& config) {
    const Folder folder;
    model_files::write(folder.path() / "config.json", config.dump());
    return read_config(folder.path());
}

/// With `change` made, which names its key.
void check_refused(const ordered_json& change) {
    ordered_json config = model_files::small_qwen2().config;
    config.update(change);
    const std::string key = change.begin().key();
    try {
        read(config);
        FAIL(change.dump() << " was accepted");
    } catch (const ModelError& error) {
        const std::string what = error.what();
        CAPTURE(change.dump(), what);
        CHECK(what.find("config.json: " + key) != what.npos);
        CHECK(what.find('\n') == what.npos);
    }
}

}  // namespace

TEST_CASE("a Qwen2's config is read under Hugging Face's names") {
    const Config config = read(model_files::small_qwen2().config);
    CHECK(config.hidden_size == 16);
    CHECK(config.intermediate_size == 24);
    CHECK(config.num_hidden_layers == 2);
    CHECK(config.num_attention_heads == 4);
    CHECK(config.num_key_value_heads == 2);
    CHECK(config.head_dim == 6);
    CHECK(config.vocab_size == 260);
    CHECK(config.max_position_embeddings == 64);
    CHECK(config.rms_norm_eps == 1e-6f);
    CHECK(config.rope_theta == 10000.0f);
    CHECK_FALSE(config.tie_word_embeddings);
    CHECK(config.qkv_bias);
    CHECK_FALSE(config.o_bias);
    CHECK(config.eos_token_id == std::vector<TokenId>{256});
}

TEST_CASE("what Qwen2-0.5B's own config.json says besides is no hindrance") {
    const Config config = read(ordered_json::parse(R"({"architectures": ["Qwen2ForCausalLM"], "attention_dropout": 0.0,
        "bos_token_id": 151643, "eos_token_id": 151643, "hidden_act": "silu", "hidden_size": 896,
        "initializer_range": 0.02, "intermediate_size": 4864, "max_position_embeddings": 131072,
        "max_window_layers": 24,
        "model_type": "qwen2", "num_attention_heads": 14, "num_hidden_layers": 24, "num_key_value_heads": 2,
        "rms_norm_eps": 1e-06, "rope_theta": 1000000.0, "sliding_window": 131072, "tie_word_embeddings": true,
        "torch_dtype": "bfloat16", "use_cache": true, "use_mrope": false, "use_sliding_window": false,
        "vocab_size": 151936})"));
    CHECK(config.head_dim == 64);
    CHECK(config.rope_theta == 1e6f);
    CHECK(config.tie_word_embeddings);
}

TEST_CASE("a Llama has biases when it says so, and all its heads have keys when it does not") {
    ordered_json config = model_files::small_qwen2().config;
    config["architectures"] = {"LlamaForCausalLM"};
    config.erase("num_key_value_heads");
    config.erase("head_dim");
    CHECK_FALSE(read(config).qkv_bias);
    CHECK(read(config).num_key_value_heads == 4);
    CHECK(read(config).head_dim == 4);
    config["attention_bias"] = true;
    CHECK(read(config).qkv_bias);
    CHECK(read(config).o_bias);
}

TEST_CASE(
    "a Qwen3 has norms on queries and keys, no biases unless it says so, and heads of 128 where it says nothing") {
    ordered_json config = model_files::small_qwen3().config;
    CHECK(read(config).qk_norm);
    CHECK_FALSE(read(config).qkv_bias);
    CHECK_FALSE(read(config).o_bias);
    CHECK(read(config).head_dim == 6);
    CHECK_FALSE(read(model_files::small_qwen2().config).qk_norm);
    config["attention_bias"] = true;
    CHECK(read(config).qkv_bias);
    CHECK(read(config).o_bias);
    config.erase("head_dim");
    CHECK(read(config).head_dim == 128);
}

TEST_CASE("transformers 5 writes RoPE's parameters elsewhere") {
    ordered_json config = model_files::small_qwen2().config;
    config.erase("rope_theta");
    config["rope_parameters"] = {{"rope_type", "default"}, {"rope_theta", 500000.0}};
    CHECK(read(config).rope_theta == 500000.0f);
}

TEST_CASE("a text may end in several ways, or in none") {
    ordered_json config = model_files::small_qwen2().config;
    config["eos_token_id"] = {3, 4};
    CHECK(read(config).eos_token_id == std::vector<TokenId>{3, 4});
    config["eos_token_id"] = nullptr;
    CHECK(read(config).eos_token_id.empty());
}

TEST_CASE("sizes that are no counts are refused by key") {
    for (const char* key : {"hidden_size", "intermediate_size", "num_hidden_layers", "num_attention_heads",
                            "vocab_size", "num_key_value_heads", "max_position_embeddings", "head_dim"}) {
        for (const ordered_json& value :
             {ordered_json(0), ordered_json(-4), ordered_json(4.5), ordered_json("16"), ordered_json(true),
              ordered_json(1e300), ordered_json(18446744073709551615u), ordered_json::array({16})}) {
            check_refused({{key, value}});
        }
    }
    for (const char* key : {"hidden_size", "intermediate_size", "num_hidden_layers", "num_attention_heads",
                            "vocab_size", "max_position_embeddings"}) {
        check_refused({{key, nullptr}});
    }
}

TEST_CASE("sizes that do not fit each other are refused by key") {
    check_refused({{"num_key_value_heads", 3}});
    check_refused({{"num_key_value_heads", 8}});
    check_refused({{"head_dim", 5}});
    check_refused({{"head_dim", nullptr}, {"num_attention_heads", 32}});  // 16 / 32 is 0
}

TEST_CASE("what a model may ask for and is not done here is refused by key") {
    check_refused({{"architectures", {"GPT2LMHeadModel"}}});
    check_refused({{"architectures", nullptr}});
    check_refused({{"architectures", "Qwen2ForCausalLM"}});
    check_refused({{"architectures", {"Qwen2ForCausalLM", "LlamaForCausalLM"}}});
    check_refused({{"hidden_act", "gelu"}});
    check_refused({{"mlp_bias", true}});
    check_refused({{"use_sliding_window", true}});
    check_refused({{"quantization_config", {{"bits", 4}}}});
    check_refused({{"rope_scaling", {{"type", "linear"}, {"factor", 2.0}}}});
    check_refused({{"rope_scaling", {{"rope_type", "yarn"}, {"factor", 4.0}}}});
    check_refused({{"rope_parameters", {{"rope_type", "llama3"}}}});
}

TEST_CASE("numbers and flags of another kind are refused by key") {
    for (const ordered_json& value : {ordered_json(0), ordered_json(-1e-6), ordered_json("1e-6"), ordered_json(1e60)}) {
        check_refused({{"rms_norm_eps", value}});
        check_refused({{"rope_theta", value}});
    }
    check_refused({{"tie_word_embeddings", "yes"}});
    check_refused({{"eos_token_id", "<|endoftext|>"}});
    check_refused({{"eos_token_id", -1}});
    check_refused({{"rope_scaling", 2}});
    check_refused({{"rope_parameters", {{"rope_theta", "big"}}}});
}
