#pragma once
// What people get wrong in train_bpe, and the function that gets it wrong.
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "grader/mistakes.hpp"

using grader::Run, grader::Value, grader::Values;

MISTAKE(bytes_for_characters,
    "The words are cut into bytes, and a character such as Ġ comes apart into two. A character is a byte and all of 0x80 to 0xBF after it; test for that with an unsigned char.",
    "词被切成了字节，Ġ 这样的字符断成了两半。一个字符是一个字节加上它后面所有 0x80 到 0xBF 的字节；判断时要用 unsigned char。");
MISTAKE(characters_alone,
    "Only pairs of single characters are learnt. What was joined is a symbol like others, and pairs with it count.",
    "只学了单个字符组成的对。合并出来的符号和别的符号一样，它和相邻符号组成的对也要算。");
MISTAKE(count_of_the_word_ignored,
    "Each word counts once, however often it was seen. Add the word's count for each place of the pair, not 1.",
    "每个词只算了一次，没有看它出现了多少次。对的每一处都要加上这个词的次数，而不是加 1。");
MISTAKE(counted_once_for_all,
    "The pairs are counted once, before the first merge, and learnt in that order. Each merge makes new pairs and takes old ones away: join it in all words, then count again.",
    "只在第一次合并之前数了一次，然后按那个次序学。每次合并都会产生新的对，也会减少旧的：要在所有词里合并，再重新计数。");
MISTAKE(counts_added_to_those_before,
    "What is counted after a merge is added to the counts from before it, so pairs that are no longer there still count. Count into an empty map each time, or take away what the merge has changed.",
    "合并之后数到的次数加在了合并之前的次数上，于是已经不存在的对还在算。每次都从空的 map 数起，或者减去这次合并改变了的次数。");
MISTAKE(counts_in_an_int,
    "Counts are kept in 32 bits, and larger ones come out as others. They should be std::size_t: add them up as such.",
    "次数存进了 32 位，更大的就成了别的数。它们是 std::size_t：要用这个类型相加。");
MISTAKE(counts_in_an_int_with_a_sign,
    "Counts are kept in an int, where large ones come out as others, some of them negative. They should be std::size_t: add them up as such.",
    "次数存进了 int，很大的就成了别的数，有的还是负数。它们是 std::size_t：要用这个类型相加。");
FAMILY(counts_in_floating_point,
    "Counts are kept in floating point, which has {} bits: beyond, two that differ by one can come out equal. They should be std::size_t: add them up as such.",
    "次数存成了浮点数，它只有 {} 位：再大时，只差一的两个次数就可能分不出来。它们是 std::size_t：要用这个类型相加。",
    24, 53);
MISTAKE(each_word_counts_once,
    "Each word counts once, however often it was seen, also one that was seen 0 times. Add the word's count for each place of the pair, not 1.",
    "每个词都只算了一次，没有看它出现了多少次，出现 0 次的也算了一次。对的每一处都要加上这个词的次数，而不是加 1。");
MISTAKE(empty_pairs,
    "When no pair is left, empty pairs are learnt until there are `merges` of them. Stop there, even if that gives fewer merges.",
    "没有对可学时，还用空的对凑满了 merges 条。这时应当停下：少几条才是对的。");
MISTAKE(first_place_alone, "In each word a pair is joined at its first place only. Join it wherever it occurs.",
    "每个词里只合并了第一处。它出现在哪里就要在哪里合并。");
MISTAKE(greatest_pair,
    "The greatest pair is taken, however often it was seen. The count comes first; which pair is greater decides only between equal counts.",
    "取了最大的一对，没有看次数。要先看次数；次数相同时才比哪一对大。");
MISTAKE(high_bytes_join_what_is_before,
    "Every byte from 0x80 on is added to the symbol before it, a letter too: \"aé\" is one symbol. Those from 0xC0 on begin a new character; 0x80 to 0xBF continue one.",
    "0x80 起的字节都接到了前一个符号后面，前面是字母也一样：\"aé\" 成了一个符号。从 0xC0 起的字节是新字符的开头，0x80 到 0xBF 才是接着前面的。");
