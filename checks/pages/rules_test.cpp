// The checks of pages, checked: every fault that they are for is planted and has to be named with its line.

#include "code.hpp"
#include "github.hpp"
#include "grader/catch.hpp"
#include "parity.hpp"
#include "terms.hpp"
#include "tree.hpp"

namespace {

/// Whether a page of these lines brings exactly one complaint: of this line, with this text in it.
bool complained(const std::string& markdown, std::size_t line, const std::string& text) {
    const auto all = complaints(parse("page.md", markdown));
    UNSCOPED_INFO(markdown << lines_of(all));
    return all.size() == 1 && all[0].starts_with("page.md:" + std::to_string(line) + ": ") && count(all[0], text) == 1;
}

/// Whether the two pages differ in one thing: in `what`, which names line 3 of both.
bool differ(const std::string& en, const std::string& zh, const std::string& what) {
    const auto all = differences(parse("en.md", "# A\n\n" + en + "\n"), parse("zh.md", "# 甲\n\n" + zh + "\n"));
    UNSCOPED_INFO(en << " | " << zh << lines_of(all));
    return !all.empty() && all[0].starts_with(what + ": en.md:");
}

}  // namespace

TEST_CASE("what GitHub does not show as meant is refused, by line") {
    CHECK(complained("---\ntitle: A\n", 1, "front matter"));
    CHECK(complained("# A\n\n:::tip\n", 3, ":::"));
    CHECK(complained("# A\n\n[[toc]]\n", 3, "[[toc]]"));
    CHECK(complained("# A {#a}\n", 1, "{#id}"));
    CHECK(complained("# A\n\n```\na\n```\n", 3, "without a language"));
    CHECK(complained("# A\n\n```rust\na\n```\n", 3, "rust"));
    CHECK(complained("# A\n\n```cpp\na\n", 3, "never closed"));
    CHECK(complained("- a\n\n  ```cpp\n", 3, "begin its line"));
    CHECK(complained("# A\n\n```cpp\n\n" + std::string(69, 'a') + "\n```\n", 5, "69 columns"));
    CHECK(complained("# A\n\n```cpp\n// 一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十一二三四\n```\n", 4,
                     "71 columns"));
    CHECK(complained("> [!NOTA]\n", 1, "NOTA"));
    CHECK(complained("取$x$。\n", 1, "space before"));
    CHECK(complained("a\n\nthe set $\\{1\\}$\n", 3, "write $`"));
    CHECK(complained("costs 5 $\n", 1, "partner"));
    CHECK(complained("**注意：**这里\n", 1, "end after a punctuation mark"));
    CHECK(complained("这是**“门控”**的\n", 1, "begin before a punctuation mark") == false);  // both sides are wrong
    CHECK(complained("a ** b\n", 1, "space") == false);
    CHECK(complained("see [a](/docs/a.md)\n", 1, "relative"));
    CHECK(complained("![](a.svg)\n", 1, "no words"));
    CHECK(complained("<details>\n<summary>A</summary>\ntext\n\n</details>\n", 1, "after <summary>"));
    CHECK(complained("<details>\n<summary>A</summary>\n\ntext\n</details>\n", 5, "before </details>"));
    CHECK(complained("<details>\n<summary>A</summary>\n\ntext\n", 1, "never closed"));
    CHECK(complained("<!-- embedd: a.cpp -->\n", 1, "embedd"));
}

TEST_CASE("what GitHub shows as meant is not refused") {
    const std::string page =
        "# A\n\n取 $x$，**注意**：`$a` 和 `**`；\"**b**\"。\n\n```cpp\n// 一个 $ 和 **\n```\n\n> [!NOTE]\n> a\n\n"
        "<details>\n<summary>A</summary>\n\n```text\nb\n```\n\n</details>\n\n$`\\{1, 2\\}`$ [a](b.md) **Si**gmoid\n";
    INFO(lines_of(complaints(parse("page.md", page))));
    CHECK(complaints(parse("page.md", page)).empty());
}

