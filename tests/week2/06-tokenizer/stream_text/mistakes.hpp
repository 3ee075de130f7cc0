#pragma once
// What people get wrong in TextStream, and the stream that gets it wrong.
#include <string>

#include "grader/plain.hpp"

using grader::Run, grader::Values;

MISTAKE(above_the_last_accepted, "Code points above U+10FFFF are accepted: after F4 the second byte is at most 8F.",
    "接受了 U+10FFFF 之上的码点：F4 之后的第二个字节至多是 8F。");
MISTAKE(all_at_the_end, "Everything comes only from end(). push has to give out what is decided, at once.",
    "所有文本都到 end() 才给出。push 应立刻给出已经确定的部分。");
MISTAKE(beginning_forgotten,
    "The beginning of a character at the end of a push is lost when the next one comes. Keep it in pending, and put the next bytes after it.",
    "一次 push 末尾的半个字符，到下一次就没了。应把它留在 pending 里，下一次的字节接在后面。");
MISTAKE(bits_alone,
    "Only the marks in the bits are looked at: 110, 1110, 11110 and 10. So forms longer than needed, surrogates and what lies above U+10FFFF are accepted. C0, C1 and F5 to F7 begin no character; after E0, ED, F0 and F4 not every byte may follow.",
    "只看了比特标记：110、1110、11110 和 10，于是过长的写法、代理码点和 U+10FFFF 之上的都接受了。C0、C1、F5 到 F7 不能作开头；E0、ED、F0、F4 之后也不是什么字节都能跟。");
MISTAKE(breaking_byte_lost,
    "The byte that breaks a character off is lost with it. It should be read again: E4 41 is U+FFFD and \"A\".",
    "打断一个字符的那个字节也跟着没了。它应重新读：E4 41 是 U+FFFD 加 \"A\"。");
MISTAKE(breaking_byte_replaced,
    "A byte from 80 on that breaks a character off becomes U+FFFD as well, even where it begins the next one. Read it as if it were the first: C3 C3 A9 is U+FFFD and \"é\".",
    "打断一个字符的字节，从 80 起的也变成了 U+FFFD，哪怕它正是下一个字符的开头。应把它当作第一个字节来读：C3 C3 A9 是 U+FFFD 加 \"é\"。");
MISTAKE(broken_as_they_are,
    "Bytes that can become no character are given out as they are. What comes out is UTF-8, always: give U+FFFD in their place.",
    "成不了字符的字节原样给出了。给出的必须总是 UTF-8：应换成 U+FFFD。");
MISTAKE(broken_dropped, "Bytes that can become no character are left out. Give U+FFFD in their place.",
    "成不了字符的字节被略过了。应换成 U+FFFD。");
MISTAKE(byte_order_mark_left_out,
    "U+FEFF is left out, perhaps only where a text begins with it. Some decoders take it for a mark of the byte order, but here it is a character like any other: give it back.",
    "U+FEFF 被去掉了，也许只是在文字开头。有的解码器把它当作字节序标记，但这里它和别的字符一样：请照原样给出。");
MISTAKE(bytes_as_they_come,
    "Each push gives back all its bytes as they are, halves of characters and broken bytes too. Only whole characters come out. If you test bytes: where char is signed, byte < 0x80 holds for all; use unsigned char.",
    "每次 push 都把收到的字节原样给出，半个字符和坏字节也一样。应只给出完整的字符。如果你判断过字节的大小：char 有符号时，byte < 0x80 永远成立，请用 unsigned char。");
MISTAKE(c0_and_c1_accepted,
    "C0 and C1 are taken as first bytes. They could only write what one byte writes: characters of two bytes begin with C2 to DF.",
    "C0 和 C1 被当成了开头。它们只能写出一个字节就能写的字符：两字节的字符以 C2 到 DF 开头。");
MISTAKE(checked_when_complete,
    "A character is checked only when all its bytes are there, and a broken one is then one U+FFFD with all of them. Check each byte as it comes: the first that does not fit ends the broken one and is read again.",
    "一个字符到齐了才检查，不对就全部换成一个 U+FFFD。应来一个字节检查一个：第一个不合适的字节使它断掉，自己再重新读。");
MISTAKE(each_push_by_itself,
    "Each push is decoded by itself: the beginning of a character at its end becomes U+FFFD. Keep it in pending, and put the next bytes after it.",
    "每次 push 都单独解码：末尾字符的开头部分变成了 U+FFFD。应把它留在 pending 里，下一次的字节接在后面。");
