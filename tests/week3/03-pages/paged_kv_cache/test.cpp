#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;

// What happens to texts A, B and C is compared step by step (steps.hpp says what the steps are): the pages of each text, how many
// references these have, how many are free: "A 3: ab, B 2: a; a2 b1; 3 free". Pages are called a, b, c as they come into use, because it doesn't matter which free
// page goes where. The rows of each text are compared at the end; before that, every row of the store is NaN.

QUESTION("two texts with a common beginning, as in the chapter", "开头相同的两段文字，同章节里的例子") {
    grade("by-hand");
}

// One text.
QUESTION("a text within a page", "一页之内的文字") { grade("one-page"); }

QUESTION("a text of several pages", "占几页的文字") { grade("several-pages"); }

QUESTION("reserve, write of each layer, commit", "先预留，再逐层写，最后 commit") { grade("steps"); }

QUESTION("token by token", "一个一个 token 地加") { grade("token-by-token"); }

QUESTION("a prompt, then token by token", "先加提示词，再一个一个 token 地加") { grade("prompt-and-tokens"); }

QUESTION("positions that end where a page ends", "正好填到页的末尾") { grade("to-the-end-of-a-page"); }

QUESTION("positions that begin within a page and end in the next", "从一页中间写到下一页") {
    grade("into-the-next-page");
}

QUESTION("zero positions", "零个位置") { grade("nothing"); }

QUESTION("positions that are reserved are no part of the text", "预留的位置还不属于文字") { grade("only-reserved"); }

QUESTION("a second commit adds nothing", "再 commit 一次，什么也不加") { grade("committed-twice"); }

QUESTION("the same reserved again takes no more pages", "再次预留同样多，不再取页") { grade("reserved-again"); }

QUESTION("the same reserved again where no page is free", "没有空页时，再次预留同样多") {
    grade("reserved-again-none-free");
}

QUESTION("more reserved instead: only the pages that are missing are taken", "改为预留更多：只取缺的页") {
    grade("reserved-more");
}

QUESTION("a layer written twice has its rows in place", "一层写了两遍，位置不变") { grade("written-twice"); }

QUESTION("pages of one row, and one page of forty", "一页一行；一页四十行") {
    grade("pages-of-one");
    grade("one-large-page");
}

QUESTION("one layer, one head of one number", "一层，一个头，宽 1") { grade("one-layer-one-number"); }

QUESTION("more heads than each has numbers", "头数多于宽度") { grade("more-heads-than-numbers"); }

QUESTION("layers, heads, widths, pages and their rows all of three", "层数、头数、宽度、页数和一页的行数都是 3") {
    grade("alike");
}

// Pages are where they are.
QUESTION("pages that are not neighbours", "不相邻的页") { grade("scattered"); }

QUESTION("pages that were used before, in another order", "用过的页，次序变了") { grade("backwards"); }

QUESTION("two texts that grow by turns", "两段文字轮流变长") { grade("two-texts"); }

QUESTION("two texts that reserve before either writes", "两段文字都先预留，然后才写") { grade("two-texts-in-turns"); }

// No free page.
QUESTION("just enough free pages", "空页刚好够") { grade("just-enough"); }

QUESTION("one page too few: OutOfPages, and nothing changes", "少一页：抛出 OutOfPages，什么也不变") {
    grade("one-too-many");
}

QUESTION("no free page: OutOfPages, and nothing changes", "没有空页：抛出 OutOfPages，什么也不变") {
    grade("none-free");
}

QUESTION("some free pages, but too few: OutOfPages, and nothing changes", "有空页但不够：抛出 OutOfPages，什么也不变") {
    grade("some-free");
}

QUESTION("a new text that is too long: OutOfPages, and nothing changes", "新文字太长：抛出 OutOfPages，什么也不变") {
    grade("refused-at-once");
}

QUESTION("no page is free, but the last one has room", "没有空页，但最后一页还有位置") {
    grade("room-in-the-last-page");
    grade("none-needed");
}

QUESTION("a pool without pages", "没有页的池") { grade("no-page-at-all"); }

