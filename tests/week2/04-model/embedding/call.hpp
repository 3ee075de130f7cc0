// How the grader calls embedding. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    return {embedding(arguments.numbers<TokenId>("ids"), arguments["weight"])};
}

}  // namespace tiny_llm
