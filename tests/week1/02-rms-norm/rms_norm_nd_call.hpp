// How the grader calls rms_norm_nd. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline std::vector<Tensor> call(grader::Call& arguments) {
    const Tensor& sizes = arguments["normalized_shape"];
    const std::vector<std::size_t> normalized_shape(sizes.begin(), sizes.end());
    const std::optional<Tensor> weight = arguments.maybe("weight");
    Tensor y = rms_norm_nd(arguments["x"], normalized_shape, weight, arguments.number("eps"));
    if (weight) arguments["weight"] = *weight;
    return {std::move(y)};
}

}  // namespace tiny_llm
