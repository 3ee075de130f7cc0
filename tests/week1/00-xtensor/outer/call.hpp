// How the grader calls outer. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) { return {outer(arguments["a"], arguments["b"])}; }

}  // namespace tiny_llm
