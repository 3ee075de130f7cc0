#include "grader/language.hpp"

#include <cstdlib>
#include <string_view>

namespace grader {

Language language() {
    for (const char* variable : {"TINY_LLM_LANG", "LC_ALL", "LC_MESSAGES", "LANG"}) {
        const char* value = std::getenv(variable);
        if (!value || !*value) continue;
        return std::string_view(value).starts_with("zh") ? Language::zh : Language::en;
    }
    return Language::en;
}

}  // namespace grader
