#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;

QUESTION("a prompt of two tokens and another request's next token, worked by hand in the chapter",
    "章节里手算的：一段两个 token 的提示词，和另一个请求的下一个 token") {
    grade("by-hand");
}

QUESTION("a single request: its next token, its prompt, a piece of its prompt",
    "只有一个请求：下一个 token、提示词、提示词的一截") {
    grade("one-text-one-row");
    grade("one-text-a-prompt");
    grade("one-text-in-pieces");
}

QUESTION("three requests of different lengths, a token each", "三个长度不同的请求，各来一个 token") {
    grade("a-row-each");
}

QUESTION("two requests of equal length, a token each", "两个一样长的请求，各来一个 token") { grade("equal-lengths"); }

QUESTION("two prompts", "两段提示词") { grade("two-prompts"); }

QUESTION("a prompt among the next tokens of other requests", "一段提示词，和别的请求的下一个 token") {
    grade("a-prompt-and-two-rows");
    grade("a-row-and-a-prompt");
}

QUESTION("pieces of several tokens, in the middle of three requests", "三个请求中间的几截，各有几个 token") {
    grade("pieces-in-the-middle");
}

QUESTION("requests that have no rows in this pass", "有的请求这一次没有行") { grade("without-rows"); }

QUESTION("no rows at all, and no requests", "一行也没有；一个请求也没有") {
    grade("no-rows-at-all");
    grade("no-texts");
}

QUESTION("requests that begin in the same pages", "几个请求的开头在同样的页里") { grade("shared-pages"); }

QUESTION("rows that just fill their page", "这几行正好填满一页") { grade("pages-full"); }

QUESTION("pages of one row, and of 16", "一页一行；一页 16 行") {
    grade("pages-of-one");
    grade("pages-of-16");
}

QUESTION("the first and the last of three layers", "三层中的第一层和最后一层") {
    grade("first-layer");
    grade("last-layer");
}

QUESTION("heads that are together narrower than x, or as wide", "所有头合起来比 x 窄，或一样宽") {
    grade("narrow-heads");
    grade("as-wide-as-x");
}

QUESTION("heads, widths, pages and layers of four", "头数、宽度、页和层数都是 4") { grade("all-four"); }

QUESTION("three query heads for each key head", "每个 key 头供三个 query 头用") { grade("groups-of-three"); }

QUESTION("projections without biases, as in Llama", "没有偏置的投影，与 Llama 一样") { grade("no-biases"); }

QUESTION("RoPE tables that just reach far enough", "RoPE 的表正好够长") { grade("tables-to-the-brim"); }

QUESTION("a long request beside new ones", "一个很长的请求和几个新的") { grade("far-apart"); }

QUESTION("an x with more or fewer rows than the requests is refused, and what is in the caches stays",
    "x 的行数比各个请求的行数之和多或少时拒绝，已有的内容保持原样") {
    for (const char* name : {"refused-more-rows", "refused-fewer-rows", "refused-no-rows", "refused-no-texts"})
        grade(name);
}

QUESTION("an x without exactly two axes is refused", "x 不是二维时拒绝") {
    for (const char* name : {"refused-one-axis", "refused-three-axes", "refused-three-axes-of-one"}) grade(name);
}

QUESTION("rows that are not reserved are refused, and more reserved ones than rows, too",
    "没有预留的行要拒绝；预留的比行多时也拒绝") {
    for (const char* name :
        {"refused-more-reserved", "refused-fewer-reserved", "refused-first-not-reserved", "refused-exchanged"})
        grade(name);
}

QUESTION("a layer that the caches do not have is refused", "缓存没有这一层时拒绝") {
    for (const char* name : {"refused-layer", "refused-layer-far"}) grade(name);
}

QUESTION("RoPE tables that lack a position, or have another width, are refused", "RoPE 的表缺位置，或宽度不同时拒绝") {
    for (const char* name : {"refused-tables-too-short", "refused-tables-too-short-for-the-first",
             "refused-tables-narrow", "refused-tables-wide"})
        grade(name);
}

QUESTION("caches with other heads are refused", "缓存的头数或宽度不同时拒绝") {
    for (const char* name : {"refused-heads", "refused-more-heads", "refused-dim", "refused-heads-of-one-width"})
        grade(name);
}

QUESTION("Qwen2-0.5B's 14 query heads and 2 key heads: three requests and a prompt",
    "Qwen2-0.5B 的 14 个 query 头、2 个 key 头：三个请求和一段提示词") {
    // Sums of 896 terms, twice, and a softmax between them.
    grade("qwen2");
}
