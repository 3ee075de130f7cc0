#pragma once
// What people get wrong in byte_level, and the functions that get it wrong.
#include "grader/plain.hpp"

using grader::Run, grader::Values;

MISTAKE(all_moved, "Each byte becomes 256 + byte, visible or not. A visible byte stands for itself: \"a\" stays \"a\".",
    "不论可见与否，每个字节都变成了 256 + byte。可见的字节代表自身：\"a\" 仍是 \"a\"。");
MISTAKE(ascii_accepted,
    "from_byte_level takes every character of ASCII for itself: the space, the newline and other invisible ones, too. to_byte_level writes none of these: refuse them.",
    "from_byte_level 让每个 ASCII 字符都代表自身，连空格、换行等不可见的也是。to_byte_level 从不写出这些字符：要拒绝。");
MISTAKE(at_of_a_char,
    "to_byte_level fails for bytes from 128 on. Where a char is signed, they are negative, and a table has no such place: at() throws, and [] reads what lies before the table. Convert to unsigned char first.",
    "to_byte_level 遇到 128 起的字节就抛出异常。char 有符号时它们是负数，表里没有这个位置：at() 会抛出异常，[] 读到的是表前面的内存。要先转成 unsigned char。");
MISTAKE(beyond_the_table,
    "from_byte_level takes characters after the table's last one for bytes. U+0143 is the last: refuse U+0144 and what comes after it.",
    "from_byte_level 把表中最后一个字符之后的也变成了字节。U+0143 是最后一个：U+0144 及以后的都要拒绝。");
MISTAKE(byte_255_moved,
    "Byte 255, ÿ, is taken for an invisible one, as where a loop or a comparison ends before it. 255 is the last byte and visible.",
    "字节 255（ÿ）被当成了不可见的，比如循环或比较在它之前就结束了。255 是最后一个字节，是可见的。");
MISTAKE(byte_plus_256,
    "Each invisible byte becomes 256 + byte. That is right up to the space; from 127 on the next free character is taken: 127 is U+0121, as if the 94 visible ones between were not there.",
    "每个不可见的字节都变成了 256 + byte。到空格为止这是对的；从 127 起要取下一个还没用的字符：127 是 U+0121，中间 94 个可见字节不占位置。");
MISTAKE(bytes_as_they_are,
    "to_byte_level leaves the bytes from 128 on as they are, and moves only those of ASCII. Each of them becomes a character by itself: 中 becomes ä¸Ń. If that is what you wrote, see whether a char is compared with 128: where it is signed, each is below.",
    "to_byte_level 把 128 起的字节原样留下，只改换了 ASCII 里的。每个这样的字节也要单独变成一个字符：中 变成 ä¸Ń。如果你正是这样写的，看看是不是拿 char 和 128 比较了：char 有符号时总是小于 128。");
MISTAKE(continuation_as_first,
    "from_byte_level takes the bytes 80 to BF for the first of a character. They only come second: refuse a text in which they come first.",
    "from_byte_level 把 80 到 BF 的字节当成了字符的第一个字节。它们只能在第二个的位置：出现在别处的文字要拒绝。");
MISTAKE(continuation_not_cut,
    "In to_byte_level the second byte of a character is 0x80 | code and keeps bits that belong to the first: it is right for some characters, others are not UTF-8. Cut the number to six bits: 0x80 | (code & 0x3F).",
    "to_byte_level 里字符的第二个字节写成了 0x80 | code，带上了属于第一个字节的位：有的字符碰巧对，有的就不是 UTF-8 了。要先截成六位：0x80 | (code & 0x3F)。");
MISTAKE(counted_from_257,
    "The moved characters are all one too late: byte 0 is U+0101, a space is U+0121. The first is U+0100, which is 256.",
    "改换的字符全都晚了一个：字节 0 成了 U+0101，空格成了 U+0121。第一个是 U+0100，也就是 256。");
