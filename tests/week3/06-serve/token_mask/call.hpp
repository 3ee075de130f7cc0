// How the grader calls token_mask. Included for the learner's answer and again for each wrong one: no include guard.
#include "tests/week3/06-serve/token_mask/automaton.hpp"

namespace tiny_llm {

/// Before it, if the test wants that, another automaton is asked that differs only in where it accepts.
inline grader::Values call(grader::Arguments& arguments) {
    const auto with_accepting = [&](const char* name) {
        return automaton::from<Dfa>(arguments.several("edges"), arguments.numbers<std::int64_t>(name));
    };
    const auto dfa = with_accepting("accepting");
    std::vector<std::string> vocabulary;
    for (const grader::Value& entry : arguments.several("vocabulary"))
        vocabulary.push_back(std::get<std::string>(entry.is));
    if (arguments.has("accepting of the one before"))
        token_mask(with_accepting("accepting of the one before"), arguments.number<std::size_t>("state"), vocabulary,
            arguments.numbers<TokenId>("stop"));
    const std::vector<bool> mask =
        token_mask(dfa, arguments.number<std::size_t>("state"), vocabulary, arguments.numbers<TokenId>("stop"));
    return {grader::Floats({mask.size()}, std::vector<float>(mask.begin(), mask.end()))};
}

}  // namespace tiny_llm
