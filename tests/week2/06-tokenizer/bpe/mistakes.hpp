#pragma once
// What people get wrong in bpe, and the function that gets it wrong.
#include <limits>
#include <set>

#include "grader/plain.hpp"

using grader::Run, grader::Value, grader::Values;

MISTAKE(bytes_for_characters,
    "The word is cut into bytes, and a character such as Ġ comes apart into two. A character is a byte and all of 0x80 to 0xBF after it; test for that with an unsigned char.",
    "词被切成了字节，Ġ 这样的字符断成了两半。一个字符是一个字节加上它后面所有 0x80 到 0xBF 的字节；判断时要用 unsigned char。");
MISTAKE(characters_alone,
    "Only pairs of single characters are joined; what was joined never is again. Look at the symbols as they are after each merge: (ab, c) is a pair, too.",
    "只合并了单个字符组成的对，合并出来的符号没有再合并。每次合并之后都要看当时的符号：(ab, c) 也是一对。");
MISTAKE(each_merge_once,
    "Each merge is used at one place only. It has to be used wherever its pair occurs; then comes the next rank.",
    "每条合并规则只用在了一处。它的那一对出现在哪里就要用在哪里，然后才轮到下一个序号。");
MISTAKE(empty_word_one_symbol, "An empty word gives one empty symbol. It has no characters, so it has no symbols.",
    "空词得到了一个空的符号。它没有字符，也就没有符号。");
MISTAKE(empty_word_refused, "An empty word is refused. It has no symbols: give back an empty list.",
    "拒绝了空词。它只是没有符号：返回空的列表。");
MISTAKE(ends_at_a_pair_without_rank,
    "The search for a pair ends at the first that has no rank. Pass over it and look at those after it.",
    "找到第一对没有序号的就停止查找了。应跳过它，再看后面的。");
MISTAKE(first_pair_overlooked, "The first two symbols are never tried as a pair. The first pair begins at symbol 0.",
    "从来没有把最前面两个符号当作一对来看。第一对从第 0 个符号开始。");
MISTAKE(high_bytes_join_what_is_before,
    "Every byte from 0x80 on is added to the symbol before it, a letter too: \"aé\" is one symbol. Those from 0xC0 on begin a new character; 0x80 to 0xBF continue one.",
    "0x80 起的字节都接到了前一个符号后面，前面是字母也一样：\"aé\" 成了一个符号。从 0xC0 起的字节是新字符的开头，0x80 到 0xBF 才是接着前面的。");
MISTAKE(high_bytes_stay_together,
    "Neighbouring characters of several bytes become one symbol: every byte from 0x80 on is added to the one before. Those from 0xC0 on begin a new character.",
    "相邻的多字节字符连成了一个符号：0x80 起的字节都接到了前一个后面。从 0xC0 起的字节是新字符的开头。");
MISTAKE(four_bytes_as_three,
    "A character of four bytes is cut after three: F0 to F4 begin four. Bytes of 0x80 to 0xBF belong to the one before.",
    "四个字节的字符在第三个字节之后断开了：F0 到 F4 开头的有四个字节。0x80 到 0xBF 的字节都属于前一个字符。");
MISTAKE(highest_first, "The pair of the highest rank is joined first. The lower comes first: it was learnt earlier.",
    "先合并了序号最大的一对。序号小的在先：它是更早学到的。");
MISTAKE(joined_text_as_key,
    "Pairs are known by their joined text, so that (ab, c) is taken for (a, bc). The merge that has a rank is one pair of two symbols: both have to be right.",
    "用拼接后的文字来认一对，于是把 (ab, c) 当成了 (a, bc)。有序号的是由两个符号组成的某一对：两个符号都要对上。");
MISTAKE(largest_rank_is_none,
    "A pair whose rank is the largest std::size_t is never joined, as where that number stands for \"none yet\". Keep track separately of whether there is a pair.",
    "序号是 std::size_t 最大值的对从来没有合并，比如这个数被用来表示“还没有”。应另外记住有没有找到一对。");
MISTAKE(last_pair_overlooked,
    "The last two symbols are never looked at as a pair. The last pair begins at symbols.size() - 2: i + 1 < symbols.size().",
    "从来没有把最后两个符号当作一对来看。最后一对从 symbols.size() - 2 开始：i + 1 < symbols.size()。");
MISTAKE(last_symbol_lost,
    "The word's last symbol is lost when no pair ends there, as where a loop over the pairs stops before it. What is no left part of a pair has to be copied, too.",
    "词的最后一个符号不在被合并的对里时就丢了，比如逐对的循环在它之前就停了。不是左半的符号也要抄过去。");
