#include "encode.hpp"

#include <cctype>

namespace tiny_llm {

// ---- ascii-alone

namespace {

using Characters = std::vector<Character>;

/// Of what kind a character is.
Kind kind_of(const Character& c) {
    const auto first = static_cast<unsigned char>(c.bytes[0]);
    if (std::isalpha(first)) return Kind::letter;
    if (std::isdigit(first)) return Kind::number;
    return std::isspace(first) ? Kind::space : Kind::other;
}

bool is_line_end(const Character& c) { return c.ascii == '\n' || c.ascii == '\r'; }

/// Where the characters from `at` on end for which `holds` is true.
template <class Condition>
std::size_t run_end(const Characters& all, std::size_t at, Condition holds) {
    while (at < all.size() && holds(all[at])) ++at;
    return at;
}

bool begins_with(const Characters& all, std::size_t at, std::string_view ending) {
    if (all.size() - at < ending.size()) return false;
    for (std::size_t k = 0; k < ending.size(); ++k) {
        if (all[at + k].ascii != ending[k]) return false;
    }
    return true;
}

/// Where the word that begins at `at` ends.
std::size_t word_end(const Characters& all, std::size_t at) {
    for (const std::string_view ending : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"}) {
        if (begins_with(all, at, ending)) return at + ending.size();
    }

    const auto is = [](Kind kind) { return [kind](const Character& c) { return kind_of(c) == kind; }; };
    const bool may_lead = kind_of(all[at]) != Kind::letter && kind_of(all[at]) != Kind::number && !is_line_end(all[at]);
    const std::size_t letters = at + (may_lead ? 1 : 0);
    if (const std::size_t end = run_end(all, letters, is(Kind::letter)); end > letters) return end;

    if (kind_of(all[at]) == Kind::number) return at + 1;

    const std::size_t others = at + (all[at].ascii == ' ' ? 1 : 0);
    if (const std::size_t end = run_end(all, others, is(Kind::other)); end > others)
        return run_end(all, end, is_line_end);

    const std::size_t end = run_end(all, at, is(Kind::space));
    for (std::size_t i = end; i > at; --i) {
        if (is_line_end(all[i - 1])) return i;
    }
    // The last space belongs to what follows; alone it is a word.
    return end < all.size() && end - at > 1 ? end - 1 : end;
}

/// Where the next special token begins, and which one it is: the first in the text, the longest of those there.
std::pair<std::size_t, std::string_view> next_special(std::string_view text, const TokenizerFile& file) {
    std::size_t place = std::string_view::npos;
    std::string_view next;
    for (const auto& [token, id] : file.added_tokens) {
        const std::size_t found = text.find(token);
        if (found < place || (found == place && token.size() > next.size())) {
            place = found;
            next = token;
        }
    }
    return {place, next};
}

}  // namespace

std::vector<std::string> pre_tokenize(std::string_view text) {
    const Characters all = characters(text);
    std::vector<std::string> words;
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = word_end(all, at);
        std::string& word = words.emplace_back();
        for (; at < end; ++at) word += all[at].bytes;
    }
    return words;
}

std::vector<TokenId> encode(std::string_view text, const TokenizerFile& file) {
    std::vector<TokenId> ids;
    while (!text.empty()) {
        const auto [place, special] = next_special(text, file);
        for (const std::string& word : pre_tokenize(text.substr(0, place))) {
            for (const std::string& piece : bpe(to_byte_level(word), file.merges)) ids.push_back(file.vocab.at(piece));
        }
        if (place == std::string_view::npos) break;
        ids.push_back(file.added_tokens.find(special)->second);
        text.remove_prefix(place + special.size());
    }
    return ids;
}

// ---- byte-level-first

