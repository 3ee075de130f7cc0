#pragma once
// The layer of layer.hpp as a part of the model: of either model's projections, and with what it has besides.
#include "grader/as_part.hpp"
#include "tests/week2/03-grouped-heads/qwen2_attention/layer.hpp"
#include "week2/03-grouped-heads/kv_cache.hpp"

template <class Attention>
tiny_llm::Tensor layer_part(const Attention& attention, const tiny_llm::Tensor& x, const tiny_llm::RopeTables& tables,
    tiny_llm::KVCache& cache, const Norm& norm = nullptr) {
    const auto plain = [](const tiny_llm::Tensor& tensor) { return std::get<Floats>(grader::Value(tensor).is); };
    const auto projection = [&](const tiny_llm::Linear& linear) {
        return [&](const Floats& rows) { return plain(linear(grader::tensor(rows))); };
    };
    const Layer layer{attention.num_heads, attention.head_dim, projection(attention.q_proj),
        projection(attention.k_proj), projection(attention.v_proj), projection(attention.o_proj), norm};
    grader::questions = 0;
    Cache filled(0, 1, 1);
    filled.keys = plain(cache.keys), filled.values = plain(cache.values), filled.length = cache.length;
    const auto keep = [&] {
        cache.keys = grader::tensor(filled.keys), cache.values = grader::tensor(filled.values);
        cache.length = filled.length;
    };
    try {
        const Floats y = layer(plain(x), {plain(tables.cos), plain(tables.sin)}, filled);
        keep();
        if (input_edited) const_cast<tiny_llm::Tensor&>(x) = 2.0f * x;
        return grader::tensor(y);
    } catch (...) {
        keep();
        throw;
    }
}