MISTAKE(high_bytes_stay_together,
    "Neighbouring characters of several bytes become one symbol: every byte from 0x80 on is added to the one before. Those from 0xC0 on begin a new character.",
    "相邻的多字节字符连成了一个符号：0x80 起的字节都接到了前一个后面。从 0xC0 起的字节是新字符的开头。");
MISTAKE(joined_in_a_copy,
    "No pair is joined in the words, so that the same one is learnt again and again. A loop such as for (auto [symbols, count] : words) changes copies: write auto&.",
    "词里的一对始终没有合并，于是每次学到的都是同一对。像 for (auto [symbols, count] : words) 这样的循环改的是副本：应写 auto&。");
MISTAKE(joined_from_the_right, "Pairs are joined from the right: \"aaa\" becomes a, aa. Go from left to right: aa, a.",
    "是从右往左合并的：\"aaa\" 成了 a、aa。应从左往右合并，得到 aa、a。");
MISTAKE(last_pair_not_counted,
    "The last pair of each word is not counted, as where a loop ends one too early. n symbols are n - 1 pairs, and a word of two has one.",
    "每个词的最后一对没有计数，比如循环早结束了一次。n 个符号有 n - 1 对，两个符号的词就有一对。");
MISTAKE(last_symbol_lost,
    "A word's last symbol is lost when no pair ends there, as where a loop over the pairs stops before it. It has to be copied, too.",
    "词的最后一个符号不在被合并的对里时就丢了，比如逐对的循环在它之前就停了。它也要抄过去。");
MISTAKE(least_frequent, "The pair that is seen least often is taken. The most frequent comes first.",
    "取了出现次数最少的那一对。应先取最多的。");
MISTAKE(once_in_a_word, "A pair counts once for each word, although it occurs in it several times. Count each place.",
    "一对在一个词里出现几处，也只算了一次。每一处都要算。");
MISTAKE(one_too_few, "One merge too few is learnt. As many as `merges` are asked for, while there is a pair.",
    "少学了一条。只要还有对，就要学满 merges 条。");
MISTAKE(one_too_many,
    "One merge too many is learnt, as with <= where < belongs. At most `merges` are asked for; 0 asks for none.",
    "多学了一条，比如该写 < 的地方写成了 <=。最多只要 merges 条；0 就是一条也不要。");
MISTAKE(over_the_end_of_a_word,
    "The last symbol of a word and the first of the next are counted as a pair. No pair crosses the end of a word: start again with each word.",
    "一个词的最后一个符号和下一个词的第一个符号被当成了一对。对不会跨过词的结尾：每个词都要重新开始。");
MISTAKE(overlapping_counted_once,
    "Places that overlap are counted as one: (a, a) once in \"aaa\". Each two neighbours are a place, here two.",
    "重叠的两处只算了一处：\"aaa\" 里 (a, a) 只算了一次。每两个相邻的符号是一处，这里有两处。");
MISTAKE(pairs_swapped, "Each merge has its right part first. A merge is (left, right), in the order of the word.",
    "每一条都把右边写在了前面。一条合并规则是（左，右），与它们在词里的次序一样。");
MISTAKE(parts_found_in_a_line,
    "Symbols are looked for as text in a line, and (c, c) is found in \"bc c\", where bc is one symbol. Compare whole symbols.",
    "把符号当作一行文字来查找，于是在 \"bc c\" 里也找到了 (c, c)，而 bc 是一个符号。应拿整个符号来比较。");
MISTAKE(right_part_stays, "After a join the right part stays in the word: \"ab\" becomes ab, b. Go on after it.",
    "合并之后，右边的符号还留在词里：\"ab\" 成了 ab、b。要从它后面继续。");
MISTAKE(seen_once_left_out, "Pairs that were seen once are not learnt: it ends too early. Go on until no pair is left.",
    "只出现一次的对没有学：结束得太早了。要一直学到没有对为止。");
MISTAKE(symbol_after_lost,
    "After a join one symbol too many is skipped and lost, as i += 2 does where the loop's ++i adds another. Skip only the pair.",
    "合并之后多跳过了一个符号，它就丢了，比如 i += 2 之后循环的 ++i 又加了一。只应跳过这一对。");
