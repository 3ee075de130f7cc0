// How the grader calls feed_forward. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    return {feed_forward(arguments["x"], arguments["w1"], arguments["b1"], arguments["w2"], arguments["b2"])};
}

}  // namespace tiny_llm