namespace {

using Characters = std::vector<Character>;

bool is_line_end(const Character& c) { return c.ascii == '\n' || c.ascii == '\r'; }

/// Where the characters from `at` on end for which `holds` is true.
template <class Condition>
std::size_t run_end(const Characters& all, std::size_t at, Condition holds) {
    while (at < all.size() && holds(all[at])) ++at;
    return at;
}

bool begins_with(const Characters& all, std::size_t at, std::string_view ending) {
    if (all.size() - at < ending.size()) return false;
    for (std::size_t k = 0; k < ending.size(); ++k) {
        if (all[at + k].ascii != ending[k]) return false;
    }
    return true;
}

/// Where the word that begins at `at` ends.
std::size_t word_end(const Characters& all, std::size_t at) {
    for (const std::string_view ending : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"}) {
        if (begins_with(all, at, ending)) return at + ending.size();
    }

    const auto is = [](Kind kind) { return [kind](const Character& c) { return c.kind == kind; }; };
    const bool may_lead = all[at].kind != Kind::letter && all[at].kind != Kind::number && !is_line_end(all[at]);
    const std::size_t letters = at + (may_lead ? 1 : 0);
    if (const std::size_t end = run_end(all, letters, is(Kind::letter)); end > letters) return end;

    if (all[at].kind == Kind::number) return at + 1;

    const std::size_t others = at + (all[at].ascii == ' ' ? 1 : 0);
    if (const std::size_t end = run_end(all, others, is(Kind::other)); end > others)
        return run_end(all, end, is_line_end);

    const std::size_t end = run_end(all, at, is(Kind::space));
    for (std::size_t i = end; i > at; --i) {
        if (is_line_end(all[i - 1])) return i;
    }
    // The last space belongs to what follows; alone it is a word.
    return end < all.size() && end - at > 1 ? end - 1 : end;
}

/// Where the next special token begins, and which one it is: the first in the text, the longest of those there.
std::pair<std::size_t, std::string_view> next_special(std::string_view text, const TokenizerFile& file) {
    std::size_t place = std::string_view::npos;
    std::string_view next;
    for (const auto& [token, id] : file.added_tokens) {
        const std::size_t found = text.find(token);
        if (found < place || (found == place && token.size() > next.size())) {
            place = found;
            next = token;
        }
    }
    return {place, next};
}

}  // namespace

std::vector<std::string> pre_tokenize(std::string_view text) {
    const Characters all = characters(text);
    std::vector<std::string> words;
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = word_end(all, at);
        std::string& word = words.emplace_back();
        for (; at < end; ++at) word += all[at].bytes;
    }
    return words;
}

std::vector<TokenId> encode(std::string_view text, const TokenizerFile& file) {
    std::vector<TokenId> ids;
    while (!text.empty()) {
        const auto [place, special] = next_special(text, file);
        for (const std::string& word : pre_tokenize(to_byte_level(text.substr(0, place)))) {
            for (const std::string& piece : bpe(word, file.merges)) ids.push_back(file.vocab.at(piece));
        }
        if (place == std::string_view::npos) break;
        ids.push_back(file.added_tokens.find(special)->second);
        text.remove_prefix(place + special.size());
    }
    return ids;
}

// ---- no-endings

namespace {

using Characters = std::vector<Character>;

bool is_line_end(const Character& c) { return c.ascii == '\n' || c.ascii == '\r'; }

/// Where the characters from `at` on end for which `holds` is true.
template <class Condition>
std::size_t run_end(const Characters& all, std::size_t at, Condition holds) {
    while (at < all.size() && holds(all[at])) ++at;
    return at;
}

bool begins_with(const Characters& all, std::size_t at, std::string_view ending) {
    if (all.size() - at < ending.size()) return false;
    for (std::size_t k = 0; k < ending.size(); ++k) {
        if (all[at + k].ascii != ending[k]) return false;
    }
    return true;
}

/// Where the word that begins at `at` ends.
std::size_t word_end(const Characters& all, std::size_t at) {
    const auto is = [](Kind kind) { return [kind](const Character& c) { return c.kind == kind; }; };
    const bool may_lead = all[at].kind != Kind::letter && all[at].kind != Kind::number && !is_line_end(all[at]);
    const std::size_t letters = at + (may_lead ? 1 : 0);
    if (const std::size_t end = run_end(all, letters, is(Kind::letter)); end > letters) return end;
    for (const std::string_view ending : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"}) {
        if (begins_with(all, at, ending)) return at + ending.size();
    }

    if (all[at].kind == Kind::number) return at + 1;

    const std::size_t others = at + (all[at].ascii == ' ' ? 1 : 0);
    if (const std::size_t end = run_end(all, others, is(Kind::other)); end > others)
        return run_end(all, end, is_line_end);

    const std::size_t end = run_end(all, at, is(Kind::space));
    for (std::size_t i = end; i > at; --i) {
        if (is_line_end(all[i - 1])) return i;
    }
    // The last space belongs to what follows; alone it is a word.
    return end < all.size() && end - at > 1 ? end - 1 : end;
}

/// Where the next special token begins, and which one it is: the first in the text, the longest of those there.
std::pair<std::size_t, std::string_view> next_special(std::string_view text, const TokenizerFile& file) {
    std::size_t place = std::string_view::npos;
    std::string_view next;
    for (const auto& [token, id] : file.added_tokens) {
        const std::size_t found = text.find(token);
        if (found < place || (found == place && token.size() > next.size())) {
            place = found;
            next = token;
        }
    }
    return {place, next};
}

}  // namespace

