// What chapter 5 of week 3 shows of speculative_generate, and what it says of it.

#include <array>

#include "checks/pages/code/is.hpp"
#include "tiny_llm/token.hpp"

using namespace tiny_llm;

TEST_CASE("w3.5: a rejected guess that stays") {
    Ids memory{5, 2, 7, 3, 1, 4, 1, 8};
    const Ids so_far{5, 2, 7, 3, 1, 4, 1, 5};
    // region kept
    const std::size_t all = memory.size();        // 8, the rejected one too
    const std::size_t right = so_far.size() - 1;  // 7
    // endregion
    CHECK(all == 8);
    CHECK(right == 7);
    Ids wrong = memory;
    wrong.push_back(so_far.back());
    CHECK(wrong == Ids{5, 2, 7, 3, 1, 4, 1, 8, 5});
    memory.resize(right);
    memory.push_back(so_far.back());
    CHECK(memory == so_far);
}

TEST_CASE("w3.5: a break that leaves one loop of two") {
    const std::array<Ids, 3> passes{Ids{3, 1, 4}, Ids{1, 5}, Ids{9, 2, 6}};
    auto next = passes.begin();
    const auto pass = [&] { return *next++; };
    const TokenId stop = 1;
    // region break
    Ids tokens;
    while (tokens.size() < 6) {
        for (const TokenId token : pass()) {  // 3 1 4, then 1 5, then 9 2 6
            tokens.push_back(token);
            if (token == stop) break;  // stop is 1
        }
    }
    // tokens: 3 1 1 9 2 6
    // endregion
    CHECK(tokens == Ids{3, 1, 1, 9, 2, 6});
}