MISTAKE(leftmost_first,
    "The leftmost pair that has a rank is joined, whatever its rank. Look at all neighbours first and take the lowest; the place decides only where one pair occurs several times.",
    "合并的是最左边有序号的一对，没有比较序号。要先看完所有相邻的对，取序号最小的；同一对出现在几处时才看位置。");
MISTAKE(longest_piece,
    "The longest piece that some merge makes is taken from the left, as WordPiece does. BPE does not look for long pieces: it joins pairs, the lowest rank first, and what comes of it may be shorter.",
    "从左边起每次取合并能得到的最长一段，这是 WordPiece 的做法。BPE 不找最长的：它按序号从小到大合并相邻的对，得到的可能更短。");
MISTAKE(map_from_front_to_back,
    "The merges are used one after the other in the order of the map. A std::map is sorted by its keys, here by the alphabet; which merge comes first is its value, the rank: sort by that.",
    "按 map 里的顺序逐条用了合并规则。std::map 按键排序，这里就是按字母顺序；哪一条在先要看它的值，也就是序号：应先按序号排好。");
MISTAKE(map_again_and_again,
    "The merges are used one after the other in the order of the map, again and again, until none fits. A std::map is sorted by its keys, here by the alphabet; which merge comes first is its value, the rank: sort by that.",
    "按 map 里的顺序一遍遍地逐条用合并规则，直到没有能用的。std::map 按键排序，这里就是按字母顺序；哪一条在先要看它的值，也就是序号：应先按序号排好。");
MISTAKE(one_merge, "Only one pair is joined. Start again after each merge, until no two neighbours have a rank.",
    "只合并了一对。每次合并之后都要重新开始，直到相邻的两个都没有序号。");
MISTAKE(one_pass,
    "You go through the word once, from the left, and join each pair that has a rank. Which pair comes next is decided by the rank: after each merge, look at the whole word again.",
    "从左到右只走了一遍，遇到有序号的相邻两个就合并。每次合并之后，都要在整个词里看序号，才知道下一个合并哪一对。");
MISTAKE(one_pass_of_pairs,
    "You go through the word once, from the left, and join pairs that have a rank on the way. Look at all neighbours, join the pair of the lowest rank, and begin again.",
    "从左到右只走了一遍，遇到有序号的一对就合并。请看完所有相邻的对，合并序号最小的，再从头看起。");
MISTAKE(order_of_the_map,
    "The merge that comes first in the map is taken. A std::map is sorted by its keys, here by the alphabet; which merge comes first is its value, the rank.",
    "取的是 map 里排在前面的那一条。std::map 按键排序，这里就是按字母顺序；哪一条在先要看它的值，也就是序号。");
MISTAKE(overlapping,
    "Pairs that overlap are all joined: \"aaa\" becomes aa, aa, with one a too many. After joining a pair, go on after it: its right symbol is used up.",
    "重叠的对全都合并了：\"aaa\" 成了 aa、aa，多出一个 a。合并一对之后要从它后面继续：右边的符号已经用掉了。");
MISTAKE(pair_turned_round,
    "Pairs are looked up the wrong way round, the right symbol first. A merge is (left, right), in the order of the word: {symbols[i], symbols[i + 1]}.",
    "查找时把一对写反了，右边的符号在前。合并规则是（左，右），与它们在词里的次序一样：{symbols[i], symbols[i + 1]}。");
MISTAKE(passes_from_left,
    "You go through the word from the left, again and again, and join each pair that has a rank on the way, whatever the rank. Look at all neighbours first, join the pair of the lowest rank, and look at all of them again.",
    "从左到右一遍遍地走，遇到有序号的一对就合并，没有比较序号。应先看完所有相邻的对，合并序号最小的一对，再从头看一遍。");
MISTAKE(rank_in_an_int,
    "Ranks are kept in 32 bits, and one that is larger comes out as another number or as none. They are std::size_t: keep them so, or keep the iterator.",
    "序号存进了 32 位，更大的序号就成了别的数，或者等于没有。它们是 std::size_t：就用这个类型存，或者存迭代器。");
MISTAKE(rank_zero_is_none,
    "The merge of rank 0 is never used: 0 is taken for \"no rank\". Use find or contains to see whether a pair has one.",
    "序号为 0 的那一条从来没有用上：0 被当成了“没有序号”。一对有没有序号，要用 find 或 contains 来判断。");
MISTAKE(ranks_up_to_a_limit,
    "A pair of a large rank is never joined: perhaps the search begins with a number for \"none yet\" that ranks can reach. Keep track separately of whether there is a pair: a rank may be the largest std::size_t.",
    "序号大的对从来没有合并：也许查找时用来表示“还没有”的初值，序号够得着。应另外记住有没有找到一对：序号可能就是 std::size_t 的最大值。");
