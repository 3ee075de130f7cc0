#pragma once
// What people get wrong in pre_tokenize and encode, and the functions that get it wrong.
#include "grader/plain.hpp"
#include "include/tiny_llm/characters.hpp"

using grader::Run, grader::Value, grader::Values;

MISTAKE(any_space_before_signs,
    "Signs take any kind of space before them, such as a tab. Only U+0020 goes with them: the pattern says \" ?\", not \\s?.",
    "符号带上了前面任何一种空白，比如制表符。只有 U+0020 归它们：正则写的是“ ?”，不是 \\s?。");
MISTAKE(ascii_alone,
    "Characters beyond ASCII are not taken for letters, numbers or spaces: é and 中 count as signs. Look at the kind that characters() gives; isalpha knows ASCII alone.",
    "ASCII 之外的字符没有算作字母、数字或空白：é 和 中 被当成了符号。应看 characters() 给出的 kind；isalpha 只认识 ASCII。");
MISTAKE(byte_level_first,
    "The bytes are written as characters before the text is cut into words. A space is then a Ġ, and that is a letter, so words run together. Cut first, then write each word's bytes.",
    "先把字节写成了字符，再切词。这时空格已是 Ġ，而 Ġ 是字母，词就连在了一起。应先切词，再转换每个词的字节。");
MISTAKE(bytes_as_they_are,
    "bpe is given the word as it is. Vocabulary and merges are in to_byte_level's characters, where a space is Ġ and é is Ã©: call to_byte_level first.",
    "直接把词交给了 bpe。词表和合并规则用的是 to_byte_level 的字符，空格是 Ġ，é 是 Ã©：要先调用 to_byte_level。");
MISTAKE(blanks_not_before_letters,
    "No space but U+0020 may come before letters here. Any one character may, if it is no letter, number or newline: a tab, too.",
    "空白里只有 U+0020 能在字母前面。除字母、数字和换行之外的任何一个字符都可以，制表符也一样。");
MISTAKE(carriage_return_apart_after_signs,
    "Of the newlines after signs only \\n goes with them. \\r does too: [\\r\\n]*, so \"!\\r\\n\" is one word.",
    "符号后面的换行只带上了 \\n。\\r 也归它们：[\\r\\n]*。“!\\r\\n”是一个词。");
MISTAKE(each_line_end_alone,
    "Among spaces, a word ends after each newline. They stay together, up to the last newline: \\s*[\\r\\n]+.",
    "空白里每遇到一个换行，词就断开了。到最后一个换行为止，它们要在一起：\\s*[\\r\\n]+。");
MISTAKE(each_space_alone,
    "Each space is a word. Spaces that follow each other stay together; only where something follows, the last goes apart.",
    "每个空格各成了一个词。连着的空格要在一起，只是后面还有别的时，最后一个除外。");
MISTAKE(empty_text_one_word, "An empty text gives one word that is empty. It has no words: return an empty list.",
    "空的文字得到了一个空的词。它没有词：返回空的列表。");
MISTAKE(endings_in_small_letters,
    "'s, 't, 're, 've, 'm, 'll and 'd are found in lower case only. The pattern says (?i:…): 'SMART is 'S and MART. Compare with ascii, which is in lower case.",
    "'s、't、're、've、'm、'll、'd 只认小写。正则写的是 (?i:…)：'SMART 是 'S 和 MART。可以比较 ascii，它已是小写。");
MISTAKE(endings_of_one_letter,
    "'re, 've and 'll are not cut off where letters follow: only the endings of one letter are. There are seven: 's 't 're 've 'm 'll 'd.",
    "后面还有字母时，没有切出 're、've、'll，只切了一个字母的词尾。一共有七种：'s 't 're 've 'm 'll 'd。");
MISTAKE(first_special_alone,
    "Only the first special token is found; the rest of the text is cut into words, with the special tokens in it. Look for the next one until the end of the text.",
    "只找了第一个特殊 token，后面的都当成普通文字切了。应一直找到文字结尾。");
MISTAKE(id_from_the_rank, "The id of a piece is made from its rank. It may be any number: look the piece up in vocab.",
    "id 是由合并的序号算出来的。它可以是任何数：应在 vocab 里查这一段。");
