#include "gguf_files.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace gguf_files {
namespace {

using nlohmann::ordered_json;

/// A Llama's rows of queries and keys: row i of a head's first half, then row i of its second.
void make_neighbours(Tensor& tensor, std::size_t heads) {
    const std::size_t rows = tensor.shape[0], row = tensor.bytes.size() / rows, half = rows / heads / 2;
    std::string bytes;
    for (std::size_t head = 0; head < heads; ++head) {
        for (std::size_t i = 0; i < half; ++i) {
            for (const std::size_t from : {i, i + half})
                bytes += tensor.bytes.substr((head * 2 * half + from) * row, row);
        }
    }
    tensor.bytes = bytes;
}

std::string name_in_gguf(std::string name) {
    const std::pair<const char*, const char*> names[] = {{"model.embed_tokens", "token_embd"},
                                                         {"model.norm", "output_norm"},
                                                         {"lm_head", "output"},
                                                         {"model.layers", "blk"},
                                                         {"input_layernorm", "attn_norm"},
                                                         {"post_attention_layernorm", "ffn_norm"},
                                                         {"self_attn.o_proj", "attn_output"},
                                                         {"self_attn.", "attn_"},
                                                         {"mlp.", "ffn_"},
                                                         {"_proj", ""}};
    for (const auto& [from, to] : names) {
        if (const std::size_t at = name.find(from); at != name.npos) name.replace(at, std::string(from).size(), to);
    }
    return name;
}

}  // namespace

std::string with_length(const std::string& text) { return bytes_of(std::uint64_t{text.size()}) + text; }

Entry text(const std::string& key, const std::string& value) { return {key, bytes_of(8u) + with_length(value)}; }
Entry number(const std::string& key, std::uint32_t value) { return {key, bytes_of(4u) + bytes_of(value)}; }
Entry flag(const std::string& key, bool value) { return {key, bytes_of(7u) + bytes_of(value)}; }
Entry real(const std::string& key, float value) { return {key, bytes_of(6u) + bytes_of(value)}; }
Entry texts(const std::string& key, const std::vector<std::string>& values) {
    std::string value = bytes_of(9u) + bytes_of(8u) + bytes_of(std::uint64_t{values.size()});
    for (const std::string& one : values) value += with_length(one);
    return {key, value};
}
Entry numbers(const std::string& key, const std::vector<std::int32_t>& values) {
    std::string value = bytes_of(9u) + bytes_of(5u) + bytes_of(std::uint64_t{values.size()});
    for (const std::int32_t one : values) value += bytes_of(one);
    return {key, value};
}

std::string file(const std::vector<Entry>& entries, const std::vector<Tensor>& tensors) {
    std::string head =
        "GGUF" + bytes_of(3u) + bytes_of(std::uint64_t{tensors.size()}) + bytes_of(std::uint64_t{entries.size()});
    std::string data;
    for (const Entry& entry : entries) head += with_length(entry.key) + entry.value;
    for (const Tensor& tensor : tensors) {
        head += with_length(tensor.name) + bytes_of(static_cast<std::uint32_t>(tensor.shape.size()));
        for (auto length = tensor.shape.rbegin(); length != tensor.shape.rend(); ++length) {
            head += bytes_of(std::uint64_t{*length});
        }
        head += bytes_of(tensor.type) + bytes_of(std::uint64_t{data.size()});
        data += tensor.bytes;
        data.resize((data.size() + 31) / 32 * 32);
    }
    head.resize((head.size() + 31) / 32 * 32);
    return head + data;
}

Model::Model(const model_files::Model& model, const std::string& architecture) {
    const std::string prefix = architecture + ".";
    const auto& config = model.config;
    entries = {text("general.architecture", architecture), text("general.name", "small")};
    for (const auto& [key, from] : {std::pair("embedding_length", "hidden_size"),
                                    {"feed_forward_length", "intermediate_size"},
                                    {"block_count", "num_hidden_layers"},
                                    {"attention.head_count", "num_attention_heads"},
                                    {"attention.head_count_kv", "num_key_value_heads"},
                                    {"context_length", "max_position_embeddings"},
                                    {"attention.key_length", "head_dim"}}) {
        if (config.contains(from)) entries.push_back(number(prefix + key, config[from]));
    }
    entries.push_back(real(prefix + "attention.layer_norm_rms_epsilon", config["rms_norm_eps"]));
    entries.push_back(real(prefix + "rope.freq_base", config["rope_theta"]));

    const ordered_json tokenizer = ordered_json::parse(model.tokenizer);
    std::vector<std::string> tokens(config["vocab_size"].get<std::size_t>()), merges;
    std::vector<std::int32_t> types(tokens.size(), 5);
    for (const auto& [token, id] : tokenizer["model"]["vocab"].items()) tokens[id] = token, types[id] = 1;
    for (const auto& token : tokenizer["added_tokens"]) tokens[token["id"]] = token["content"], types[token["id"]] = 3;
    for (const auto& merge : tokenizer["model"]["merges"]) merges.push_back(merge);
    entries.insert(entries.end(), {text("tokenizer.ggml.model", "gpt2"), text("tokenizer.ggml.pre", "qwen2"),
                                   texts("tokenizer.ggml.tokens", tokens), numbers("tokenizer.ggml.token_type", types),
                                   texts("tokenizer.ggml.merges", merges),
                                   number("tokenizer.ggml.eos_token_id", config["eos_token_id"])});

    const std::map<std::string, std::uint32_t> types_of{{"F32", 0}, {"F16", 1}, {"BF16", 30}};
    for (const model_files::Entry& e : model.tensors) {
        Tensor tensor{name_in_gguf(e.name), types_of.at(e.dtype), e.shape, e.bytes};
        const bool query = e.name.find(".q_proj") != e.name.npos, key = e.name.find(".k_proj") != e.name.npos;
        if (architecture == "llama" && (query || key)) {
            make_neighbours(tensor, config[query ? "num_attention_heads" : "num_key_value_heads"]);
        }
        tensors.push_back(tensor);
    }
}

Entry& Model::entry(const std::string& key) {
    const auto found =
        std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.key == key; });
    if (found != entries.end()) return *found;
    entries.push_back({key, ""});
    return entries.back();
}

Tensor& Model::tensor(const std::string& name) {
    for (Tensor& tensor : tensors) {
        if (tensor.name == name) return tensor;
    }
    throw std::out_of_range(name);
}

}  // namespace gguf_files
