// How the grader calls Qwen2Attention. Included for the learner's answer and again for each wrong one: no include guard.
#include "tests/week2/03-grouped-heads/qwen2_attention/pieces.hpp"

namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    const Qwen2Attention attention(arguments.number<std::size_t>("num_heads"),
        arguments.number<std::size_t>("num_key_value_heads"), arguments.number<std::size_t>("head_dim"),
        projection(arguments, "w_q", "b_q"), projection(arguments, "w_k", "b_k"), projection(arguments, "w_v", "b_v"),
        projection(arguments, "w_o", "b_o"));
    return arguments.has("key") ? refused(attention, arguments) : in_pieces(attention, arguments);
}

}  // namespace tiny_llm
