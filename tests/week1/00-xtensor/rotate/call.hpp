// How the grader calls rotate. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    Tensor x = arguments["x"], y = arguments["y"];  // the grader's stay as they are
    try {
        rotate(x, y, arguments.number("angle"));
    } catch (...) {
        // After a refusal they have to be what they were.
        arguments["x"] = x;
        arguments["y"] = y;
        throw;
    }
    return {x, y};
}

}  // namespace tiny_llm
