#include "pictures.hpp"

namespace tiny_llm::figures {

const std::vector<Picture>& pictures() {
    static const std::vector<Picture> all = {
        {"activations", activations},
        {"gelu-tanh-error", gelu_tanh_error},
        {"row-norms", row_norms},
        {"norm-axes", norm_axes},
        {"gate", gate},
        {"add-rms-norm-bytes", add_rms_norm_bytes},
        {"silu-and-mul-bytes", silu_and_mul_bytes},
        {"attention-heads", attention_heads},
        {"roofline", roofline},
        {"ladder-silu", ladder_silu},
        {"ladder-qwen2-mlp", ladder_qwen2_mlp},
    };
    return all;
}

}  // namespace tiny_llm::figures
