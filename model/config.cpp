#include "model/config.hpp"

#include <cmath>
#include <limits>

#include "model/error.hpp"
#include "model/json_file.hpp"
#include "model/mapped_file.hpp"

namespace tiny_llm {
namespace {

using nlohmann::json;

/// A JSON object and where it came from, so that every complaint names file and key.
class Object {
public:
    explicit Object(const std::filesystem::path& file)
        : where_(file.string()), object_(parse_json_object(read_text(file), where_)) {}

    [[noreturn]] void fail(const std::string& key, const std::string& what) const {
        throw ModelError(where_ + ": " + key + ": " + what);
    }

    /// The value, or null when the key is not there: in these files both mean "not set".
    json value(const std::string& key) const { return object_.value(key, json()); }

    std::size_t count(const std::string& key, std::optional<std::size_t> otherwise = {}) const {
        const json found = value(key);
        if (found.is_null() && otherwise) return *otherwise;
        if (found.is_null()) fail(key, "missing");
        constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
        if (!found.is_number_unsigned() || found.get<std::size_t>() == 0 || found.get<std::size_t>() > most) {
            fail(key, found.dump() + " is not a count");
        }
        return found.get<std::size_t>();
    }

    float positive(const std::string& key, float otherwise) const { return positive(key, value(key), otherwise); }
    float positive(const std::string& key, const json& found, float otherwise) const {
        if (found.is_null()) return otherwise;
        const float number = found.is_number() ? found.get<float>() : -1;
        if (!(number > 0) || !std::isfinite(number)) fail(key, found.dump() + " is not a positive number");
        return number;
    }

    bool flag(const std::string& key, bool otherwise) const {
        const json found = value(key);
        if (found.is_null()) return otherwise;
        if (!found.is_boolean()) fail(key, found.dump() + " is not true or false");
        return found.get<bool>();
    }

private:
    std::string where_;
    json object_;
};

std::string architecture(const Object& file) {
    const json names = file.value("architectures");
    std::string name = names.is_array() && names.size() == 1 && names[0].is_string() ? names[0].get<std::string>() : "";
    if (name != "Qwen2ForCausalLM" && name != "Qwen3ForCausalLM" && name != "LlamaForCausalLM") {
        file.fail("architectures",
                  names.dump() + ", and only Qwen2ForCausalLM, Qwen3ForCausalLM and LlamaForCausalLM run here");
    }
    return name;
}

void refuse_what_is_not_done(const Object& file) {
    if (const json act = file.value("hidden_act"); !act.is_null() && act != "silu") {
        file.fail("hidden_act", act.dump() + ", and only \"silu\" is supported here");
    }
    if (file.flag("mlp_bias", false)) file.fail("mlp_bias", "an MLP with biases is not supported here");
    if (file.flag("use_sliding_window", false))
        file.fail("use_sliding_window", "sliding windows are not supported here");
    if (const json q = file.value("quantization_config"); !q.is_null()) {
        file.fail("quantization_config", "quantized weights are not read here");
    }
}

/// Older files have rope_theta and rope_scaling, those of transformers 5 rope_parameters.
float rope_theta(const Object& file) {
    constexpr float usual = 10000.0f;
    float theta = file.positive("rope_theta", usual);
    for (const char* key : {"rope_scaling", "rope_parameters"}) {
        const json rope = file.value(key);
        if (rope.is_null()) continue;
        if (!rope.is_object()) file.fail(key, rope.dump() + " is not an object");
        const json type = rope.contains("rope_type") ? rope["rope_type"] : rope.value("type", json());
        if (!type.is_null() && type != "default")
            file.fail(key, "RoPE of type " + type.dump() + " is not supported here");
        theta = file.positive(std::string(key) + ".rope_theta", rope.value("rope_theta", json()), theta);
    }
    return theta;
}

std::vector<TokenId> eos_tokens(const Object& file) {
    const json found = file.value("eos_token_id");
    if (found.is_null()) return {};
    std::vector<TokenId> ids;
    for (const json& id : found.is_array() ? found : json::array({found})) {
        if (!id.is_number_unsigned()) file.fail("eos_token_id", found.dump() + " is not a token or a list of tokens");
        ids.push_back(id.get<TokenId>());
    }
    return ids;
}

}  // namespace

Sampling read_sampling(const std::filesystem::path& folder) {
    const auto path = folder / "generation_config.json";
    if (!std::filesystem::exists(path)) return {};
    const Object file(path);
    Sampling sampling;
    sampling.temperature = file.flag("do_sample", true) ? file.positive("temperature", sampling.temperature) : 0;
    if (const json k = file.value("top_k"); !k.is_null() && k != 0) sampling.top_k = file.count("top_k");
    sampling.top_p = file.positive("top_p", sampling.top_p);
    sampling.repetition_penalty = file.positive("repetition_penalty", sampling.repetition_penalty);
    if (const json p = file.value("min_p"); !p.is_null() && p != 0) sampling.min_p = file.positive("min_p", 0);
    return sampling;
}

Config read_config(const std::filesystem::path& folder) {
    const Object file(folder / "config.json");
    const std::string name = architecture(file);
    const bool qwen2 = name == "Qwen2ForCausalLM", qwen3 = name == "Qwen3ForCausalLM";
    refuse_what_is_not_done(file);
    Config config;
    config.hidden_size = file.count("hidden_size");
    config.intermediate_size = file.count("intermediate_size");
    config.num_hidden_layers = file.count("num_hidden_layers");
    config.num_attention_heads = file.count("num_attention_heads");
    config.num_key_value_heads = file.count("num_key_value_heads", config.num_attention_heads);
    config.vocab_size = file.count("vocab_size");
    config.max_position_embeddings = file.count("max_position_embeddings");
    config.rms_norm_eps = file.positive("rms_norm_eps", 1e-6f);
    config.rope_theta = rope_theta(file);
    config.tie_word_embeddings = file.flag("tie_word_embeddings", false);
    config.o_bias = !qwen2 && file.flag("attention_bias", false);
    config.qkv_bias = qwen2 || config.o_bias;
    config.qk_norm = qwen3;
    // Hugging Face's Qwen3 has 128 where the file says nothing.
    config.head_dim = file.count("head_dim", qwen3 ? 128 : config.hidden_size / config.num_attention_heads);
    if (config.num_attention_heads % config.num_key_value_heads != 0) {
        file.fail("num_key_value_heads", std::to_string(config.num_key_value_heads) + " does not divide the " +
                                             std::to_string(config.num_attention_heads) + " heads");
    }
    if (config.head_dim % 2 != 0 || config.head_dim == 0) {
        file.fail("head_dim", std::to_string(config.head_dim) + " is not even, and RoPE turns pairs");
    }
    config.eos_token_id = eos_tokens(file);
    if (const auto path = folder / "generation_config.json"; std::filesystem::exists(path)) {
        const std::vector<TokenId> generation = eos_tokens(Object(path));
        if (!generation.empty()) config.eos_token_id = generation;
    }
    return config;
}

}  // namespace tiny_llm
