#pragma once
// What people get wrong in stop_text, and the StopText that gets it wrong.
#include <algorithm>
#include <string>
#include <vector>

#include "grader/plain.hpp"

using grader::Run, grader::Values;

MISTAKE(after_the_stop_shown,
    "Text that comes after the stop, in a later push, is shown. Once stopped is true, push gives \"\" whatever it gets.",
    "停止之后再 push 的文字也给出来了。stopped 为 true 之后，不管收到什么，push 都应给出 \"\"。");
MISTAKE(all_at_the_end,
    "Nothing is shown before the stop or the end comes. push has to show at once what can't be part of a stop, or the client waits for the whole answer.",
    "停止串或结尾到来之前什么也没有给出。不可能属于停止串的部分，push 应立刻给出，否则客户端要等到整个回答结束。");
MISTAKE(all_but_the_last_byte_not_kept,
    "A beginning of a stop that lacks only its last byte is not kept: the longest one has stop.size() - 1 bytes.",
    "只差最后一个字节的停止串开头没有留下：最长的开头有 stop.size() - 1 个字节。");
MISTAKE(any_part_of_a_stop_kept,
    "The end of the text is kept where it occurs anywhere in a stop, as with find(…) != npos. Only the beginning of a stop counts: starts_with, or find(…) == 0.",
    "文字的末尾只要在停止串里的任何位置出现，就留着，好像写成了 find(…) != npos。只有停止串的开头才算：应当用 starts_with，或 find(…) == 0。");
MISTAKE(before_the_stop_lost,
    "When a stop is complete, what comes before it and wasn't shown yet is lost. The answer goes up to the stop.",
    "停止串完整时，它前面还没给出的文字丢了。回答应一直到停止串之前。");
MISTAKE(begun_stop_lost,
    "What was kept because it could become a stop is lost when it doesn't. Show it as soon as it can't become one any more.",
    "为了等停止串而留着的部分，停止串没来时就丢了。一旦不可能再成为停止串，就应把它给出来。");
MISTAKE(beginning_in_shorter_pieces_only,
    "A beginning of a stop is kept only where it is all of the text that hasn't been shown. It may also be just the end of that text: in \"The E\", the E has to wait for END.",
    "只有当没给出的部分整个是停止串的开头时才留着。开头也可能只是它的末尾：\"The E\" 里的 E 要等 END。");
MISTAKE(breaking_byte_not_tried,
    "The byte at which a beginning breaks off isn't tried as the first byte of a stop: \"EEND\" has an END in it.",
    "使开头断掉的那个字节，没有再当作停止串的第一个字节来试：\"EEND\" 里面有 END。");
MISTAKE(case_ignored,
    "Upper and lower case count as the same. A stop is compared byte by byte: \"END\" is not \"End\".",
    "大写和小写当成一样了。停止串要逐字节比较：\"END\" 不是 \"End\"。");
MISTAKE(compared_at_the_end_of_a_push,
    "A stop is found only where a push ends with it. A token may go on after the stop, so look for it everywhere in what hasn't been shown.",
    "只有一次 push 恰好以停止串结尾时才找到它。token 可能比停止串长，所以没给出的部分里到处都要找。");
MISTAKE(each_push_by_itself,
    "Each push is searched by itself: a stop that begins in one and ends in the next isn't found. Keep the end of the text that may be the beginning of a stop.",
    "每次 push 都单独查找：跨两次的停止串找不到。应把可能是停止串开头的那截末尾留到下一次。");
MISTAKE(earliest_beginning_wins,
    "Of several stops in a piece, the one that begins first counts, as in llama.cpp. The one that is complete first counts: otherwise the result depends on how the text is cut.",
    "一段里有几个停止串时，取的是最先开始的，llama.cpp 正是这样。应取最先完整的，否则结果会随文字的切法而变。");
MISTAKE(empty_stop_accepted,
    "An empty stop is accepted. It is in every text, before the first byte: throw std::invalid_argument.",
    "接受了空的停止串。任何文字里都有它，第一个字节之前就有：应抛出 std::invalid_argument。");
MISTAKE(empty_stop_another_exception,
    "An empty stop is refused, but not with std::invalid_argument, which the contract names.",
    "空的停止串拒绝了，但抛出的不是契约写明的 std::invalid_argument。");