MISTAKE(ids_in_an_int,
    "Ids are kept in 32 bits, and a larger one comes out as another number. They should be TokenId, 64 bits.",
    "id 存进了 32 位，更大的就成了别的数。它们是 TokenId，64 位。");
MISTAKE(last_space_apart_at_the_end,
    "The last of several spaces is a word of its own at the end of the text, too. Nothing follows there that it could belong to: they stay together.",
    "在文字结尾，几个空格里的最后一个也单独成了词。后面没有词可以归，应当都在一起。");
MISTAKE(line_end_before_letters,
    "Letters take a newline before them. Of what may come before letters, [^\\r\\n\\p{L}\\p{N}]? leaves out \\r and \\n.",
    "字母带上了前面的换行。[^\\r\\n\\p{L}\\p{N}]? 把 \\r 和 \\n 排除在外。");
MISTAKE(line_feed_alone,
    "Only \\n is taken for a newline. The pattern's [\\r\\n] has \\r too, as files from Windows do: \"!\\r\\n\" is one word.",
    "只把 \\n 当成了换行。正则里的 [\\r\\n] 还有 \\r，Windows 的文件里就有：“!\\r\\n”是一个词。");
MISTAKE(line_ends_are_spaces,
    "Newlines are treated like any space, and the last space of a run is left to what follows, even a newline. A run is cut after its last newline first: \\s*[\\r\\n]+ comes before \\s+(?!\\S).",
    "把换行当成了普通的空白。连续的空白要先在最后一个换行后面切开：\\s*[\\r\\n]+ 排在 \\s+(?!\\S) 前面。");
MISTAKE(line_ends_without_spaces,
    "Spaces before a newline are a word of their own. They should go with it: \\s*[\\r\\n]+, up to the last newline of the run.",
    "换行前面的空白单独成了词。它们归换行：\\s*[\\r\\n]+，一直到这一串里最后一个换行。");
MISTAKE(long_s_is_no_s,
    "'ſ is not found: ſ (U+017F) is an s when case does not count. Compare with ascii, which has it as s.",
    "没有认出 'ſ：不分大小写时，ſ（U+017F）就是 s。可以比较 ascii，那里它是 s。");
MISTAKE(no_endings,
    "'smart stays one word: an ending such as 's is not cut off where letters follow. The seven endings come first in the pattern, before letters, and what follows does not matter: 's, then mart.",
    "'smart 没有切开：后面还有字母时，没有切出 's 这样的词尾。七种词尾排在正则的最前面，先于字母，而且不管后面是什么：先是 's，再是 mart。");
MISTAKE(no_merges_used,
    "Each character is looked up by itself: no merge is used. Call bpe with the word's characters and file.merges.",
    "每个字符各自查了 id，没有合并。应把词的字符和 file.merges 交给 bpe。");
MISTAKE(no_space_before_letters,
    "A word does not take the space before it. One character that is no letter, no number and no newline goes with the letters that follow.",
    "词没有带上前面的空格。字母前面的一个字符，只要不是字母、数字或换行，就归它们。");
MISTAKE(no_space_before_signs,
    "Signs do not take the space before them. A space and the signs after it are one word: \" (\".",
    "符号没有带上前面的空格。一个空格和它后面的符号是一个词：“ (”。");
MISTAKE(not_cut_into_words,
    "The text is not cut into words, and merges reach over their ends. Call pre_tokenize, and bpe with each word by itself.",
    "没有切成词，合并跨过了词的边界。应调用 pre_tokenize，再对每个词分别调用 bpe。");
MISTAKE(number_before_letters,
    "Letters take a number before them. Of what may come before letters, [^\\r\\n\\p{L}\\p{N}]? leaves out numbers.",
    "字母带上了前面的数字。[^\\r\\n\\p{L}\\p{N}]? 把数字排除在外。");
MISTAKE(numbers_by_three,
    "Up to three numbers are one word. That is Llama 3's pattern, \\p{N}{1,3}; in Qwen2's each number is a word.",
    "最多三个数字成了一个词。那是 Llama 3 的正则 \\p{N}{1,3}；在 Qwen2 里，每个数字是一个词。");