QUESTION("a refused reservation leaves the earlier one as it was", "预留遭拒绝，之前的预留不变") {
    grade("refused-while-reserved");
}

// Shared pages.
QUESTION("a text goes on in a page that another uses: it gets a copy", "接着写别人也在用的页：先得到副本") {
    grade("fork");
}

QUESTION("the first of two texts goes on: it gets a copy, too", "两段文字里原来的那段接着写：也先得到副本") {
    grade("fork-then-the-first");
}

QUESTION("both texts go on: the first gets a copy, and the second then has the page to itself",
    "两段都接着写：先写的复制，后写的已经独占") {
    grade("fork-then-both");
}

QUESTION("a common beginning that ends with a page: nothing is copied", "共同的开头正好填满一页：不复制") {
    grade("fork-at-the-end-of-a-page");
}

QUESTION("a common beginning of one page", "共同的开头只有一页") { grade("fork-one-page"); }

QUESTION("a text goes on from within a page that another has filled", "从别人已填满的页中间接着写") {
    grade("fork-into-a-full-page");
    grade("fork-shorter");
}

QUESTION("zero positions copy nothing", "预留零个位置，不复制") { grade("fork-nothing-more"); }

QUESTION("the copy is made in all layers", "每一层都要复制") {
    grade("fork-of-three-layers");
    grade("fork-of-one-layer");
}

QUESTION("three texts with a common beginning", "三段开头相同的文字") { grade("three-texts"); }

QUESTION("a second text begins like the first, and a third like the second",
    "第二段与第一段开头相同，第三段又与第二段开头相同") {
    grade("three-texts-in-a-row");
}

QUESTION("shared pages that are not neighbours", "共用的页不相邻") { grade("fork-after-others"); }

QUESTION("a page is copied once", "一页只复制一次") { grade("copied-once"); }

QUESTION(
    "a page that was shared is not copied when the other text has ended", "另一段文字结束后，曾经共用的页不必复制") {
    grade("alone-again");
    grade("first-ends");
}

QUESTION("a shared page is copied by reserve, and not again by a second one", "预留时复制，再次预留不再复制") {
    grade("fork-reserved-only");
}

QUESTION("a page is shared while its text has reserved pages after it: the next reserve copies that page",
    "文字后面还有预留的页，这时一页被共用；再次预留时复制的就是这一页") {
    grade("fork-of-what-reserves");
}

QUESTION("no free page for the copy: OutOfPages, and nothing changes", "没有空页放副本：抛出 OutOfPages，什么也不变") {
    grade("copy-and-none-free");
}

QUESTION("enough free pages for the new positions, but not for the copy, too: OutOfPages, and nothing changes",
    "空页够新位置用，但加上副本就不够：抛出 OutOfPages，什么也不变") {
    grade("copy-and-too-few");
}

QUESTION("several pages and a copy, one too few: OutOfPages, and nothing changes",
    "几页再加一个副本，少一页：抛出 OutOfPages，什么也不变") {
    grade("copy-of-several-too-few");
}

QUESTION("just enough free pages for a copy and a new one", "空页刚好够一个副本和一个新页") {
    grade("copy-just-enough");
}

// Shorter.
QUESTION("truncate gives back the pages that hold nothing", "truncate 归还不再有内容的页") { grade("truncate"); }

QUESTION("truncate within a page", "在一页之内 truncate") { grade("truncate-in-the-page"); }

QUESTION("truncate to whole pages", "truncate 到整页") {
    grade("truncate-to-a-whole-page");
    grade("truncate-one-page");
}

QUESTION("truncate to nothing", "truncate 到零") {
    grade("truncate-to-nothing");
    grade("truncate-empty");
}

QUESTION("truncate to the same length", "truncate 到同样的长度") { grade("truncate-nothing"); }

QUESTION("truncate beyond length is refused, and nothing changes", "truncate 超过 length：拒绝，什么也不变") {
    grade("truncate-beyond");
    grade("truncate-beyond-the-table");
}

QUESTION(
    "truncate within a shared page copies nothing; reserve does", "在共用的页里 truncate 不复制，reserve 时才复制") {
    grade("truncate-shared");
}

