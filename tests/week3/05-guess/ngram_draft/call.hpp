// How the grader calls ngram_draft. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) { return {ngram_draft(arguments["x"])}; }

}  // namespace tiny_llm
