// How the grader calls greedy. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) { return {greedy(arguments["logits"])}; }

}  // namespace tiny_llm
