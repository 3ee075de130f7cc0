// How the grader calls linear. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline std::vector<Tensor> call(grader::Call& arguments) {
    const std::optional<Tensor> bias = arguments.maybe("bias");
    Tensor y = linear(arguments["x"], arguments["weight"], bias);
    if (bias) arguments["bias"] = *bias;
    return {std::move(y)};
}

}  // namespace tiny_llm
