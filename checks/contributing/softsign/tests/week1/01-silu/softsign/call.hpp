// How the grader calls softsign. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) { return {softsign(arguments["x"])}; }

}  // namespace tiny_llm
