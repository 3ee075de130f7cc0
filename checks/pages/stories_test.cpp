// The stories on the pages are what the model tells.
//
//   ```sh                       every line that begins with ./learn story is one that the program takes: its mistake
//                               exists, and the rest of it tells a story.
//   <!-- tells: ./learn story … -->     above a ```text fence: this is printed. White space does not count, since a
//                                       page wraps lines; neither does the speed. "..." stands for any text. Of one
//                                       with --mistake, the right story is looked for.

#include <array>
#include <cstdio>
#include <cstring>
#include <regex>

#include "grader/catch.hpp"
#include "tree.hpp"

namespace {

/// What the program prints; ./learn story hands it the same arguments.
std::string told(const std::string& command, const std::string& more) {
    const std::string arguments = more + command.substr(std::strlen("./learn story")) + " </dev/null 2>&1";
    FILE* pipe = popen(("OPENBLAS_NUM_THREADS=1 '" TINY_LLM_STORY "' " + arguments).c_str(), "r");
    if (!pipe) throw std::runtime_error("cannot start a shell");
    std::string text;
    std::array<char, 4096> part;
    for (std::size_t n; (n = fread(part.data(), 1, part.size(), pipe)) > 0;) text.append(part.data(), n);
    return pclose(pipe) == 0 ? text : "failed: " + text;
}

std::string without_space_and_speed(std::string text) {
    static const std::regex speed(R"(, [0-9]+ a second|，每秒 [0-9]+ 个)"), space(R"(\s+)");
    return std::regex_replace(std::regex_replace(text, speed, ""), space, "");
}

/// Whether `part`, in which "..." stands for any text, is how `all` begins or, after "...", goes on.
bool is_in(const std::string& part, const std::string& all) {
    std::size_t at = 0, from = 0;
    for (bool first = true; from <= part.size(); first = false) {
        const std::size_t dots = std::min(part.find("...", from), part.size());
        const std::size_t found = all.find(part.substr(from, dots - from), at);
        if (found == all.npos || (first && found != 0)) return false;
        at = found + dots - from;
        from = dots + 3;
    }
    return part.ends_with("...") || at == all.size();
}

/// " --yours silu,linear", as the transcript says whose the parts are. A page wraps a list that is long.
std::string parts(const std::string& shown) {
    static const std::regex yours(R"((?:yours:|你写的：)((?:\s+[a-z0-9_]+(?![a-z0-9_:]))+))"), space(R"(\s+)");
    std::smatch found;
    if (!std::regex_search(shown, found, yours)) return "";
    return " --yours " + std::regex_replace(found[1].str(), space, ",").substr(1);
}

const std::regex mistake(R"( --mistake (\S+)/(\S+))");

std::string without_mistake(const std::string& command) { return std::regex_replace(command, mistake, ""); }

bool is_story(const std::string& command) { return command.starts_with("./learn story"); }

}  // namespace

TEST_CASE("a story is compared word by word") {
    CHECK(is_in("ab", "ab"));
    CHECK(is_in("a...d", "abcd"));
    CHECK(is_in("a...", "abcd"));
    CHECK(!is_in("ab", "abc"));
    CHECK(!is_in("b...", "abc"));
    CHECK(!is_in("a...e", "abcd"));
    CHECK(parts("so.\n\n  yours: silu\n    linear rope\n  given: softmax\n") == " --yours silu,linear,rope");
    CHECK(parts("so.\n\n  given: softmax\n").empty());
    CHECK(without_space_and_speed("so.\n\n  9 tokens, 80 a second, seed 3\n") == "so.9tokens,seed3");
}

TEST_CASE("every story on a page is what the model tells") {
    std::size_t n = 0;
    for (const auto& page : pages()) {
        const bool chinese = page.path.starts_with("docs/zh") || page.path == "README.zh.md";
        for (const auto& fence : page.fences) {
            if (!fence.marker.starts_with("tells: ")) continue;
            const std::string command = fence.marker.substr(7), shown = lines_of(fence.code);
            const std::string text =
                told(without_mistake(command), (chinese ? "--lang zh" : "--lang en") + parts(shown));
            INFO(at(page, fence.line) << ": " << command << "\n" << text);
            CHECK(is_story(command));
            const std::string a = without_space_and_speed(shown), b = without_space_and_speed(text);
            CHECK((without_mistake(command) == command ? is_in(a, b) : count(a, b) == 1));
            ++n;
        }
    }
    CHECK(n >= 10);
}

TEST_CASE("every story that a page proposes can be told") {
    std::size_t n = 0;
    for (const auto& page : pages()) {
        for (const auto& fence : page.fences) {
            if (fence.language != "sh" || fence.marker.starts_with("not run: ")) continue;
            for (std::size_t i = 0; i < fence.code.size(); ++i) {
                if (!is_story(fence.code[i])) continue;
                INFO(at(page, fence.line + 1 + i) << ": " << fence.code[i]);
                std::smatch planted;
                if (std::regex_search(fence.code[i], planted, mistake)) {
                    const std::string folder = TINY_LLM_BUILD "/planted/" + planted[1].str();
                    const auto all = nlohmann::json::parse(read(folder + "/described.json"));
                    CHECK(std::any_of(all.begin(), all.end(),
                                      [&](const auto& one) { return one.at("id") == planted[2].str(); }));
                }
                const std::string text = told(without_mistake(fence.code[i]), "");
                INFO(text);
                CHECK(!text.starts_with("failed: "));
                ++n;
            }
        }
    }
    CHECK(n >= 10);
}