MISTAKE(numbers_together, "Numbers in a row are one word. That is GPT-2's pattern; in Qwen2's each is a word.",
    "连着的数字成了一个词。那是 GPT-2 的正则；在 Qwen2 里，每个数字是一个词。");
MISTAKE(one_line_end_after_signs, "Signs take one newline at most. They take all that follow: [\\r\\n]*.",
    "符号后面最多只带了一个换行。后面所有换行都归它们：[\\r\\n]*。");
MISTAKE(shortest_special,
    "Where several special tokens begin at one place, it is not the longest that is taken. It has to be the longest of all that begin there.",
    "几个特殊 token 从同一处开始时，取的不是最长的。应当取从那里开始的所有 token 里最长的一个。");
MISTAKE(sign_by_sign, "Each sign is a word of its own. Those that follow each other stay together: \"!?\" is one word.",
    "每个符号各成了一个词。连着的要在一起：“!?”是一个词。");
MISTAKE(signs_before_letters,
    "Signs are cut off before letters are tried: \"(big\" becomes ( and big. The rule for letters comes first, and takes one sign along.",
    "还没试字母那条规则，就先把符号切了下来：“(big”成了 ( 和 big。字母的规则在前，会带上前面的一个符号。");
MISTAKE(signs_without_line_ends,
    "Newlines after signs are words of their own. They should go with the signs: \"!\\n\" is one word.",
    "符号后面的换行另成了词。它们归符号：“!\\n”是一个词。");
MISTAKE(space_alone_before_letters,
    "Only a space may come before letters. That is GPT-2's pattern; in Qwen2's any one character may, if it is no letter, number or newline: \"(big\" is one word.",
    "字母前面只允许空格。那是 GPT-2 的正则；在 Qwen2 里，只要不是字母、数字、换行，任何一个字符都可以：“(big”是一个词。");
MISTAKE(space_before_number,
    "A number takes the space before it. That is GPT-2's pattern; in Qwen2's \\p{N} has nothing before it, and the space is a word.",
    "数字带上了前面的空格。那是 GPT-2 的正则；在 Qwen2 里，\\p{N} 前面什么也没有，那个空格自成一个词。");
MISTAKE(spaces_after_the_last_line_end,
    "Where a newline is among spaces, those after the last one go with it. Rule 5 ends at the last newline, and what comes after it is the next word's.",
    "空白里有换行时，最后一个换行之后的空白也归进去了。规则 5 到最后一个换行为止，后面的属于下一个词。");
MISTAKE(spaces_all_together,
    "Spaces all stay together, and what follows gets none of them. \\s+(?!\\S) leaves the last one to what follows.",
    "空格全都在一起，后面的词一个也没分到。\\s+(?!\\S) 把最后一个留给后面。");
MISTAKE(spaces_around_specials_lost,
    "Spaces before and after a special token are lost. They are text like any other, and get their ids.",
    "特殊 token 前后的空白丢了。它们也是文字，照样有 id。");
MISTAKE(specials_ignored,
    "Special tokens are cut into words like other text. Cut them out first: each is one id, from file.added_tokens.",
    "特殊 token 被当成普通文字切了词。应先把它们切出来：各是一个 id，在 file.added_tokens 里。");
MISTAKE(specials_one_after_the_other,
    "The text is cut at one special token, the parts at the next one, and so on. Where two overlap, the one further left in the text comes first, not the one that you cut at first.",
    "先按一个特殊 token 切，切出的各段再按下一个切，依此类推。两个重叠时，应先取文字里靠左的，而不是先拿来切的。");
MISTAKE(text_after_the_last_special_lost, "What comes after the last special token is lost. It is text, too.",
    "最后一个特殊 token 后面的文字丢了。那也是文字。");
MISTAKE(up_to_the_first_line_end,
    "A run of spaces is cut after its first newlines. \\s* takes as much as it can: cut after the last newline of the run.",
    "一串空白在第一处换行后面就切开了。\\s* 会尽量多取：应在这一串的最后一个换行后面切。");
MISTAKE(whole_word_first,
    "A word that is in the vocabulary gets its id at once. What bpe makes of it counts: the merges may never reach that piece, and the model has learnt from their ids.",
    "词表里有整个词就直接用了它的 id。要看 bpe 得到什么：合并也许到不了那一段，而模型是照合并得到的 id 学的。");
