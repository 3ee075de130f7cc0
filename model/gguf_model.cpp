#include "model/gguf_model.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "model/tokenizer/pre_tokenizer.hpp"

namespace tiny_llm {
namespace {

std::string architecture_of(const Gguf& gguf) {
    const std::string name = gguf.text("general.architecture");
    if (name != "qwen2" && name != "qwen3" && name != "llama") {
        gguf.fail("general.architecture", in_quotes(name) + ", and only qwen2, qwen3 and llama run here");
    }
    return name;
}

const StoredTensor* tensor_of(const Gguf& gguf, const std::string& name) {
    const auto& all = gguf.tensors();
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& tensor) { return tensor.name == name; });
    return found == all.end() ? nullptr : &*found;
}

/// What stands for it in a folder; empty where no model that runs here has such a tensor.
std::string name_in_folder(const Gguf& gguf, const std::string& name, std::size_t layers) {
    static const std::map<std::string, std::string> of_model{{"token_embd.weight", "model.embed_tokens.weight"},
                                                             {"output_norm.weight", "model.norm.weight"},
                                                             {"output.weight", "lm_head.weight"}};
    static const std::map<std::string, std::string> of_layer{
        {"attn_norm", "input_layernorm"},    {"ffn_norm", "post_attention_layernorm"},
        {"attn_q", "self_attn.q_proj"},      {"attn_k", "self_attn.k_proj"},
        {"attn_v", "self_attn.v_proj"},      {"attn_output", "self_attn.o_proj"},
        {"attn_q_norm", "self_attn.q_norm"}, {"attn_k_norm", "self_attn.k_norm"},
        {"ffn_gate", "mlp.gate_proj"},       {"ffn_up", "mlp.up_proj"},
        {"ffn_down", "mlp.down_proj"}};
    if (const auto found = of_model.find(name); found != of_model.end()) return found->second;
    const std::size_t first = name.find('.'), second = name.find('.', first + 1), last = name.rfind('.');
    if (!name.starts_with("blk.") || second == name.npos || last == second) return "";
    const std::string layer = name.substr(first + 1, second - first - 1), kind = name.substr(last);
    const auto found = of_layer.find(name.substr(second + 1, last - second - 1));
    if (found == of_layer.end() || (kind != ".weight" && kind != ".bias")) return "";
    std::size_t index = layers;
    std::from_chars(layer.data(), layer.data() + layer.size(), index);
    if (index >= layers || std::to_string(index) != layer) {
        gguf.fail(name, "no layer of the model's " + std::to_string(layers) + " has this number");
    }
    return "model.layers." + layer + "." + found->second + kind;
}

/// The converter puts row i of a head's first half, and row i of its second, next to each other.
StoredTensor with_halves(const StoredTensor& pairs, std::size_t heads) {
    const std::size_t rows = pairs.shape.at(0), dim = rows / heads, row = pairs.bytes() / rows;
    const auto memory = std::make_shared<std::vector<std::byte>>(pairs.bytes());
    for (std::size_t i = 0; i < rows; ++i) {
        const std::size_t head = i / dim, in_head = i % dim;
        const std::size_t from = head * dim + in_head % (dim / 2) * 2 + in_head / (dim / 2);
        std::memcpy(memory->data() + i * row, pairs.data + from * row, row);
    }
    StoredTensor halves = pairs;
    halves.data = memory->data();
    halves.owner = memory;
    return halves;
}

/// How text is cut, as a tokenizer.json says it.
nlohmann::json cut_by(const Gguf& gguf, const std::string& name) {
    const auto split = [](const char* pattern) {
        return nlohmann::json{
            {"type", "Split"}, {"behavior", "Isolated"}, {"invert", false}, {"pattern", {{"Regex", pattern}}}};
    };
    const auto bytes = [](bool gpt2) {
        return nlohmann::json{{"type", "ByteLevel"}, {"add_prefix_space", false}, {"use_regex", gpt2}};
    };
    const auto both = [](const nlohmann::json& first, const nlohmann::json& second) {
        return nlohmann::json{{"type", "Sequence"}, {"pretokenizers", {first, second}}};
    };
    if (name == "qwen2") return both(split(qwen2_pattern), bytes(false));
    if (name == "gpt-2") return bytes(true);
    if (name == "smollm") return both(split(R"(\p{N})"), bytes(true));
    if (name == "llama-bpe") {
        return both(
            split(
                R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)"),
            bytes(false));
    }
    gguf.fail("tokenizer.ggml.pre", in_quotes(name) + ", and only qwen2, gpt-2, llama-bpe and smollm are read here");
}

}  // namespace