MISTAKE(only_behind_the_last,
    "After a merge the search begins at the new symbol, and what lies before it is never joined. Look at all neighbours again: begin at 0.",
    "合并一次之后，就从新的符号往后找，它前面的再也没有合并。每次都要重新看所有相邻的：从 0 开始。");
MISTAKE(rightmost_first,
    "Where a pair occurs several times, the rightmost is joined first: \"aaa\" becomes a, aa. The leftmost comes first: aa, a. Of two equal ranks, keep the one further left.",
    "同一对出现在几处时，先合并了最右边的：\"aaa\" 成了 a、aa。应先合并最左边的，得到 aa、a。序号相同时，留靠左的那一对。");
MISTAKE(two_bytes_at_most,
    "Characters of three and four bytes come apart: after each byte from 0x80 on exactly one more is taken. All bytes of 0x80 to 0xBF that follow belong to the character.",
    "三个和四个字节的字符断开了：0x80 起的字节后面都只再取一个。后面所有 0x80 到 0xBF 的字节都属于这个字符。");
MISTAKE(unknown_is_zero,
    "Everything is joined, as if a pair that has no rank had rank 0, the best: operator[] of a map gives it that. Look pairs up with find.",
    "全都合并了，好像没有序号的对序号是 0，也就是最靠前的：map 的 operator[] 就会这样。请用 find 来查。");
MISTAKE(up_to_a_zero,
    "Bytes are read up to the next zero: too few where a zero is among them, others' where there is none. A string_view ends at size(); data() alone does not say where.",
    "字节一直读到下一个零为止：中间有零就读少了，没有零就读到了别人的字节。string_view 到 size() 为止，光有 data() 不知道结尾在哪。");
MISTAKE(wrong_one_erased,
    "Of a pair that is joined only the right symbol stays: letters are lost, as where the joined one is erased. Join into the left one and erase the right one, or the other way round.",
    "合并的一对只留下了右边的符号，字母丢了，比如删掉的是合并好的那个。合并到左边的就删右边的，合并到右边的就删左边的。");

using Symbols = std::vector<std::string>;
using Ranks = std::map<std::pair<std::string, std::string>, std::size_t>;

static Ranks ranks_of(const Run& run) {
    const auto text = [](const Value& value) { return std::get<std::string>(value.is); };
    const Values& pairs = std::get<Values>(run.call["pairs"].is);
    Ranks ranks;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto& pair = std::get<Values>(pairs[i].is);
        ranks[{text(pair.at(0)), text(pair.at(1))}] =
            run.has("ranks") ? static_cast<std::size_t>(run.integers("ranks").at(i))
                             : std::stoull(text(std::get<Values>(run.call["large ranks"].is).at(i)));
    }
    return ranks;
}

static bool begins_character(unsigned char byte, const std::string& before) {
    const bool high = byte >= 0x80, high_before = static_cast<unsigned char>(before[0]) >= 0x80;
    if (bytes_for_characters) return true;
    if (high_bytes_join_what_is_before) return !high;
    if (high_bytes_stay_together) return !(high && high_before);
    if (four_bytes_as_three && before.size() == 3) return true;
    if (two_bytes_at_most) return !(high && high_before && before.size() == 1);
    return (byte & 0xC0) != 0x80;
}

