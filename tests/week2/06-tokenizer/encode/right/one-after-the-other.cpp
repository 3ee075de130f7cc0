#include "encode.hpp"

namespace tiny_llm {

static bool newline(const Character& c) { return c.bytes == "\n" || c.bytes == "\r"; }

/// Each rule by itself: how many characters it takes at a place, 0 where it does not hold.
std::vector<std::string> pre_tokenize(std::string_view text) {
    const std::vector<Character> c = characters(text);
    const std::size_t n = c.size();
    std::vector<std::string> words;
    std::size_t i = 0;
    while (i < n) {
        std::size_t j = i;
        const auto take = [&] {
            std::string word;
            while (i < j) word += c[i++].bytes;
            words.push_back(word);
        };
        // 1
        if (c[i].ascii == '\'' && i + 1 < n) {
            const char a = c[i + 1].ascii, b = i + 2 < n ? c[i + 2].ascii : '\0';
            if (a == 's' || a == 't' || a == 'm' || a == 'd') j = i + 2;
            else if (((a == 'r' || a == 'v') && b == 'e') || (a == 'l' && b == 'l')) j = i + 3;
            if (j > i) {
                take();
                continue;
            }
        }
        // 2
        j = i;
        if (c[i].kind == Kind::letter ||
            (i + 1 < n && c[i + 1].kind == Kind::letter && c[i].kind != Kind::number && !newline(c[i]))) {
            ++j;
            while (j < n && c[j].kind == Kind::letter) ++j;
            take();
            continue;
        }
        // 3
        if (c[i].kind == Kind::number) {
            j = i + 1;
            take();
            continue;
        }
        // 4
        if (c[i].kind == Kind::other || (c[i].bytes == " " && i + 1 < n && c[i + 1].kind == Kind::other)) {
            ++j;
            while (j < n && c[j].kind == Kind::other) ++j;
            while (j < n && newline(c[j])) ++j;
            take();
            continue;
        }
        // 5 to 7
        std::size_t last = i;
        while (j < n && c[j].kind == Kind::space) {
            if (newline(c[j++])) last = j;
        }
        if (last > i) j = last;
        else if (j < n && j > i + 1) --j;
        take();
    }
    return words;
}

std::vector<TokenId> encode(std::string_view text, const TokenizerFile& file) {
    std::vector<TokenId> ids;
    const auto plain = [&](std::string_view part) {
        for (const auto& word : pre_tokenize(part)) {
            for (const auto& symbol : bpe(to_byte_level(word), file.merges))
                ids.push_back(file.vocab.find(symbol)->second);
        }
    };
    std::size_t begin = 0, at = 0;
    while (at < text.size()) {
        std::size_t longest = 0;
        TokenId id = 0;
        for (const auto& [token, its] : file.added_tokens) {
            if (text.substr(at).starts_with(token) && token.size() > longest) {
                longest = token.size();
                id = its;
            }
        }
        if (longest == 0) {
            ++at;
            continue;
        }
        plain(text.substr(begin, at - begin));
        ids.push_back(id);
        at += longest;
        begin = at;
    }
    plain(text.substr(begin));
    return ids;
}

}  // namespace tiny_llm
