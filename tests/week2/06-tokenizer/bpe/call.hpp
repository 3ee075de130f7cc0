namespace tiny_llm {

inline grader::Values call(grader::Arguments&) { return {}; }

}  // namespace tiny_llm
