#include "setup.hpp"

#include "tests/week2/03-grouped-heads/qwen2_attention/cases.hpp"

QUESTION("small numbers, where eps counts", "数值很小，eps 起作用") { grade("small-numbers"); }

QUESTION("each norm has an eps of its own", "两个归一化各有自己的 eps") { grade("an-eps-each"); }

QUESTION("Qwen3-0.6B's 16 query heads and 8 key heads: four tokens and two more",
    "Qwen3-0.6B 的 16 个 query 头、8 个 key 头：四个 token，再加两个") {
    // Sums of 1,024 terms and of 2,048, and a softmax between them.
    grade("qwen3");
}
