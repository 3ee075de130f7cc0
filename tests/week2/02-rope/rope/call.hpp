// How the grader calls rope. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    const RopeTables tables{arguments["cos"], arguments["sin"]};
    const Tensor y = rope(arguments["x"], tables, arguments.number<std::size_t>("offset"));
    arguments["cos"] = tables.cos;
    arguments["sin"] = tables.sin;
    return {y};
}

}  // namespace tiny_llm
