// How the grader calls gelu. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    const Tensor& x = arguments["x"];
    return {arguments.function == "gelu_tanh" ? gelu_tanh(x) : gelu(x)};
}

}  // namespace tiny_llm
