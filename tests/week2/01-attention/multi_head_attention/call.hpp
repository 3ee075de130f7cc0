// How the grader calls MultiHeadAttention. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    const std::optional<Tensor> mask = arguments.maybe("mask");
    const Tensor& w_q = arguments["w_q"];
    const MultiHeadAttention attention(w_q.shape(0), arguments.number<std::size_t>("num_heads"), w_q, arguments["w_k"],
        arguments["w_v"], arguments["w_o"]);
    const Tensor y = attention(arguments["x"], mask);
    arguments["w_q"] = attention.w_q;
    arguments["w_k"] = attention.w_k;
    arguments["w_v"] = attention.w_v;
    arguments["w_o"] = attention.w_o;
    if (mask) arguments["mask"] = *mask;
    return {y};
}

}  // namespace tiny_llm
