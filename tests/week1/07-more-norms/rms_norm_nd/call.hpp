// How the grader calls rms_norm_nd. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    const auto normalized_shape = arguments.numbers<std::size_t>("normalized_shape");
    const std::optional<Tensor> weight = arguments.maybe("weight");
    const Tensor y = rms_norm_nd(arguments["x"], normalized_shape, weight, arguments.number("eps"));
    if (weight) arguments["weight"] = *weight;
    return {y};
}

}  // namespace tiny_llm
