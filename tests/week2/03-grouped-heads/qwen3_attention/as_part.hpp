#include "week2/03-grouped-heads/qwen3_attention.hpp"

#include "tests/week2/03-grouped-heads/qwen2_attention/layer_part.hpp"
#include "tests/week2/03-grouped-heads/qwen3_attention/mistakes.hpp"

tiny_llm::Tensor tiny_llm::Qwen3Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    const auto plain = [](const Tensor& tensor) { return std::get<Floats>(grader::Value(tensor).is); };
    return layer_part(
        *this, x, tables, cache, norms(plain(q_norm.weight), plain(k_norm.weight), q_norm.eps, k_norm.eps));
}