std::vector<std::string> pre_tokenize(std::string_view text) {
    const Characters all = characters(text);
    std::vector<std::string> words;
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = word_end(all, at);
        std::string& word = words.emplace_back();
        for (; at < end; ++at) word += all[at].bytes;
    }
    return words;
}

std::vector<TokenId> encode(std::string_view text, const TokenizerFile& file) {
    std::vector<TokenId> ids;
    while (!text.empty()) {
        const auto [place, special] = next_special(text, file);
        for (const std::string& word : pre_tokenize(text.substr(0, place))) {
            for (const std::string& piece : bpe(to_byte_level(word), file.merges)) ids.push_back(file.vocab.at(piece));
        }
        if (place == std::string_view::npos) break;
        ids.push_back(file.added_tokens.find(special)->second);
        text.remove_prefix(place + special.size());
    }
    return ids;
}

// ---- numbers-together

namespace {

using Characters = std::vector<Character>;

bool is_line_end(const Character& c) { return c.ascii == '\n' || c.ascii == '\r'; }

/// Where the characters from `at` on end for which `holds` is true.
template <class Condition>
std::size_t run_end(const Characters& all, std::size_t at, Condition holds) {
    while (at < all.size() && holds(all[at])) ++at;
    return at;
}

bool begins_with(const Characters& all, std::size_t at, std::string_view ending) {
    if (all.size() - at < ending.size()) return false;
    for (std::size_t k = 0; k < ending.size(); ++k) {
        if (all[at + k].ascii != ending[k]) return false;
    }
    return true;
}

/// Where the word that begins at `at` ends.
std::size_t word_end(const Characters& all, std::size_t at) {
    for (const std::string_view ending : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"}) {
        if (begins_with(all, at, ending)) return at + ending.size();
    }

    const auto is = [](Kind kind) { return [kind](const Character& c) { return c.kind == kind; }; };
    const bool may_lead = all[at].kind != Kind::letter && all[at].kind != Kind::number && !is_line_end(all[at]);
    const std::size_t letters = at + (may_lead ? 1 : 0);
    if (const std::size_t end = run_end(all, letters, is(Kind::letter)); end > letters) return end;

    if (all[at].kind == Kind::number) return run_end(all, at, is(Kind::number));

    const std::size_t others = at + (all[at].ascii == ' ' ? 1 : 0);
    if (const std::size_t end = run_end(all, others, is(Kind::other)); end > others)
        return run_end(all, end, is_line_end);

    const std::size_t end = run_end(all, at, is(Kind::space));
    for (std::size_t i = end; i > at; --i) {
        if (is_line_end(all[i - 1])) return i;
    }
    // The last space belongs to what follows; alone it is a word.
    return end < all.size() && end - at > 1 ? end - 1 : end;
}

/// Where the next special token begins, and which one it is: the first in the text, the longest of those there.
std::pair<std::size_t, std::string_view> next_special(std::string_view text, const TokenizerFile& file) {
    std::size_t place = std::string_view::npos;
    std::string_view next;
    for (const auto& [token, id] : file.added_tokens) {
        const std::size_t found = text.find(token);
        if (found < place || (found == place && token.size() > next.size())) {
            place = found;
            next = token;
        }
    }
    return {place, next};
}

}  // namespace

std::vector<std::string> pre_tokenize(std::string_view text) {
    const Characters all = characters(text);
    std::vector<std::string> words;
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = word_end(all, at);
        std::string& word = words.emplace_back();
        for (; at < end; ++at) word += all[at].bytes;
    }
    return words;
}

std::vector<TokenId> encode(std::string_view text, const TokenizerFile& file) {
    std::vector<TokenId> ids;
    while (!text.empty()) {
        const auto [place, special] = next_special(text, file);
        for (const std::string& word : pre_tokenize(text.substr(0, place))) {
            for (const std::string& piece : bpe(to_byte_level(word), file.merges)) ids.push_back(file.vocab.at(piece));
        }
        if (place == std::string_view::npos) break;
        ids.push_back(file.added_tokens.find(special)->second);
        text.remove_prefix(place + special.size());
    }
    return ids;
}

