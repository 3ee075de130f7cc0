// What chapter 3 of week 3 shows, and what it says of it.

#include <limits>
#include <vector>

#include "tests/pages/code/is.hpp"

using namespace tiny_llm;

TEST_CASE("w3.3: bytes of a token, and conversations in 16 GB") {
    const std::size_t bytes = 2 * 28 * 4 * 128 * 2, memory = 16'000'000'000;
    CHECK(bytes == 57'344);
    CHECK(memory / bytes == 279'017);
    CHECK(double(bytes) * 32'768 == Approx(1.88e9).epsilon(0.001));
    CHECK(memory / (bytes * 32'768) == 8);
    CHECK(memory / (bytes * 1'000) == 279);
    CHECK(1 - 8.0 * 1'000 * bytes / memory == Approx(0.97).epsilon(0.005));
}

TEST_CASE("w3.3: references below zero, and braces") {
    // region below-zero
    std::vector<std::size_t> references(4);  // in parentheses: 0, 0, 0, 0
    --references[0];                         // 18446744073709551615
    std::vector<std::size_t> braces{4};      // in braces: a single 4
    // endregion
    CHECK(references == std::vector<std::size_t>{std::numeric_limits<std::size_t>::max(), 0, 0, 0});
    CHECK(references[0] == 18446744073709551615u);
    CHECK(braces.size() == 1);
    CHECK(braces[0] == 4);
}

TEST_CASE("w3.3: pages of four answers to one prompt") {
    const auto pages = [](std::size_t tokens) { return (tokens + 15) / 16; };
    CHECK(pages(1'000) * 16 - 1'000 == 8);
    CHECK(4 * pages(1'100) == 276);
    CHECK(1'000 / 16 + 4 * (pages(1'100) - 1'000 / 16) == 90);
}