MISTAKE(empty_stop_first_only, "Only the first stop in the list is checked for being empty. Check each of them.",
    "只检查了列表里第一个停止串是不是空的。每一个都要检查。");
MISTAKE(end_keeps_it, "end() shows what was kept but doesn't empty it, so that a second end() shows it once more.",
    "end() 给出了留着的部分，却没有清空，第二次 end() 又给出一遍。");
MISTAKE(end_shows_the_stop, "After a stop, end() shows the stop itself. Nothing is shown after a stop.",
    "停止之后，end() 把停止串给出来了。停止之后什么也不应给出。");
MISTAKE(end_shows_what_the_stop_left,
    "After a stop, end() shows what was kept when the stop was complete, the stop included. Empty it then: nothing is shown after a stop.",
    "停止之后，end() 把停止串完整时留着的部分给出来了，连同停止串。那时就应清空：停止之后什么也不应给出。");
MISTAKE(end_shows_nothing,
    "What was kept is never shown when the text ends. Then no stop can come any more: end() gives it.",
    "文字结束时，留着的部分没有给出来。这时不会再有停止串了：end() 应把它给出。");
MISTAKE(end_stops,
    "end() sets stopped. stopped says whether a stop came, and has to stay as it is: the server tells the client why the answer ended.",
    "end() 把 stopped 设成了 true。它表示停止串有没有来过，应保持不变：服务器要告诉客户端回答为什么结束。");
MISTAKE(falls_back_once,
    "Where a byte does not fit, the search goes back to the next shorter beginning once, and gives up if the byte does not fit there either. Go back until it fits, or nothing is left: Knuth, Morris and Pratt have a loop there.",
    "字节对不上时，只退回到下一个更短的开头试一次，还对不上就放弃了。应一直退，直到对上或者什么也不剩：KMP 在这里用的是循环。");
MISTAKE(first_begun_stop_alone,
    "Of several stops that have begun, the first in the list decides how much is kept. Keep the longest beginning of all of them.",
    "有几个停止串都开了头时，留多少由列表里靠前的那个决定。应留其中最长的开头。");
MISTAKE(first_in_list_wins,
    "Of several stops in a piece, the first in the list counts, wherever it is, as in vLLM until July 2026. The one that is complete first counts: otherwise the result depends on how the text is cut.",
    "一段里有几个停止串时，取的是列表里靠前的，不管它在哪里，2026 年 7 月之前的 vLLM 正是这样。应取最先完整的，否则结果会随文字的切法而变。");
MISTAKE(first_stop_alone_kept_after_each_byte,
    "After each byte, only what may become the first stop of the list is kept. Beginnings of the others are shown at once, and what is shown can't become a stop any more: keep the longest beginning of all of them.",
    "每来一个字节，只留可能成为列表里第一个停止串的部分。别的停止串的开头立刻就给出来了，给出去的再也凑不成停止串：应留所有停止串中最长的开头。");
MISTAKE(first_stop_only, "Only the first stop in the list is looked for. There may be several.",
    "只找了列表里的第一个停止串。停止串可以有几个。");
MISTAKE(given_up_as_a_whole,
    "When what is kept is no beginning of a stop any more, all of it is shown, with the byte at which it breaks off. Its end may be the beginning of a stop: that part has to stay.",
    "留着的部分不再是停止串的开头时，连同断开的那个字节全都给出来了。它的末尾可能又是停止串的开头：那一截还要留着。");
MISTAKE(goes_on_after_the_stop,
    "After a stop, the next push is looked at like any other, and shown. Once stopped is true, push gives \"\" whatever it gets.",
    "停止之后，下一次 push 还像平常一样处理，又给出了文字。stopped 为 true 之后，不管收到什么，push 都应给出 \"\"。");
MISTAKE(goes_on_after_the_stop_but_not_at_the_end,
    "After a stop, the next push is looked at like any other, and shown; only end() gives nothing. Once stopped is true, push gives \"\" whatever it gets.",
    "停止之后，下一次 push 还像平常一样处理，又给出了文字，只有 end() 什么也不给。stopped 为 true 之后，不管收到什么，push 都应给出 \"\"。");
