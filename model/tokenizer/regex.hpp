#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace tiny_llm {

/// A regular expression, run by PCRE2.
class Regex {
public:
    enum class Subject { unicode, bytes };

    /// Throws std::invalid_argument saying what is wrong and where.
    Regex(const std::string& pattern, Subject subject);

    /// Calls `found(begin, end)` for each match from left to right; a match may be empty. A unicode subject is UTF-8.
    /// Throws std::runtime_error where the pattern takes too long.
    void for_each_match(std::string_view text, const std::function<void(std::size_t, std::size_t)>& found) const;

    /// A pattern that tokenizer.json has for Oniguruma, in PCRE2's words. Throws std::invalid_argument for what the
    /// two might understand differently.
    static std::string from_oniguruma(std::string_view pattern);

    /// A pattern for these very bytes.
    static std::string escaped(std::string_view text);

private:
    std::shared_ptr<const void> code_;
};

}  // namespace tiny_llm