MISTAKE(wide_spaces_are_signs,
    "Spaces beyond ASCII, such as U+00A0 and U+3000, are taken for signs. \\s means all of Unicode's; characters() says so by its kind.",
    "U+00A0、U+3000 这些 ASCII 之外的空白被当成了符号。\\s 指 Unicode 的所有空白；characters() 给出的 kind 里就有。");

struct EncodeTables {
    std::map<std::string, std::int64_t> vocab, added;
    std::map<std::pair<std::string, std::string>, std::size_t> ranks;
};

using Letters = std::vector<tiny_llm::Character>;

static bool is_line_end(const tiny_llm::Character& c) {
    return c.ascii == '\n' || (c.ascii == '\r' && !line_feed_alone);
}

static Letters characters_of(const std::string& text) {
    Letters all = tiny_llm::characters(text);
    const bool ascii = ascii_alone, wide = wide_spaces_are_signs, long_s = long_s_is_no_s,
               small = endings_in_small_letters;
    for (tiny_llm::Character& c : all) {
        const bool beyond = static_cast<unsigned char>(c.bytes[0]) >= 0x80;
        if (beyond && (ascii || (wide && c.kind == tiny_llm::Kind::space))) c.kind = tiny_llm::Kind::other;
        if (beyond && (long_s || small)) c.ascii = 0;
        if (small && !beyond) c.ascii = c.bytes[0];
    }
    return all;
}

static std::vector<std::string> words_of(const std::string& text) {
    using tiny_llm::Kind;
    const Letters all = characters_of(text);
    const bool no_ending = no_endings, one_letter = endings_of_one_letter, no_lead = no_space_before_letters,
               blank = blanks_not_before_letters, gpt2_lead = space_alone_before_letters,
               line_end_leads = line_end_before_letters, number_leads = number_before_letters,
               together = numbers_together, three = numbers_by_three, before_number = space_before_number,
               single_signs = sign_by_sign, no_sign_lead = no_space_before_signs,
               any_sign_lead = any_space_before_signs, no_line_ends = signs_without_line_ends,
               one_line_end = one_line_end_after_signs, as_spaces = line_ends_are_spaces,
               bare = line_ends_without_spaces, each = each_line_end_alone, first = up_to_the_first_line_end,
               all_spaces = spaces_all_together, apart = last_space_apart_at_the_end, each_space = each_space_alone,
               whole = spaces_after_the_last_line_end, feed_alone = carriage_return_apart_after_signs,
               signs_first = signs_before_letters;
    const auto kind_at = [&](std::size_t i, Kind kind) { return i < all.size() && all[i].kind == kind; };
    const auto run = [&](std::size_t i, Kind kind) {
        while (kind_at(i, kind)) ++i;
        return i;
    };
    const auto end_of_word = [&](std::size_t at) {
        for (const std::string ending : {"s", "t", "re", "ve", "m", "ll", "d"}) {
            if (all[at].ascii != '\'' || no_ending || (one_letter && ending.size() > 1)) continue;
            std::size_t k = 0;
            while (k < ending.size() && at + 1 + k < all.size() && all[at + 1 + k].ascii == ending[k]) ++k;
            if (k == ending.size()) return at + 1 + k;
        }
        const Kind kind = all[at].kind;
        bool leads =
            kind != Kind::letter && (kind != Kind::number || number_leads) && (!is_line_end(all[at]) || line_end_leads);
        if (blank && kind == Kind::space && all[at].ascii != ' ') leads = false;
        if (no_lead || (gpt2_lead && all[at].ascii != ' ') || (signs_first && kind == Kind::other)) leads = false;
        const std::size_t letters = at + (leads ? 1 : 0);
        if (const std::size_t end = run(letters, Kind::letter); end > letters) return end;

        const std::size_t number = at + (before_number && all[at].ascii == ' ' ? 1 : 0);
        if (kind_at(number, Kind::number)) {
            const std::size_t end = run(number, Kind::number);
            return together ? end : std::min(end, number + (three ? 3 : 1));
        }
        const bool sign_leads = all[at].ascii == ' ' || (any_sign_lead && kind == Kind::space);
        const std::size_t signs = at + (sign_leads && !no_sign_lead ? 1 : 0);
        if (kind_at(signs, Kind::other)) {
            std::size_t end = single_signs ? signs + 1 : run(signs, Kind::other);
            for (std::size_t n = 0; end < all.size() && is_line_end(all[end]) && !no_line_ends; ++n, ++end) {
                if ((one_line_end && n > 0) || (feed_alone && all[end].ascii == '\r')) break;
            }
            return end;
        }
        const std::size_t end = run(at, Kind::space);
        if (end == at) return at + 1;  // cannot be while the function is right
        std::size_t last = at;         // after the last newline
        for (std::size_t i = at; i < end; ++i) {
            if (is_line_end(all[i])) last = i + 1;
        }
        if (last > at && !as_spaces) {
            std::size_t next = at;
            while (!is_line_end(all[next])) ++next;
            if (bare && next > at) return next;
            if (each) return next + 1;
            if (first || bare) {
                while (next < end && is_line_end(all[next])) ++next;
                return next;
            }
            return whole ? end : last;
        }
        if (each_space) return at + 1;
        const bool something_follows = end < all.size() || apart;
        return something_follows && end - at > 1 && !all_spaces ? end - 1 : end;
    };
    std::vector<std::string> words;
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = end_of_word(at);
        words.emplace_back();
        for (; at < end; ++at) words.back() += all[at].bytes;
    }
    if (words.empty() && empty_text_one_word) words.emplace_back();
    return words;
}

