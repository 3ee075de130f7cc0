#include "course/docs.hpp"
#include <algorithm>
#include <cctype>
#include <set>

#include "fixes_page.hpp"
#include "grader/catch.hpp"
#include "grading/compile_fixes.hpp"
#include "messages.hpp"
#include "system/files.hpp"
#include "terminal/text.hpp"

using namespace learn;

namespace {

const char* const chapter = R"(# SiLU, the activation

```cpp
# not a heading
## Hints: `silu` in code
```

## Task: `silu`, the sigmoid linear unit
## 任务：`gelu`：高斯误差

## Hints: `silu`

<details>
<summary>Hint 1: where to start</summary>

Read the **formula**,
then write
it down.

- one
- two

</details>

<details>
<summary>Hint 2: code</summary>

```cpp
# define X
return x;
```

</details>

## Hints: `gelu`

<details>
<summary>other</summary>
text
</details>
)";

}  // namespace

TEST_CASE("a chapter's title is its first heading") { CHECK(chapter_title(chapter) == "SiLU, the activation"); }

TEST_CASE("a task's title follows the id in either language") {
    CHECK(task_title(chapter, "silu") == "the sigmoid linear unit");
    CHECK(task_title(chapter, "gelu") == "高斯误差");
    CHECK(task_title(chapter, "linear").empty());
}

TEST_CASE("each details block under the exercise's own heading is a hint") {
    const auto found = hints(chapter, "silu");
    REQUIRE(found.size() == 2);
    CHECK(found[0].title == "where to start");
    CHECK(found[0].text == "Read the formula, then write it down.\n\n- one\n- two");
    CHECK(found[1].text == "    # define X\n    return x;");
    CHECK(hints(chapter, "gelu").size() == 1);
    CHECK(hints("", "silu").empty());
}

TEST_CASE("a table in a hint is shown in columns, without the line under its head, but not in code") {
    const auto found = hints(
        "## 提示：`silu`\n<details>\n<summary>a</summary>\n\nThis:\n\n| 第几步 | B |\n|---|---|\n| one | `f` |\n| 二 | |\n"
        "\n```text\n| a | b |\n```\n</details>\n",
        "silu");
    REQUIRE(found.size() == 1);
    CHECK(found[0].text == "This:\n\n第几步  B\none     `f`\n二\n\n    | a | b |");
}

TEST_CASE("the page lists the fixes that there are, and says what the runner says") {
    const auto english = shown_fixes("en");
    for (const auto& [language, folder] : {std::pair(Language::en, "en"), std::pair(Language::zh, "zh")}) {
        set_language(language);
        std::set<std::string> named;
        const auto all = shown_fixes(folder);
        REQUIRE(all.size() == english.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            const ShownFix& shown = all[i];
            INFO(folder << ": " << shown.id << ": " << shown.code << ": " << shown.error);
            named.insert(shown.id);
            CHECK((shown.id == english[i].id && shown.code == english[i].code && shown.error == english[i].error));
            // The page does not say in which column the error is: there is one in which the fix is told.
            std::string told;
            for (int column = 0; told.empty() && column <= static_cast<int>(shown.code.size()) + 1; ++column) {
                for (const auto& fix : compile_fixes({"", 1, column, shown.error, {}, shown.note}, shown.code))
                    told = fix.id == shown.id ? fix.text : "";
            }
            CHECK(told == shown.text);
        }
        const auto known = compile_fix_ids();
        CHECK(named == std::set<std::string>(known.begin(), known.end()));
    }
    set_language(Language::en);
}

TEST_CASE("the runner names a heading of the page that there is") {
    for (const std::string said : {msg::fixes_page.en, msg::fixes_page.zh}) {
        const std::size_t from = said.find("docs/"), hash = said.find('#');
        const auto page = lines(read_file(fs::path(TINY_LLM_SOURCE_DIR) / said.substr(from, hash - from)).value());
        INFO(said);
        CHECK(width(said) <= 76);
        CHECK(std::any_of(page.begin(), page.end(), [&](std::string heading) {
            std::transform(heading.begin(), heading.end(), heading.begin(),
                           [](unsigned char c) { return c == ' ' ? '-' : static_cast<char>(std::tolower(c)); });
            return heading == "##-" + said.substr(hash + 1);
        }));
    }
}