// ---- shortest-special

namespace {

using Characters = std::vector<Character>;

bool is_line_end(const Character& c) { return c.ascii == '\n' || c.ascii == '\r'; }

/// Where the characters from `at` on end for which `holds` is true.
template <class Condition>
std::size_t run_end(const Characters& all, std::size_t at, Condition holds) {
    while (at < all.size() && holds(all[at])) ++at;
    return at;
}

bool begins_with(const Characters& all, std::size_t at, std::string_view ending) {
    if (all.size() - at < ending.size()) return false;
    for (std::size_t k = 0; k < ending.size(); ++k) {
        if (all[at + k].ascii != ending[k]) return false;
    }
    return true;
}

/// Where the word that begins at `at` ends.
std::size_t word_end(const Characters& all, std::size_t at) {
    for (const std::string_view ending : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"}) {
        if (begins_with(all, at, ending)) return at + ending.size();
    }

    const auto is = [](Kind kind) { return [kind](const Character& c) { return c.kind == kind; }; };
    const bool may_lead = all[at].kind != Kind::letter && all[at].kind != Kind::number && !is_line_end(all[at]);
    const std::size_t letters = at + (may_lead ? 1 : 0);
    if (const std::size_t end = run_end(all, letters, is(Kind::letter)); end > letters) return end;

    if (all[at].kind == Kind::number) return at + 1;

    const std::size_t others = at + (all[at].ascii == ' ' ? 1 : 0);
    if (const std::size_t end = run_end(all, others, is(Kind::other)); end > others)
        return run_end(all, end, is_line_end);

    const std::size_t end = run_end(all, at, is(Kind::space));
    for (std::size_t i = end; i > at; --i) {
        if (is_line_end(all[i - 1])) return i;
    }
    // The last space belongs to what follows; alone it is a word.
    return end < all.size() && end - at > 1 ? end - 1 : end;
}

/// Where the next special token begins, and which one it is: the first in the text, the longest of those there.
std::pair<std::size_t, std::string_view> next_special(std::string_view text, const TokenizerFile& file) {
    std::size_t place = std::string_view::npos;
    std::string_view next;
    for (const auto& [token, id] : file.added_tokens) {
        const std::size_t found = text.find(token);
        if (found < place || (found == place && token.size() < next.size())) {
            place = found;
            next = token;
        }
    }
    return {place, next};
}

}  // namespace

std::vector<std::string> pre_tokenize(std::string_view text) {
    const Characters all = characters(text);
    std::vector<std::string> words;
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = word_end(all, at);
        std::string& word = words.emplace_back();
        for (; at < end; ++at) word += all[at].bytes;
    }
    return words;
}

std::vector<TokenId> encode(std::string_view text, const TokenizerFile& file) {
    std::vector<TokenId> ids;
    while (!text.empty()) {
        const auto [place, special] = next_special(text, file);
        for (const std::string& word : pre_tokenize(text.substr(0, place))) {
            for (const std::string& piece : bpe(to_byte_level(word), file.merges)) ids.push_back(file.vocab.at(piece));
        }
        if (place == std::string_view::npos) break;
        ids.push_back(file.added_tokens.find(special)->second);
        text.remove_prefix(place + special.size());
    }
    return ids;
}

// ---- signs-without-line-ends+first-special-alone