MISTAKE(half_characters_held,
    "The beginning of a character is kept until the rest of it comes. That's the work of TextStream, which gets the bytes next: keep only what may become a stop.",
    "半个字符也留着等剩下的字节。那是后面 TextStream 的事：这里只留可能成为停止串的部分。");
MISTAKE(held_bytes_lose_their_turn,
    "After a beginning has broken off, everything kept is given up. A shorter beginning may be inside what was kept: \"aaab\" has an \"aab\" in it.",
    "一个开头断掉后，留着的全都放弃了。里面可能还有更短的开头：\"aaab\" 里面有 \"aab\"。");
MISTAKE(held_before_the_stop_lost,
    "When a stop is complete, bytes in front of it that were kept for another one are lost. They are no part of the stop: show them.",
    "停止串完整时，它前面为别的停止串留着的字节丢了。它们不属于这个停止串：应给出来。");
MISTAKE(kept_bytes_never_used,
    "What was kept isn't put in front of the next piece: it is neither searched nor shown, and a stop in two pieces isn't found. Begin each push with what is kept.",
    "留着的部分没有接在下一段前面：既没有再查找，也没有给出来，跨两段的停止串就找不到。每次 push 都应从留着的部分开始。");
MISTAKE(last_begun_stop_alone,
    "Of several stops that have begun, the last in the list decides how much is kept. Keep the longest beginning of all of them.",
    "有几个停止串都开了头时，留多少由列表里靠后的那个决定。应留其中最长的开头。");
MISTAKE(last_stop_alone_kept,
    "A beginning is kept only for the last stop in the list: those of the others are shown. Keep the longest beginning of all of them.",
    "只留了列表里最后一个停止串的开头，别的停止串的开头都给出来了。应留所有停止串中最长的开头。");
MISTAKE(last_stop_alone_kept_after_each_byte,
    "After each byte, only what may become the last stop of the list is kept, as if each stop in the loop overwrote what the one before it said. Beginnings of the others are shown at once, and what is shown can't become a stop any more: keep the longest beginning of all of them.",
    "每来一个字节，只留可能成为列表里最后一个停止串的部分，好像循环里后一个停止串的结论盖掉了前一个的。别的停止串的开头立刻就给出来了，给出去的再也凑不成停止串：应留所有停止串中最长的开头。");
MISTAKE(last_begun_stop_alone_after_each_byte,
    "After each byte, of several stops that have begun, the last in the list decides how much is kept. Keep the longest beginning of all of them: what is shown can't become a stop any more.",
    "每来一个字节，有几个停止串都开了头时，留多少由列表里靠后的那个决定。应留其中最长的开头：给出去的再也凑不成停止串。");
MISTAKE(longest_minus_one_held,
    "You always keep as many bytes as the longest stop has, less one, whatever they are. vLLM does that too, but the client is then always that far behind. Keep only bytes that are the beginning of a stop.",
    "不管是什么字节，总留着最长停止串的长度减一个。vLLM 就是这样，客户端总是落后这么多。只应留下可能是停止串开头的部分。");
MISTAKE(longest_of_a_tie,
    "Of several stops that are complete with the same byte, the longest counts. The first in the list should.",
    "几个停止串在同一个字节上完整时，取了最长的。应取列表里的第一个。");
MISTAKE(last_of_a_tie,
    "Of several stops that are complete with the same byte, the last in the list counts. The first in the list should.",
    "几个停止串在同一个字节上完整时，取了列表里的最后一个。应取第一个。");
MISTAKE(no_stops_refused, "An empty list of stops is refused. It is allowed, and keeps nothing back.",
    "拒绝了空的停止串列表。这是允许的，什么也不留。");
MISTAKE(piece_held,
    "If a piece ends with the beginning of a stop, all of it is kept. Show what comes before that beginning.",
    "一段的末尾是停止串的开头时，整段都留着了。开头之前的部分应立刻给出。");
MISTAKE(first_byte_alone_compared,
    "The end of the text is kept from the first byte of a stop on, if it is shorter than the stop: the bytes after that one aren't compared. In \"EN E\" only the last E may become END.",
    "从某个停止串的第一个字节起，只要这截末尾比停止串短，就都留着，没有比较后面的字节。\"EN E\" 里只有最后的 E 还可能成为 END。");
