#include "encode.hpp"

#include <regex>

namespace tiny_llm {

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
