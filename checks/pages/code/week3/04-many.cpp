// What chapter 4 of week 3 shows, and what it says of it.

#include <vector>

#include "checks/pages/code/is.hpp"

using namespace tiny_llm;

TEST_CASE("w3.4: where the rows of a text begin") {
    // region begin
    std::vector<std::size_t> writing{1, 1, 1}, asked{1, 4, 1};
    // Where the rows of text 2 begin:
    std::size_t begin = writing[0] + writing[1];  // 2
    begin = asked[0] + asked[1];                  // 5
    // endregion
    CHECK(begin == 5);
    CHECK(writing[0] + writing[1] == 2);
}

TEST_CASE("w3.4: one row after another, by hand and gone wrong") {
    // A weight is 3 at a key's own position, 1 a position away, and 1/3 two positions away.
    CHECK((1 * 4 + 3 * 8) / 4 == 7);
    CHECK((1 * 8 + 3 * 4) / 4 == 5);
    CHECK((8.0 / 3 + 3 * 4) / (1.0 / 3 + 3) == Approx(4.4));
    CHECK((3 * 8 + 3 * 4) / 6 == 6);
}
