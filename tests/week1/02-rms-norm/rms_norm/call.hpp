// How the grader calls RMSNorm. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    const Tensor& weight = arguments["weight"];
    const RMSNorm norm(weight.size(), weight, arguments.number("eps"));
    const Tensor y = norm(arguments["x"]);
    arguments["weight"] = norm.weight;
    return {y};
}

}  // namespace tiny_llm