MISTAKE(cut_to_one_byte,
    "In to_byte_level the character's number is put into one char, which keeps its lowest 8 bits: U+0120 becomes 20 again, a space. From 128 on write UTF-8: two bytes, 0xC0 | code >> 6 and 0x80 | (code & 0x3F).",
    "to_byte_level 把字符的编号放进了一个 char，只留下最低的 8 位：U+0120 又成了 20，即空格。从 128 起要写成 UTF-8 的两个字节：0xC0 | code >> 6 和 0x80 | (code & 0x3F)。");
MISTAKE(delete_kept,
    "Byte 127 is taken for a visible one. It is a control character, DEL, and becomes U+0121: the visible bytes of ASCII end at 126.",
    "字节 127 被当成了可见的。它是控制字符 DEL，要变成 U+0121：ASCII 的可见字节到 126 为止。");
MISTAKE(each_character_one_byte,
    "from_byte_level refuses every character of two bytes: it takes one byte for each. If you test text[0] < 0x80: where a char is signed, that holds for all; use unsigned char.",
    "from_byte_level 拒绝了所有两字节的字符：每个字符都只取了一个字节。如果你判断的是 text[0] < 0x80：char 有符号时它永远成立，请用 unsigned char。");
MISTAKE(ends_at_a_zero,
    "to_byte_level ends at a byte 0, as a C string does. It is a byte like any other and becomes U+0100: go on to size().",
    "to_byte_level 遇到字节 0 就结束了，像 C 字符串那样。它和别的字节一样，应变成 U+0100：请一直处理到 size()。");
MISTAKE(exclamation_mark_moved,
    "Byte 33, the exclamation mark, is taken for an invisible one, and all moved characters after it come one too late. The visible bytes begin at 33: 33 <= byte.",
    "字节 33（感叹号）被当成了不可见的，它之后所有改换的字符都晚了一个。可见字节从 33 开始：33 <= byte。");
MISTAKE(any_last_byte_left_out,
    "from_byte_level leaves out a byte from 0x80 on at the end of the text, where a second one would have to follow. That text is not UTF-8: throw std::invalid_argument.",
    "from_byte_level 把文字末尾 0x80 起的字节略过了，它后面本该还有一个字节。这样的文字不是 UTF-8：应抛出 std::invalid_argument。");
MISTAKE(half_at_the_end_left_out,
    "from_byte_level leaves out the first half of a character at the end of the text. That text is not UTF-8: throw std::invalid_argument.",
    "文字末尾只有半个字符时，from_byte_level 把它漏掉了。这样的文字不是 UTF-8：应抛出 std::invalid_argument。");
MISTAKE(half_at_the_end_read_on,
    "from_byte_level reads the byte after the end of the text when the last character is cut off. Check whether there is one more before you read it, and throw std::invalid_argument.",
    "最后一个字符被截断时，from_byte_level 读了文字末尾之后的字节。读之前要看后面还有没有，没有就抛出 std::invalid_argument。");
MISTAKE(high_bytes_left_out,
    "In to_byte_level bytes from 128 on become nothing. On most machines a char is signed, and a negative one finds nothing in a table: make it an unsigned char first.",
    "to_byte_level 里 128 起的字节都没有了。多数机器上 char 是有符号的，负数在表里什么也找不到：要先转成 unsigned char。");
MISTAKE(inverted_exclamation_mark_moved,
    "Byte 161, ¡, is taken for an invisible one. The visible bytes go on at 161: 161 <= byte.",
    "字节 161（¡）被当成了不可见的。可见字节从 161 继续：161 <= byte。");
MISTAKE(latin_1,
    "Each byte becomes the character of that number, as in Latin-1. For the visible ones this is right; the other 68 have to be moved, to U+0100 and following.",
    "每个字节都变成了编号与它相同的字符，就是 Latin-1。可见的字节这样是对的；其余 68 个要依次换成 U+0100 起的字符。");
