// How the grader calls grouped_query_attention. Included for the learner's answer and again for each wrong one: no include
// guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    return {grouped_query_attention(
        arguments["query"], arguments["key"], arguments["value"], arguments.number<std::size_t>("offset"))};
}

}  // namespace tiny_llm
