#include "speculative_generate.hpp"

#include <algorithm>

#include "accept_greedy.hpp"

namespace tiny_llm {

Ids speculative_generate(const Verify& verify, const Draft& draft, const Ids& prompt, std::size_t max_new_tokens,
    const Ids& stop, const OnToken& on_token) {
    if (prompt.empty()) throw std::invalid_argument("speculative_generate: no prompt");
    Ids text = prompt;
    std::size_t read = 0;
    const std::size_t n = prompt.size();
    const auto result = [&] { return Ids(text.begin() + static_cast<std::ptrdiff_t>(n), text.end()); };
    for (std::size_t left = max_new_tokens; left > 0; left = max_new_tokens - (text.size() - n)) {
        Ids guess;
        if (left > 1) guess = draft(text, left - 1);
        Ids ids(text.begin() + static_cast<std::ptrdiff_t>(read), text.end());
        const std::size_t first = ids.size() - 1;
        ids.insert(ids.end(), guess.begin(), guess.end());
        const Tensor logits = verify(read, ids);
        const Tensor rows = xt::view(logits, xt::range(first, first + guess.size() + 1), xt::all());
        read = text.size();  // and each accepted guess
        const Ids news = accept_greedy(guess, rows);
        for (std::size_t i = 0; i < news.size(); ++i) {
            text.push_back(news[i]);
            if (i + 1 < news.size()) ++read;
            for (const TokenId one : stop) {
                if (one == news[i]) return result();
            }
            if (!on_token(news[i])) return result();
        }
    }
    return result();
}

}  // namespace tiny_llm
