// How the grader calls accept_sampled. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) { return {accept_sampled(arguments["x"])}; }

}  // namespace tiny_llm