QUESTION("truncate within a shared page by the first text", "原来的那段文字在共用的页里 truncate") {
    grade("truncate-shared-first");
}

QUESTION("truncate gives back shared pages", "truncate 归还共用的页") { grade("truncate-shared-page-away"); }

QUESTION("truncate takes back what is reserved", "truncate 收回预留的位置") { grade("truncate-reserved"); }

QUESTION("truncate to less takes back what is reserved, too", "truncate 到更短，也收回预留的位置") {
    grade("truncate-reserved-shorter");
}

QUESTION("truncate to what is only reserved is refused, and nothing changes",
    "truncate 到只是预留的长度：拒绝，什么也不变") {
    grade("truncate-beyond-what-is-reserved");
}

// The end.
QUESTION("a text that ends gives back its pages", "文字结束时归还它的页") { grade("end"); }

QUESTION("a text that ends leaves shared pages to the others", "文字结束时，共用的页留给别人") {
    grade("end-of-a-fork");
}

QUESTION("a text that ends gives back pages that were only reserved", "文字结束时，只是预留的页也归还") {
    grade("end-of-reserved");
    // Also where nothing else is in the text.
    grader::Values outputs = grader::fixture("end-of-reserved").outputs, steps, happened;
    for (const char* step : {"A.append(3)", "A.truncate(0)", "A.reserve(4)", "A.end()", "B.append(3)"})
        steps.emplace_back(step);
    for (const char* event : {"A.append(3) -> A 3: ab; a1 b1; 3 free", "A.truncate(0) -> A 0: -; 5 free",
             "A.reserve(4) -> A 0: ab; a1 b1; 3 free", "A.end() -> 5 free", "B.append(3) -> B 3: ab; a1 b1; 3 free",
             "all texts end: 5 free"})
        happened.emplace_back(event);
    outputs[0] = grader::Value(happened);
    grade(grader::with("end-of-reserved", {{"steps", steps}}), outputs);
}

QUESTION("when all texts have ended, all pages are free", "所有文字都结束后，所有的页都空着") { grade("end-of-all"); }

// Refused.
QUESTION("a layer that is not there is refused, and nothing changes", "没有的层：拒绝，什么也不变") {
    grade("refused-layer-0");
    grade("refused-layer-1");
    grade("refused-layer-2");
}

QUESTION(
    "fewer or more rows than are reserved are refused, and nothing changes", "行数与预留的不同：拒绝，什么也不变") {
    grade("refused-rows-0");
    grade("refused-rows-1");
    grade("refused-rows-2");
}

QUESTION("rows without a reservation are refused, and nothing changes", "没有预留就写：拒绝，什么也不变") {
    grade("refused-without-room");
    grade("refused-after-commit");
}

QUESTION("other heads or another width are refused, and nothing changes", "头数或宽度不同：拒绝，什么也不变") {
    grade("refused-heads-0");
    grade("refused-heads-1");
    grade("refused-heads-2");
    grade("refused-heads-3");
    grade("refused-heads-4");
    grade("refused-heads-5");
}

QUESTION("inputs without exactly three axes are refused, and nothing changes", "不是三维时拒绝，什么也不变") {
    grade("refused-axes-0");
    grade("refused-axes-1");
    grade("refused-axes-2");
    grade("refused-axes-3");
    grade("refused-axes-4");
}

QUESTION("a value of another shape than the key is refused, and nothing changes",
    "value 与 key 形状不同时拒绝，什么也不变") {
    grade("refused-value-0");
    grade("refused-value-1");
    grade("refused-value-2");
    grade("refused-value-3");
    grade("refused-value-4");
    grade("refused-value-5");
    grade("refused-value-6");
    grade("refused-value-7");
}

QUESTION("NaN and infinity are kept, and copied, as they are", "NaN 和无穷大原样保存、原样复制") { grade("nan"); }

QUESTION("Qwen2-0.5B's 2 heads of 64, in pages of 16", "Qwen2-0.5B 的 2 个头，每个宽 64，一页 16 行") {
    grade("qwen2");
}
