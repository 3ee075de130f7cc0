// How the grader calls TextStream. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

/// What the stream gives for these bytes. They lie in the middle of others: a view ends where it says, not at a zero.
inline std::string pushed(TextStream& stream, const grader::Value& bytes) {
    const auto& piece = std::get<std::string>(bytes.is);
    const std::string around = piece + "\x84 beyond the view";
    return stream.push(std::string_view(around).substr(0, piece.size()));
}

/// The texts of all pushes, and of end() behind them; then the same with what is pushed after end(). Of a second stream, that is
/// fed in turn, by themselves.
inline grader::Values call(grader::Arguments& arguments) {
    const grader::Values& pieces = arguments.several("pushed");
    const bool two = arguments.has("to another stream"), looks_at_pending = arguments.has("compared_pending");
    TextStream stream, another;
    grader::Values texts, of_another, pending;
    for (std::size_t n = 0; n < pieces.size(); ++n) {
        texts.emplace_back(pushed(stream, pieces[n]));
        pending.emplace_back(stream.pending);
        if (two) of_another.emplace_back(pushed(another, arguments.several("to another stream").at(n)));
    }
    texts.emplace_back(stream.end());
    pending.emplace_back(stream.pending);
    if (two) of_another.emplace_back(another.end());
    if (arguments.has("pushed after end")) {
        for (const grader::Value& bytes : arguments.several("pushed after end"))
            texts.emplace_back(pushed(stream, bytes));
        texts.emplace_back(stream.end());
    }
    grader::Values outputs{texts};
    if (two) outputs.emplace_back(of_another);
    if (looks_at_pending) outputs.emplace_back(pending);
    return outputs;
}

}  // namespace tiny_llm
