// How the grader calls top_k. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    return {top_k(arguments["logits"], arguments.number<std::size_t>("k"))};
}

}  // namespace tiny_llm