static std::size_t characters(const std::string& symbol) {
    return static_cast<std::size_t>(
        std::count_if(symbol.begin(), symbol.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

static Symbols longest_pieces(const Symbols& symbols, const Ranks& ranks) {
    std::set<std::string> known;
    for (const auto& [pair, rank] : ranks) known.insert(pair.first + pair.second);
    Symbols pieces;
    for (std::size_t from = 0; from < symbols.size();) {
        std::string text = symbols[from], longest = text;
        std::size_t to = from + 1;
        for (std::size_t i = from + 1; i < symbols.size(); ++i) {
            text += symbols[i];
            if (known.contains(text)) longest = text, to = i + 1;
        }
        pieces.push_back(longest);
        from = to;
    }
    return pieces;
}

static Values bpe(Run& run) {
    std::string word = std::get<std::string>(run.call["word"].is);
    if (up_to_a_zero) word = (word + "\x84nab beyond the view").c_str();
    Ranks ranks = ranks_of(run);

    Symbols symbols;
    for (const char byte : word) {
        if (symbols.empty() || begins_character(static_cast<unsigned char>(byte), symbols.back()))
            symbols.emplace_back();
        symbols.back() += byte;
    }
    if (symbols.empty() && empty_word_refused) throw std::invalid_argument("");
    if (symbols.empty() && empty_word_one_symbol) symbols.emplace_back();

    // Asked once and not for every pair.
    const bool as_int = rank_in_an_int, zero_is_none = rank_zero_is_none, limited = ranks_up_to_a_limit,
               largest_is_none = largest_rank_is_none, only_characters = characters_alone, by_text = joined_text_as_key,
               by_place = leftmost_first, highest = highest_first, rightmost = rightmost_first,
               by_key = order_of_the_map, stops = ends_at_a_pair_without_rank, turned = pair_turned_round;
    using Found = Ranks::const_iterator;
    const auto less = [&](Found a, Found b) {
        if (by_key) return a->first < b->first;
        return as_int ? static_cast<int>(a->second) < static_cast<int>(b->second) : a->second < b->second;
    };
    const auto find = [&](const std::string& left, const std::string& right) -> Found {
        Found found = turned ? ranks.find({right, left}) : ranks.find({left, right});
        if (by_text) {
            found = ranks.end();
            for (Found one = ranks.begin(); one != ranks.end(); ++one)
                if (one->first.first + one->first.second == left + right && (found == ranks.end() || less(one, found)))
                    found = one;
        }
        if (found == ranks.end()) return found;
        const std::size_t rank = found->second;
        const bool none = (zero_is_none && rank == 0) || (limited && rank >= 1'000'000'000) ||
                          (as_int && static_cast<int>(rank) == std::numeric_limits<int>::max()) ||
                          (largest_is_none && rank == std::numeric_limits<std::size_t>::max()) ||
                          (only_characters && (characters(left) > 1 || characters(right) > 1));
        return none ? ranks.end() : found;
    };
    const auto given = [](const Symbols& symbols) { return Values{Value(Values(symbols.begin(), symbols.end()))}; };

    if (unknown_is_zero && !symbols.empty()) return given({word});
    if (longest_piece) return given(longest_pieces(symbols, ranks));
    if (one_pass) {
        Symbols once;
        for (const std::string& symbol : symbols) {
            if (!once.empty() && find(once.back(), symbol) != ranks.end()) once.back() += symbol;
            else once.push_back(symbol);
        }
        return given(once);
    }
    if (map_from_front_to_back || map_again_and_again) {
        const bool again = map_again_and_again;
        for (std::size_t before = symbols.size() + 1; before > symbols.size();) {
            before = again ? symbols.size() : 0;
            for (const auto& [pair, rank] : ranks) {
                for (std::size_t i = 0; i + 1 < symbols.size(); ++i) {
                    if (symbols[i] != pair.first || symbols[i + 1] != pair.second) continue;
                    symbols[i] += symbols[i + 1];
                    symbols.erase(symbols.begin() + static_cast<std::ptrdiff_t>(i) + 1);
                }
            }
        }
        return given(symbols);
    }
    for (std::size_t begin = first_pair_overlooked ? 1 : 0;;) {
        Found best = ranks.end();
        std::size_t place = 0;
        for (std::size_t i = begin; i + (last_pair_overlooked ? 2 : 1) < symbols.size(); ++i) {
            const Found found = find(symbols[i], symbols[i + 1]);
            if (found == ranks.end() && stops) break;
            if (found == ranks.end()) continue;
            const bool better = best == ranks.end() || (!by_place && (highest ? less(best, found) : less(found, best)));
            const bool as_good = rightmost && !by_place && found == best;
            if (better || as_good) best = found, place = i;
        }
        if (best == ranks.end()) return given(symbols);

        const auto pair = turned ? std::pair(best->first.second, best->first.first) : best->first;
        const bool in_passes = passes_from_left || one_pass_of_pairs;
        const bool everywhere = overlapping || last_symbol_lost || in_passes;
        Symbols joined;
        bool used = false;  // the symbol, by the pair before
        for (std::size_t i = 0; i < symbols.size(); ++i) {
            const bool is_last = i + 1 == symbols.size();
            bool here = i == place;
            if (everywhere && !is_last)
                here = here || (in_passes ? find(symbols[i], symbols[i + 1]) != ranks.end()
                                          : symbols[i] == pair.first && symbols[i + 1] == pair.second);
            if (used && !overlapping) here = false;
            if (here) joined.push_back(wrong_one_erased ? symbols[i + 1] : symbols[i] + symbols[i + 1]);
            else if (!used && !(is_last && last_symbol_lost)) joined.push_back(symbols[i]);
            used = here;
        }
        symbols = joined;
        if (only_behind_the_last) begin = place;
        if (one_merge || one_pass_of_pairs) return given(symbols);
        if (each_merge_once) ranks.erase(best);
    }
}
