#pragma once

#include <string>
#include <vector>

namespace learn {

enum class Language { en, zh };

void set_language(Language language);
Language language();

/// "en" or "zh", as the folders under docs/ are called.
const char* language_name();

/// From LC_ALL, LC_MESSAGES, LANG, the first that is set: as every other program does it.
Language language_from_environment();

/// One text in both languages, side by side, so that neither can be forgotten. {0}, {1}, … are filled in.
struct Message {
    const char* en;
    const char* zh;

    template <class... Arguments>
    std::string operator()(const Arguments&... arguments) const {
        return fill({std::string(arguments)...});
    }

private:
    std::string fill(const std::vector<std::string>& arguments) const;
};

}  // namespace learn
