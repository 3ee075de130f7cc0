#include "system/environment.hpp"

#include <string_view>

extern char** environ;

namespace learn {

std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& variables) {
    std::vector<std::string> result;
    for (char** variable = environ; *variable; ++variable) {
        bool replaced = false;
        for (const auto& [key, value] : variables)
            replaced = replaced || std::string_view(*variable).starts_with(key + "=");
        if (!replaced) result.emplace_back(*variable);
    }
    for (const auto& [key, value] : variables) result.push_back(key + "=" + value);
    return result;
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
    std::vector<char*> result;
    result.reserve(texts.size() + 1);
    for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
    result.push_back(nullptr);
    return result;
}

}  // namespace learn