MISTAKE(empty_push_forgets,
    "A push of no bytes forgets the beginning of a character that was kept. It should change nothing: leave pending as it is.",
    "送入零个字节时，之前留着的半个字符被丢掉了。它不应改变什么：pending 应保持原样。");
MISTAKE(end_always_replaces,
    "end() gives U+FFFD although nothing was kept. It should give \"\" where no character stayed unfinished.",
    "没有留下什么，end() 也给出了 U+FFFD。没有未到齐的字符时，应给出 \"\"。");
MISTAKE(end_gives_the_bytes, "end() gives out the unfinished bytes: that is not UTF-8. It should be one U+FFFD.",
    "end() 把没到齐的字节原样给出，那不是 UTF-8。应给出一个 U+FFFD。");
MISTAKE(end_leaves_pending,
    "end() leaves pending as it was, and the next text begins with it. Empty it: the stream is then as a new one.",
    "end() 之后 pending 没有清空，下一段文本就从它开始了。应清空：此后流与新的一样。");
MISTAKE(end_one_for_each_byte,
    "end() gives a U+FFFD for each unfinished byte. Together they are one beginning of a character, and one U+FFFD.",
    "end() 对每个没到齐的字节都给一个 U+FFFD。它们合起来是一个字符的开头，只给一个。");
MISTAKE(end_says_nothing, "end() drops what stayed unfinished. It should be one U+FFFD.",
    "end() 把没到齐的字符丢掉了。应给出一个 U+FFFD。");
MISTAKE(f5_accepted,
    "F5 to F7 are taken as first bytes of four. Characters of four bytes begin with F0 to F4: there is nothing above U+10FFFF.",
    "F5 到 F7 被当成了四字节字符的开头。四字节的字符以 F0 到 F4 开头：U+10FFFF 之上什么也没有。");
MISTAKE(f5_to_ff_accepted,
    "Every byte from F5 on is taken as the first of four. Characters of four bytes begin with F0 to F4; from F5 on none begins: U+FFFD at once.",
    "F5 起的每个字节都被当成了四字节字符的开头。四字节的字符以 F0 到 F4 开头，F5 起的不是任何字符的开头：立刻给出 U+FFFD。");
MISTAKE(four_bytes_as_three,
    "A first byte from F0 on is taken as one of three bytes. Its character has four: 😀 is F0 9F 98 80.",
    "F0 及以上的开头被当成三字节字符了。它的字符有四个字节：😀 是 F0 9F 98 80。");
MISTAKE(f5_held,
    "Bytes from F5 on are kept as if they began a character, and are a U+FFFD only when the next byte comes. They begin none: U+FFFD at once.",
    "F5 起的字节被留了下来，好像是字符的开头，等到下一个字节才成为 U+FFFD。它们不是任何字符的开头：立刻给出 U+FFFD。");
MISTAKE(held_until_the_next,
    "A whole character at the end of a push waits for the next byte. What is complete is decided: give it out at once.",
    "push 末尾已经完整的字符还在等下一个字节。完整了就已确定，应立刻给出。");
MISTAKE(lone_bytes_dropped,
    "A byte that can begin no character, such as 80 or FF, is left out. It is a U+FFFD, at once.",
    "不能作开头的字节（如 80 或 FF）被略过了。它应立刻成为一个 U+FFFD。");
MISTAKE(no_bytes_end_it, "A push of no bytes ends the text. It should change nothing: only end() says no more come.",
    "送入零个字节就当成结束了。它不应改变什么：只有 end() 才表示不再有字节。");
MISTAKE(nothing_before_all_is_whole,
    "While the last character is unfinished, the whole ones before it wait as well. Give those out; only the beginning stays.",
    "最后一个字符没到齐时，前面完整的字符也跟着等。前面的应立刻给出，只留下那个开头。");
MISTAKE(one_for_a_run,
    "Broken bytes beside each other are one U+FFFD for all. Each broken beginning is one of its own, and so is each byte that begins nothing.",
    "相邻的坏字节合起来只给了一个 U+FFFD。每个断掉的开头各给一个，每个不能作开头的字节也各给一个。");
MISTAKE(one_for_each_byte,
    "When a character breaks off, each of its bytes becomes a U+FFFD. All of them together become one: E4 B8 41 is one U+FFFD and \"A\".",
    "没到齐就断掉的字符，每个字节都给了一个 U+FFFD。应合起来只给一个：E4 B8 41 是一个 U+FFFD 加 \"A\"。");
