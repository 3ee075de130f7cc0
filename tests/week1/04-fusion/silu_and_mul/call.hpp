// How the grader calls silu_and_mul. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) { return {silu_and_mul(arguments["x"])}; }

}  // namespace tiny_llm
