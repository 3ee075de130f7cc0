#include "model/parts.hpp"

#include <algorithm>
#include <sstream>

namespace tiny_llm {
namespace {

/// In lines of at most 76 characters, the later ones under the first one's text.
std::string wrapped(const std::string& text) {
    std::istringstream words(text);
    std::string word, result = " ";
    std::size_t width = 1;
    while (words >> word) {
        if (width + 1 + word.size() > 76) {
            result += "\n   ";
            width = 3;
        }
        result += " " + word;
        width += 1 + word.size();
    }
    return result;
}

}  // namespace

Parts::Parts(const StoryOptions& options, const Config& config, const Sampling& sampling, const Tokenizer& tokenizer,
             std::size_t bytes)
    : options_(options), config_(config), sampling_(sampling), tokenizer_(tokenizer), bytes_(bytes) {}

std::string Parts::whose(const std::string& part) const {
    if (options_.mistake.starts_with(part + "/")) return "mistake";
    return std::find(options_.yours.begin(), options_.yours.end(), part) != options_.yours.end() ? "yours" : "given";
}

Weights Parts::weights() const {
    constexpr std::size_t large = std::size_t{64} << 20;
    for (const char* part : {"silu", "linear", "qwen2_mlp", "embedding", "pre_norm_block"}) {
        if (whose(part) != "given") return bytes_ < large && !kept_as() ? Weights::in_memory : Weights::in_blocks;
    }
    return Weights::in_file;
}

std::optional<DType> Parts::kept_as() const {
    if (options_.weights == "bfloat16") return DType::bfloat16;
    if (options_.weights == "q8_0") return DType::q8_0;
    if (options_.weights == "q4_0") return DType::q4_0;
    return std::nullopt;
}

LayerBy Parts::layer_by() const {
    const bool week1 = whose("pre_norm_block") != "given" && whose("decoder_layer") != "mistake" &&
                       (whose("decoder_layer") == "given" || whose("pre_norm_block") == "mistake");
    return week1 && weights() == Weights::in_memory ? LayerBy::pre_norm_block : LayerBy::decoder_layer;
}

bool Parts::encodes() const {
    if (!tokenizer_.is_of_exercise()) return false;
    constexpr std::size_t large = 20'000;
    if (tokenizer_.vocab_size() < large) return true;
    return whose("byte_level") != "given" || whose("bpe") != "given" || whose("encode") != "given";
}

bool Parts::runs(const std::string& part) const {
    // Of two that do the same for different models, or in different weeks, one runs.
    if (part == "pre_norm_block") return layer_by() == LayerBy::pre_norm_block;
    if (part == "decoder_layer") return layer_by() == LayerBy::decoder_layer;
    if (part == "qwen2_attention") return !config_.qk_norm;
    if (part == "qwen3_attention") return config_.qk_norm;
    // Of what chooses, what was asked for.
    const bool draws = sampling_.temperature > 0;
    if (part == "greedy") return !draws;
    if (part == "temperature" || part == "sample") return draws;
    if (part == "top_k") return draws && sampling_.top_k > 0;
    if (part == "top_p") return draws && sampling_.top_p < 1;
    if (part == "min_p") return draws && sampling_.min_p > 0;
    if (part == "repetition_penalty") return sampling_.repetition_penalty != 1;
    if (part == "chat_prompt") return options_.chat;
    if (part == "byte_level" || part == "bpe" || part == "encode") return encodes();
    return true;
}

std::vector<std::string> Parts::running() const {
    std::vector<std::string> parts{TINY_LLM_PARTS};
    std::erase_if(parts, [&](const std::string& part) { return !runs(part); });
    return parts;
}

std::string Parts::summary() const {
    std::string text;
    for (const auto& [kind, name] : {std::pair("yours", options_.either("yours", "你写的")),
                                     std::pair("given", options_.either("given", "课程给的")),
                                     std::pair("mistake", options_.either("mistaken", "带错的"))}) {
        std::string list;
        for (const std::string& part : running()) {
            if (whose(part) == kind) list += " " + (kind == std::string("mistake") ? options_.mistake : part);
        }
        if (!list.empty()) text += wrapped("  " + name + options_.either(":", "：") + list) + "\n";
    }
    return text;
}

}  // namespace tiny_llm
