// How the grader calls ngram_draft. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    // -1 becomes the largest std::size_t.
    const auto size = [&](const char* name) { return static_cast<std::size_t>(arguments.number<std::int64_t>(name)); };
    const Ids so_far = arguments.numbers<TokenId>("so_far"), stop = arguments.numbers<TokenId>("stop");
    grader::Values guess;
    for (const TokenId id : ngram_draft(so_far, size("max_ngram"), size("max_tokens"), stop)) guess.emplace_back(id);
    return {grader::Value(guess)};
}

}  // namespace tiny_llm
