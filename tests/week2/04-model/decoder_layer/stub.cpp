// Your turn.  Check: ./learn check decoder_layer
// Contract: decoder_layer.hpp, beside this file. It gives you RMSNorm, your own, and
// the attention and the MLP as members.
// Lesson: docs/en/week2/04-model.md (中文: docs/zh/week2/04-model.md)

#include "decoder_layer.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor DecoderLayer::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "DecoderLayer", "x", x,
                   "the weight of input_layernorm", input_layernorm.weight);
    todo();
}

}  // namespace tiny_llm