MISTAKE(shared_by_all,
    "All answers share what is kept, as with a static variable. Each answer needs its own: keep it in a member.",
    "所有回答共用留着的部分，好像用了 static 变量。每个回答要有自己的一份：应放在成员里。");
MISTAKE(rest_of_the_piece_shown_at_the_end,
    "What follows the stop in the same piece is kept, and end() shows it. Nothing after the stop is shown.",
    "同一段里停止串后面的文字留了下来，由 end() 给了出来。停止串之后什么也不应给出。");
MISTAKE(rest_of_the_piece_shown, "What follows the stop in the same piece is shown. Nothing after the stop is.",
    "同一段里停止串后面的文字也给出来了。停止串之后什么也不应给出。");
MISTAKE(shortest_beginning_held,
    "Where several ends of the text may be the beginning of a stop, the shortest is kept: after \"aa\", \"aab\" can't be found any more. Keep the longest.",
    "文字的末尾有几截都是停止串的开头时，留了最短的：\"aa\" 之后就找不到 \"aab\" 了。应留最长的。");
MISTAKE(shortest_beginning_of_each_held,
    "For each stop, the shortest of its beginnings that the text ends with is kept: after \"aa\", \"aab\" can't be found any more. Keep the longest.",
    "对每个停止串，文字末尾有几截是它的开头时，留了最短的：\"aa\" 之后就找不到 \"aab\" 了。应留最长的。");
MISTAKE(shortest_beginning_held_after_each_byte,
    "After each byte, the shortest end that may be the beginning of a stop is kept: of \"aa\" one a is left, and so \"aab\" is never complete. Try the longest end first.",
    "每来一个字节，留的都是可能成为停止串的最短一截：\"aa\" 只剩一个 a，\"aab\" 就永远凑不完整。应从最长的一截试起。");
MISTAKE(shortest_of_a_tie,
    "Of several stops that are complete with the same byte, the shortest counts. The first in the list should.",
    "几个停止串在同一个字节上完整时，取了最短的。应取列表里的第一个。");
MISTAKE(shown_a_push_late, "What one push could show is shown by the next. Show at once what can't be part of a stop.",
    "一次 push 已经确定的，到下一次才给出。不可能属于停止串的部分应立刻给出。");
MISTAKE(sorted_stops,
    "The list of stops is sorted. Its order counts: of several that are complete with the same byte, the first one.",
    "停止串的列表被排序了。它的次序有意义：同一个字节上有几个完整时，取第一个。");
MISTAKE(
    stop_shown, "The stop itself is shown. The answer ends before it.", "停止串本身也给出来了。回答应在它之前结束。");
MISTAKE(stops_up_to_a_zero,
    "Stops end at their first zero byte: c_str() does not say where a std::string ends. Any byte may be in a stop: compare with the whole string.",
    "停止串到第一个零字节就断了：光有 c_str() 不知道 std::string 到哪里为止。停止串里可以有任何字节：应和整个字符串比较。");
MISTAKE(stopped_when_begun,
    "stopped is true as soon as a stop has begun. It may still not come: set it when the stop is complete.",
    "停止串刚有个开头，stopped 就是 true 了。它可能最终不来：完整时才应设置。");
MISTAKE(stopped_stays_false, "stopped stays false when a stop has come. The engine would go on computing: set it.",
    "停止串来了，stopped 还是 false。引擎会一直算下去：应设成 true。");
MISTAKE(up_to_a_zero,
    "Bytes are read up to the next zero: too few where a zero is among them, others' where there is none. A string_view ends at size(); data() alone does not say where.",
    "字节一直读到下一个零为止：中间有零就读少了，没有零就读到了别人的字节。string_view 到 size() 为止，光有 data() 不知道结尾在哪。");

namespace {

std::string lowered(std::string text) {
    if (case_ignored)
        for (char& byte : text) byte = byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + 'a' - 'A') : byte;
    return text;
}

/// How long the longest end is that is also a beginning, but not the whole.
std::size_t border(const std::string& text) {
    std::size_t n = text.empty() ? 0 : text.size() - 1;
    while (n > 0 && text.compare(text.size() - n, n, text, 0, n) != 0) --n;
    return n;
}

