// How the grader calls stop_text. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) { return {stop_text(arguments["x"])}; }

}  // namespace tiny_llm