MISTAKE(moved_cut_to_low_byte,
    "from_byte_level gives back the lowest eight bits of a moved character's number. Up to Ġ, U+0120, that is its byte, but U+0121 is byte 127, and Ń is 173: turn the table round, or keep a map from character to byte.",
    "from_byte_level 把改换的字符编号的最低八位当作字节。到 Ġ（U+0120）为止碰巧是对的，可 U+0121 是字节 127，Ń 是 173：应把表反过来用，或用一个从字符到字节的 map。");
MISTAKE(no_break_space_kept,
    "Byte 160 is taken for a visible one. In Latin-1 it is the no-break space, which is not visible: it becomes U+0142, and the visible bytes go on at 161.",
    "字节 160 被当成了可见的。它在 Latin-1 里是不换行空格，是看不见的：要变成 U+0142，可见字节从 161 才继续。");
MISTAKE(one_byte_for_latin_1,
    "In to_byte_level the visible bytes from 161 on are put into the text as one byte. In UTF-8 such a character has two: é is C3 A9. Only those below 128 have one.",
    "to_byte_level 把 161 起的可见字节以一个字节写进了文字。在 UTF-8 里这样的字符占两个字节：é 是 C3 A9。只有 128 以下的占一个。");
MISTAKE(only_ascii_stays,
    "Bytes 33 to 126 stand for themselves, and all others are moved. 161 to 172 and 174 to 255 are visible, too: é, Ã and ¡ stay.",
    "只有字节 33 到 126 代表自身，其余都改换了。161 到 172、174 到 255 也是可见的：é、Ã、¡ 保持不变。");
MISTAKE(only_space_and_line_end,
    "Only the space and the newline are moved, to Ġ and Ċ, and other invisible bytes stand for themselves. All 68 of them get a character of their own: 0 to 32, 127 to 160, and 173.",
    "只有空格和换行改成了 Ġ 和 Ċ，其余不可见的字节仍代表自身。68 个不可见的字节都要换成各自的字符：0 到 32、127 到 160、173。");
MISTAKE(overlong_accepted,
    "from_byte_level accepts a character below 128 in two bytes: C1 A1 for \"a\". That is not UTF-8, where each character has one form: refuse it.",
    "from_byte_level 接受了写成两个字节的 128 以下的字符，比如把 C1 A1 当成 \"a\"。这不是 UTF-8，每个字符只有一种写法：要拒绝。");
MISTAKE(own_number_accepted,
    "from_byte_level takes every character below 256 for the byte of its number, also those 68 that are moved. A space or U+00AD comes from no byte: refuse them.",
    "from_byte_level 把 256 以下的每个字符都当成编号与它相同的字节，连改换掉的那 68 个也是。空格和 U+00AD 不来自任何字节：要拒绝。");
MISTAKE(second_byte_unchecked,
    "from_byte_level does not look whether the second byte of a character is one: it begins with the bits 10, so that (next & 0xC0) == 0x80. Refuse others: the text is not UTF-8.",
    "from_byte_level 没有看字符的第二个字节合不合格：它的最高两位是 10，即 (next & 0xC0) == 0x80。不合格的要拒绝：这样的文字不是 UTF-8。");
MISTAKE(signed_char,
    "In to_byte_level all bytes from 128 on keep their own number. Perhaps a char is compared as it is: where it is signed, they are negative and belong to no range. Make it an unsigned char first.",
    "to_byte_level 里 128 起的字节编号都没有改换。也许直接拿 char 来比较了：它有符号时，这些字节是负数，不属于任何区间。要先转成 unsigned char。");
MISTAKE(soft_hyphen_kept,
    "Byte 173 is taken for a visible one. In Latin-1 it is the soft hyphen, which is seen only where a line is broken: it becomes U+0143, Ń.",
    "字节 173 被当成了可见的。它在 Latin-1 里是软连字符，只在断行处才看得见：要变成 U+0143，即 Ń。");
MISTAKE(space_kept,
    "A space stays a space, and what comes after it in the table is one too early. It is not visible: byte 32 becomes U+0120, Ġ.",
    "空格仍是空格，表里它后面改换的字符都早了一个。空格是看不见的：字节 32 要变成 U+0120，即 Ġ。");
