#include "course/docs.hpp"
#include "catch.hpp"

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
