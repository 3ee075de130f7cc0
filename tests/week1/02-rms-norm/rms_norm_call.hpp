// How the grader calls RMSNorm. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline std::vector<Tensor> call(grader::Call& arguments) {
    const Tensor& weight = arguments["weight"];
    const RMSNorm norm(weight.size(), weight, arguments.number("eps"));
    Tensor y = norm(arguments["x"]);
    arguments["weight"] = norm.weight;
    return {std::move(y)};
}

}  // namespace tiny_llm