/// Bytes at the end that are the beginning of a character.
std::size_t half_a_character(const std::string& text) {
    for (std::size_t n = 1; n <= std::min<std::size_t>(3, text.size()); ++n) {
        const auto byte = static_cast<unsigned char>(text[text.size() - n]);
        if (byte < 0x80) return 0;
        if (byte >= 0xC0) return n < (byte >= 0xF0 ? 4u : byte >= 0xE0 ? 3u : 2u) ? n : 0;
    }
    return 0;
}

struct Kept {
    std::string text;  // not shown so far
    std::string late;  // decided, and shown by the next push
    std::vector<std::size_t> matched;
};
Kept of_all;  // of those that share it

struct Stopper {
    std::vector<std::string> stops;
    bool stopped = false;
    bool is_over = false;
    Kept own = {};
    std::string found = "";
    std::string rest = "";  // of the piece in which the stop came

    explicit Stopper(std::vector<std::string> given) {
        if (given.empty() && no_stops_refused) throw std::invalid_argument("");
        for (std::size_t k = 0; k < given.size(); ++k) {
            if (!given[k].empty()) {
                stops.push_back(lowered(stops_up_to_a_zero ? given[k].c_str() : given[k]));
                continue;
            }
            if (empty_stop_another_exception) throw std::runtime_error("");
            if (!empty_stop_accepted && (k == 0 || !empty_stop_first_only)) throw std::invalid_argument("");
        }
        if (sorted_stops) std::sort(stops.begin(), stops.end());
        if (first_stop_only && stops.size() > 1) stops.resize(1);
    }
    Kept& kept() { return shared_by_all ? of_all : own; }

    struct Match {
        std::size_t begin = std::string::npos, end = 0;
    };
    /// The stop that ends a text.
    Match match(const std::string& text) const {
        Match best;
        const auto is_better = [&](const Match& m) {
            if (best.begin == std::string::npos) return true;
            if (first_in_list_wins) return false;
            if (earliest_beginning_wins) return m.begin < best.begin;
            if (m.end != best.end) return m.end < best.end;
            return last_of_a_tie       ? true
                   : longest_of_a_tie  ? m.begin < best.begin
                   : shortest_of_a_tie ? m.begin > best.begin
                                       : false;
        };
        for (const std::string& stop : stops) {
            Match m;
            if (compared_at_the_end_of_a_push) {
                if (!text.ends_with(stop)) continue;
                m.begin = text.size() - stop.size();
            } else {
                m.begin = text.find(stop);
            }
            if (m.begin == std::string::npos) continue;
            m.end = m.begin + stop.size();
            if (is_better(m)) best = m;
        }
        return best;
    }
    /// Bytes at the end with which a stop begins.
    std::size_t begun(const std::string& text) const {
        if (longest_minus_one_held) {
            std::size_t longest = 1;
            for (const std::string& stop : stops) longest = std::max(longest, stop.size());
            return std::min(text.size(), longest - 1);
        }
        const bool cut_short = all_but_the_last_byte_not_kept, of_each = shortest_beginning_of_each_held,
                   last_alone = last_stop_alone_kept || last_stop_alone_kept_after_each_byte,
                   first_alone = first_stop_alone_kept_after_each_byte,
                   last_begun = last_begun_stop_alone || last_begun_stop_alone_after_each_byte,
                   of_all = shortest_beginning_held || shortest_beginning_held_after_each_byte;
        std::size_t most = 0;
        for (const std::string& stop : stops) {
            const std::size_t most_before = std::exchange(most, last_alone || last_begun ? 0 : most);
            if (stop.empty()) continue;
            const std::size_t longest = stop.size() - 1;
            std::size_t shortest = 0;
            for (std::size_t n = std::min(text.size(), cut_short && longest > 0 ? longest - 1 : longest); n > 0; --n) {
                if (beginning_in_shorter_pieces_only && n < text.size()) break;
                if (text.compare(text.size() - n, first_byte_alone_compared ? 1 : n, stop, 0,
                        first_byte_alone_compared ? 1 : n) != 0)
                    continue;
                if (of_each) {
                    shortest = n;
                    continue;
                }
                most = of_all && most > 0 ? std::min(most, n) : std::max(most, n);
                if (!of_all) break;
            }
            for (std::size_t n = text.size(); any_part_of_a_stop_kept && n > most; --n)
                if (stop.find(text.substr(text.size() - n)) != std::string::npos) most = n;
            most = std::max(most, shortest);
            if (last_begun && !last_alone && most == 0) most = most_before;
            if (first_alone || (most > 0 && first_begun_stop_alone)) break;
        }
        if (half_characters_held) most = std::max(most, half_a_character(text));
        return most;
    }

