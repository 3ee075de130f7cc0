#include "course/docs.hpp"
#include <algorithm>

#include "catch.hpp"
#include "grading/compile_fixes.hpp"
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

TEST_CASE("the page names the fixes that there are, and no others") {
    for (const char* page : {"docs/en/stuck.md", "docs/zh/stuck.md"}) {
        INFO(page);
        std::vector<std::string> named, known = compile_fix_ids();
        bool inside = false;
        for (const std::string& line : lines(read_file(fs::path(TINY_LLM_SOURCE_DIR) / page).value())) {
            inside = line.find("`fixes`") != line.npos ||
                     (inside && !line.starts_with("| the words") && !line.starts_with("| 报错"));
            if (!inside || !line.starts_with("| ")) continue;
            for (std::size_t at = line.find('`'); at != line.npos; at = line.find('`', line.find('`', at + 1) + 1)) {
                named.push_back(line.substr(at + 1, line.find('`', at + 1) - at - 1));
            }
        }
        std::sort(named.begin(), named.end());
        std::sort(known.begin(), known.end());
        known.erase(std::unique(known.begin(), known.end()), known.end());
        CHECK(named == known);
    }
}
