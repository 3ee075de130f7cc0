#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace learn {

/// A regular expression, run by PCRE2, which the model needs anyway: the standard's own takes seconds to compile.
class Pattern {
public:
    /// Throws std::logic_error for what is none.
    explicit Pattern(const std::string& pattern);

    struct Match {
        std::size_t begin, end;
        std::vector<std::string> groups;  // empty where one took no part
    };
    std::optional<Match> find(const std::string& text, std::size_t from = 0) const;
    bool is_in(const std::string& text) const { return find(text).has_value(); }

private:
    std::shared_ptr<const void> code_;
};

}  // namespace learn