MISTAKE(throws_when_none_is_left,
    "When no pair is left, an exception is thrown. That is no error: give back what was learnt so far.",
    "没有对可学时抛出了异常。这不是错误：返回已经学到的就行。");
MISTAKE(ties_by_id,
    "Among pairs seen equally often, the one with the greatest ids is taken, where what was joined later counts as greater. Compare the texts: first the left parts, then the right ones.",
    "次数相同的对里，取了编号最大的那一对：后合并出来的算大。应比较文字：先比左边，再比右边。");
MISTAKE(ties_by_joined_text,
    "Among pairs seen equally often, the one whose joined text is greatest is taken. Compare the left parts by themselves, and only where they are equal the right ones: (ab, c) is greater than (a, z).",
    "次数相同的对里，取了拼接后文字最大的那一对。应单独比左边，左边相同时才比右边：(ab, c) 比 (a, z) 大。");
MISTAKE(ties_by_right_part,
    "Among pairs seen equally often, the one with the greatest right part is taken. The left parts are compared first: (b, a) is greater than (a, z).",
    "次数相同的对里，取了右边最大的那一对。要先比左边：(b, a) 比 (a, z) 大。");
MISTAKE(ties_first_seen,
    "Among pairs seen equally often, the one that was seen first is taken. Take the greatest: compare the left parts, then the right ones.",
    "次数相同的对里，取了最先见到的那一对。应取最大的：先比左边，再比右边。");
MISTAKE(ties_last_seen,
    "Among pairs seen equally often, the one that was seen last is taken. Take the greatest: compare the left parts, then the right ones.",
    "次数相同的对里，取了最后见到的那一对。应取最大的：先比左边，再比右边。");
MISTAKE(ties_longest,
    "Among pairs seen equally often, the longest is taken. Length does not count: take the greatest, as std::string compares, and b is greater than ab.",
    "次数相同的对里，取了最长的那一对。长短不算：要取按 std::string 比较最大的，b 比 ab 大。");
MISTAKE(ties_signed_bytes,
    "Among pairs seen equally often, the greatest is looked for with signed chars, in which bytes from 128 on are negative: é comes before z. std::string compares bytes without a sign.",
    "次数相同时，比大小用了有符号的 char，128 起的字节成了负数：é 排到了 z 前面。std::string 比较的是无符号的字节。");
MISTAKE(ties_smallest,
    "Among pairs seen equally often, the smallest is taken. The contract asks for the greatest; in a std::map it comes last, and >= takes the last where > takes the first.",
    "次数相同的对里，取了最小的那一对。契约要的是最大的；在 std::map 里它排在最后：用 > 取到的是第一个，用 >= 取到的才是最后一个。");
MISTAKE(word_again_ignored,
    "Where a word comes again, its count is lost, as with emplace or insert of a map. The counts add up: +=.",
    "同一个词再次出现时，它的次数丢了，比如用了 map 的 emplace 或 insert。次数要相加：用 +=。");
MISTAKE(word_again_overwrites, "Where a word comes again, its count replaces the one before. The counts add up: +=.",
    "同一个词再次出现时，新的次数盖掉了原来的。次数要相加：用 +=。");
MISTAKE(zero_counted,
    "Pairs are learnt that were seen 0 times: their words are in the list, but never in the text. Stop when no pair is left whose count is above 0.",
    "学了出现 0 次的对：它们的词在列表里，却从来没有在文字里出现。没有次数大于 0 的对时就要停下。");

using Symbols = std::vector<std::string>;
using Pair = std::pair<std::string, std::string>;
struct Word {
    Symbols symbols;
    std::size_t count;
};

static bool is_high(char byte) { return static_cast<unsigned char>(byte) >= 0x80; }

