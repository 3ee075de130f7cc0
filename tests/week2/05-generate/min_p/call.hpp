// How the grader calls min_p. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    return {min_p(arguments["logits"], arguments.number<float>("p"))};
}

}  // namespace tiny_llm
