#include "week2/03-grouped-heads/qwen3_attention.hpp"

#include "grader/as_part.hpp"
#include "tests/week2/03-grouped-heads/qwen3_attention/mistakes.hpp"

tiny_llm::Tensor tiny_llm::Qwen3Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    const auto plain = [](const Tensor& tensor) { return std::get<Floats>(grader::Value(tensor).is); };
    const auto projection = [&](const Linear& linear) {
        return [&](const Floats& x) { return plain(linear(grader::tensor(x))); };
    };
    const Layer layer{num_heads,          head_dim,           projection(q_proj),   projection(k_proj),
                      projection(v_proj), projection(o_proj), plain(q_norm.weight), plain(k_norm.weight),
                      q_norm.eps};
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
        if (input_edited) const_cast<Tensor&>(x) = 2.0f * x;
        return grader::tensor(y);
    } catch (...) {
        keep();
        throw;
    }
}
