// How the grader calls repetition_penalty. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    return {repetition_penalty(
        arguments["logits"], arguments.numbers<TokenId>("seen"), arguments.number<float>("penalty"))};
}

}  // namespace tiny_llm