Config read_config(const Gguf& gguf) {
    const std::string arch = architecture_of(gguf), prefix = arch + ".";
    if (gguf.whole("split.count", 1) > 1) gguf.fail("split.count", "a model in several files is not read here");
    const std::string scaling = gguf.text(prefix + "rope.scaling.type", "none");
    if (scaling != "none") gguf.fail(prefix + "rope.scaling.type", in_quotes(scaling) + " is not supported here");
    for (const char* key : {"expert_count", "attention.sliding_window"}) {
        if (gguf.whole(prefix + key, 0) > 0) gguf.fail(prefix + key, "is not supported here");
    }
    Config config;
    config.hidden_size = gguf.count(prefix + "embedding_length");
    config.intermediate_size = gguf.count(prefix + "feed_forward_length");
    config.num_hidden_layers = gguf.count(prefix + "block_count");
    config.num_attention_heads = gguf.count(prefix + "attention.head_count");
    config.num_key_value_heads = gguf.count(prefix + "attention.head_count_kv", config.num_attention_heads);
    config.max_position_embeddings = gguf.count(prefix + "context_length");
    config.rms_norm_eps = gguf.positive(prefix + "attention.layer_norm_rms_epsilon");
    config.rope_theta = gguf.positive(prefix + "rope.freq_base", 10000.0f);
    config.head_dim = gguf.whole(prefix + "attention.key_length", config.hidden_size / config.num_attention_heads);
    for (const char* key : {"attention.value_length", "rope.dimension_count"}) {
        const std::uint64_t dim = gguf.whole(prefix + key, config.head_dim);
        if (dim != config.head_dim) {
            gguf.fail(prefix + key, std::to_string(dim) + ", and only the size of a head, " +
                                        std::to_string(config.head_dim) + ", is supported here");
        }
    }
    if (config.num_attention_heads % config.num_key_value_heads != 0) {
        gguf.fail(prefix + "attention.head_count_kv", std::to_string(config.num_key_value_heads) +
                                                          " does not divide the " +
                                                          std::to_string(config.num_attention_heads) + " heads");
    }
    if (config.head_dim % 2 != 0 || config.head_dim == 0) {
        gguf.fail(prefix + "attention.key_length",
                  std::to_string(config.head_dim) + " is not even, and RoPE turns pairs");
    }
    const StoredTensor* table = tensor_of(gguf, "token_embd.weight");
    if (!table || table->shape.size() != 2) gguf.fail("token_embd.weight", table ? "not a matrix" : "missing");
    config.vocab_size = table->shape[0];
    if (const std::size_t tokens = gguf.texts("tokenizer.ggml.tokens").size(); tokens != config.vocab_size) {
        gguf.fail("tokenizer.ggml.tokens", std::to_string(tokens) + " tokens, but token_embd.weight has " +
                                               std::to_string(config.vocab_size) + " rows");
    }
    config.tie_word_embeddings = !tensor_of(gguf, "output.weight");
    config.qkv_bias = arch == "qwen2" || tensor_of(gguf, "blk.0.attn_q.bias");
    config.o_bias = tensor_of(gguf, "blk.0.attn_output.bias");
    config.qk_norm = arch == "qwen3";
    for (const char* key : {"tokenizer.ggml.eos_token_id", "tokenizer.ggml.eot_token_id"}) {
        if (!gguf.has(key)) continue;
        const auto id = static_cast<TokenId>(gguf.whole(key, 0));
        if (static_cast<std::size_t>(id) >= config.vocab_size)
            gguf.fail(key, "no token has the id " + std::to_string(id));
        config.eos_token_id.push_back(id);
    }
    return config;
}

