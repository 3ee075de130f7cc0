#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;

// What happens is compared step by step, with the references after each step where there are few blocks.

QUESTION("three blocks, as in the chapter", "章节里的三个块") { grade("by-hand"); }

QUESTION("a new pool gives 0, 1, 2 and so on", "新的池依次给出 0、1、2……") { grade("fresh"); }

QUESTION("none free: take gives nothing, and nothing changes", "没有空块：take 什么也不给，什么也不变") {
    grade("none-free");
}

QUESTION("a pool of one block", "只有一个块的池") { grade("one-block"); }

QUESTION("a pool of no blocks", "没有块的池") {
    grade("no-blocks");
    grade("no-blocks-refused");
}

QUESTION("the block that became free first is taken first", "先空出来的先取") {
    grade("freed-last-first");
    grade("freed-in-another-order");
}

QUESTION("blocks that were never taken come before those that became free later", "没用过的块排在后来空出的块前面") {
    grade("freed-while-others-are-fresh");
}

QUESTION("blocks are taken and freed again and again", "反复取用、归还") {
    grade("freed-again");
    grade("queue");
    grade("rounds");
    grade("rounds-of-several");
}

QUESTION("a shared block is free only after the last release", "共用的块要到最后一次归还才空出来") {
    grade("shared");
    grade("shared-and-freed-in-between");
    grade("shared-later");
}

QUESTION("a block with four references becomes free at the fourth release", "一个块有 4 处引用：第 4 次归还才空出来") {
    grade("shared-three-times");
}

QUESTION("a block that was shared once is taken like any other", "曾经共用过的块，再取时与别的块一样") {
    grade("one-reference-after-a-release");
}

QUESTION("sharing a free block is refused, and nothing changes", "共用空着的块：拒绝，什么也不变") {
    grade("share-a-fresh-one");
    grade("share-one-that-was-freed");
}

QUESTION("releasing a free block is refused, and nothing changes", "归还空着的块：拒绝，什么也不变") {
    grade("release-a-fresh-one");
    grade("release-twice");
    grade("release-more-often-than-shared");
}

QUESTION("a block that is not in the pool is refused, and nothing changes", "池里没有的块：拒绝，什么也不变") {
    grade("outside");
    grade("one-past-the-end");
    grade("one-past-the-end-of-five");
    grade("huge");
}

QUESTION("260 references to one block", "一个块有 260 处引用") { grade("many-references"); }

QUESTION("100 blocks, freed in mixed order", "100 个块，不按顺序归还") { grade("many-blocks"); }
