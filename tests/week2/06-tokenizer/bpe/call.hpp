// How the grader calls bpe. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    const auto text = [](const grader::Value& value) { return std::get<std::string>(value.is); };
    const grader::Values& pairs = arguments.several("pairs");
    std::vector<std::size_t> numbers;
    if (arguments.has("ranks")) {
        numbers = arguments.numbers<std::size_t>("ranks");
    } else {  // numbers that a fixture cannot hold
        for (const grader::Value& rank : arguments.several("large ranks")) numbers.push_back(std::stoull(text(rank)));
    }
    MergeRanks ranks;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto& pair = std::get<grader::Values>(pairs[i].is);
        ranks[{text(pair.at(0)), text(pair.at(1))}] = numbers.at(i);
    }
    // The word lies in the middle of others: a view ends where it says, not at a zero.
    const std::string around = arguments.text("word") + "\x84nab beyond the view";
    const auto word = std::string_view(around).substr(0, arguments.text("word").size());
    grader::Values symbols;
    for (const std::string& symbol : bpe(word, ranks)) symbols.emplace_back(symbol);
    return {grader::Value(symbols)};
}

}  // namespace tiny_llm