static Symbols characters(const std::string& word) {
    Symbols symbols;
    for (const char byte : word) {
        bool continues = (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
        if (bytes_for_characters) continues = false;
        if (high_bytes_join_what_is_before) continues = is_high(byte);
        if (high_bytes_stay_together) continues = is_high(byte) && !symbols.empty() && is_high(symbols.back()[0]);
        if (symbols.empty() || !continues) symbols.emplace_back();
        symbols.back() += byte;
    }
    return symbols;
}

static std::vector<Word> words_of(Run& run) {
    const Values& texts = std::get<Values>(run.call["words"].is);
    std::vector<Word> words;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        auto count = static_cast<std::size_t>(run.integers("counts")[i]);
        if (count == 0 && counts_in_an_int_with_a_sign) continue;
        if (count_of_the_word_ignored) count = count > 0 ? 1 : 0;
        if (each_word_counts_once) count = 1;
        words.push_back({characters(std::get<std::string>(texts[i].is)), count});
    }
    if (word_again_overwrites || word_again_ignored) {
        std::map<Symbols, std::size_t> once;
        for (const Word& word : words) {
            if (word_again_ignored) once.emplace(word.symbols, word.count);
            else once[word.symbols] = word.count;
        }
        words.clear();
        for (const auto& [symbols, count] : once) words.push_back({symbols, count});
    }
    return words;
}

/// The pairs with their counts, and in which place each was first seen.
struct Counts {
    std::map<Pair, std::size_t> of;
    std::map<Pair, std::size_t> place;
    std::map<std::string, std::size_t> joined = {};  // and what was joined so far, in this order
    bool in_32_bits = counts_in_an_int || counts_in_an_int_with_a_sign,
         in_a_float = counts_in_floating_point && counts_in_floating_point.number() == 24,
         in_a_double = counts_in_floating_point && !in_a_float;

    void add(const Pair& pair, std::size_t count) {
        place.try_emplace(pair, place.size());
        std::size_t& sum = of[pair];
        if (in_a_float) sum = static_cast<std::size_t>(static_cast<float>(sum) + static_cast<float>(count));
        else if (in_a_double) sum = static_cast<std::size_t>(static_cast<double>(sum) + static_cast<double>(count));
        else sum += count;
        if (in_32_bits) sum = static_cast<std::size_t>(static_cast<int>(sum));
    }
};

static Counts counts_of(const std::vector<Word>& words) {
    Counts counts;
    const std::size_t ends = last_pair_not_counted ? 2 : 1;
    const bool once = once_in_a_word, apart = overlapping_counted_once;
    for (std::size_t w = 0; w < words.size(); ++w) {
        const auto& [symbols, count] = words[w];
        std::map<Pair, std::size_t> free_from;
        for (std::size_t i = 0; i + ends < symbols.size(); ++i) {
            const Pair pair{symbols[i], symbols[i + 1]};
            if ((once || apart) && i < free_from[pair]) continue;
            if (once || apart) free_from[pair] = once ? symbols.size() : i + 2;
            counts.add(pair, count);
        }
        if (over_the_end_of_a_word && w + 1 < words.size() && !symbols.empty() && !words[w + 1].symbols.empty())
            counts.add({symbols.back(), words[w + 1].symbols.front()}, count);
    }
    return counts;
}

/// Of pairs seen equally often, whether `pair` is taken rather than `best`, which is smaller.
static bool wins_tie(const Pair& pair, const Pair& best, const Counts& counts) {
    using Bytes = std::vector<signed char>;
    const auto bytes = [](const std::string& text) { return Bytes(text.begin(), text.end()); };
    const auto key = [&](const Pair& of) { return std::pair(bytes(of.first), bytes(of.second)); };
    const auto length = [](const Pair& of) { return of.first.size() + of.second.size(); };
    const auto id = [&](const std::string& part) {
        const auto found = counts.joined.find(part);
        return found == counts.joined.end() ? std::pair(std::size_t{0}, part) : std::pair(found->second, part);
    };
    const auto ids = [&](const Pair& of) { return std::pair(id(of.first), id(of.second)); };
    return ties_first_seen       ? counts.place.at(pair) < counts.place.at(best)
           : ties_last_seen      ? counts.place.at(pair) > counts.place.at(best)
           : ties_smallest       ? false
           : ties_by_joined_text ? pair.first + pair.second >= best.first + best.second
           : ties_by_id          ? ids(pair) >= ids(best)
           : ties_by_right_part  ? Pair(pair.second, pair.first) >= Pair(best.second, best.first)
           : ties_longest        ? length(pair) >= length(best)
           : ties_signed_bytes   ? key(pair) >= key(best)
                                 : true;
}

