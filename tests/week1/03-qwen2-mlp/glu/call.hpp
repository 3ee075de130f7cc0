// How the grader calls glu_feed_forward. Included for the learner's answer and again for each wrong one: no include
// guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    const std::string& name = arguments.function;
    const Gate gate = name == "sigmoid" ? Gate::sigmoid
                      : name == "relu"  ? Gate::relu
                      : name == "gelu"  ? Gate::gelu
                                        : Gate::silu;
    return {glu_feed_forward(arguments["x"], arguments["w_gate"], arguments["w_up"], arguments["w_down"], gate)};
}

}  // namespace tiny_llm
