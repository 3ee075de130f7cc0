// One word for one thing, in all the Chinese that anybody reads here: the pages, what the programs say, what the grader asks and
// tells.

#include "terms.hpp"

#include <algorithm>
#include <regex>

#include "grader/catch.hpp"
#include "tree.hpp"

namespace {

/// Whether a person writes such a file.
bool is_written(const fs::path& file) {
    static const std::vector<std::string> extensions{"", ".md", ".cpp", ".hpp", ".diff", ".ts", ".vue", ".py"};
    return std::find(extensions.begin(), extensions.end(), file.extension().string()) != extensions.end() &&
           file.parent_path().filename() != "fixtures";
}

}  // namespace

TEST_CASE("one Chinese word for one thing") {
    const auto terms = parse_terms(read("checks/pages/terms.txt"));
    CHECK(terms.size() >= 30);
    for (const auto& term : terms) {
        INFO(term.english);
        CHECK(!term.chinese.empty());
        // The word that is used has to pass.
        CHECK(other_words(terms, "terms.txt", term.chinese).empty());
    }
    std::vector<std::string> found;
    std::size_t files = 0;
    for (const char* path : {"README.zh.md",    ".github",
                             "docs/en",         "docs/zh",
                             "docs/.vitepress", "docs/figures",
                             "learn",           "tools/learn",
                             "tools/class",     "grader",
                             "tests/week1",     "tests/week2",
                             "tests/week3",     "checks/contributing",
                             "week1",           "week2",
                             "week3",           "solutions",
                             "include",         "model/telling.cpp"}) {
        for (const fs::path& file : files_below(path)) {
            if (!is_written(file)) continue;
            ++files;
            // What a term is called elsewhere is told once, to those who know it from there.
            static const std::regex elsewhere("别处也叫[^|\n]*");
            const std::string text =
                file.filename() == "glossary.md" ? std::regex_replace(read(file), elsewhere, "") : read(file);
            for (const auto& one : other_words(terms, file.string(), text)) found.push_back(one);
        }
    }
    INFO(lines_of(found));
    CHECK(found.empty());
    CHECK(files >= 300);
}
