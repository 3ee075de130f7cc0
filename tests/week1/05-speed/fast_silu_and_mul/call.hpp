// How the grader calls fast_silu_and_mul. Included for the learner's answer and again for each wrong one: no include
// guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    Tensor out = arguments.maybe("out before").value_or(Tensor());
    fast_silu_and_mul(arguments["x"], out);
    return {out};
}

}  // namespace tiny_llm