    std::string over(const std::string& text, const Match& m, std::size_t shown_in_front = 0) {
        found = end_shows_what_the_stop_left ? text.substr(0, m.end) : text.substr(m.begin, m.end - m.begin);
        is_over = true;
        stopped = !stopped_stays_false;
        if (held_before_the_stop_lost) shown_in_front = m.end - 1 - begun(lowered(text.substr(0, m.end - 1)));
        const bool lost = before_the_stop_lost || held_before_the_stop_lost;
        std::string answer = text.substr(0, lost ? std::min(shown_in_front, m.begin) : m.begin);
        if (stop_shown) answer += found;
        if (rest_of_the_piece_shown) answer += text.substr(m.end);
        rest = text.substr(m.end);
        return answer;
    }

    std::string push(const std::string& piece) {
        Kept& kept = this->kept();
        std::string shown = std::exchange(kept.late, "");
        if (goes_on_after_the_stop || goes_on_after_the_stop_but_not_at_the_end) is_over = false;
        if (is_over) return after_the_stop_shown ? shown + piece : shown;
        std::string decided = given_up_as_a_whole ? with_one_beginning(piece)
                              : first_stop_alone_kept_after_each_byte || last_stop_alone_kept_after_each_byte ||
                                      (last_begun_stop_alone_after_each_byte && !last_stop_alone_kept) ||
                                      shortest_beginning_held_after_each_byte || end_shows_what_the_stop_left
                                  ? byte_by_byte(piece)
                              : breaking_byte_not_tried || held_bytes_lose_their_turn || falls_back_once
                                  ? with_counters(piece)
                                  : with_search(piece);
        if (is_over) {
            kept.text = end_shows_what_the_stop_left ? found : "";
        } else if (stopped_when_begun) {
            stopped = !kept.text.empty();
        }
        if (shown_a_push_late && !is_over) kept.late = std::exchange(decided, "");
        return shown + decided;
    }

    std::string with_search(const std::string& piece) {
        Kept& kept = this->kept();
        const std::string before = kept_bytes_never_used ? "" : kept.text, all = before + piece;
        const Match m = match(lowered(each_push_by_itself ? piece : all));
        if (m.begin != std::string::npos) return over(each_push_by_itself ? piece : all, m);
        if (all_at_the_end) {
            kept.text = all;
            return "";
        }
        if (each_push_by_itself) return piece;
        std::size_t held = begun(lowered(all));
        if (piece_held && held > 0) held = all.size();
        kept.text = all.substr(all.size() - held);
        std::string decided = all.substr(0, all.size() - held);
        // What was kept and is decided now.
        if (begun_stop_lost) decided.erase(0, std::min(before.size(), decided.size()));
        return decided;
    }

    /// For those who keep all of a beginning, or nothing of it, whichever stop it belongs to.
    std::string with_one_beginning(const std::string& piece) {
        std::string& text = this->kept().text;
        const auto begins = [&] {
            return std::any_of(
                stops.begin(), stops.end(), [&](const std::string& stop) { return stop.starts_with(lowered(text)); });
        };
        std::string decided;
        for (std::size_t at = 0; at < piece.size(); ++at) {
            text += piece[at];
            for (const std::string& stop : stops) {
                if (!lowered(text).ends_with(stop)) continue;
                const Match m{text.size() - stop.size(), text.size()};
                return (before_the_stop_lost ? "" : decided) + over(text + piece.substr(at + 1), m);
            }
            if (!begins()) decided += std::exchange(text, "");
        }
        return decided;
    }