/// Null where there is none.
static const Pair* best_of(const Counts& counts) {
    const bool with_sign = counts_in_an_int_with_a_sign, zero_too = zero_counted || with_sign, alone = characters_alone,
               least = least_frequent, greatest = greatest_pair;
    const std::size_t enough = seen_once_left_out ? 2 : 1;
    const auto is_less = [&](std::size_t a, std::size_t b) {
        return with_sign ? static_cast<int>(a) < static_cast<int>(b) : a < b;
    };
    const Pair* best = nullptr;
    std::size_t most = 0;
    for (const auto& [pair, count] : counts.of) {
        if (count == 0 && !zero_too) continue;
        if (alone && (characters(pair.first).size() > 1 || characters(pair.second).size() > 1)) continue;
        if (best && !greatest) {
            const bool is_more = least ? is_less(count, most) : is_less(most, count);
            if (!is_more && (count != most || !wins_tie(pair, *best, counts))) continue;
        }
        best = &pair, most = count;
    }
    return zero_too || most >= enough ? best : nullptr;
}

static Symbols join(const Symbols& symbols, const Pair& pair) {
    Symbols joined;
    if (joined_from_the_right) {
        joined = symbols;
        for (std::size_t i = joined.size(); i-- > 1;) {
            if (i >= joined.size() || joined[i - 1] != pair.first || joined[i] != pair.second) continue;
            joined[i - 1] += joined[i];
            joined.erase(joined.begin() + static_cast<std::ptrdiff_t>(i));
        }
        return joined;
    }
    if (parts_found_in_a_line) {
        std::string line;
        for (const std::string& symbol : symbols) line += symbol + ' ';
        const std::string two = pair.first + ' ' + pair.second, one = pair.first + pair.second;
        for (std::size_t at = 0; (at = line.find(two, at)) != std::string::npos; at += one.size())
            line.replace(at, two.size(), one);
        for (std::size_t from = 0, to; (to = line.find(' ', from)) != std::string::npos; from = to + 1)
            if (to > from) joined.push_back(line.substr(from, to - from));
        return joined;
    }
    const bool stays = right_part_stays, first_alone = first_place_alone, one_more = symbol_after_lost;
    const std::size_t n = symbols.size() - (last_symbol_lost && !symbols.empty() ? 1 : 0);
    bool is_joined = false;
    for (std::size_t i = 0; i < n; ++i) {
        const bool here = i + 1 < symbols.size() && symbols[i] == pair.first && symbols[i + 1] == pair.second &&
                          !(first_alone && is_joined);
        joined.push_back(here ? symbols[i] + symbols[i + 1] : symbols[i]);
        is_joined = is_joined || here;
        if (here && !stays) i += one_more ? 2 : 1;
    }
    return joined;
}

static Values train_bpe(Run& run) {
    std::vector<Word> words = words_of(run);
    const std::size_t asked = static_cast<std::size_t>(run.number("merges")) + (one_too_many ? 1 : 0),
                      merges = asked - (one_too_few && asked > 0 ? 1 : 0);
    Values learnt;
    Counts counts;
    std::map<std::string, std::size_t> joined;
    while (learnt.size() < merges) {
        if (counts_added_to_those_before)
            for (const auto& [pair, count] : counts_of(words).of) counts.add(pair, count);
        else if (!counted_once_for_all || learnt.empty()) counts = counts_of(words);
        counts.joined = joined;
        const Pair* found = best_of(counts);
        if (!found && throws_when_none_is_left) throw std::runtime_error("");
        if (!found && empty_pairs) learnt.resize(merges, Value(Values{"", ""}));
        if (!found) break;
        const Pair best = *found;
        counts.of.erase(best);
        joined.try_emplace(best.first + best.second, joined.size() + 1);
        learnt.emplace_back(pairs_swapped ? Values{best.second, best.first} : Values{best.first, best.second});
        for (Word& word : words) word.symbols = joined_in_a_copy ? word.symbols : join(word.symbols, best);
    }
    return {Value(learnt)};
}
