// How the grader calls temperature. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    return {temperature(arguments["logits"], arguments.number("t"))};
}

}  // namespace tiny_llm
