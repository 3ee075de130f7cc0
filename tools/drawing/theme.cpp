#include "tools/drawing/theme.hpp"

namespace tiny_llm::figures {

std::string dark_rules() {
    std::string rules = "@media (prefers-color-scheme: dark) {\n";
    for (const auto colour : {&Theme::text, &Theme::muted, &Theme::rule, &Theme::faint, &Theme::first, &Theme::second,
                              &Theme::third, &Theme::ground}) {
        for (const std::string property : {"fill", "stroke"}) {
            rules += "  [" + property + "=\"" + std::string(light.*colour) + "\"] { " + property + ": " +
                     std::string(dark.*colour) + " }\n";
        }
    }
    return rules + "}\n";
}

}  // namespace tiny_llm::figures
