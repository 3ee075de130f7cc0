// How the grader calls sample. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

/// One token, or one for each of several u. Of `draws` u each lies as near to the middle of its own share of 0 to 1 as the
/// others do, in no order that a sum could follow.
inline grader::Values call(grader::Arguments& arguments) {
    const Tensor& logits = arguments["logits"];
    if (arguments.has("u")) return {sample(logits, arguments.number<double>("u"))};
    std::vector<double> numbers;
    if (arguments.has("draws")) {
        const auto draws = arguments.number<std::size_t>("draws");
        for (std::size_t i = 0; i < draws; ++i) {
            numbers.push_back((static_cast<double>(i * 1597 % draws) + 0.5) / static_cast<double>(draws));
        }
    } else {
        const Tensor& us = arguments["us"];
        numbers.assign(us.begin(), us.end());
    }
    grader::Integers tokens({numbers.size()}, std::int64_t{0});
    for (std::size_t i = 0; i < numbers.size(); ++i) tokens.values[i] = sample(logits, numbers[i]);
    return {tokens};
}

}  // namespace tiny_llm
