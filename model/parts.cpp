#include "model/parts.hpp"

#include <algorithm>
#include <sstream>

#include "model/long_attention.hpp"
#include "model/speaker.hpp"

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
             const StoredTensors& tensors, std::size_t rows)
    : options_(options),
      config_(config),
      sampling_(sampling),
      tokenizer_(tokenizer),
      bytes_(tensors.bytes()),
      rows_(rows),
      q8_0_(kept_as() ? kept_as() == DType::q8_0 : tensors.contains(DType::q8_0)) {}

std::string Parts::whose(const std::string& part) const {
    if (options_.mistake.starts_with(part + "/")) return "mistake";
    return std::find(options_.yours.begin(), options_.yours.end(), part) != options_.yours.end() ? "yours" : "given";
}

Weights Parts::weights() const {
    if (q8_0_ && whose("q8_0_linear") != "given") return Weights::by_q8_0_linear;
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

DType Parts::cache_as() const { return options_.cache_as == "q8_0" ? DType::q8_0 : DType::float32; }

LayerBy Parts::layer_by() const {
    const bool week1 = whose("pre_norm_block") != "given" && whose("decoder_layer") != "mistake" &&
                       (whose("decoder_layer") == "given" || whose("pre_norm_block") == "mistake");
    return week1 && weights() == Weights::in_memory ? LayerBy::pre_norm_block : LayerBy::decoder_layer;
}

bool Parts::tiles() const {
    const auto any = [&](std::initializer_list<const char*> parts, const char* is) {
        return std::any_of(parts.begin(), parts.end(), [&](const char* part) { return whose(part) == is; });
    };
    const auto table = {"softmax",         "causal_mask",    "scaled_dot_product_attention", "grouped_query_attention",
                        "qwen2_attention", "qwen3_attention"};
    if (any(table, "mistake")) return false;
    return !any(table, "yours") || any({"flash_attention", "merge_attention"}, "yours") ||
           any({"flash_attention", "merge_attention"}, "mistake");
}

namespace {

constexpr const char* of_pages[] = {"block_pool", "paged_kv_cache", "paged_attention", "prefix_cache",
                                    "batched_attention"};
/// In their place with pages.
constexpr const char* of_one_text[] = {"causal_mask",
                                       "scaled_dot_product_attention",
                                       "kv_cache",
                                       "grouped_query_attention",
                                       "qwen2_attention",
                                       "qwen3_attention",
                                       "flash_attention",
                                       "merge_attention",
                                       "qwen2"};
/// In whose place tiles come for all rows where a cache has blocks.
constexpr const char* of_numbers[] = {"causal_mask",     "scaled_dot_product_attention",
                                      "kv_cache",        "grouped_query_attention",
                                      "qwen2_attention", "qwen3_attention"};

}  // namespace

bool Parts::paged() const {
    const auto any = [&](const auto& parts, const char* is) {
        return std::any_of(std::begin(parts), std::end(parts), [&](const char* part) { return whose(part) == is; });
    };
    if (options_.together || options_.serve) return true;
    return options_.chat && cache_as() == DType::float32 && !any(of_one_text, "mistake") &&
           (any(of_pages, "yours") || any(of_pages, "mistake") || !any(of_one_text, "yours"));
}

By Parts::by() const { return {layer_by(), tiles(), cache_as()}; }

bool Parts::encodes() const {
    if (!tokenizer_.is_of_exercise()) return false;
    constexpr std::size_t large = 20'000;
    if (tokenizer_.vocab_size() < large) return true;
    return whose("byte_level") != "given" || whose("bpe") != "given" || whose("encode") != "given";
}

bool Parts::runs(const std::string& part) const {
    // Of two that do the same for different models, or in different weeks, one runs.
    if (part == "pre_norm_block") return layer_by() == LayerBy::pre_norm_block;
    const auto is_one = [&](const char* one) { return part == one; };
    if (std::any_of(std::begin(of_pages), std::end(of_pages), is_one)) return paged();
    if (paged() && std::any_of(std::begin(of_one_text), std::end(of_one_text), is_one)) return false;
    const bool blocks = cache_as() == DType::q8_0;
    if (blocks && std::any_of(std::begin(of_numbers), std::end(of_numbers), is_one)) return false;
    if (part == "decoder_layer") return layer_by() == LayerBy::decoder_layer;
    if (part == "qwen2_attention") return !config_.qk_norm;
    if (part == "qwen3_attention") return config_.qk_norm;
    if (part == "flash_attention") return blocks || (tiles() && rows_ >= long_from);
    // A second piece that is short goes without tiles.
    if (part == "merge_attention")
        return blocks ? rows_ > piece || options_.tokens != 1 : tiles() && rows_ >= piece + long_from;
    // Of what multiplies, what takes the weights as they are.
    if (part == "linear" || part == "qwen2_mlp") return weights() != Weights::by_q8_0_linear;
    if (part == "q8_0_linear") return q8_0_ && (weights() == Weights::by_q8_0_linear || weights() == Weights::in_file);
    // Of what stores and measures them, what --weights asks for.
    if (part == "quantize_q8_0") return kept_as() == DType::q8_0 || weights() == Weights::by_q8_0_linear || blocks;
    if (part == "quantize_q4_0") return kept_as() == DType::q4_0;
    if (part == "perplexity") return kept_as() && !options_.chat && !options_.together && !options_.serve;
    // Of what chooses, what was asked for.
    const bool any = options_.serve;  // as each client likes
    const bool draws = sampling_.temperature > 0 || any, guesses = options_.guess;
    if (part == "greedy") return (any || !draws) && !guesses;
    if (part == "temperature") return draws;
    if (part == "sample") return draws && !guesses;
    if (part == "top_k") return draws && sampling_.top_k > 0;
    if (part == "top_p") return draws && (any || sampling_.top_p < 1);
    if (part == "min_p") return draws && sampling_.min_p > 0;
    if (part == "repetition_penalty") return sampling_.repetition_penalty != 1;
    if (part == "generate") return !guesses && !options_.together && !options_.serve;
    if (part == "schedule" || part == "serving_metrics") return options_.together || options_.serve;
    if (part == "stop_text" || part == "chat_request" || part == "chat_chunk" || part == "token_mask")
        return options_.serve;
    if (part == "ngram_draft" || part == "accept_greedy" || part == "speculative_generate") return guesses;
    if (part == "accept_sampled") return draws && guesses;
    if (part == "chat_prompt") return options_.chat || options_.serve;
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
