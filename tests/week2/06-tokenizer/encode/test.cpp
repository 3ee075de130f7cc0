#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;

static void grade_words(std::initializer_list<const char*> names) {
    for (const char* name : names) grade(std::string("words-") + name);
}

QUESTION("pre_tokenize: the chapter's line", "pre_tokenize：章节里的那一行") { grade_words({"by-hand"}); }

QUESTION("pre_tokenize: a word takes the space before it", "pre_tokenize：词带上它前面的空格") {
    grade_words({"one-letter", "with-spaces"});
}

QUESTION("pre_tokenize: 's, 't, 're, 've, 'm, 'll and 'd are words",
         "pre_tokenize：'s、't、're、've、'm、'll、'd 各是一个词") {
    grade_words({"contractions"});
}

QUESTION("pre_tokenize: the same in capital letters", "pre_tokenize：大写的也一样") {
    grade_words({"capitals", "both-cases"});
}

QUESTION("pre_tokenize: whatever follows, and nothing else after a '",
         "pre_tokenize：后面是什么都一样；' 后面是别的就不算") {
    grade_words({"goes-on", "no-ending", "quoted"});
}

QUESTION("pre_tokenize: ſ is an s, ’ is no '", "pre_tokenize：ſ 算 s，’ 不算 '") { grade_words({"long-s", "curly"}); }

QUESTION("pre_tokenize: one other character before letters", "pre_tokenize：字母前面可以有一个别的字符") {
    grade_words({"leads", "two-leads"});
}

QUESTION("pre_tokenize: a line's end is not taken by letters", "pre_tokenize：字母不带前面的换行") {
    grade_words({"not-after-line-end"});
}

QUESTION("pre_tokenize: each number is a word", "pre_tokenize：每个数字是一个词") {
    grade_words({"numbers", "number-after-space", "letters-and-numbers", "points", "other-numbers"});
}

QUESTION("pre_tokenize: signs together, with a space before them", "pre_tokenize：连着的符号在一起，带上前面的空格") {
    grade_words({"signs", "sign-after-spaces"});
}

QUESTION("pre_tokenize: signs take the line ends after them", "pre_tokenize：符号带上后面的换行") {
    grade_words({"signs-and-line-ends", "signs-space-line-end"});
}

QUESTION("pre_tokenize: of several spaces the last belongs to what follows",
         "pre_tokenize：几个空格里，最后一个归后面的词") {
    grade_words({"spaces-before-word", "spaces-before-number", "tabs"});
}

QUESTION("pre_tokenize: spaces at the end stay together", "pre_tokenize：结尾的空格在一起") {
    grade_words({"spaces-at-the-end", "space-at-the-end", "only-spaces", "only-space"});
}

QUESTION("pre_tokenize: line ends, and spaces before them", "pre_tokenize：换行，和换行前面的空格") {
    grade_words({"line-ends", "only-line-end", "spaces-and-line-ends", "spaces-between-line-ends"});
}

QUESTION("pre_tokenize: letters and spaces of other scripts", "pre_tokenize：别的文字里的字母和空格") {
    grade_words({"chinese", "letters-of-others", "wide-spaces", "no-spaces"});
}

QUESTION("pre_tokenize: marks and emoji are no letters", "pre_tokenize：附加符号和 emoji 不是字母") {
    grade_words({"marks", "emoji"});
}

QUESTION("pre_tokenize: a program, and zero bytes", "pre_tokenize：一段程序，还有零字节") {
    grade_words({"code", "zero"});
}

QUESTION("pre_tokenize: no text has no words", "pre_tokenize：空的文字没有词") {
    grade({"pre_tokenize", {{"text", ""}}}, {grader::Value(grader::Values{})});
}

QUESTION("pre_tokenize: random texts of all that", "pre_tokenize：随机拼成的文字") {
    for (int seed = 1; seed <= 8; ++seed) grade("words-random-" + std::to_string(seed));
    grade("words-long");
}

QUESTION("encode: the chapter's six ids", "encode：章节里的六个 id") { grade("by-hand"); }

QUESTION("encode: bytes as characters, merged inside a word", "encode：字节写成字符，在词内合并") {
    for (const char* name : {"no-merges", "one-word", "bytes", "space-merges", "over-words"}) grade(name);
}

QUESTION("encode: merges of parts of characters", "encode：合并半个字符") {
    grade("chinese-merges");
    grade("emoji-merges");
}

QUESTION("encode: ids from the vocabulary, whatever they are", "encode：id 按词表，不论是多少") {
    grade("ids-in-another-order");
    grade("large-ids");
}

QUESTION("encode: a whole word in the vocabulary that no merge makes", "encode：词表里有整个词，但合并不出来") {
    grade("whole-word-known");
}

QUESTION("encode: a special token is one id", "encode：特殊 token 是一个 id") {
    for (const char* name : {"special-alone", "specials-side-by-side", "special-first", "special-between", "several"})
        grade(name);
}

QUESTION("encode: what stands around a special token is cut by itself", "encode：特殊 token 前后的文字各自切分") {
    for (const char* name : {"spaces-around", "line-ends-around", "word-around"}) grade(name);
}

QUESTION("encode: what only looks like a special token", "encode：只是像特殊 token") {
    for (const char* name : {"part-of-one", "in-capitals", "not-used"}) grade(name);
}

QUESTION("encode: the leftmost special token, and of several there the longest",
         "encode：先取最左的特殊 token，同一处取最长的") {
    for (const char* name : {"longest", "longest-of-three", "leftmost", "leftmost-and-short"}) grade(name);
}

QUESTION("encode: special tokens of letters, with a space, in Chinese",
         "encode：字母组成的、带空格的、中文的特殊 token") {
    for (const char* name :
         {"special-of-letters", "special-with-a-space", "special-in-chinese", "special-in-the-vocabulary"})
        grade(name);
}

QUESTION("encode: no text has no ids", "encode：空的文字没有 id") {
    grade(grader::with("by-hand", {{"text", ""}}), {grader::Value(grader::Values{})});
}

QUESTION("encode: a text, and random ones", "encode：一段文字，和几段随机的") {
    grade("text");
    for (int seed = 11; seed <= 14; ++seed) grade("random-" + std::to_string(seed));
}