TokenizerJson read_tokenizer(const Gguf& gguf) {
    using nlohmann::json;
    if (const std::string model = gguf.text("tokenizer.ggml.model"); model != "gpt2") {
        gguf.fail("tokenizer.ggml.model",
                  in_quotes(model) + ", and only gpt2, byte pair encoding on bytes, is read here");
    }
    const std::string pre = gguf.text("tokenizer.ggml.pre");
    TokenizerJson result;
    result.file = gguf.file().path().string();
    json& rest = result.rest = {{"added_tokens", json::array()},
                                {"pre_tokenizer", cut_by(gguf, pre)},
                                {"decoder", {{"type", "ByteLevel"}}},
                                {"model", {{"type", "BPE"}, {"ignore_merges", pre == "llama-bpe"}}}};
    if (pre == "qwen2") rest["normalizer"] = {{"type", "NFC"}};

    const std::vector<std::string_view> tokens = gguf.texts("tokenizer.ggml.tokens");
    if (tokens.size() > static_cast<std::size_t>(TokenizerJson::largest_id)) {
        gguf.fail("tokenizer.ggml.tokens", std::to_string(tokens.size()) + " are too many");
    }
    std::vector<std::int32_t> types(tokens.size(), 1);
    if (gguf.has("tokenizer.ggml.token_type")) types = gguf.numbers("tokenizer.ggml.token_type");
    if (types.size() != tokens.size()) {
        gguf.fail("tokenizer.ggml.token_type",
                  std::to_string(types.size()) + " types of " + std::to_string(tokens.size()) + " tokens");
    }
    for (std::size_t id = 0; id < tokens.size(); ++id) {
        enum { normal = 1, control = 3, user_defined = 4, unused = 5 };
        if (types[id] == normal) {
            result.tokens.add(tokens[id]);
            result.ids.push_back(static_cast<TokenId>(id));
        } else if (types[id] == control || types[id] == user_defined) {
            rest["added_tokens"].push_back(
                {{"id", id}, {"content", tokens[id]}, {"normalized", false}, {"special", types[id] == control}});
        } else if (types[id] != unused) {
            gguf.fail("tokenizer.ggml.token_type", "token " + std::to_string(id) + " is of type " +
                                                       std::to_string(types[id]) +
                                                       ", and only 1, 3, 4 and 5 are read here");
        }
    }
    const std::vector<std::string_view> merges = gguf.texts("tokenizer.ggml.merges");
    for (const std::string_view merge : merges) {
        const std::size_t space = merge.find(' ');
        if (space == merge.npos || merge.find(' ', space + 1) != merge.npos) {
            gguf.fail("tokenizer.ggml.merges", in_quotes(merge) + ": expected two tokens with a space between them");
        }
        result.merges.add(merge.substr(0, space));
        result.merges.add(merge.substr(space + 1));
    }
    if (gguf.flag("tokenizer.ggml.add_eos_token", false))
        gguf.fail("tokenizer.ggml.add_eos_token", "is not supported here");
    if (gguf.flag("tokenizer.ggml.add_bos_token", pre == "llama-bpe")) {
        const std::uint64_t id = gguf.count("tokenizer.ggml.bos_token_id");
        if (id >= tokens.size()) gguf.fail("tokenizer.ggml.bos_token_id", "no token has the id " + std::to_string(id));
        rest["post_processor"] = {{"type", "TemplateProcessing"},
                                  {"single", {{{"SpecialToken", {{"id", "bos"}}}}, {{"Sequence", {{"id", "A"}}}}}},
                                  {"special_tokens", {{"bos", {{"ids", json::array({id})}}}}}};
    }
    return result;
}

StoredTensors read_tensors(const Gguf& gguf, const Config& config) {
    const MappedFile& file = gguf.file();
    const bool llama = architecture_of(gguf) == "llama";
    StoredTensors result(file.path(), "its metadata", file.size());
    for (const StoredTensor& tensor : gguf.tensors()) {
        const std::string name = name_in_folder(gguf, tensor.name, config.num_hidden_layers);
        if (tensor.name == "rope_freqs.weight") gguf.fail(tensor.name, "scaled RoPE is not supported here");
        if (name.empty()) gguf.fail(tensor.name, "no model that runs here has such a tensor");
        const bool query = name.find(".q_proj.") != name.npos, key = name.find(".k_proj.") != name.npos;
        const std::size_t heads = query ? config.num_attention_heads : config.num_key_value_heads;
        const bool fits = !tensor.shape.empty() && tensor.shape[0] == heads * config.head_dim && tensor.size() > 0;
        result.add(name, llama && (query || key) && fits ? with_halves(tensor, heads) : tensor);
    }
    return result;
}

}  // namespace tiny_llm
