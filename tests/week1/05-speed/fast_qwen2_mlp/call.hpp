// How the grader calls FastQwen2MLP. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

template <class Weight>
grader::Values call_mlp(grader::Arguments& arguments) {
    const auto weight = [&](const char* name) -> BasicTensor<Weight> { return xt::cast<Weight>(arguments[name]); };
    const Tensor& gate = arguments["w_gate"];
    const BasicFastQwen2MLP<Weight> mlp(gate.shape(1), gate.shape(0), weight("w_gate"), weight("w_up"),
                                        weight("w_down"));
    Tensor out = arguments.maybe("out before").value_or(Tensor());
    mlp(arguments["x"], out);
    arguments["w_gate"] = xt::cast<float>(mlp.w_gate);
    arguments["w_up"] = xt::cast<float>(mlp.w_up);
    arguments["w_down"] = xt::cast<float>(mlp.w_down);
    return {out};
}

inline grader::Values call(grader::Arguments& arguments) {
    return arguments.function == "bfloat16" ? call_mlp<bfloat16>(arguments) : call_mlp<float>(arguments);
}

}  // namespace tiny_llm