namespace {

using Characters = std::vector<Character>;

bool is_line_end(const Character& c) { return c.ascii == '\n' || c.ascii == '\r'; }

/// Where the characters from `at` on end for which `holds` is true.
template <class Condition>
std::size_t run_end(const Characters& all, std::size_t at, Condition holds) {
    while (at < all.size() && holds(all[at])) ++at;
    return at;
}

bool begins_with(const Characters& all, std::size_t at, std::string_view ending) {
    if (all.size() - at < ending.size()) return false;
    for (std::size_t k = 0; k < ending.size(); ++k) {
        if (all[at + k].ascii != ending[k]) return false;
    }
    return true;
}

/// Where the word that begins at `at` ends.
std::size_t word_end(const Characters& all, std::size_t at) {
    for (const std::string_view ending : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"}) {
        if (begins_with(all, at, ending)) return at + ending.size();
    }

    const auto is = [](Kind kind) { return [kind](const Character& c) { return c.kind == kind; }; };
    const bool may_lead = all[at].kind != Kind::letter && all[at].kind != Kind::number && !is_line_end(all[at]);
    const std::size_t letters = at + (may_lead ? 1 : 0);
    if (const std::size_t end = run_end(all, letters, is(Kind::letter)); end > letters) return end;

    if (all[at].kind == Kind::number) return at + 1;

    const std::size_t others = at + (all[at].ascii == ' ' ? 1 : 0);
    if (const std::size_t end = run_end(all, others, is(Kind::other)); end > others) return end;

    const std::size_t end = run_end(all, at, is(Kind::space));
    for (std::size_t i = end; i > at; --i) {
        if (is_line_end(all[i - 1])) return i;
    }
    // The last space belongs to what follows; alone it is a word.
    return end < all.size() && end - at > 1 ? end - 1 : end;
}

/// Where the next special token begins, and which one it is: the first in the text, the longest of those there.
std::pair<std::size_t, std::string_view> next_special(std::string_view text, const TokenizerFile& file) {
    std::size_t place = std::string_view::npos;
    std::string_view next;
    for (const auto& [token, id] : file.added_tokens) {
        const std::size_t found = text.find(token);
        if (found < place || (found == place && token.size() > next.size())) {
            place = found;
            next = token;
        }
    }
    return {place, next};
}

}  // namespace

std::vector<std::string> pre_tokenize(std::string_view text) {
    const Characters all = characters(text);
    std::vector<std::string> words;
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = word_end(all, at);
        std::string& word = words.emplace_back();
        for (; at < end; ++at) word += all[at].bytes;
    }
    return words;
}

std::vector<TokenId> encode(std::string_view text, const TokenizerFile& file) {
    std::vector<TokenId> ids;
    bool is_first = true;
    while (!text.empty()) {
        auto [place, special] = next_special(text, file);
        if (!is_first) place = std::string_view::npos;
        is_first = false;
        for (const std::string& word : pre_tokenize(text.substr(0, place))) {
            for (const std::string& piece : bpe(to_byte_level(word), file.merges)) ids.push_back(file.vocab.at(piece));
        }
        if (place == std::string_view::npos) break;
        ids.push_back(file.added_tokens.find(special)->second);
        text.remove_prefix(place + special.size());
    }
    return ids;
}

// ---- spaces-all-together

namespace {

using Characters = std::vector<Character>;

bool is_line_end(const Character& c) { return c.ascii == '\n' || c.ascii == '\r'; }

/// Where the characters from `at` on end for which `holds` is true.
template <class Condition>
std::size_t run_end(const Characters& all, std::size_t at, Condition holds) {
    while (at < all.size() && holds(all[at])) ++at;
    return at;
}

bool begins_with(const Characters& all, std::size_t at, std::string_view ending) {
    if (all.size() - at < ending.size()) return false;
    for (std::size_t k = 0; k < ending.size(); ++k) {
        if (all[at + k].ascii != ending[k]) return false;
    }
    return true;
}

/// Where the word that begins at `at` ends.
std::size_t word_end(const Characters& all, std::size_t at) {
    for (const std::string_view ending : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"}) {
        if (begins_with(all, at, ending)) return at + ending.size();
    }

    const auto is = [](Kind kind) { return [kind](const Character& c) { return c.kind == kind; }; };
    const bool may_lead = all[at].kind != Kind::letter && all[at].kind != Kind::number && !is_line_end(all[at]);
    const std::size_t letters = at + (may_lead ? 1 : 0);
    if (const std::size_t end = run_end(all, letters, is(Kind::letter)); end > letters) return end;

    if (all[at].kind == Kind::number) return at + 1;

    const std::size_t others = at + (all[at].ascii == ' ' ? 1 : 0);
    if (const std::size_t end = run_end(all, others, is(Kind::other)); end > others)
        return run_end(all, end, is_line_end);

    const std::size_t end = run_end(all, at, is(Kind::space));
    for (std::size_t i = end; i > at; --i) {
        if (is_line_end(all[i - 1])) return i;
    }
    return end;
}

/// Where the next special token begins, and which one it is: the first in the text, the longest of those there.
std::pair<std::size_t, std::string_view> next_special(std::string_view text, const TokenizerFile& file) {
    std::size_t place = std::string_view::npos;
    std::string_view next;
    for (const auto& [token, id] : file.added_tokens) {
        const std::size_t found = text.find(token);
        if (found < place || (found == place && token.size() > next.size())) {
            place = found;
            next = token;
        }
    }
    return {place, next};
}

}  // namespace

