// What holds for every page: two languages that say the same, Markdown that GitHub shows as meant, links that lead
// somewhere.

#include <regex>

#include "anchors.hpp"
#include "github.hpp"
#include "grader/catch.hpp"
#include "parity.hpp"
#include "tree.hpp"

namespace {

/// Every [text](target) and every picture's file, outside of code.
std::vector<Item> targets(const Page& page) {
    static const std::regex link(R"-((?:\]\(|src="|srcset=")([^)"\s]+))-");
    std::vector<Item> found;
    for (const auto& [line, raw] : page.prose) {
        const std::string text = without_code(raw);
        for (std::sregex_iterator i(text.begin(), text.end(), link), end; i != end; ++i)
            found.push_back({line, (*i)[1]});
    }
    return found;
}

std::string dead_link(const Page& page, const Item& link) {
    const auto hash = link.text.find('#');
    const std::string file = link.text.substr(0, hash);
    if (file.find(':') != std::string::npos) return "";
    const fs::path target =
        file.empty() ? fs::path(page.path) : (fs::path(page.path).parent_path() / file).lexically_normal();
    if (target == "../../codespaces") return "";  // GitHub's own page of it: it shows a file at blob/main
    if (!fs::exists(root / target)) return at(page, link.line) + ": no file " + target.string();
    if (hash == std::string::npos) return "";
    const std::string anchor = link.text.substr(hash + 1);
    const auto names = anchors(parse(target.string(), read(target)));
    if (std::find(names.begin(), names.end(), anchor) != names.end()) return "";
    return at(page, link.line) + ": no heading #" + anchor + " in " + target.string();
}

}  // namespace

TEST_CASE("the two languages have the same outline, code, formulas, tables, lists and links") {
    std::vector<std::string> found;
    for (const auto& [en, zh] : page_pairs()) {
        for (const auto& path : {en, zh}) {
            if (!fs::exists(root / path)) found.push_back(path + ": missing, the other language has it");
        }
        for (const auto& one : differences(parse(en, read(en)), parse(zh, read(zh)))) found.push_back(one);
    }
    INFO(lines_of(found));
    CHECK(found.empty());
}

TEST_CASE("every page is Markdown that GitHub shows as it is meant") {
    std::vector<std::string> found;
    for (const auto& page : pages()) {
        for (const auto& one : complaints(page)) found.push_back(one);
    }
    INFO(lines_of(found));
    CHECK(found.empty());
}

TEST_CASE("every link leads to a file that exists, and to a heading in it") {
    std::vector<std::string> found;
    for (const auto& page : pages()) {
        for (const auto& link : targets(page)) {
            if (const std::string dead = dead_link(page, link); !dead.empty()) found.push_back(dead);
        }
    }
    INFO(lines_of(found));
    CHECK(found.empty());
}

TEST_CASE("the page on setting up names every package that the launcher installs") {
    static const std::regex need(R"--(\n  "[a-z0-9+-]+\|([a-z0-9+.-]+)\|)--");
    const std::string launcher = read("learn");
    std::size_t n = 0;
    for (std::sregex_iterator i(launcher.begin(), launcher.end(), need), end; i != end; ++i, ++n) {
        for (const char* page : {"docs/en/setup.md", "docs/zh/setup.md"}) {
            INFO(page << ": " << (*i)[1]);
            CHECK(count(read(page), "`" + (*i)[1].str() + "`") >= 1);
        }
    }
    CHECK(n >= 10);
}

TEST_CASE("anchors are made from headings as GitHub makes them") {
    const Page page =
        parse("page.md",
              "# RMSNorm & MLP\n## `*` is never the product\n## 提示：`rms_norm`\n## Stored out × in, W₁ᵀ Φ\n"
              "```sh\n# a comment\n```\n### 提示：`rms_norm`\n## [A link](b.md), **bold**\n");
    CHECK(anchors(page) == std::vector<std::string>{"rmsnorm--mlp", "-is-never-the-product", "提示rms_norm",
                                                    "stored-out--in-wᵀ-φ", "提示rms_norm-1", "a-link-bold"});
}
