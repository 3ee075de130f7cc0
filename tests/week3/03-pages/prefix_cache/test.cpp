#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;
using grader::refuses;
using grader::Values;
using grader::with;

// What happens is compared step by step, with the references after each step. take(n) takes n pages from the pool, release gives
// references back to it, ~PrefixCache() is the end of the cache.

QUESTION("two texts that begin alike, as in the chapter", "章节里开头相同的两段文字") { grade("by-hand"); }

QUESTION("a cache that knows nothing", "什么都不知道的缓存") { grade("nothing-known"); }

QUESTION("without ids, match finds nothing and insert remembers nothing", "没有 id：什么也找不到，什么也不记") {
    grade("no-ids");
}

QUESTION("one page", "只有一页") { grade("one-page"); }

QUESTION("one token at least is left to compute", "至少留一个 token 去算") {
    grade("one-left");
    grade("shorter-than-a-page");
}

QUESTION("pages of one token, and of three", "一页一个 token；一页三个") {
    grade("pages-of-one");
    grade("pages-of-three");
}

QUESTION("the longest beginning, and nothing after a page that is not known", "最长的开头；遇到不认识的页就停") {
    grade("longest-beginning");
}

QUESTION("a page that is not full is not remembered", "没有填满的页不记") {
    grade("not-full");
    grade("grown");
}

QUESTION("more pages than are needed", "给的页比需要的多") { grade("pages-left-over"); }

QUESTION("just as many pages as there are whole ones", "给的页数正好等于整页数") { grade("just-enough"); }

QUESTION("two answers to one prompt", "同一个提示词，两个回答") { grade("two-answers"); }

QUESTION("the same ids after another beginning are another page", "前面的文字不同，id 相同也是另一页") {
    grade("same-page-after-another");
}

QUESTION("a page with the same ids again and again", "id 相同的页一再出现") { grade("same-page-again-and-again"); }

QUESTION("page 0 is a page like any other", "第 0 页和别的页一样") { grade("page-0-first"); }

QUESTION("two texts with the same hash", "两段文字的哈希相同") {
    grade("two-texts-always-7");
    grade("two-texts-always-0");
    grade("two-texts-in-one-bit");
    grade("two-texts-of-the-page-alone");
}

QUESTION("the same ids with the same hash, after another page", "id 和哈希都相同，前一页不同") {
    grade("same-page-of-the-page-alone");
    grade("same-page-always-7");
    grade("same-page-always-0");
    grade("same-page-in-one-bit");
}

QUESTION("of two pages with the same hash, one is forgotten", "哈希相同的两页，忘掉其中一页") {
    grade("evicted-always-7");
    grade("evicted-always-0");
    grade("evicted-in-one-bit");
    grade("evicted-of-the-page-alone");
}

QUESTION("ids that differ only in their upper bits, with the same hash", "只有高位不同的 id，哈希相同") {
    for (const char* name : {"ids-beyond-8-bits", "ids-beyond-16-bits", "ids-beyond-32-bits"}) grade(name);
}

QUESTION("negative ids", "负的 id") { grade("ids-below-0"); }

QUESTION("ids that are known already keep their old pages", "已经记住的 id 保留原来的页") {
    grade("known-under-another");
}

QUESTION("a new page after one that is known under another number", "接在用别的页号记住的页后面") {
    grade("follows-another");
}

QUESTION("what is inserted again gets no second reference", "再次记入不会多一处引用") { grade("inserted-again"); }

QUESTION("what is matched again gets one reference each time", "每找到一次就多一处引用") { grade("matched-again"); }

QUESTION("remembered pages are not free when their text ends", "文字结束后，记住的页还不是空页") {
    grade("kept-after-release");
}

QUESTION("fewer pages than whole ones are refused, and nothing changes", "页数少于整页数时拒绝，什么也不变") {
    grade("too-few");
    // Of a text that is known as a whole, no page would be needed.
    Values steps, happened;
    for (const auto& [step, then] : {std::pair("take(2)", "take(2) = {0, 1}, references {1, 1, 0, 0, 0, 0}"),
             std::pair("insert({1, 2, 3, 4}, {0, 1})", "insert({1, 2, 3, 4}, {0, 1}), references {2, 2, 0, 0, 0, 0}"),
             std::pair("insert({1, 2, 3, 4}, {0})",
                 "insert({1, 2, 3, 4}, {0}) throws std::invalid_argument, references {2, 2, 0, 0, 0, 0}")}) {
        steps.emplace_back(step);
        happened.emplace_back(then);
    }
    grade(with("too-few", {{"steps", steps}}), {grader::Value(happened)});
}

QUESTION("nothing to forget", "没有可以忘掉的页") { grade("nothing-to-evict"); }

QUESTION("pages that somebody uses are not forgotten", "有人在用的页不能忘掉") { grade("evict-in-use"); }

QUESTION("a page that others follow is not forgotten before them", "后面还有别的页时，不能先忘掉它") {
    grade("leaves-first");
    grade("leaf-in-use");
}

QUESTION("the page that was touched longest ago is forgotten first", "最久没有碰过的页最先忘掉") {
    grade("oldest-first");
    grade("remembered-in-another-order");
}

QUESTION("match touches what it finds", "match 会碰它找到的页") { grade("touched-by-match"); }

QUESTION("insert touches what is known already, too", "insert 也会碰早已记住的页") {
    grade("touched-by-insert");
    grade("touched-under-another-page");
}

QUESTION("match touches the whole path", "match 会碰整条路径") { grade("path-touched-by-match"); }

QUESTION("insert touches the whole path", "insert 会碰整条路径") { grade("path-touched-by-insert"); }

QUESTION("two pages follow the same page", "同一页后面接着两页") { grade("another-leaf"); }

QUESTION("a page that was forgotten is not found, even when it is in use again", "忘掉的找不到，不管它的页现在归谁") {
    grade("evicted-and-taken");
    grade("evicted-and-another-text");
}

QUESTION("what was forgotten can be remembered again", "忘掉的可以再记住") { grade("evicted-and-known-again"); }

QUESTION("forgotten pages go back to the pool", "忘掉的页回到池里") {
    grade("freed-in-order");
    grade("full-pool");
}

QUESTION("the destructor releases the cache's references, and no others", "析构函数归还缓存自己的引用，不动别人的") {
    grade("end-of-some-in-use");
    grade("end");
    grade("end-of-none");
    grade("end-after-evict");
}

QUESTION("a page of no tokens is refused", "一页没有 token 时拒绝") {
    refuses(with("by-hand", {{"page", 0}, {"steps", Values{}}}));
}

QUESTION("1,100 tokens in pages of 16, and two texts that share 1,000 of them",
    "1100 个 token，一页 16 个；两段文字共用前 1000 个") {
    grade("long");
}

QUESTION("an engine at work: texts of few different ids, a pool that is soon full",
    "引擎一直在用：文字只有两三种 id，池很快就满") {
    for (const char* name : {"played-1", "played-2", "played-3", "played-4"}) grade(name);
}
