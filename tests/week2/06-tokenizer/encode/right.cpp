#include "encode.hpp"

#include <algorithm>
#include <regex>

namespace tiny_llm {

// ---- from-the-longest

namespace {

struct Reader {
    std::vector<Character> all;
    std::size_t at = 0;

    bool more() const { return at < all.size(); }
    bool is(Kind kind) const { return more() && all[at].kind == kind; }
    bool is_line_end() const { return more() && (all[at].ascii == '\n' || all[at].ascii == '\r'); }
    std::string since(std::size_t from) const {
        std::string text;
        for (std::size_t i = from; i < at; ++i) text += all[i].bytes;
        return text;
    }
    bool ending() {
        std::string lower;
        for (std::size_t i = at; i < all.size() && i < at + 3; ++i) lower += all[i].ascii;
        for (const std::string one : {"'s", "'t", "'m", "'d", "'re", "'ve", "'ll"}) {
            if (lower.rfind(one, 0) != 0) continue;
            at += one.size();
            return true;
        }
        return false;
    }
    bool kind_after(bool lead, Kind kind) {
        const std::size_t from = at;
        if (lead) ++at;
        const std::size_t first = at;
        while (is(kind)) ++at;
        if (at > first) return true;
        at = from;
        return false;
    }
    void word() {
        if (ending()) return;
        const bool lead = !is(Kind::letter) && !is(Kind::number) && !is_line_end();
        if (kind_after(lead, Kind::letter)) return;
        if (is(Kind::number)) {
            ++at;
            return;
        }
        if (kind_after(all[at].ascii == ' ', Kind::other)) {
            while (is_line_end()) ++at;
            return;
        }
        const std::size_t from = at;
        while (is(Kind::space)) ++at;
        const std::size_t end = at;
        while (at > from && all[at - 1].ascii != '\n' && all[at - 1].ascii != '\r') --at;
        if (at > from) return;
        at = end;
        if (more() && end - from > 1) --at;
    }
};

}  // namespace

std::vector<std::string> pre_tokenize(std::string_view text) {
    Reader reader{characters(text)};
    std::vector<std::string> words;
    while (reader.more()) {
        const std::size_t from = reader.at;
        reader.word();
        words.push_back(reader.since(from));
    }
    return words;
}

std::vector<TokenId> encode(std::string_view text, const TokenizerFile& file) {
    std::vector<std::pair<std::string, TokenId>> specials(file.added_tokens.begin(), file.added_tokens.end());
    std::stable_sort(
        specials.begin(), specials.end(), [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
    std::vector<TokenId> ids;
    std::string plain;
    const auto flush = [&] {
        for (const std::string& word : pre_tokenize(plain)) {
            const auto pieces = bpe(to_byte_level(word), file.merges);
            std::transform(pieces.begin(), pieces.end(), std::back_inserter(ids),
                [&](const std::string& piece) { return file.vocab.at(piece); });
        }
        plain.clear();
    };
    for (std::size_t at = 0; at < text.size();) {
        const auto found = std::find_if(specials.begin(), specials.end(),
            [&](const auto& special) { return text.compare(at, special.first.size(), special.first) == 0; });
        if (found == specials.end()) {
            plain += text[at++];
            continue;
        }
        flush();
        ids.push_back(found->second);
        at += found->first.size();
    }
    flush();
    return ids;
}

// ---- one-after-the-other

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

// ---- regular-expression

/// A letter of ASCII for each character says of what kind it is; on those the pattern is a plain one. Apostrophes with what
/// belongs to them are found first.
std::vector<std::string> pre_tokenize(std::string_view text) {
    const std::vector<Character> all = characters(text);
    std::string kinds;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Character& c = all[i];
        const bool line_end = c.ascii == '\n' || c.ascii == '\r';
        kinds += c.kind == Kind::letter   ? 'L'
                 : c.kind == Kind::number ? 'N'
                 : c.ascii == ' '         ? '_'
                 : line_end               ? 'R'
                 : c.kind == Kind::space  ? 'S'
                                          : 'O';
    }
    static const std::regex pattern("[_SO]?L+|N|_?O+R*|[_SR]*R|[_SR]+(?![^_SR])|[_SR]+");
    std::vector<std::string> words;
    for (std::size_t at = 0; at < all.size();) {
        std::string lower;
        for (std::size_t i = at; i < std::min(at + 3, all.size()); ++i) lower += all[i].ascii ? all[i].ascii : '?';
        std::smatch found;
        std::size_t length = 0;
        if (static const std::regex endings("^'(re|ve|ll|[stmd])"); std::regex_search(lower, found, endings)) {
            length = static_cast<std::size_t>(found.length());
        } else {
            const std::string rest = kinds.substr(at, 3000);
            std::regex_search(rest, found, pattern, std::regex_constants::match_continuous);
            length = static_cast<std::size_t>(found.length());
        }
        std::string word;
        for (std::size_t i = at; i < at + length; ++i) word += all[i].bytes;
        words.push_back(word);
        at += length;
    }
    return words;
}

std::vector<TokenId> encode(std::string_view text, const TokenizerFile& file) {
    if (text.empty()) return {};
    std::size_t place = text.size(), length = 0;
    TokenId id = 0;
    for (const auto& [token, its] : file.added_tokens) {
        const std::size_t found = std::min(text.find(token), text.size());
        if (found < place || (found == place && found < text.size() && token.size() > length)) {
            place = found;
            length = token.size();
            id = its;
        }
    }
    std::vector<TokenId> ids;
    for (const std::string& word : pre_tokenize(text.substr(0, place))) {
        for (const std::string& piece : bpe(to_byte_level(word), file.merges)) ids.push_back(file.vocab.at(piece));
    }
    if (place == text.size()) return ids;
    ids.push_back(id);
    const std::vector<TokenId> rest = encode(text.substr(place + length), file);
    ids.insert(ids.end(), rest.begin(), rest.end());
    return ids;
}

}  // namespace tiny_llm
