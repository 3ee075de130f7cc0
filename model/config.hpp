#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "model/sampling.hpp"
#include "tiny_llm/token.hpp"

namespace tiny_llm {

/// What a model's config.json says, under Hugging Face's names.
struct Config {
    std::size_t hidden_size = 0;        // E
    std::size_t intermediate_size = 0;  // I
    std::size_t num_hidden_layers = 0;
    std::size_t num_attention_heads = 0;  // H
    std::size_t num_key_value_heads = 0;  // H_kv, divides H
    std::size_t head_dim = 0;             // D, even
    std::size_t vocab_size = 0;           // V
    std::size_t max_position_embeddings = 0;
    float rms_norm_eps = 1e-6f;
    float rope_theta = 10000.0f;
    bool tie_word_embeddings = false;   // the head is the embedding
    bool qkv_bias = false;              // q_proj, k_proj and v_proj have one: always in Qwen2
    bool o_bias = false;                // o_proj has one
    bool qk_norm = false;               // queries and keys have norms of their own: Qwen3
    std::vector<TokenId> eos_token_id;  // any of these ends a text
};

/// Reads folder/config.json and, where it is there, generation_config.json, whose eos_token_id wins.
///
/// Reads Qwen2ForCausalLM, Qwen3ForCausalLM and LlamaForCausalLM. Throws ModelError naming the file and the key for every
/// other architecture and for what these may ask for and is not done here: another activation, scaled RoPE, sliding
/// windows, biases in the MLP, quantized weights.
///
/// Source: Hugging Face's Qwen2Config, Qwen3Config and LlamaConfig.
Config read_config(const std::filesystem::path& folder);

/// How the model's makers would choose tokens: folder/generation_config.json, and what a Sampling is where it says nothing. Throws
/// ModelError naming the file and the key.
Sampling read_sampling(const std::filesystem::path& folder);

}  // namespace tiny_llm
