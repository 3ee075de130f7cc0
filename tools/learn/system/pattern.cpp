#include "system/pattern.hpp"

#include <stdexcept>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

namespace learn {
namespace {

PCRE2_SPTR bytes(const std::string& text) { return reinterpret_cast<PCRE2_SPTR>(text.data()); }

}  // namespace

Pattern::Pattern(const std::string& pattern) {
    int error = 0;
    PCRE2_SIZE where = 0;
    code_.reset(pcre2_compile(bytes(pattern), pattern.size(), 0, &error, &where, nullptr),
                [](void* code) { pcre2_code_free(static_cast<pcre2_code*>(code)); });
    if (!code_) throw std::logic_error("no pattern: " + pattern);
}

std::optional<Pattern::Match> Pattern::find(const std::string& text, std::size_t from) const {
    const auto* code = static_cast<const pcre2_code*>(code_.get());
    const std::unique_ptr<pcre2_match_data, decltype(&pcre2_match_data_free)> data(
        pcre2_match_data_create_from_pattern(code, nullptr), &pcre2_match_data_free);
    const int groups = pcre2_match(code, bytes(text), text.size(), from, 0, data.get(), nullptr);
    if (groups < 0) return std::nullopt;
    const PCRE2_SIZE* at = pcre2_get_ovector_pointer(data.get());
    Match match{at[0], at[1], {}};
    for (int i = 1; i < groups; ++i) {
        const bool took_part = at[2 * i] != PCRE2_UNSET;
        match.groups.push_back(took_part ? text.substr(at[2 * i], at[2 * i + 1] - at[2 * i]) : "");
    }
    return match;
}

}  // namespace learn
