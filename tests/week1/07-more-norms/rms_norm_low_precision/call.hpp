// How the grader calls rms_norm. Included for the learner's answer and again for each wrong one: no include guard.
// The grader's tensors are float; their values are what T holds, so that nothing is rounded on the way in or out.
namespace tiny_llm {

template <class T>
grader::Values call_in(grader::Arguments& arguments) {
    const BasicTensor<T> x = xt::cast<T>(arguments["x"]);
    const BasicTensor<T> weight = xt::cast<T>(arguments["weight"]);
    const BasicTensor<T> y = rms_norm<T>(x, weight, arguments.number("eps"));
    arguments["x"] = xt::cast<float>(x);
    arguments["weight"] = xt::cast<float>(weight);
    return {y};
}

inline grader::Values call(grader::Arguments& arguments) {
    return arguments.function == "float16" ? call_in<float16>(arguments) : call_in<bfloat16>(arguments);
}

}  // namespace tiny_llm