MISTAKE(three_bytes_as_two,
    "from_byte_level takes E0 and above for the first byte of a character of two bytes. Such characters have three or four, and none of them stands for a byte: refuse them.",
    "from_byte_level 把 E0 起的字节当成了两字节字符的第一个。这样的字符有三四个字节，而且都不代表任何字节：要拒绝。");
MISTAKE(tilde_moved,
    "Byte 126, the tilde, is taken for an invisible one, and all moved characters after it come one too late. It belongs to the visible bytes: byte <= 126.",
    "字节 126（波浪号）被当成了不可见的，它之后所有改换的字符都晚了一个。它是可见字节：byte <= 126。");
MISTAKE(unknown_in_the_table_is_zero,
    "from_byte_level turns a space and other characters below U+0144 that stand for no byte into byte 0, as an array does in which 0 also means that nothing is there. Mark such places with a number that is no byte, and throw std::invalid_argument.",
    "from_byte_level 把空格等 U+0144 以下、不代表任何字节的字符变成了字节 0；如果数组里的 0 又表示“没有”，就会这样。这些位置应标上一个不是字节的数，遇到时抛出 std::invalid_argument。");
MISTAKE(unknown_is_zero,
    "from_byte_level turns a character that stands for no byte into byte 0, as [] of a std::map does, which inserts what it does not find. Use find, and throw std::invalid_argument if there is nothing.",
    "from_byte_level 把不代表任何字节的字符变成了字节 0；std::map 的 [] 就是这样，找不到时会插入一个。要用 find，找不到就抛出 std::invalid_argument。");
MISTAKE(unknown_kept,
    "from_byte_level copies a character that stands for no byte into the result. Throw std::invalid_argument: to_byte_level did not write such a text.",
    "from_byte_level 把不代表任何字节的字符原样放进了结果。应抛出 std::invalid_argument：to_byte_level 写不出这样的文字。");
MISTAKE(unknown_left_out,
    "from_byte_level leaves out what stands for no byte. Throw std::invalid_argument: a text that was not made by to_byte_level would go on with holes.",
    "from_byte_level 跳过了不代表任何字节的字符。应抛出 std::invalid_argument：否则，不是 to_byte_level 写出的文字就会缺着字节继续用下去。");
MISTAKE(up_to_a_zero,
    "to_byte_level reads up to the next zero: too few bytes where a zero is among them, others' where there is none. A string_view ends at size(); data() alone does not say where.",
    "to_byte_level 一直读到下一个零为止：中间有零就读少了，没有零就读到了别人的字节。string_view 到 size() 为止，光有 data() 不知道结尾在哪。");
MISTAKE(wrong_exception,
    "Where a character stands for no byte, from_byte_level throws the wrong exception. at(), for example, throws std::out_of_range, but the contract asks for std::invalid_argument.",
    "from_byte_level 拒绝了不代表任何字节的字符，但抛出的不是契约写明的 std::invalid_argument。例如容器的 at() 抛出的是 std::out_of_range。");

static bool is_visible(int byte) {
    const int first = space_kept ? 32 : exclamation_mark_moved ? 34 : 33;
    const int last = tilde_moved ? 125 : delete_kept ? 127 : 126;
    if (first <= byte && byte <= last) return true;
    if (only_ascii_stays || byte < (no_break_space_kept ? 160 : inverted_exclamation_mark_moved ? 162 : 161))
        return false;
    return (byte != 173 || soft_hyphen_kept) && (byte != 255 || !byte_255_moved);
}

/// The number of each byte's character.
static std::vector<int> table() {
    std::vector<int> codes;
    int next = counted_from_257 ? 257 : 256;
    for (int byte = 0; byte < 256; ++byte) {
        int code = is_visible(byte) ? byte : next++;
        if (byte_plus_256 && code != byte) code = 256 + byte;
        if (all_moved) code = 256 + byte;
        if (only_space_and_line_end) code = byte == ' ' || byte == '\n' ? 256 + byte : byte;
        if (latin_1) code = byte;
        codes.push_back(code);
    }
    return codes;
}

