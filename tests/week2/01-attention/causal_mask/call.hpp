// How the grader calls causal_mask. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    // Who keeps masks must find the right one.
    if (arguments.has("queries before")) {
        causal_mask(arguments.number<std::size_t>("queries before"), arguments.number<std::size_t>("keys before"));
    }
    return {causal_mask(arguments.number<std::size_t>("queries"), arguments.number<std::size_t>("keys"))};
}

}  // namespace tiny_llm
