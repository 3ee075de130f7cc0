// How the grader calls TextStream. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

/// What the stream gives for these bytes. They lie in the middle of others: a view ends where it says, not at a zero.
inline std::string pushed(TextStream& stream, const grader::Value& bytes) {
    const auto& piece = std::get<std::string>(bytes.is);
    const std::string around = piece + "\x84 beyond the view";
    return stream.push(std::string_view(around).substr(0, piece.size()));
}

/// What each push and end() give, and what is pending after each.
inline grader::Values texts_and_pending(const grader::Values& pieces) {
    TextStream stream;
    grader::Values texts, pending;
    for (const grader::Value& bytes : pieces) {
        texts.emplace_back(pushed(stream, bytes));
        pending.emplace_back(stream.pending);
    }
    texts.emplace_back(stream.end());
    pending.emplace_back(stream.pending);
    grader::Values outputs;
    outputs.emplace_back(std::move(texts));
    outputs.emplace_back(std::move(pending));
    return outputs;
}

/// The texts of all pushes, and that of end() behind them; then the same with what is then pushed(). Of a second stream,
/// which is fed in turn, by themselves.
inline grader::Values call(grader::Arguments& arguments) {
    const grader::Values& pieces = arguments.several("pushed");
    if (arguments.function == "pending") return texts_and_pending(pieces);
    const bool two = arguments.has("to another");
    TextStream stream, another;
    grader::Values texts, of_another;
    for (std::size_t n = 0; n < pieces.size(); ++n) {
        texts.emplace_back(pushed(stream, pieces[n]));
        if (two) of_another.emplace_back(pushed(another, arguments.several("to another").at(n)));
    }
    texts.emplace_back(stream.end());
    if (arguments.has("then pushed")) {
        for (const grader::Value& bytes : arguments.several("then pushed")) texts.emplace_back(pushed(stream, bytes));
        texts.emplace_back(stream.end());
    }
    grader::Values outputs;
    outputs.emplace_back(std::move(texts));
    if (two) {
        of_another.emplace_back(another.end());
        outputs.emplace_back(std::move(of_another));
    }
    return outputs;
}

}  // namespace tiny_llm
