#include "speculative_generate.hpp"

#include <algorithm>
#include <set>

namespace tiny_llm {

Ids speculative_generate(const Verify& verify, const Draft& draft, const Ids& prompt, std::size_t max_new_tokens,
    const Ids& stop, const OnToken& on_token) {
    if (prompt.size() == 0) throw std::invalid_argument("speculative_generate: no prompt");
    const std::set<TokenId> ends(stop.begin(), stop.end());
    Ids tokens;
    Ids so_far = prompt;
    std::size_t known = 0;
    bool goes_on = true;
    while (goes_on && tokens.size() != max_new_tokens) {
        const Ids guess = draft(so_far, max_new_tokens - tokens.size() - 1);
        Ids ids(so_far);
        ids.erase(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(known));
        std::size_t row = ids.size() - 1;
        for (const TokenId token : guess) ids.push_back(token);
        const Tensor logits = verify(known, ids);
        known = so_far.size();
        // A token at a time, as long as the guess agrees.
        for (bool agrees = true; goes_on && agrees; ++row) {
            const std::size_t i = row - (ids.size() - guess.size() - 1);
            const float* its = logits.data() + row * logits.shape(1);
            const TokenId token = std::max_element(its, its + logits.shape(1)) - its;
            agrees = i < guess.size() && guess[i] == token;
            if (agrees) ++known;
            tokens.push_back(token);
            so_far.push_back(token);
            goes_on = ends.count(token) == 0 && on_token(token);
        }
    }
    return tokens;
}

}  // namespace tiny_llm
