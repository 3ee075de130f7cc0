// How the grader calls bpe. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    const auto text = [](const grader::Value& value) { return std::get<std::string>(value.is); };
    const grader::Values& pairs = arguments.several("pairs");
    const auto numbers = arguments.numbers<std::size_t>("ranks");
    MergeRanks ranks;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto& pair = std::get<grader::Values>(pairs[i].is);
        ranks[{text(pair.at(0)), text(pair.at(1))}] = numbers.at(i);
    }
    grader::Values symbols;
    for (const std::string& symbol : bpe(arguments.text("word"), ranks)) symbols.emplace_back(symbol);
    return {grader::Value(symbols)};
}

}  // namespace tiny_llm
