#include "story/side_by_side.hpp"
#include "grader/catch.hpp"
#include "terminal/text.hpp"

using namespace learn;

TEST_CASE("texts side by side fit the terminal, always in as many lines, and show their ends") {
    for (const std::size_t texts : {1, 2, 3, 8, 16}) {
        for (const Size size : {Size{80, 24}, {40, 24}, {200, 50}, {80, 5}, {10, 3}, {1, 1}}) {
            CAPTURE(texts, size.columns, size.rows);
            SideBySide pictures(texts, size);
            const std::size_t before = pictures.lines().size();
            for (int word = 0; word < 200; ++word) {
                for (std::size_t i = 0; i < texts; ++i)
                    pictures.add(i, i % 2 ? "故事 " + std::to_string(word) : " word");
            }
            const std::vector<std::string> lines = pictures.lines();
            CHECK(lines.size() == before);
            CHECK(lines.size() >= 1);
            if (size.columns >= 10) {
                for (const std::string& line : lines) CHECK(width(line) < size.columns);
            }
            if (size.rows > texts + 2) CHECK(lines.size() < size.rows);
            if (size.columns >= 40 && texts == 2) CHECK(joined(lines).find("199") != std::string::npos);
        }
    }
}

TEST_CASE("two texts on 80 columns stand next to each other, eight in four rows of two") {
    SideBySide two({2, {80, 24}});
    two.add(0, "Once");
    two.add(1, "从前");
    CHECK(two.lines()[0] == "1  Once" + std::string(35 - 4 + 2, ' ') + "2  从前");
    CHECK(two.lines().size() == 12);
    SideBySide eight({8, {80, 24}});
    for (std::size_t i = 0; i < 8; ++i) eight.add(i, "text " + std::to_string(i));
    CHECK(eight.lines().size() == 20);
    CHECK(eight.lines()[15].starts_with("7  text 6"));
    CHECK(eight.lines()[15].ends_with("8  text 7"));
    CHECK(eight.lines()[16].empty());
}

TEST_CASE("what a text has in it cannot steer the terminal, and its lines are its own") {
    SideBySide texts({2, {80, 24}});
    texts.add(0, "a\x1b[2Jb\nsecond line");
    CHECK(texts.lines()[0] == "1  a\\x1B[2Jb" + std::string(35 - 9 + 2, ' ') + "2");
    CHECK(texts.lines()[1] == "   second line");
}