    /// For those who look after each byte what is to be kept: what they lose then, no search finds again.
    std::string byte_by_byte(const std::string& piece) {
        std::string& text = this->kept().text;
        std::string decided;
        for (std::size_t at = 0; at < piece.size(); ++at) {
            text += piece[at];
            for (const std::string& stop : stops) {
                if (!lowered(text).ends_with(stop)) continue;
                const Match m{text.size() - stop.size(), text.size()};
                return (before_the_stop_lost ? "" : decided) + over(text + piece.substr(at + 1), m);
            }
            const std::size_t held = begun(lowered(text));
            decided += text.substr(0, text.size() - held);
            text.erase(0, text.size() - held);
        }
        return decided;
    }

    /// For those who count, for each stop, how many of its bytes have come.
    std::string with_counters(const std::string& piece) {
        Kept& kept = this->kept();
        kept.matched.resize(stops.size());
        const auto count = [&](std::size_t k, char byte) {
            if (stops[k].empty()) return;  // complete at once
            std::size_t& matched = kept.matched[k];
            if (falls_back_once && byte != stops[k][matched]) matched = border(stops[k].substr(0, matched));
            if (byte == stops[k][matched]) ++matched;
            else matched = breaking_byte_not_tried || falls_back_once ? 0 : byte == stops[k][0];
        };
        for (std::size_t k = 0; falls_back_once && k < stops.size(); ++k) {  // counted anew from what is kept
            kept.matched[k] = 0;
            for (const char byte : lowered(kept.text)) count(k, byte);
        }
        std::string decided;
        for (std::size_t at = 0; at < piece.size(); ++at) {
            const char given = piece[at];
            const char byte = lowered(std::string(1, given))[0];
            kept.text += given;
            std::size_t held = 0;
            for (std::size_t k = 0; k < stops.size(); ++k) {
                count(k, byte);
                const std::size_t matched = kept.matched[k];
                if (matched == stops[k].size()) {
                    const Match m{kept.text.size() - matched, kept.text.size()};
                    return (before_the_stop_lost ? "" : decided) + over(kept.text + piece.substr(at + 1), m);
                }
                held = std::max(held, matched);
            }
            decided += kept.text.substr(0, kept.text.size() - held);
            kept.text.erase(0, kept.text.size() - held);
        }
        return decided;
    }

    std::string end() {
        Kept& kept = this->kept();
        std::string shown = kept.late;
        if (is_over && end_shows_the_stop) return shown + found;
        if (is_over && end_shows_what_the_stop_left) {
            kept.text.clear();
            return shown + std::exchange(found, "");
        }
        if (stopped && goes_on_after_the_stop_but_not_at_the_end) kept.text.clear();
        if (is_over && rest_of_the_piece_shown_at_the_end)
            return shown + (end_keeps_it ? rest : std::exchange(rest, ""));
        if (!is_over && !end_shows_nothing) shown += kept.text;
        if (end_stops) stopped = true;
        if (!end_keeps_it) kept = Kept();
        return shown;
    }
};

}  // namespace

static Values stop_text(Run& run) {
    const auto several = [&](const char* name) {
        std::vector<std::string> texts;
        if (!run.has(name)) return texts;
        for (const grader::Value& value : std::get<Values>(run.call[name].is))
            texts.push_back(std::get<std::string>(value.is));
        return texts;
    };
    const auto seen = [](const std::string& piece) {
        return up_to_a_zero ? std::string((piece + "END beyond the view").c_str()) : piece;
    };
    const auto pieces = several("pushed"), to_another = several("to another");
    of_all = Kept();
    Stopper one(several("stops")), another(several("stops"));
    Values texts, stopped, of_another;
    for (std::size_t n = 0; n < pieces.size(); ++n) {
        texts.emplace_back(one.push(seen(pieces[n])));
        stopped.emplace_back(one.stopped);
        if (n < to_another.size()) of_another.emplace_back(another.push(seen(to_another[n])));
    }
    texts.emplace_back(one.end());
    stopped.emplace_back(one.stopped);
    if (run.has("ends twice")) texts.emplace_back(one.end());
    Values outputs;
    outputs.emplace_back(texts);
    outputs.emplace_back(stopped);
    // Where a stop is empty, it depends on how it is looked for.
    const auto stops = several("stops");
    if (std::find(stops.begin(), stops.end(), "") != stops.end())
        for (grader::Value& output : outputs) output = grader::Integers({1}, grader::any_number);
    if (run.has("to another")) {
        of_another.emplace_back(another.end());
        outputs.emplace_back(of_another);
    }
    return outputs;
}
