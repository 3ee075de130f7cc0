#include "setup.hpp"

#include "tests/week2/03-grouped-heads/qwen2_attention/cases.hpp"

QUESTION("projections without biases, as in Llama", "没有偏置的投影，与 Llama 一样") { grade("no-biases"); }

QUESTION("Qwen2-0.5B's 14 query heads and 2 key heads: four tokens and two more",
    "Qwen2-0.5B 的 14 个 query 头、2 个 key 头：四个 token，再加两个") {
    // Sums of 896 terms, twice, and a softmax between them.
    grade("qwen2");
}

QUESTION("20 query heads of 160 numbers, and one key head", "20 个 query 头，每个 160 个数，只有一个 key 头") {
    grade("wide-heads");
}
