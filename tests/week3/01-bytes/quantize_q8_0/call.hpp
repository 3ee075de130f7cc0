// How the grader calls quantize_q8_0. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) { return {quantize_q8_0(arguments["x"])}; }

}  // namespace tiny_llm