MISTAKE(one_for_each_byte_but_at_the_end,
    "When a character breaks off before another byte, each of its bytes becomes a U+FFFD. All of them together become one: E4 B8 41 is one U+FFFD and \"A\".",
    "没到齐就被别的字节打断的字符，每个字节都给了一个 U+FFFD。应合起来只给一个：E4 B8 41 是一个 U+FFFD 加 \"A\"。");
MISTAKE(only_the_second_checked,
    "Bytes after the second are not checked. Third and fourth have to be from 80 to BF, too, or the character breaks off.",
    "第二个之后的字节没有检查。第三、第四个也必须在 80 到 BF 之间，否则字符就断了。");
MISTAKE(overlong_accepted,
    "Forms longer than needed are accepted, E0 80 80 and F0 80 80 80. After E0 the second byte is at least A0, after F0 at least 90.",
    "接受了过长的写法：E0 80 80 和 F0 80 80 80。E0 之后的第二个字节至少是 A0，F0 之后至少是 90。");
MISTAKE(overlong_in_four_bytes,
    "Four bytes are accepted where three or fewer would do: F0 80 80 80. After F0 the second byte is at least 90.",
    "三个字节以内就能写的字符，写成四个字节的也接受了：F0 80 80 80。F0 之后的第二个字节至少是 90。");
MISTAKE(overlong_in_three_bytes,
    "Three bytes are accepted where one or two would do: E0 80 80. After E0 the second byte is at least A0.",
    "一两个字节就能写的字符，写成三个字节的也接受了：E0 80 80。E0 之后的第二个字节至少是 A0。");
MISTAKE(pending_holds_the_last_bytes,
    "pending holds whole characters too, or what has been given out. Only the beginning of the next one belongs there.",
    "pending 里还有完整的字符，或已经给出的部分。那里只该有下一个字符的开头。");
MISTAKE(question_mark, "What is broken is replaced by another mark. It has to be U+FFFD, in UTF-8 the bytes EF BF BD.",
    "坏字节换成了别的符号。应换成 U+FFFD，UTF-8 写作 EF BF BD。");
MISTAKE(ranges_checked_when_complete,
    "Forms longer than needed, surrogates and what is above U+10FFFF become one U+FFFD when all their bytes are there. The second byte decides already: one that the table does not allow breaks the character off, and is read again.",
    "过长的形式、代理项和超过 U+10FFFF 的，要等字节到齐才换成一个 U+FFFD。其实第二个字节就能决定：表里不允许时，字符就断了，这个字节再重新读。");
MISTAKE(replacement_at_the_end_held,
    "Text that ends in U+FFFD is not given out, as if a character were unfinished. Nothing but pending says that: U+FFFD may be in the bytes themselves.",
    "以 U+FFFD 结尾的文字没有给出，好像还有字符没到齐。有没有没到齐的只看 pending：U+FFFD 也可能本来就在这些字节里。");
MISTAKE(second_byte_any,
    "Any byte from 80 to BF is accepted as the second. After E0, ED, F0 and F4 only some may: others give forms that are too long, surrogates, or code points above U+10FFFF.",
    "第二个字节只要在 80 到 BF 之间就接受了。E0、ED、F0、F4 之后只有一部分可以：其余的会给出过长的写法、代理码点，或超过 U+10FFFF 的码点。");
MISTAKE(shared_by_all,
    "The beginning of a character is kept elsewhere than in pending, which stays empty. Keep it there: each stream then has its own.",
    "字符的开头没有留在 pending 里，pending 一直是空的。应留在 pending 里：这样每个流各有自己的一份。");
MISTAKE(surrogates_accepted,
    "Surrogates are accepted: ED A0 80 to ED BF BF, U+D800 to U+DFFF, are not characters. After ED the second byte is at most 9F.",
    "接受了代理码点：ED A0 80 到 ED BF BF，即 U+D800 到 U+DFFF，不是字符。ED 之后的第二个字节至多是 9F。");
MISTAKE(three_bytes_held,
    "The last three bytes of each push wait, whatever they are. Only the beginning of a character waits: look at what the last bytes are.",
    "每次 push 的最后三个字节，不管是什么都在等。只有字符的开头部分才该等：要看最后几个字节是什么。");
MISTAKE(up_to_a_zero,
    "Bytes are read up to the next zero: too few where a zero is among them, others' where there is none. A string_view ends at size(); data() alone does not say where.",
    "字节一直读到下一个零为止：中间有零就读少了，没有零就读到了别人的字节。string_view 到 size() 为止，光有 data() 不知道结尾在哪。");
