// The committed pictures are what the solutions draw now, and the chapters of both languages show them.

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "grader/catch.hpp"
#include "pictures.hpp"

namespace fs = std::filesystem;
using namespace tiny_llm::figures;

namespace {

const fs::path docs = TINY_LLM_DOCS;

std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Whether two lines of SVG draw the same: the same words, and numbers outside of words up to a tenth, since compilers
/// may round the last digit of a float differently.
bool draws_the_same(const std::string& one, const std::string& other) {
    const auto words = [](const std::string& line) { return line.substr(std::min(line.find('>'), line.size())); };
    if (words(one) != words(other)) return false;
    const char* a = one.c_str();
    const char* b = other.c_str();
    while (*a != '\0' && *b != '\0' && *a != '>') {
        char* a_end = nullptr;
        char* b_end = nullptr;
        const bool number = std::isdigit(static_cast<unsigned char>(*a)) || *a == '-';
        const double x = number ? std::strtod(a, &a_end) : 0;
        const double y = number ? std::strtod(b, &b_end) : 0;
        if (number && a_end != a && b_end != b) {
            if (std::abs(x - y) > 0.11) return false;
            a = a_end;
            b = b_end;
        } else if (*a++ != *b++) {
            return false;
        }
    }
    return *a == *b;
}

/// The number of the first line that differs, or 0.
std::size_t first_difference(const std::string& committed, const std::string& drawn) {
    std::istringstream a(committed);
    std::istringstream b(drawn);
    for (std::size_t line = 1;; ++line) {
        std::string one;
        std::string other;
        const bool more = static_cast<bool>(std::getline(a, one));
        if (more != static_cast<bool>(std::getline(b, other))) return line;
        if (!more) return 0;
        if (!draws_the_same(one, other)) return line;
    }
}

/// The files of all pictures, or of those that stand in the pages of one language.
std::set<std::string> names_of_files(const std::string& language = "") {
    std::set<std::string> all;
    for (const Picture& picture : pictures()) all.insert(picture.name);
    std::set<std::string> names;
    for (const std::string& name : all) {
        if (language == "en" && name.ends_with("-zh")) continue;
        if (language == "zh" && all.contains(name + "-zh")) continue;
        for (const Theme& theme : {light, dark}) names.insert(name + "." + std::string(theme.name) + ".svg");
    }
    return names;
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++n;
    return n;
}

std::string all_pages(const std::string& language) {
    std::string text;
    for (const auto& entry : fs::recursive_directory_iterator(docs / language)) {
        if (entry.path().extension() == ".md") text += read(entry.path());
    }
    // A chapter lies one folder deeper than a page of reference.
    return std::regex_replace(text, std::regex(R"(\.\./\.\./figures/)"), "../figures/");
}

}  // namespace

TEST_CASE("every picture is what the solutions draw") {
    for (const Picture& picture : pictures()) {
        for (const Theme& theme : {light, dark}) {
            const std::string name = picture.name + "." + std::string(theme.name) + ".svg";
            const std::size_t line = first_difference(read(docs / "figures" / name), picture.draw(theme));
            INFO("docs/figures/" << name << ":" << line << " differs; to draw it anew:\n"
                                 << "cmake --build --preset test -t redraw");
            CHECK(line == 0);
        }
    }
}

TEST_CASE("a picture that differs is noticed") {
    CHECK(draws_the_same("<line x1=\"1.5\" y1=\"20\"/>", "<line x1=\"1.6\" y1=\"19.9\"/>"));
    CHECK_FALSE(draws_the_same("<line x1=\"1.5\" y1=\"20\"/>", "<line x1=\"1.5\" y1=\"20.2\"/>"));
    CHECK_FALSE(draws_the_same("<line x1=\"1.5\"/>", "<line x2=\"1.5\"/>"));
    CHECK_FALSE(draws_the_same("<polyline points=\"1,2 3,4\"/>", "<polyline points=\"1,2\"/>"));
    CHECK_FALSE(draws_the_same("<text x=\"1\">5 × 9</text>", "<text x=\"1\">5 × 9.1</text>"));
    CHECK(first_difference("a\nb\n", "a\nb\n") == 0);
    CHECK(first_difference("a\nb\n", "a\nc\n") == 2);
    CHECK(first_difference("a\n", "a\nb\n") == 2);
}

TEST_CASE("no picture is left over, and none is large") {
    std::set<std::string> found;
    for (const auto& entry : fs::directory_iterator(docs / "figures")) {
        if (entry.path().extension() != ".svg") continue;
        if (entry.path().filename().string().starts_with("loop")) continue;  // the README's: docs/figures/loop
        found.insert(entry.path().filename().string());
        INFO(entry.path().filename());
        CHECK(entry.file_size() <= 40 * 1024);
    }
    CHECK(found == names_of_files());
}

TEST_CASE("every picture stands once in the pages of each language, light and dark and in words") {
    for (const std::string language : {"en", "zh"}) {
        const std::string pages = all_pages(language);
        for (const std::string& name : names_of_files(language)) {
            INFO(language << " " << name);
            const bool is_dark = name.find(".dark.") != std::string::npos;
            const std::string tag = is_dark ? "<source media=\"(prefers-color-scheme: dark)\" srcset=\"../figures/"
                                            : "<img src=\"../figures/";
            CHECK(count(pages, tag + name + (is_dark ? "\">" : "\" alt=\"")) == 1);
        }
        CHECK(count(pages, "alt=\"\"") == 0);
        CHECK(count(pages, "../figures/") == names_of_files(language).size());
    }
}
