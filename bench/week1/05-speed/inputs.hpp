#pragma once

#include "week1/05-speed/fast_qwen2_mlp.hpp"
#include "week1/05-speed/fast_rms_norm.hpp"

// What the contenders of each operation are given. Made once and shared by all: seven copies of a large model's weights
// would not fit into a laptop.
namespace tiny_llm::bench {

struct SiluInputs {
    Tensor x;  // L x I
};

struct SiluAndMulInputs {
    Tensor x;  // L x 2I
};

struct RMSNormInputs {
    Tensor x;  // L x E
    FastRMSNorm norm;
};

struct AddRMSNormInputs {
    Tensor x, residual;  // L x E
    Tensor weight;       // (E,)
    float eps;
};

struct LinearInputs {
    Tensor x;       // L x E
    Tensor weight;  // I x E
};

struct Qwen2MLPInputs {
    Tensor x;  // L x E
    FastQwen2MLP mlp;
    FastQwen2MLPBFloat16 mlp_bfloat16;  // the same weights: those of mlp are numbers that bfloat16 holds
};

}  // namespace tiny_llm::bench
