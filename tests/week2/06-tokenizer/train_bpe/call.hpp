// How the grader calls train_bpe. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    const grader::Values& texts = arguments.several("words");
    const auto counts = arguments.numbers<std::size_t>("counts");
    std::vector<std::pair<std::string, std::size_t>> words;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        words.emplace_back(std::get<std::string>(texts[i].is), counts.at(i));
    }
    grader::Values learnt;
    for (const auto& [left, right] : train_bpe(words, arguments.number<std::size_t>("merges"))) {
        learnt.emplace_back(grader::Values{left, right});
    }
    return {grader::Value(learnt)};
}

}  // namespace tiny_llm
