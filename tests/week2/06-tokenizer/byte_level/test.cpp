#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;

/// Refused alone, and before and behind what is right.
static void refuses(const std::string& text) {
    // In the middle first, where it shows what becomes of it: a question ends with the first call that fails.
    for (const std::string& whole : {"ĠÃ" + text + "ĠÃ", text, text + "ab", "ab" + text}) {
        grader::refuses({"from_byte_level", {{"text", whole}}});
    }
}

QUESTION("to_byte_level: the chapter's seven bytes", "to_byte_level：章节里的七个字节") { grade("by-hand"); }

QUESTION("from_byte_level: the chapter's seven characters", "from_byte_level：章节里的七个字符") {
    grade("from-by-hand");
}

QUESTION("to_byte_level: visible ASCII, 33 to 126, stays as it is", "to_byte_level：ASCII 可见字符（33 到 126）不变") {
    grade("visible-ascii");
    grade("one-byte");
}

QUESTION("to_byte_level: bytes 0 to 32, the space is the last", "to_byte_level：字节 0 到 32，最后一个是空格") {
    grade("to-the-space");
}

QUESTION("to_byte_level: bytes 127 to 160", "to_byte_level：字节 127 到 160") { grade("from-127"); }

QUESTION("to_byte_level: bytes 161 to 255, 173 among them", "to_byte_level：字节 161 到 255，包括 173") {
    grade("latin-1");
}

QUESTION("to_byte_level: each byte once", "to_byte_level：每个字节各一次") {
    grade("every-byte");
    grade("backwards");
}

QUESTION("to_byte_level: a line of text in four scripts", "to_byte_level：一行文字，四种文字混排") { grade("text"); }

QUESTION("to_byte_level: bytes that are not UTF-8", "to_byte_level：不是 UTF-8 的字节") { grade("not-utf-8"); }

QUESTION("to_byte_level: byte 0 does not end the text", "to_byte_level：字节 0 不是文字的结尾") { grade("zeros"); }

QUESTION("to_byte_level: 700 bytes", "to_byte_level：700 个字节") { grade("many"); }

QUESTION("70,000 bytes, both ways", "70,000 个字节，两个方向都是") {
    const grader::Fixture seven = grader::fixture("by-hand");
    const auto many = [](const grader::Value& value) {
        std::string text;
        for (int n = 0; n < 10'000; ++n) text += std::get<std::string>(value.is);
        return text;
    };
    const std::string bytes = many(seven.call["bytes"]), text = many(seven.outputs[0]);
    grade({"to_byte_level", {{"bytes", bytes}}}, {text});
    grade({"from_byte_level", {{"text", text}}}, {bytes});
}

QUESTION("from_byte_level: each character once", "from_byte_level：每个字符各一次") {
    grade("from-every-byte");
    grade("from-backwards");
}

QUESTION("from_byte_level: characters that stand for themselves", "from_byte_level：代表自身的字符") {
    grade("from-visible-ascii");
    grade("from-one-byte");
    grade("from-latin-1");
}

QUESTION("from_byte_level: characters from U+0100 on", "from_byte_level：U+0100 起的字符") {
    grade("from-to-the-space");
    grade("from-from-127");
}

QUESTION(
    "from_byte_level: bytes that are text, and bytes that are not", "from_byte_level：是文字的字节，和不是文字的字节") {
    for (const char* name : {"from-text", "from-not-utf-8", "from-zeros", "from-many"}) grade(name);
}

QUESTION("empty input gives empty output, both ways", "空的输入得到空的输出，两个方向都是") {
    grade({"to_byte_level", {{"bytes", ""}}}, {""});
    grade({"from_byte_level", {{"text", ""}}}, {""});
}

QUESTION("from_byte_level refuses a space and other ASCII that is not visible",
    "from_byte_level：空格等不可见的 ASCII 字符要拒绝") {
    refuses(" ");
    refuses("\n");
    refuses("\x7F");
    refuses(std::string(1, '\0'));
}

QUESTION("from_byte_level refuses the characters U+0080 to U+00A0 and U+00AD",
    "from_byte_level：U+0080 到 U+00A0 和 U+00AD 要拒绝") {
    for (const char* text : {"\u0080", "\u009F", "\u00A0", "\u00AD"}) refuses(text);
}

QUESTION("from_byte_level refuses U+0144 and what comes after it", "from_byte_level：U+0144 及以后的字符要拒绝") {
    for (const char* text : {"\u0144", "\u0145", "\u0161", "\u0200", "\u0243", "\u07FF", "中", "🦊", "\U00010120"})
        refuses(text);
}

QUESTION("from_byte_level refuses half a character", "from_byte_level：半个字符要拒绝") {
    // A first byte of two at the end, or with a letter behind it; the first two of three.
    for (const char* text : {"\xC4", "\xC3", "\xE4\xB8", "\xF0\x9F"}) refuses(text);
}

QUESTION("from_byte_level refuses bytes that are not UTF-8", "from_byte_level：不是 UTF-8 的字节要拒绝") {
    // Continuations without a first byte, "a" and "~" in two bytes, U+0100 in three, U+0120 in four, what begins no character.
    for (const char* text :
        {"\x80", "\xA9", "\x84\xA0", "\xC1\xA1", "\xC1\xBE", "\xE0\x84\x80", "\xF0\x80\x84\xA0", "\xFF", "\xFE\x83"}) {
        refuses(text);
    }
}
