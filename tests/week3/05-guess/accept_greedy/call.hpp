// How the grader calls accept_greedy. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    grader::Values tokens;
    for (const TokenId id : accept_greedy(arguments.numbers<TokenId>("draft"), arguments["logits"]))
        tokens.emplace_back(id);
    return {grader::Value(tokens)};
}

}  // namespace tiny_llm