MISTAKE(waits_for_all_its_bytes,
    "A beginning that is broken already is held till as many bytes are there as it asked for. It should be U+FFFD at once: E4 41 is U+FFFD and \"A\".",
    "已经断掉的开头还留着，要等到它需要的字节数凑齐。它应当马上成为 U+FFFD：E4 41 就是 U+FFFD 和 \"A\"。");
MISTAKE(what_follows_not_checked,
    "After a first byte the next ones are taken as its character's, whatever they are. Each that follows is 10xxxxxx in bits, 80 to BF; any other breaks the character off.",
    "第一个字节之后，不管来什么都算作这个字符的。后续的每个字节都应是二进制 10xxxxxx，即 80 到 BF；别的字节会打断它。");

namespace {

std::string replaced(std::size_t times = 1) {
    std::string text;
    for (; times > 0; --times) text += broken_dropped ? "" : question_mark ? "?" : "\uFFFD";
    return text;
}

/// Bytes of the character that begins so; 0 where none does.
std::size_t length_of(char byte) {
    const auto first = static_cast<unsigned char>(byte);
    if (first < 0x80) return 1;
    if (bits_alone) return (first & 0xE0) == 0xC0 ? 2 : (first & 0xF0) == 0xE0 ? 3 : (first & 0xF8) == 0xF0 ? 4 : 0;
    if (first >= (c0_and_c1_accepted ? 0xC0 : 0xC2) && first <= 0xDF) return 2;
    if (first >= 0xE0 && first <= (four_bytes_as_three ? 0xF4 : 0xEF)) return 3;
    return first >= 0xF0 && first <= (f5_held || f5_to_ff_accepted ? 0xFF : f5_accepted ? 0xF7 : 0xF4) ? 4 : 0;
}

bool continues(char byte) { return (byte & 0xC0) == 0x80; }

bool may_be_second(char before, char byte) {
    if (second_byte_any || bits_alone) return continues(byte);
    const auto first = static_cast<unsigned char>(before), value = static_cast<unsigned char>(byte);
    int least = 0x80, most = f5_held && first > 0xF4 ? 0 : 0xBF;
    if (first == 0xE0 && !overlong_accepted && !overlong_in_three_bytes) least = 0xA0;
    if (first == 0xF0 && !overlong_accepted && !overlong_in_four_bytes) least = 0x90;
    if (first == 0xED && !surrogates_accepted) most = 0x9F;
    if (first == 0xF4 && !above_the_last_accepted) most = 0x8F;
    return least <= value && value <= most;
}

/// Bytes of the character, or of the broken one, with which these begin; more than there are where it is unfinished.
std::size_t length(const std::string& bytes) {
    const std::size_t needed = std::max<std::size_t>(length_of(bytes[0]), 1);
    for (std::size_t k = 1; k < needed; ++k) {
        if (k == bytes.size()) return needed;
        if (k == 1 ? !may_be_second(bytes[0], bytes[1]) : !continues(bytes[k])) return k;
    }
    return needed;
}

/// The next character of a buffer, taken out of it.
std::string taken(std::string& bytes) {
    const std::size_t n = length(bytes);
    const std::string text = n <= bytes.size() && n == length_of(bytes[0]) ? bytes.substr(0, n) : replaced();
    bytes.erase(0, n);
    return text;
}

std::string of_all;  // streams that share what is pending

struct Stream {
    std::string pending = "";

    std::string push(const std::string& bytes) {
        if (no_bytes_end_it && bytes.empty()) return end();
        if (bytes_as_they_come && pending.empty()) return bytes;
        if (beginning_forgotten || (empty_push_forgets && bytes.empty())) pending.clear();
        std::string& kept = shared_by_all ? of_all : pending;
        std::string text = is_buffer() ? buffered(kept += bytes) : byte_by_byte(kept, bytes);
        if (one_for_a_run)
            for (std::size_t at = 0; (at = text.find(replaced(2), at)) != text.npos && !replaced().empty();)
                text.erase(at, replaced().size());
        if (byte_order_mark_left_out && text.starts_with("\uFEFF")) text.erase(0, 3);
        if (replacement_at_the_end_held && text.ends_with(replaced())) text.clear();
        return each_push_by_itself ? text + end() : text;
    }

