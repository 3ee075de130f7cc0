// How the grader calls to_byte_level and from_byte_level. Included for the learner's answer and again for each wrong
// one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    if (arguments.function == "from_byte_level") return {from_byte_level(arguments.text("text"))};
    return {to_byte_level(arguments.text("bytes"))};
}

}  // namespace tiny_llm
