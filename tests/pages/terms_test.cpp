// One word for one thing, in all the Chinese that anybody reads here: the pages, what the programs say, what the grader asks and
// tells.

#include "terms.hpp"

#include <algorithm>

#include "catch.hpp"
#include "tree.hpp"

namespace {

/// Every file of ours below the path, or the file itself, that a person writes.
std::vector<std::string> files_below(const std::string& path) {
    if (!fs::is_directory(root / path)) return {path};
    static const std::vector<std::string> folders{"node_modules", "cache", "dist", "fixtures", "__pycache__"};
    static const std::vector<std::string> extensions{"", ".md", ".cpp", ".hpp", ".diff", ".ts", ".vue", ".py"};
    const auto among = [](const std::vector<std::string>& all, const fs::path& one) {
        return std::find(all.begin(), all.end(), one.string()) != all.end();
    };
    std::vector<std::string> files;
    for (auto file = fs::recursive_directory_iterator(root / path); file != fs::end(file); ++file) {
        const fs::directory_entry& entry = *file;
        if (entry.is_directory()) {
            if (among(folders, entry.path().filename())) file.disable_recursion_pending();
        } else if (among(extensions, entry.path().extension())) {
            files.push_back(fs::relative(entry.path(), root).string());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

TEST_CASE("one Chinese word for one thing") {
    const auto terms = parse_terms(read("tests/pages/terms.txt"));
    CHECK(terms.size() >= 30);
    for (const auto& term : terms) {
        INFO(term.english);
        CHECK(!term.chinese.empty());
        // The word that is used has to pass.
        CHECK(other_words(terms, "terms.txt", term.chinese).empty());
    }
    std::vector<std::string> found;
    std::size_t files = 0;
    for (const char* path : {"README.zh.md", ".github", "docs/en", "docs/zh", "docs/.vitepress", "docs/figures",
                             "learn", "tools/learn", "tools/class", "tests/grader", "tests/week1", "tests/week2",
                             "tests/contributing", "week1", "week2", "solutions", "include", "model/telling.cpp"}) {
        for (const auto& file : files_below(path)) {
            ++files;
            for (const auto& one : other_words(terms, file, read(file))) found.push_back(one);
        }
    }
    INFO(lines_of(found));
    CHECK(found.empty());
    CHECK(files >= 300);
}
