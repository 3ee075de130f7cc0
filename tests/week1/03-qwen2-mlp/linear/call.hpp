// How the grader calls linear. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    const std::optional<Tensor> bias = arguments.maybe("bias");
    const Tensor y = linear(arguments["x"], arguments["weight"], bias);
    if (bias) arguments["bias"] = *bias;
    return {y};
}

}  // namespace tiny_llm
