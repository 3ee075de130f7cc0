#include "pictures.hpp"

namespace tiny_llm::figures {

namespace {

/// A picture in one language.
template <std::string (*draw)(const Theme&, const Words&), const Words& words>
std::string in(const Theme& theme) {
    return draw(theme, words);
}

}  // namespace

const std::vector<Picture>& pictures() {
    static const std::vector<Picture> all = {
        {"broadcasting", broadcasting},
        {"factors", factors},
        {"activations", activations},
        {"gelu-tanh-error", gelu_tanh_error},
        {"row-norms", row_norms},
        {"norm-axes", norm_axes},
        {"mlp-rows", mlp_rows},
        {"gate", gate},
        {"add-rms-norm-bytes", add_rms_norm_bytes},
        {"residual-stream", residual_stream},
        {"silu-and-mul-bytes", in<silu_and_mul_bytes, english>},
        {"silu-and-mul-bytes-zh", in<silu_and_mul_bytes, chinese>},
        {"attention-stages", in<attention_stages, english>},
        {"attention-stages-zh", in<attention_stages, chinese>},
        {"split-heads", in<split_heads, english>},
        {"split-heads-zh", in<split_heads, chinese>},
        {"attention-heads", in<attention_heads, english>},
        {"attention-heads-zh", in<attention_heads, chinese>},
        {"rope-clocks", rope_clocks},
        {"grouped-heads", in<grouped_heads, english>},
        {"grouped-heads-zh", in<grouped_heads, chinese>},
        {"shared-pages", in<shared_pages, english>},
        {"shared-pages-zh", in<shared_pages, chinese>},
        {"attention-tiles", in<attention_tiles, english>},
        {"attention-tiles-zh", in<attention_tiles, chinese>},
        {"timeline", in<timeline, english>},
        {"timeline-zh", in<timeline, chinese>},
        {"sent-back", in<sent_back, english>},
        {"sent-back-zh", in<sent_back, chinese>},
        {"kept-guesses", in<kept_guesses, english>},
        {"kept-guesses-zh", in<kept_guesses, chinese>},
        {"token-masks", in<token_masks, english>},
        {"token-masks-zh", in<token_masks, chinese>},
        {"split-mlp", split_mlp},
        {"qwen2", in<qwen2, english>},
        {"qwen2-zh", in<qwen2, chinese>},
        {"talking-model", talking_model},
        {"sampling-chain", sampling_chain},
        {"cuts", cuts},
        {"bpe-steps", bpe_steps},
        {"word-pattern", word_pattern},
        {"roofline", in<roofline, english>},
        {"roofline-zh", in<roofline, chinese>},
        {"ladder-silu", in<ladder_silu, english>},
        {"ladder-silu-zh", in<ladder_silu, chinese>},
        {"ladder-qwen2-mlp", in<ladder_qwen2_mlp, english>},
        {"ladder-qwen2-mlp-zh", in<ladder_qwen2_mlp, chinese>},
    };
    return all;
}

}  // namespace tiny_llm::figures
