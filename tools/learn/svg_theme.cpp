#include "svg_theme.hpp"

#include "theme.hpp"

namespace learn {

std::string dark_rules() {
    using tiny_llm::figures::dark, tiny_llm::figures::light, tiny_llm::figures::Theme;
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

}  // namespace learn