static std::string byte_level_of(const std::string& bytes) {
    static const std::vector<std::string> characters = [] {
        std::vector<std::string> all;
        for (int byte = 0, next = 256; byte < 256; ++byte) {
            const int code = byte < 33 || (byte > 126 && byte < 161) || byte == 173 ? next++ : byte;
            if (code < 0x80) all.emplace_back(1, static_cast<char>(code));
            else all.push_back({static_cast<char>(0xC0 | code >> 6), static_cast<char>(0x80 | (code & 0x3F))});
        }
        return all;
    }();
    std::string text;
    for (const char byte : bytes) text += characters[static_cast<unsigned char>(byte)];
    return text;
}

static std::vector<std::string> symbols_of(const std::string& word, const EncodeTables& tables) {
    std::vector<std::string> symbols;
    for (const char byte : word) {
        if (symbols.empty() || (byte & 0xC0) != 0x80) symbols.emplace_back();
        symbols.back() += byte;
    }
    if (no_merges_used) return symbols;
    while (true) {
        auto best = tables.ranks.end();
        std::size_t place = 0;
        for (std::size_t i = 0; i + 1 < symbols.size(); ++i) {
            const auto found = tables.ranks.find({symbols[i], symbols[i + 1]});
            if (found == tables.ranks.end()) continue;
            if (best == tables.ranks.end() || found->second < best->second) best = found, place = i;
        }
        if (best == tables.ranks.end()) return symbols;
        symbols[place] += symbols[place + 1];
        symbols.erase(symbols.begin() + static_cast<std::ptrdiff_t>(place) + 1);
    }
}

static void add_ids(const std::string& text, const EncodeTables& tables, std::vector<std::int64_t>& ids) {
    std::vector<std::string> words;
    if (not_cut_into_words) words = {text};
    else words = words_of(byte_level_first ? byte_level_of(text) : text);
    const bool by_rank = id_from_the_rank, whole = whole_word_first, narrow = ids_in_an_int;
    for (const std::string& word : words) {
        const std::string written =
            bytes_as_they_are || (byte_level_first && !not_cut_into_words) ? word : byte_level_of(word);
        std::vector<std::string> symbols = symbols_of(written, tables);
        if (whole && tables.vocab.contains(written)) symbols = {written};
        for (const std::string& symbol : symbols) {
            std::int64_t id = tables.vocab.at(symbol);
            for (const auto& [pair, rank] : tables.ranks)
                if (by_rank && pair.first + pair.second == symbol) id = 256 + static_cast<std::int64_t>(rank);
            ids.push_back(narrow ? static_cast<int>(id) : id);
        }
    }
}

