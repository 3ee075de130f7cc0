// How the grader calls to_byte_level and from_byte_level. Included for the learner's answer and again for each wrong
// one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    const bool back = arguments.function == "from_byte_level";
    const std::string& given = arguments.text(back ? "text" : "bytes");
    // They lie in the middle of others: a view ends where it says, not at a zero.
    const std::string around = given + "\xA0 beyond the view";
    const auto view = std::string_view(around).substr(0, given.size());
    return {back ? from_byte_level(view) : to_byte_level(view)};
}

}  // namespace tiny_llm
