// How the grader calls Qwen2MLP. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    const Tensor& gate = arguments["w_gate"];
    const Qwen2MLP mlp(gate.shape(1), gate.shape(0), gate, arguments["w_up"], arguments["w_down"]);
    const Tensor y = mlp(arguments["x"]);
    arguments["w_gate"] = mlp.w_gate;
    arguments["w_up"] = mlp.w_up;
    arguments["w_down"] = mlp.w_down;
    return {y};
}

}  // namespace tiny_llm
