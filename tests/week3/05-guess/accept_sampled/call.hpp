// How the grader calls accept_sampled. Included for the learner's answer and again for each wrong one: no include guard.
#include "tests/week3/05-guess/accept_sampled/grid.hpp"

namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    if (arguments.has("grid")) {
        const auto numbers = [&](const std::string& name) {
            const Tensor& table = arguments[name];
            return std::vector<float>(table.begin(), table.end());
        };
        const auto tensor = [](const std::vector<float>& numbers, std::size_t rows) {
            Tensor x(std::vector<std::size_t>{rows, numbers.size() / std::max<std::size_t>(rows, 1)});
            std::copy(numbers.begin(), numbers.end(), x.begin());
            return x;
        };
        const auto answer = [&](const Ids& draft, const std::vector<float>& q, const std::vector<float>& p,
                                const std::function<double()>& uniform) {
            const std::size_t k = draft.size(), V = p.size() / (k + 1);
            Tensor q_rows(std::vector<std::size_t>{k, V});
            std::copy(q.begin(), q.end(), q_rows.begin());
            return accept_sampled(draft, q_rows, tensor(p, k + 1), uniform);
        };
        return on_a_grid(arguments.has("q1") ? 2 : 1, arguments.number<std::size_t>("grid"), numbers, answer);
    }
    std::size_t draws = 0;
    const grader::Values& us = arguments.several("us");
    const std::function<double()> uniform = [&] {
        if (++draws > 1000) throw std::runtime_error("uniform was called 1,000 times, and there is no end to it");
        return draws <= us.size() ? std::get<double>(us[draws - 1].is) : 0.5;
    };
    grader::Values tokens;
    for (const TokenId id : accept_sampled(arguments.numbers<TokenId>("draft"), arguments["draft_probabilities"],
             arguments["probabilities"], uniform))
        tokens.emplace_back(id);
    return {grader::Value(tokens), grader::Value(draws)};
}

}  // namespace tiny_llm
