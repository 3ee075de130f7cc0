#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;

static void grade_all(std::initializer_list<const char*> names) {
    for (const char* name : names) grade(name);
}

QUESTION("pre_tokenize: the chapter's line", "pre_tokenize：章节里的那一行") { grade_all({"words-by-hand"}); }

QUESTION("pre_tokenize: a word takes the space before it", "pre_tokenize：词带上它前面的空格") {
    grade_all({"words-one-letter", "words-with-spaces"});
}

QUESTION("pre_tokenize: 's, 't, 're, 've, 'm, 'll and 'd are words",
    "pre_tokenize：'s、't、're、've、'm、'll、'd 各是一个词") {
    grade_all({"words-contractions"});
}

QUESTION("pre_tokenize: 'S, 'T and the other five in capitals are words, too",
    "pre_tokenize：大写的 'S、'T 等七种也各是一个词") {
    grade_all({"words-capitals", "words-both-cases"});
}

QUESTION("pre_tokenize: 's and the other six are words whatever follows, and nothing else after a ' is",
    "pre_tokenize：'s 等七种后面是什么都自成一词；' 后面是别的就不是") {
    grade_all({"words-goes-on", "words-no-ending", "words-quoted"});
}

QUESTION("pre_tokenize: ſ is an s, ’ is no '", "pre_tokenize：ſ 算 s，’ 不算 '") {
    grade_all({"words-long-s", "words-curly"});
}

QUESTION("pre_tokenize: one other character before letters", "pre_tokenize：字母前面可以有一个别的字符") {
    grade_all({"words-leads", "words-two-leads"});
}

QUESTION("pre_tokenize: a line's end is not taken by letters", "pre_tokenize：字母不带前面的换行") {
    grade_all({"words-not-after-line-end"});
}

QUESTION("pre_tokenize: each number is a word", "pre_tokenize：每个数字是一个词") {
    grade_all({"words-numbers", "words-number-after-space", "words-letters-and-numbers", "words-points",
        "words-other-numbers"});
}

QUESTION("pre_tokenize: signs together, with a space before them", "pre_tokenize：连着的符号在一起，带上前面的空格") {
    grade_all({"words-signs", "words-sign-after-spaces"});
}

QUESTION("pre_tokenize: signs take the newlines after them", "pre_tokenize：符号带上后面的换行") {
    grade_all({"words-signs-and-line-ends", "words-signs-space-line-end"});
}

QUESTION("pre_tokenize: of several spaces the last belongs to what follows",
    "pre_tokenize：几个空格里，最后一个归后面的词") {
    grade_all({"words-spaces-before-word", "words-spaces-before-number", "words-tabs"});
}

QUESTION("pre_tokenize: spaces at the end stay together", "pre_tokenize：结尾的空格在一起") {
    grade_all({"words-spaces-at-the-end", "words-space-at-the-end", "words-only-spaces", "words-only-space"});
}

QUESTION("pre_tokenize: newlines, and spaces before them", "pre_tokenize：换行，和换行前面的空格") {
    grade_all(
        {"words-line-ends", "words-only-line-end", "words-spaces-and-line-ends", "words-spaces-between-line-ends"});
}

QUESTION("pre_tokenize: letters and spaces of other scripts", "pre_tokenize：别的文字里的字母和空格") {
    grade_all({"words-chinese", "words-letters-of-others", "words-wide-spaces", "words-no-spaces"});
}

QUESTION("pre_tokenize: marks and emoji are no letters", "pre_tokenize：附加符号和 emoji 不是字母") {
    grade_all({"words-marks", "words-emoji"});
}

QUESTION("pre_tokenize: a program, and zero bytes", "pre_tokenize：一段程序，还有零字节") {
    grade_all({"words-code", "words-zero"});
}

QUESTION("pre_tokenize: an empty text has no words", "pre_tokenize：空的文字没有词") {
    grade({"pre_tokenize", {{"text", ""}}}, {grader::Value(grader::Values{})});
}

QUESTION("pre_tokenize: random texts", "pre_tokenize：随机拼成的文字") {
    grade_all({"words-random-1", "words-random-2", "words-random-3", "words-random-4", "words-random-5",
        "words-random-6", "words-random-7", "words-random-8", "words-long"});
}

QUESTION("encode: the chapter's six ids", "encode：章节里的六个 id") { grade("by-hand"); }

QUESTION("encode: bytes as characters, merged inside a word", "encode：字节写成字符，在词内合并") {
    grade_all({"no-merges", "one-word", "bytes", "space-merges", "over-words"});
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
    grade_all({"special-alone", "specials-side-by-side", "special-first", "special-between", "several"});
}

QUESTION("encode: the text around a special token is cut by itself", "encode：特殊 token 前后的文字各自切分") {
    grade_all({"spaces-around", "line-ends-around", "word-around"});
}

QUESTION("encode: what only looks like a special token", "encode：只是像特殊 token") {
    grade_all({"part-of-one", "in-capitals", "not-used"});
}

QUESTION("encode: the leftmost special token, and of several there the longest",
    "encode：先取最左的特殊 token，同一处取最长的") {
    // A question ends where it fails first: what cuts in the map's order fails at the leftmost, and is told of that.
    grade_all({"leftmost", "leftmost-and-short", "longest", "longest-of-three"});
}

QUESTION(
    "encode: special tokens of letters, with a space, in Chinese", "encode：字母组成的、带空格的、中文的特殊 token") {
    grade_all({"special-of-letters", "special-with-a-space", "special-in-chinese", "special-in-the-vocabulary"});
}

QUESTION("encode: an empty text has no ids", "encode：空的文字没有 id") {
    grade(grader::with("by-hand", {{"text", ""}}), {grader::Value(grader::Values{})});
}

QUESTION("encode: a text, and random ones", "encode：一段文字，和几段随机的") {
    grade_all({"text", "random-11", "random-12", "random-13", "random-14"});
}
