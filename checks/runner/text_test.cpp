#include "terminal/text.hpp"
#include "grader/catch.hpp"

using namespace learn;

TEST_CASE("a Chinese character takes two columns") {
    CHECK(width("silu") == 4);
    CHECK(width("检查 silu") == 9);
    CHECK(width("e\xCC\x81") == 1);
}

TEST_CASE("padding and cutting count columns and not bytes") {
    CHECK(width(pad("检查", 10)) == 10);
    CHECK(width(fit("检查全部练习检查全部练习", 9)) <= 9);
    CHECK(fit("short", 9) == "short");
}

TEST_CASE("lines are wrapped by width and never begin with closing punctuation") {
    const std::string text = "第一行正好到这里，后面还有（括号里的话）。最后再来一句，凑够好几行。";
    for (std::size_t columns = 8; columns < 40; ++columns) {
        for (const std::string& line : wrap(text, columns)) {
            for (const std::string bad : {"，", "。", "）"}) CHECK_FALSE(line.starts_with(bad));
            CHECK_FALSE(line.ends_with("（"));
            CHECK(width(line) <= columns + 2);
        }
    }
    CHECK(wrap("one two three", 7) == std::vector<std::string>{"one two", "three"});
}

TEST_CASE("a story that comes byte by byte is wrapped at words as the whole of it is") {
    for (const std::string story :
         {"Once upon a time there was a cat, and it had a long-word-for-a-cat.\n\n  The end.",
          "从前有一只小猫，它喜欢（非常喜欢）晒太阳。\n有一天，它说：“silu 是什么？”大家都笑了。"}) {
        for (std::size_t columns = 9; columns < 50; ++columns) {
            std::string whole, bytes;
            for (const std::string& line : wrap(story, columns)) whole += line + "\n";
            Wrapping wrapping(columns);
            for (const char c : story) bytes += wrapping.put({&c, 1});
            bytes += wrapping.end() + "\n";
            INFO(columns << "\n" << bytes);
            CHECK(bytes == whole);
        }
    }
}

TEST_CASE("a story with colours in it is wrapped as it is without them, and none of them is cut in two") {
    const std::string green = "\x1b[32m", none = "\x1b[0m";
    for (const std::string& story :
         {"Once" + green + " upon" + none + green + " a" + none + " time there was a d" + green + "rum" + none +
              ", and it had a long-word-for-a-" + green + "drum.\n\n  The" + none + " end.",
          "从前有一只" + green + "小" + none + green + "猫" + none + "，它喜欢" + green + "（非常喜欢" + none +
              "）晒太阳。\n有一天，" + green + "它说" + none + "：“silu 是什么？”大家都笑了。"}) {
        for (std::size_t columns = 9; columns < 50; ++columns) {
            Wrapping wrapping(columns), plain(columns);
            std::string bytes;
            for (const char c : story) {
                const std::string piece = wrapping.put({&c, 1});
                const std::size_t begun = piece.rfind('\x1b');
                CHECK((begun == piece.npos || piece.find('m', begun) != piece.npos));
                bytes += piece;
            }
            bytes += wrapping.end();
            std::string expected;
            for (const char c : without_escapes(story)) expected += plain.put({&c, 1});
            expected += plain.end();
            INFO(columns << "\n" << bytes);
            CHECK(without_escapes(bytes) == expected);
        }
    }
}

TEST_CASE("what a story says last is seen at once, but near the end of a line") {
    Wrapping wrapping(40);
    CHECK(wrapping.put("Once upon a ti") == "Once upon a ti");
    CHECK(wrapping.put("me there was a cat ") == "me there was a cat");
    CHECK(wrapping.put("ess") == "");
    CHECK(wrapping.put("ay of some length") == " essay\nof some length");
    CHECK(wrapping.end() == "");
}

TEST_CASE("wrapping loses nothing but the spaces at which it breaks") {
    std::string joined;
    for (const std::string& line : wrap("读一读docs/zh/week1/01-silu.md，再动手。", 10)) joined += line;
    CHECK(joined == "读一读docs/zh/week1/01-silu.md，再动手。");
}

TEST_CASE("what a program prints cannot steer the terminal") {
    CHECK(harmless("\x1b[2Jx") == "\\x1B[2Jx");
    CHECK(harmless("a\rb\a\x7f") == "a\\x0Db\\x07\\x7F");
    CHECK(harmless("\xD5\xC5行") == "\\xD5\\xC5行");
    CHECK(harmless("行\n\t") == "行\n\t");
    CHECK(harmless_line("行\n\t") == "行\\x0A\\x09");
    CHECK(harmless("\u0085\u009b2J") == "\\u{0085}\\u{009B}2J");
    CHECK(harmless("\uFFFE\uFFFF\uFDD0") == "\\u{FFFE}\\u{FFFF}\\u{FDD0}");
    CHECK(harmless("\u2028\u2029\u200b\ufeff") == "\\u{2028}\\u{2029}\\u{200B}\\u{FEFF}");
    for (const char* turns : {"\u061c", "\u200e", "\u200f", "\u202a", "\u202e", "\u2066", "\u2069"}) {
        CHECK(harmless(turns) == utf8::escaped(turns));
        CHECK(harmless(turns).starts_with("\\u{"));
    }
    CHECK(harmless(harmless("\x1b\u202e\xff")) == harmless("\x1b\u202e\xff"));
    CHECK(harmless(std::string_view("a\0b", 3)) == "a\\x00b");
}

TEST_CASE("what is only to be read stays as it is") {
    for (const char* text :
         {"👩‍💻 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "مرحبا שלום",
          "e\u0301 নমস্কার می‌خواهم", "　全角，“引号”…", "\ufffd\u00a0\u00ad", "\\x1B ^["}) {
        CHECK(harmless(text) == text);
    }
}

TEST_CASE("UTF-8 is told from GBK and from UTF-16") {
    CHECK(is_utf8("// 注释"));
    CHECK_FALSE(is_utf8("// \xD7\xA2\xCA\xCD"));
    CHECK_FALSE(is_utf8(std::string_view("i\0n\0t\0", 6)));
}

TEST_CASE("the nearest id is found and nothing far") {
    const std::vector<std::string> ids{"silu", "rms_norm", "linear", "qwen2_mlp"};
    CHECK(nearest("slu", ids) == "silu");
    CHECK(nearest("rmsnorm", ids) == "rms_norm");
    CHECK(nearest("qwen_mlp", ids) == "qwen2_mlp");
    CHECK(nearest("attention_with_cache", ids).empty());
}

TEST_CASE("a line that is too long goes on below its beginning") {
    CHECK(folded("| a reason of many words\n|\n", 12) == "| a reason\n| of many\n| words\n|\n");
    CHECK(folded("|   x [1 2 3 4 5]", 11) == "|   x [1 2\n|   3 4 5]");
    CHECK(folded("- a thing to do", 9) == "- a thing\n  to do");
    CHECK(folded("  chat    Talk with a model", 22) == "  chat    Talk with a\n          model");
    CHECK(folded("h hint  l list  q quit", 16) == "h hint  l list\nq quit");
    CHECK(folded("error: there is none; ./learn list", 30) == "error: there is none; ./learn\nlist");
    CHECK(folded("没有名为这个的练习；列出全部", 12) == "没有名为这个\n的练习；列出\n全部");
    CHECK(folded("\x1b[2mone two\x1b[0m\nthree", 7) == "\x1b[2mone two\x1b[0m\nthree");
    CHECK(folded("\x1b[2mone two three\x1b[0m", 7) == "\x1b[2mone two\nthree\x1b[0m");
    CHECK(folded("", 7).empty());
}
