// How the grader calls scaled_dot_product_attention. Included for the learner's answer and again for each wrong one: no
// include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    const std::optional<Tensor> mask = arguments.maybe("mask");
    std::optional<float> scale;
    if (arguments.has("scale")) scale = arguments.number("scale");
    const Tensor y =
        scaled_dot_product_attention(arguments["query"], arguments["key"], arguments["value"], mask, scale);
    if (mask) arguments["mask"] = *mask;
    return {y};
}

}  // namespace tiny_llm
