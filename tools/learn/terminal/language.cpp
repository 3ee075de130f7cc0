#include "terminal/language.hpp"

#include <cstdlib>

namespace learn {
namespace {

Language current = Language::en;

}  // namespace

void set_language(Language language) { current = language; }

Language language() { return current; }

const char* language_name() { return current == Language::zh ? "zh" : "en"; }

Language language_from_environment() {
    for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
        const char* value = std::getenv(variable);
        if (value && *value) return std::string(value).starts_with("zh") ? Language::zh : Language::en;
    }
    return Language::en;
}

std::string Message::fill(const std::vector<std::string>& arguments) const {
    const std::string pattern = current == Language::zh ? zh : en;
    std::string text;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const bool slot = pattern[i] == '{' && i + 2 < pattern.size() && pattern[i + 2] == '}';
        const std::size_t k = slot ? static_cast<std::size_t>(pattern[i + 1] - '0') : arguments.size();
        if (k < arguments.size()) {
            text += arguments[k];
            i += 2;
        } else {
            text += pattern[i];
        }
    }
    return text;
}

}  // namespace learn
