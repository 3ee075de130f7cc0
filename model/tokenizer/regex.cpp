#include "model/tokenizer/regex.hpp"

#include <cctype>
#include <stdexcept>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

namespace tiny_llm {

namespace {

std::string message(int error) {
    PCRE2_UCHAR text[256];
    pcre2_get_error_message(error, text, sizeof text);
    return reinterpret_cast<const char*>(text);
}

PCRE2_SPTR units(std::string_view text) { return reinterpret_cast<PCRE2_SPTR>(text.data()); }

}  // namespace

Regex::Regex(const std::string& pattern, Subject subject) {
    int error = 0;
    PCRE2_SIZE at = 0;
    // Oniguruma's ^ and $ are always those of a line.
    const std::uint32_t unicode = PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE;
    pcre2_code* const code =
        pcre2_compile(units(pattern), pattern.size(), subject == Subject::unicode ? unicode : 0, &error, &at, nullptr);
    if (code == nullptr) throw std::invalid_argument(message(error) + " at offset " + std::to_string(at));
    code_ = std::shared_ptr<pcre2_code>(code, pcre2_code_free);
    pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);  // where PCRE2 has none for this machine, it interprets
}

void Regex::for_each_match(std::string_view text, const std::function<void(std::size_t, std::size_t)>& found) const {
    const auto* const code = static_cast<const pcre2_code*>(code_.get());
    const std::unique_ptr<pcre2_match_data, decltype(&pcre2_match_data_free)> match(
        pcre2_match_data_create_from_pattern(code, nullptr), pcre2_match_data_free);
    const PCRE2_SIZE* const span = pcre2_get_ovector_pointer(match.get());
    std::uint32_t options = 0;  // the first call checks that the text is UTF-8
    for (std::size_t from = 0; from <= text.size();) {
        int matched = pcre2_match(code, units(text), text.size(), from, options, match.get(), nullptr);
        if (matched == PCRE2_ERROR_JIT_STACKLIMIT)
            matched = pcre2_match(code, units(text), text.size(), from, options | PCRE2_NO_JIT, match.get(), nullptr);
        if (matched == PCRE2_ERROR_NOMATCH) return;
        if (matched < 0) throw std::runtime_error("the pattern cannot be matched: " + message(matched));
        options = PCRE2_NO_UTF_CHECK;
        const std::size_t begin = span[0], end = span[1];
        // \K can put the beginning behind the end or before where the search began.
        if (begin < from || end < begin) throw std::runtime_error("the pattern matches backwards");
        found(begin, end);
        from = end > begin ? end : end + 1;
        while (from < text.size() && (text[from] & 0xC0) == 0x80 && end == begin) ++from;
    }
}

std::string Regex::from_oniguruma(std::string_view pattern) {
    std::string translated;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        if (pattern[at] != '\\' || at + 1 == pattern.size()) {
            if (pattern.substr(at, 2) == "&&") throw std::invalid_argument("&& is not supported");
            translated += pattern[at];
            continue;
        }
        const unsigned char escape = static_cast<unsigned char>(pattern[++at]);
        // PCRE2's \s also has U+180E, which has been no space since Unicode 6.3.
        if (escape == 's') translated += "\\p{White_Space}";
        else if (escape == 'S') translated += "\\P{White_Space}";
        else if (std::isalnum(escape) && std::string_view("dDpPrnt").find(pattern[at]) == std::string_view::npos)
            throw std::invalid_argument(std::string("the escape \\") + pattern[at] + " is not supported");
        else translated += {'\\', pattern[at]};
    }
    return translated;
}

std::string Regex::escaped(std::string_view text) {
    std::string pattern;
    for (const char byte : text) {
        const auto unit = static_cast<unsigned char>(byte);
        if (unit < 0x80 && !std::isalnum(unit)) pattern += '\\';
        pattern += byte;
    }
    return pattern;
}

}  // namespace tiny_llm
