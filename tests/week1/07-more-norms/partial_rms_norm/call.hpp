// How the grader calls partial_rms_norm. Included for the learner's answer and again for each wrong one: no include
// guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    return {partial_rms_norm(arguments["x"], arguments["weight"], arguments.number("p"), arguments.number("eps"))};
}

}  // namespace tiny_llm