std::vector<std::string> pre_tokenize(std::string_view text) {
    const Characters all = characters(text);
    std::vector<std::string> words;
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = word_end(all, at);
        std::string& word = words.emplace_back();
        for (; at < end; ++at) word += all[at].bytes;
    }
    return words;
}

std::vector<TokenId> encode(std::string_view text, const TokenizerFile& file) {
    std::vector<TokenId> ids;
    while (!text.empty()) {
        const auto [place, special] = next_special(text, file);
        for (const std::string& word : pre_tokenize(text.substr(0, place))) {
            for (const std::string& piece : bpe(to_byte_level(word), file.merges)) ids.push_back(file.vocab.at(piece));
        }
        if (place == std::string_view::npos) break;
        ids.push_back(file.added_tokens.find(special)->second);
        text.remove_prefix(place + special.size());
    }
    return ids;
}

// ---- whole-word-first

namespace {

using Characters = std::vector<Character>;

bool is_line_end(const Character& c) { return c.ascii == '\n' || c.ascii == '\r'; }

/// Where the characters from `at` on end for which `holds` is true.
template <class Condition>
std::size_t run_end(const Characters& all, std::size_t at, Condition holds) {
    while (at < all.size() && holds(all[at])) ++at;
    return at;
}

bool begins_with(const Characters& all, std::size_t at, std::string_view ending) {
    if (all.size() - at < ending.size()) return false;
    for (std::size_t k = 0; k < ending.size(); ++k) {
        if (all[at + k].ascii != ending[k]) return false;
    }
    return true;
}

/// Where the word that begins at `at` ends.
std::size_t word_end(const Characters& all, std::size_t at) {
    for (const std::string_view ending : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"}) {
        if (begins_with(all, at, ending)) return at + ending.size();
    }

    const auto is = [](Kind kind) { return [kind](const Character& c) { return c.kind == kind; }; };
    const bool may_lead = all[at].kind != Kind::letter && all[at].kind != Kind::number && !is_line_end(all[at]);
    const std::size_t letters = at + (may_lead ? 1 : 0);
    if (const std::size_t end = run_end(all, letters, is(Kind::letter)); end > letters) return end;

    if (all[at].kind == Kind::number) return at + 1;

    const std::size_t others = at + (all[at].ascii == ' ' ? 1 : 0);
    if (const std::size_t end = run_end(all, others, is(Kind::other)); end > others)
        return run_end(all, end, is_line_end);

    const std::size_t end = run_end(all, at, is(Kind::space));
    for (std::size_t i = end; i > at; --i) {
        if (is_line_end(all[i - 1])) return i;
    }
    // The last space belongs to what follows; alone it is a word.
    return end < all.size() && end - at > 1 ? end - 1 : end;
}

/// Where the next special token begins, and which one it is: the first in the text, the longest of those there.
std::pair<std::size_t, std::string_view> next_special(std::string_view text, const TokenizerFile& file) {
    std::size_t place = std::string_view::npos;
    std::string_view next;
    for (const auto& [token, id] : file.added_tokens) {
        const std::size_t found = text.find(token);
        if (found < place || (found == place && token.size() > next.size())) {
            place = found;
            next = token;
        }
    }
    return {place, next};
}

}  // namespace

std::vector<std::string> pre_tokenize(std::string_view text) {
    const Characters all = characters(text);
    std::vector<std::string> words;
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = word_end(all, at);
        std::string& word = words.emplace_back();
        for (; at < end; ++at) word += all[at].bytes;
    }
    return words;
}

std::vector<TokenId> encode(std::string_view text, const TokenizerFile& file) {
    std::vector<TokenId> ids;
    while (!text.empty()) {
        const auto [place, special] = next_special(text, file);
        for (const std::string& word : pre_tokenize(text.substr(0, place))) {
            const std::string written = to_byte_level(word);
            if (const auto whole = file.vocab.find(written); whole != file.vocab.end()) {
                ids.push_back(whole->second);
                continue;
            }
            for (const std::string& piece : bpe(written, file.merges)) ids.push_back(file.vocab.at(piece));
        }
        if (place == std::string_view::npos) break;
        ids.push_back(file.added_tokens.find(special)->second);
        text.remove_prefix(place + special.size());
    }
    return ids;
}

}  // namespace tiny_llm
