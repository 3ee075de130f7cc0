// How the grader calls layer_norm. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    return {layer_norm(arguments["x"], arguments["weight"], arguments["bias"], arguments.number("eps"))};
}

}  // namespace tiny_llm