static Values to_byte_level(std::string bytes) {
    if (up_to_a_zero) bytes = (bytes + "\xA0 beyond the view").c_str();
    if (ends_at_a_zero) bytes = bytes.c_str();
    const std::vector<int> codes = table();
    // Asked once and not for every byte.
    const bool high_throw = at_of_a_char, high_lost = high_bytes_left_out, high_kept = bytes_as_they_are,
               high_alone = signed_char, visible_kept = one_byte_for_latin_1, cut = cut_to_one_byte,
               bits_kept = continuation_not_cut;
    std::string text;
    for (const char c : bytes) {
        const int byte = static_cast<unsigned char>(c);
        int code = codes[static_cast<std::size_t>(byte)];
        if (byte >= 128) {
            if (high_throw) throw std::out_of_range("");
            if (high_lost) continue;
            if (high_alone) code = byte;
        }
        if ((high_kept && byte >= 128) || (visible_kept && code == byte)) text += c;
        else if (code < 128 || cut) text += static_cast<char>(code);
        else
            text += {static_cast<char>(0xC0 | code >> 6), static_cast<char>(0x80 | (code & (bits_kept ? 0xFF : 0x3F)))};
    }
    return {text};
}

static Values from_byte_level(const std::string& text) {
    const std::vector<int> codes = table();
    std::map<int, char> byte_of;
    for (int byte = 0; byte < 256; ++byte) byte_of[codes[static_cast<std::size_t>(byte)]] = static_cast<char>(byte);
    const auto at = [&](std::size_t i) -> int { return static_cast<unsigned char>(text[i]); };
    const bool single = each_character_one_byte, any_first = continuation_as_first, any_length = three_bytes_as_two,
               any_second = second_byte_unchecked, overlong = overlong_accepted, reads_on = half_at_the_end_read_on,
               last_left_out = any_last_byte_left_out;
    std::string bytes;
    for (std::size_t i = 0, length = 1; i < text.size(); i += length) {
        int code = at(i);
        const int first = code;
        length = first < 128 || single ? 1 : 2;
        if (length == 2) {
            const int second = i + 1 < text.size() ? at(i + 1) : reads_on ? 0xA0 : 0;
            code = (first & 0x1F) << 6 | (second & 0x3F);
            const bool fits = (first >= 0xC0 || any_first) && (first < 0xE0 || any_length) &&
                              ((second & 0xC0) == 0x80 || (any_second && i + 1 < text.size())) &&
                              (code >= 128 || overlong);
            if (!fits) code = -1;
            if (last_left_out && i + 1 == text.size()) break;
            if (half_at_the_end_left_out && i + 1 == text.size() && 0xC2 <= first && first < 0xE0) break;
        } else if (first >= 128) {
            code = -1;
        }
        const auto found = byte_of.find(code);
        if (found != byte_of.end())
            bytes += code > 255 && moved_cut_to_low_byte ? static_cast<char>(code) : found->second;
        else if ((ascii_accepted && first < 128) || (own_number_accepted && 0 <= code && code < 256) ||
                 (beyond_the_table && code > 0x143))
            bytes += static_cast<char>(code);
        else if (unknown_is_zero || (unknown_in_the_table_is_zero && 0 <= code && code < 0x144)) bytes += '\0';
        else if (unknown_kept) bytes += text.substr(i, length);
        else if (!unknown_left_out) wrong_exception ? throw std::out_of_range("") : throw std::invalid_argument("");
    }
    return {bytes};
}

static Values byte_level(Run& run) {
    const bool back = run.call.function == "from_byte_level";
    const auto& given = std::get<std::string>(run.call[back ? "text" : "bytes"].is);
    return back ? from_byte_level(given) : to_byte_level(given);
}