    std::string end() {
        std::string& kept = shared_by_all ? of_all : pending;
        std::string text;
        const std::size_t n = kept.size();
        const bool unfinished = n > 0 && !(pending_holds_the_last_bytes && n == length_of(kept[0]));
        if (is_buffer() && !waits_for_all_its_bytes)
            for (std::string rest = kept; !rest.empty();) text += taken(rest);
        else if (end_gives_the_bytes || broken_as_they_are) text = kept;
        else if (end_one_for_each_byte || one_for_each_byte) text = replaced(n);
        else if (unfinished || end_always_replaces) text = replaced();
        if (!end_leaves_pending) kept.clear();
        return end_says_nothing ? "" : text;
    }

private:
    static bool is_buffer() {
        return held_until_the_next || three_bytes_held || all_at_the_end || nothing_before_all_is_whole ||
               waits_for_all_its_bytes;
    }

    /// For those that decide late: all bytes that are not given out yet lie in one buffer.
    static std::string buffered(std::string& kept) {
        if (all_at_the_end) return "";
        std::string text;
        if (nothing_before_all_is_whole)
            for (std::size_t at = 0; at < kept.size(); at += length(kept.substr(at)))
                if (at + length(kept.substr(at)) > kept.size()) return "";
        while (kept.size() > (three_bytes_held ? 3 : 0)) {
            const std::size_t needed = waits_for_all_its_bytes ? length_of(kept[0]) : length(kept);
            if (needed + (held_until_the_next ? 1 : 0) > kept.size()) break;
            text += taken(kept);
        }
        return text;
    }

    static std::string byte_by_byte(std::string& kept, const std::string& bytes) {
        std::string text;
        for (const char byte : bytes) {
            if (pending_holds_the_last_bytes && !kept.empty() && kept.size() == length_of(kept[0])) kept.clear();
            if (!kept.empty()) {
                const bool late = ranges_checked_when_complete;
                const bool begins = static_cast<unsigned char>(kept[0]) >= 0xC2;
                if (checked_when_complete) {
                    kept += byte;
                    if (kept.size() < length_of(kept[0])) continue;
                    bool fits = may_be_second(kept[0], kept[1]);
                    for (std::size_t k = 2; k < kept.size(); ++k) fits = fits && continues(kept[k]);
                    text += fits ? kept : replaced();
                    kept.clear();
                    continue;
                }
                const bool fits = what_follows_not_checked  ? begins
                                  : kept.size() == 1        ? (late ? continues(byte) : may_be_second(kept[0], byte))
                                  : only_the_second_checked ? begins
                                                            : continues(byte);
                if (fits) {
                    kept += byte;
                    if (kept.size() < length_of(kept[0])) continue;
                    text += late && !may_be_second(kept[0], kept[1]) ? replaced() : kept;
                    if (!pending_holds_the_last_bytes) kept.clear();
                    continue;
                }
                text += broken_as_they_are
                            ? kept
                            : replaced(one_for_each_byte || one_for_each_byte_but_at_the_end ? kept.size() : 1);
                kept.clear();
                if (breaking_byte_lost) continue;
                if (breaking_byte_replaced && (byte & 0x80) != 0) {
                    text += replaced();
                    continue;
                }
            }
            const std::size_t n = length_of(byte);
            if (n == 1 || (n == 0 && broken_as_they_are)) text += byte;
            else if (n == 0) text += replaced(lone_bytes_dropped ? 0 : 1);
            else kept = byte;
        }
        return text;
    }
};

std::string pushed(Stream& stream, const grader::Value& bytes) {
    const auto& piece = std::get<std::string>(bytes.is);
    return stream.push(up_to_a_zero ? (piece + "\x84 beyond the view").c_str() : piece);
}

}  // namespace

static Values stream_text(Run& run) {
    const auto several = [&](const char* name) {
        return run.has(name) ? std::get<Values>(run.call[name].is) : Values();
    };
    const Values pieces = several("pushed"), to_another = several("to another");
    of_all.clear();
    Stream stream, another;
    Values texts, pending, of_another;
    for (std::size_t n = 0; n < pieces.size(); ++n) {
        texts.emplace_back(pushed(stream, pieces[n]));
        pending.emplace_back(stream.pending);
        if (n < to_another.size()) of_another.emplace_back(pushed(another, to_another[n]));
    }
    texts.emplace_back(stream.end());
    pending.emplace_back(stream.pending);
    for (const grader::Value& bytes : several("then pushed")) texts.emplace_back(pushed(stream, bytes));
    if (run.has("then pushed")) texts.emplace_back(stream.end());
    Values outputs;
    outputs.emplace_back(texts);
    if (run.call.function == "pending") outputs.emplace_back(pending);
    if (run.has("to another")) {
        of_another.emplace_back(another.end());
        outputs.emplace_back(of_another);
    }
    return outputs;
}
