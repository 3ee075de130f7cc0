// How the grader calls fast_linear. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    const std::optional<Tensor> bias = arguments.maybe("bias");
    Tensor out = arguments.maybe("out before").value_or(Tensor());
    fast_linear(arguments["x"], arguments["weight"], bias, out);
    if (bias) arguments["bias"] = *bias;
    return {out};
}

}  // namespace tiny_llm