TEST_CASE("what one language has and the other has not is refused, by line") {
    CHECK(differ("## B", "### 乙", "headings"));
    CHECK(differ("```math\nx + 1\n```", "```math\nx + 2\n```", "code and formulas"));
    CHECK(differ("```cpp\na(1);  // one\n```", "```cpp\na(2);  // 一\n```", "code and formulas"));
    CHECK(differ("```cpp\na;  // is 1\n```", "```cpp\na;  // 是 2\n```", "code and formulas"));
    CHECK(differ("```text\n1 2\n```", "```text\n1 3\n```", "code and formulas"));
    CHECK(differ("a $x$", "甲 $y$", "formulas in the text"));
    CHECK(differ("| a | 1 |", "| 甲 | 2 |", "tables"));
    CHECK(differ("| a | b |", "| 甲 |", "tables"));
    CHECK(differ("- a\n- b", "- 甲", "lists"));
    CHECK(differ("[a](b.md)", "甲", "links"));
    CHECK(differ("[a](../zh/b.md)", "[甲](../en/c.md)", "links"));
    CHECK(differ("![a](a.svg)", "![甲](b.svg)", "images"));
    CHECK(differ("![a](figures/a.svg)", "![甲](figures/b-zh.svg)", "images"));
    CHECK(differ("a[^1]", "甲", "footnotes"));
    CHECK(differ("<details>", "甲", "folded blocks and notes"));
}

TEST_CASE("a translation is not refused") {
    const Page en = parse(
        "en.md",
        "# A\n\n[zh](../zh/a.md#b) $x$ in `c` and $y$ ![b](figures/b-1.light.svg)\n\n```cpp\na;  // is 1\n```\n```text\n  "
        "PASSED 2 tests; in 1.2 s\n```\n| one | 3 |\n");
    const Page zh = parse(
        "zh.md",
        "# 甲\n\n`c` 里的 $y$ 和 $x$ ![乙](figures/b-1-zh.light.svg) [en](../en/a.md#乙)\n\n```cpp\na;  // 是 1\n```\n```text\n  "
        "通过，2 项，1.7 秒\n```\n| 一 | 3 |\n");
    INFO(lines_of(differences(en, zh)));
    CHECK(differences(en, zh).empty());
}

TEST_CASE("a code block that is not the code it shows is refused, by line") {
    const auto refused = [](const std::string& marker, const std::string& code, std::size_t line,
                            const std::string& text) {
        const auto all =
            faults(parse("page.md", "# A\n\n" + marker + "```cpp\n" + code + "```\n"), [](const std::string& path) {
                return path == "a.cpp" ? "int a;\n    // region b\n    int b = 1;  // one\n    // endregion\n" : "";
            });
        UNSCOPED_INFO(marker << code << lines_of(all));
        return all.size() == 1 && all[0].starts_with("page.md:" + std::to_string(line) + ": ") &&
               count(all[0], text) == 1;
    };
    CHECK(refused("<!-- embed: a.cpp#b -->\n", "int b = 2;\n", 5, "a.cpp#b"));
    CHECK(refused("<!-- embed: a.cpp#b -->\n", "int b = 1;\nint c;\n", 6, "a.cpp#b"));
    CHECK(refused("<!-- embed: a.cpp#c -->\n", "int b = 1;\n", 4, "no region c"));
    CHECK(refused("<!-- embed: b.cpp#b -->\n", "int b = 1;\n", 4, "no file b.cpp"));
    CHECK(refused("", "int b = 1;\n", 3, "sketch"));
    CHECK(!refused("<!-- embed: a.cpp#b -->\n", "int b = 1;  // 一\n", 5, ""));
    CHECK(refused("", "int b = 1;\n```\n\n<details>\n```cpp\nint c;\n```\n</details>\n\n```text\n", 3, "sketch"));
    CHECK(!refused("<!-- sketch -->\n", "int b = /* ... */;\n", 4, ""));
}

TEST_CASE("a second Chinese word for one thing is refused, by line") {
    const auto terms =
        parse_terms("# a comment\n\naxis: 轴; not 维, 后一维; but 一维, 二维\nstub: 桩代码; not 存根, 模板里\n");
    const auto refused = [&](const std::string& text, std::size_t line, const std::string& word) {
        const auto all = other_words(terms, "page.md", text);
        UNSCOPED_INFO(text << lines_of(all));
        return all.size() == 1 && all[0].starts_with("page.md:" + std::to_string(line) + ": " + word + " is ");
    };
    CHECK(refused("轴\n\n保留这一个维\n", 3, "维"));
    CHECK(refused("二维的输入，沿最后一维求平均\n", 1, "后一维"));
    CHECK(refused("先写存根。\n", 1, "存根"));
    CHECK(refused("zh: 请保留模板\n    里的检查。\n", 1, "模板里"));
    CHECK(refused("轴\n    \"请保留模\"\n    \"板里的检查\";\n", 2, "模板里"));
    CHECK(refused("// 请保留模\n// 板里的检查\n存下\n", 1, "模板里"));
    CHECK(other_words(terms, "page.md", "一维、二维的轴，xtensor 的模板，先存，\n\n根号\n").empty());
}
