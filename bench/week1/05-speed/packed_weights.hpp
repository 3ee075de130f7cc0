#pragma once

#include <vector>

#include "tiny_llm/tensor.hpp"

namespace tiny_llm::bench {

/// x W^T with weights that are kept: they are put in order once, and read in that order, each once for up to eight rows of x.
///
/// A panel is `panel` outputs. In it the weights of input 0 stand side by side, then those of input 1, and so on: so many
/// outputs are computed at once, and no sum is spread over lanes that have to be added up. The last panel is filled up
/// with zeros.
class PackedWeights {
public:
    static constexpr std::size_t panel = 48;  // three registers of sixteen

    /// weight is out x in.
    explicit PackedWeights(const Tensor& weight);

    /// out = x W^T: x is N.. x in, out becomes N.. x out, of whatever shape it was. Throws std::invalid_argument for
    /// another last axis.
    void operator()(const Tensor& x, Tensor& out) const;

private:
    /// Of one input in one panel. At the beginning of a cache line, since a register that is loaded across the border of two
    /// takes both; a Tensor begins anywhere.
    struct alignas(64) Weights {
        float of[panel];
    };

    std::size_t in_, outs_;
    std::vector<Weights> panels_;  // panels x in
};

}  // namespace tiny_llm::bench
