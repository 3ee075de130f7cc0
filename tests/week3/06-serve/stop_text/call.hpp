// How the grader calls StopText. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

/// What a push gives for these bytes. They lie in the middle of others: a view ends where it says, not at a zero.
inline std::string pushed(StopText& stream, const grader::Value& bytes) {
    const auto& piece = std::get<std::string>(bytes.is);
    const std::string around = piece + "END beyond the view";
    return stream.push(std::string_view(around).substr(0, piece.size()));
}

/// The texts of all pushes and that of end(), and after each of these whether it has stopped. Of a second one, which is fed in
/// turn, the same by itself.
inline grader::Values call(grader::Arguments& arguments) {
    std::vector<std::string> stops;
    for (const grader::Value& stop : arguments.several("stops")) stops.push_back(std::get<std::string>(stop.is));
    const grader::Values& pieces = arguments.several("pushed");
    const bool two = arguments.has("to another");
    StopText one(stops), another(stops);
    grader::Values texts, stopped, of_another;
    for (std::size_t n = 0; n < pieces.size(); ++n) {
        texts.emplace_back(pushed(one, pieces[n]));
        stopped.emplace_back(one.stopped);
        if (two) of_another.emplace_back(pushed(another, arguments.several("to another").at(n)));
    }
    texts.emplace_back(one.end());
    stopped.emplace_back(one.stopped);
    // Once more where nothing is kept any more.
    if (arguments.has("ends twice")) texts.emplace_back(one.end());
    grader::Values outputs;
    outputs.emplace_back(std::move(texts));
    outputs.emplace_back(std::move(stopped));
    if (two) {
        of_another.emplace_back(another.end());
        outputs.emplace_back(std::move(of_another));
    }
    return outputs;
}

}  // namespace tiny_llm