static std::string without_spaces(std::string text, bool before, bool after) {
    const auto is_space = [](char c) { return c == ' ' || (c >= 9 && c <= 13); };
    while (before && !text.empty() && is_space(text.front())) text.erase(0, 1);
    while (after && !text.empty() && is_space(text.back())) text.pop_back();
    return text;
}

static std::vector<std::int64_t> ids_of(const std::string& given, const EncodeTables& tables) {
    // Text and special tokens in turn; of a special token there is an id.
    struct Part {
        std::string text;
        const std::int64_t* id = nullptr;
    };
    std::vector<Part> parts{{given}};
    const bool shortest = shortest_special, in_map_order = specials_one_after_the_other;
    using Added = std::pair<const std::string, std::int64_t>;
    const auto cut_by = [&](const std::vector<const Added*>& added) {
        std::vector<Part> cut;
        std::size_t found_so_far = 0;
        for (const Part& part : parts) {
            if (part.id) {
                cut.push_back(part);
                continue;
            }
            std::string rest = part.text;
            while (true) {
                std::size_t place = std::string::npos;
                const Added* next = nullptr;
                for (const Added* one : added) {
                    const std::size_t found = rest.find(one->first);
                    if (found == std::string::npos) continue;
                    const bool better =
                        next && found == place &&
                        (shortest ? one->first.size() < next->first.size() : one->first.size() > next->first.size());
                    if (!next || found < place || better) place = found, next = one;
                }
                if (!next || (first_special_alone && found_so_far > 0)) break;
                ++found_so_far;
                cut.push_back({rest.substr(0, place)});
                cut.push_back({next->first, &next->second});
                rest.erase(0, place + next->first.size());
            }
            cut.push_back({rest});
        }
        parts = cut;
    };
    if (!specials_ignored) {
        std::vector<const Added*> all;
        for (const Added& one : tables.added) all.push_back(&one);
        if (in_map_order) {
            for (const Added* one : all) cut_by({one});
        } else {
            cut_by(all);
        }
    }
    if (text_after_the_last_special_lost && parts.size() > 1) parts.pop_back();
    std::vector<std::int64_t> ids;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].id) ids.push_back(ids_in_an_int ? static_cast<int>(*parts[i].id) : *parts[i].id);
        else if (spaces_around_specials_lost)
            add_ids(without_spaces(parts[i].text, i > 0, i + 1 < parts.size()), tables, ids);
        else add_ids(parts[i].text, tables, ids);
    }
    return ids;
}

static Values encode(Run& run) {
    const auto text = [](const Value& value) { return std::get<std::string>(value.is); };
    const auto list = [&](const char* name) { return std::get<Values>(run.call[name].is); };
    const std::string given = text(run.call["text"]);
    if (run.call.function == "pre_tokenize") {
        const std::vector<std::string> words = words_of(given);
        return {Value(Values(words.begin(), words.end()))};
    }
    EncodeTables tables;
    for (int code = 33, id = 0; code < 324; ++code) {
        if ((code > 126 && code < 161) || code == 173) continue;
        std::string character(1, static_cast<char>(code));
        if (code > 126) character = {static_cast<char>(0xC0 | code >> 6), static_cast<char>(0x80 | (code & 0x3F))};
        tables.vocab[character] = id++;
    }
    for (const Value& one : list("merges")) {
        const auto& pair = std::get<Values>(one.is);
        const std::size_t rank = tables.ranks.size();
        tables.ranks[{text(pair.at(0)), text(pair.at(1))}] = rank;
        tables.vocab[text(pair.at(0)) + text(pair.at(1))] =
            run.has("ids of merges") ? run.integers("ids of merges").at(rank) : static_cast<std::int64_t>(256 + rank);
    }
    if (run.has("other pieces")) {
        for (std::size_t i = 0; i < list("other pieces").size(); ++i)
            tables.vocab[text(list("other pieces")[i])] = run.integers("ids of other pieces").at(i);
    }
    for (std::size_t i = 0; i < list("added tokens").size(); ++i)
        tables.added[text(list("added tokens")[i])] = run.integers("ids of added tokens").at(i);
    const std::vector<std::int64_t> ids = ids_of(given, tables);
    return {Value(Values(ids.begin(), ids.end()))};
}
