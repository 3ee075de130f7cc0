#include "week2/03-grouped-heads/qwen2_attention.hpp"

#include "tests/week2/03-grouped-heads/qwen2_attention/layer_part.hpp"
#include "tests/week2/03-grouped-heads/qwen2_attention/mistakes.hpp"

tiny_llm::Tensor tiny_llm::Qwen2Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    return layer_part(*this, x, tables, cache);
}
