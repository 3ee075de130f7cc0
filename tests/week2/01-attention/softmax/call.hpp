// How the grader calls softmax. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) { return {softmax(arguments["x"])}; }

}  // namespace tiny_llm
