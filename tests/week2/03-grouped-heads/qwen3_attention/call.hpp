// How the grader calls Qwen3Attention. Included for the learner's answer and again for each wrong one: no include guard.
#include "tests/week2/03-grouped-heads/qwen2_attention/pieces.hpp"

namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    const float eps = arguments.number("eps"), k_eps = arguments.number(arguments.has("k_eps") ? "k_eps" : "eps");
    const Qwen3Attention attention(arguments.number<std::size_t>("num_heads"),
        arguments.number<std::size_t>("num_key_value_heads"), arguments.number<std::size_t>("head_dim"),
        projection(arguments, "w_q", "b_q"), projection(arguments, "w_k", "b_k"), projection(arguments, "w_v", "b_v"),
        projection(arguments, "w_o", "b_o"), RMSNorm(arguments["q_norm"].size(), arguments["q_norm"], eps),
        RMSNorm(arguments["k_norm"].size(), arguments["k_norm"], k_eps));
    const auto ask = arguments.has("key") ? &refused<Qwen3Attention> : &in_pieces<Qwen3Attention>;
    grader::Values outputs = ask(attention, arguments);
    arguments["q_norm"] = attention.q_norm.weight;
    arguments["k_norm"] = attention.k_norm.weight;
    return outputs;
}

}  // namespace tiny_llm
