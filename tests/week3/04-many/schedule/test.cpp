#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;

// What happens is compared step by step: what the function returns, and how each request is then (computed/tokens). Between two
// steps of schedule, pass() gives a token to each request of which all is computed.

QUESTION("four requests, as in the chapter", "章节里的四个请求") { grade("by-hand"); }

QUESTION("no requests at all", "一个请求也没有") { grade("nobody"); }

QUESTION("one request: its prompt, then token after token", "一个请求：先是提示词，然后一个一个 token") {
    grade("one-text");
}

QUESTION("requests compute in the order in which they began", "按开始的先后计算") {
    grade("order");
    grade("many-admitted");
}

QUESTION("a long prompt is computed in pieces", "长的提示词分几遍算") {
    grade("pieces");
    grade("pieces-of-two");
}

QUESTION("running requests come first, waiting ones get what is left of the budget",
    "先是运行中的请求，等待的用剩下的预算") {
    grade("rest-of-the-budget");
    grade("budget-used-up");
}

QUESTION("a budget that is just enough, of 1, of 0, and without end", "预算正好够；为 1；为 0；没有上限") {
    grade("budget-is-just-enough");
    grade("budget-of-1");
    grade("budget-of-0");
    grade("no-budget");
}

QUESTION("a request with nothing to compute is skipped", "没有要算的请求：跳过") {
    grade("nothing-to-do");
    grade("nobody-has-anything-to-do");
    grade("nothing-to-do-and-no-pages");
}

QUESTION("a request takes a page only when its pages are full", "页填满了才取新的页") {
    grade("page-has-room");
    grade("last-page");
    grade("all-pages-are-held");
}

QUESTION("no page is free: the last running request is sent back, and keeps its tokens",
    "没有空页：退回最后一个，已有的 token 不丢") {
    grade("sent-back");
    grade("others-computed-before");
}

QUESTION("nobody is admitted in a step in which somebody was sent back", "有请求退回的那一步，谁也不接收") {
    grade("sent-back-but-pages-are-left");
    grade("sent-back-in-two-steps");
}

QUESTION("several are sent back, and keep their order", "退回几个，先后不变") {
    grade("two-sent-back");
    grade("three-sent-back");
    grade("all-but-the-first-sent-back");
}

QUESTION(
    "the request that needs the pages is the last one: it goes back itself", "要页的就是最后一个：退回的是它自己") {
    grade("sent-back-itself");
    grade("sent-back-itself-and-nobody-else");
    grade("sent-back-after-another");
}

QUESTION("pages are needed for what is computed in this step, and no more", "只要这一步用得着的页，不多要") {
    grade("pieces-and-no-pages");
    grade("budget-ends-before-the-pages");
}

QUESTION("a waiting request is admitted when all of its tokens have room", "全部 token 都放得下，才接收") {
    grade("whole-text-must-fit");
    grade("just-fits");
    grade("one-page-short");
}

QUESTION("pages that others took in the same step are not free any more", "同一步里别人取走的页，不再是空页") {
    grade("pages-of-those-admitted-before");
    grade("pages-of-those-that-grew");
    grade("running-grow-into-the-last-pages");
}

QUESTION("nobody overtakes the first in the queue", "谁也不能越过队首") { grade("no-overtaking"); }

QUESTION("no more requests run than are allowed", "同时运行的请求有上限") {
    grade("limit");
    grade("limit-counts-those-with-nothing-to-do");
    grade("limit-of-0");
    grade("more-run-than-may");
    grade("largest-limit");
}

QUESTION(
    "a request that can never fit is refused at once, wherever it waits", "永远放不下的请求：不管排在哪里，立即拒绝") {
    grade("never-fits");
    grade("fits-with-all-pages");
    grade("never-fits-in-the-middle");
    grade("never-fits-and-no-budget-is-left");
    grade("never-fits-while-others-are-sent-back");
    grade("neighbours-never-fit");
    grade("no-pages");
}

QUESTION("a running request that has grown too long is refused, too", "运行中的请求变得太长：也要拒绝") {
    grade("grown-too-long");
    grade("grown-too-long-beside-others");
    grade("grown-too-long-at-the-end");
    grade("refused-pages-are-free");
    grade("neighbours-grown-too-long");
}

QUESTION("a waiting request of which a part was computed already", "等待的请求有一部分已经算过") {
    grade("known");
    grade("known-pages-count");
    grade("known-pages-are-held");
    grade("known-and-sent-back");
}

QUESTION("pages of 1 token, and of 16", "一页 1 个 token、16 个 token") {
    grade("page-of-1");
    grade("page-of-16");
}

QUESTION("ids are only names, and numbers may be large", "id 只是名字，数可以很大") {
    grade("ids");
    grade("large-numbers");
    grade("too-long-to-count");
    grade("very-many-pages");
}

QUESTION("limits change, and two servers take turns", "限制变了，两个服务器轮流") {
    grade("limits-change");
    grade("two-servers");
}

QUESTION("impossible limits or requests are refused, and nothing changes", "不可能的情形：拒绝，什么也不变") {
    grade("page-of-0");
    grade("computed-beyond-the-end");
    grade("waits-for-nothing");
    grade("waits-without-tokens");
    grade("waits-beyond-the-end");
    grade("more-pages-than-there-are");
}

QUESTION("requests come and go", "请求来来去去") {
    grade("busy");
    grade("busy-with-long-texts");
    grade("busy-with-single-tokens-to-a-page");
}

QUESTION("45 requests, pages of 16", "45 个请求，一页 16 个 token") { grade("busy-and-real"); }
