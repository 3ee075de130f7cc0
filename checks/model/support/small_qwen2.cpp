#include "small_qwen2.hpp"

#include <numeric>
#include <random>

namespace model_files {
namespace {

using nlohmann::ordered_json;

/// Byte-level BPE without a merge. GPT-2's rule makes each byte a printable character.
std::string tokenizer_of_bytes() {
    ordered_json vocab = ordered_json::object();
    int moved = 0;
    for (int byte = 0; byte < 256; ++byte) {
        const bool printable = (byte > 32 && byte < 127) || (byte > 160 && byte != 173);
        const int character = printable ? byte : 256 + moved++;
        const std::string utf8 = character < 128 ? std::string(1, static_cast<char>(character))
                                                 : std::string{static_cast<char>(0xC0 | character >> 6),
                                                               static_cast<char>(0x80 | (character & 0x3F))};
        vocab[utf8] = byte;
    }
    const ordered_json byte_level = {
        {"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", true}, {"use_regex", false}};
    ordered_json end = {{"id", 256}, {"content", "<|endoftext|>"}, {"special", true}};
    for (const char* flag : {"single_word", "lstrip", "rstrip", "normalized"}) end[flag] = false;
    return ordered_json{{"version", "1.0"},
                        {"truncation", nullptr},
                        {"padding", nullptr},
                        {"added_tokens", {end}},
                        {"normalizer", nullptr},
                        {"pre_tokenizer", byte_level},
                        {"post_processor", nullptr},
                        {"decoder", byte_level},
                        {"model", {{"type", "BPE"}, {"vocab", vocab}, {"merges", ordered_json::array()}}}}
        .dump();
}

}  // namespace

Model small_qwen2() {
    Model model;
    model.config = {{"architectures", {"Qwen2ForCausalLM"}},
                    {"model_type", "qwen2"},
                    {"hidden_act", "silu"},
                    {"hidden_size", 16},
                    {"intermediate_size", 24},
                    {"num_hidden_layers", 2},
                    {"num_attention_heads", 4},
                    {"num_key_value_heads", 2},
                    {"head_dim", 6},
                    {"vocab_size", 260},
                    {"max_position_embeddings", 64},
                    {"rms_norm_eps", 1e-6},
                    {"rope_theta", 10000.0},
                    {"tie_word_embeddings", false},
                    {"eos_token_id", 256}};
    model.tokenizer = tokenizer_of_bytes();
    std::mt19937 random(4);
    const auto add = [&](const std::string& name, const std::vector<std::size_t>& shape, float centre, float scale) {
        std::vector<float> values(std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>()));
        for (float& value : values) value = centre + scale * (static_cast<float>(random()) * 0x1p-31f - 1);
        model.tensors.push_back(entry(name, "F32", shape, values));
    };
    add("model.embed_tokens.weight", {260, 16}, 0, 1);
    for (const std::string layer : {"0", "1"}) {
        const std::string prefix = "model.layers." + layer + ".";
        add(prefix + "input_layernorm.weight", {16}, 1, 0.5);
        add(prefix + "self_attn.q_proj.weight", {24, 16}, 0, 0.6);
        add(prefix + "self_attn.q_proj.bias", {24}, 0, 0.6);
        add(prefix + "self_attn.k_proj.weight", {12, 16}, 0, 0.6);
        add(prefix + "self_attn.k_proj.bias", {12}, 0, 0.6);
        add(prefix + "self_attn.v_proj.weight", {12, 16}, 0, 0.6);
        add(prefix + "self_attn.v_proj.bias", {12}, 0, 0.6);
        add(prefix + "self_attn.o_proj.weight", {16, 24}, 0, 0.4);
        add(prefix + "post_attention_layernorm.weight", {16}, 1, 0.5);
        add(prefix + "mlp.gate_proj.weight", {24, 16}, 0, 0.6);
        add(prefix + "mlp.up_proj.weight", {24, 16}, 0, 0.6);
        add(prefix + "mlp.down_proj.weight", {16, 24}, 0, 0.6);
    }
    add("model.norm.weight", {16}, 1, 0.5);
    add("lm_head.weight", {260, 16}, 0, 0.6);
    return model;
}

Model small_qwen3() {
    Model model = small_qwen2();
    model.config["architectures"] = {"Qwen3ForCausalLM"};
    model.config["model_type"] = "qwen3";
    std::erase_if(model.tensors, [](const Entry& e) { return e.name.ends_with(".bias"); });
    for (const std::string layer : {"0", "1"}) {
        const std::string prefix = "model.layers." + layer + ".self_attn.";
        model.tensors.push_back(entry(prefix + "q_norm.weight", "F32", {6}, {0.5f, -1.0f, 1.5f, 2.0f, 0.75f, 1.0f}));
        model.tensors.push_back(entry(prefix + "k_norm.weight", "F32", {6}, {1.25f, 1.0f, 0.5f, -2.0f, 1.0f, 1.75f}));
    }
    return model;
}

}  // namespace model_files
