// How the grader calls batch_norm and group_norm. Included for the learner's answer and again for each wrong one: no
// include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    const Tensor& x = arguments["x"];
    const float eps = arguments.number("eps");
    if (arguments.function == "batch_norm") return {batch_norm(x, eps)};
    return {group_norm(x, arguments.number<std::size_t>("groups"), eps)};
}

}  // namespace tiny_llm
