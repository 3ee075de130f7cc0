#include "encode.hpp"

#include <algorithm>

namespace tiny_llm {

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

}  // namespace tiny_llm
