// How the grader calls merge_attention. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    const Partial a{arguments["a.output"], arguments["a.lse"]}, b{arguments["b.output"], arguments["b.lse"]};
    const Partial both = merge_attention(a, b);
    arguments["a.output"] = a.output;
    arguments["a.lse"] = a.lse;
    arguments["b.output"] = b.output;
    arguments["b.lse"] = b.lse;
    return {both.output, both.lse};
}

}  // namespace tiny_llm
