// How the grader calls block_pool. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) { return {block_pool(arguments["x"])}; }

}  // namespace tiny_llm
