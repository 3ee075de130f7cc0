// How the grader calls scaled_dot_product_attention. Included for the learner's answer and again for each wrong one: no
// include guard.
namespace tiny_llm {

/// For the picture: each key is one number of x, and the values say which key is which, so that the result is the weights.
inline grader::Values weights_of(grader::Arguments& arguments) {
    Tensor key = arguments["x"];
    const std::size_t keys = key.size();
    key.reshape({keys, std::size_t{1}});
    Tensor value = xt::zeros<float>({keys, keys});
    for (std::size_t i = 0; i < keys; ++i) value(i, i) = 1.0f;
    Tensor weights = scaled_dot_product_attention(arguments["query"], key, value);
    if (weights.size() == keys) weights.reshape({keys});
    return {weights};
}

inline grader::Values call(grader::Arguments& arguments) {
    if (arguments.has("x")) return weights_of(arguments);
    const std::optional<Tensor> mask = arguments.maybe("mask");
    std::optional<float> scale;
    if (arguments.has("scale")) scale = arguments.number("scale");
    const Tensor y =
        scaled_dot_product_attention(arguments["query"], arguments["key"], arguments["value"], mask, scale);
    if (mask) arguments["mask"] = *mask;
    return {y};
}

}  // namespace tiny_llm
