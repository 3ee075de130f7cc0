// What chapter 6 of week 3 shows of token_mask, and what it says of it.

#include <vector>

#include "checks/pages/code/is.hpp"

TEST_CASE("w3.6: one round finds one more state of a row") {
    // region round
    std::vector<int> next = {1, 2, 3, -1};  // 0 leads to 1, 1 to 2 …
    std::vector<bool> alive = {false, false, false, true};
    for (int state = 0; state < 4; ++state)
        if (next[state] >= 0 && alive[next[state]]) alive[state] = true;
    // alive: false, false, true, true
    // endregion
    CHECK(alive == std::vector<bool>{false, false, true, true});
}

TEST_CASE("w3.6: a byte of a char as an index") {
    // region byte
    const std::string entry = "é";                     // C3 A9
    int wrong = entry[0];                              // -61
    int right = static_cast<unsigned char>(entry[0]);  // 195
    // endregion
    CHECK(wrong == -61);
    CHECK(right == 195);
}

TEST_CASE("w3.6: three bytes of a row lie in the row before it") {
    const std::size_t row = 256;
    CHECK(1 * row - 61 == 0 * row + 195);
}
