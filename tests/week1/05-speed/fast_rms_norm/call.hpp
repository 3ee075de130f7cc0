// How the grader calls FastRMSNorm. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    const Tensor& weight = arguments["weight"];
    const FastRMSNorm norm(weight.size(), weight, arguments.number("eps"));
    Tensor out = arguments.maybe("out before").value_or(Tensor());
    norm(arguments["x"], out);
    arguments["weight"] = norm.weight;
    return {out};
}

}  // namespace tiny_llm
