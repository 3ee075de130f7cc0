#pragma once

#include <istream>
#include <string>
#include <string_view>

/// What the source of a planted mistake tells a learner: of the comment lines at its top those that begin with `begins`
/// ("// en: " or "// zh: "), and their continuation lines "//     ", with `joint` between two. The grader and the runner
/// both read it.
inline std::string explanation(std::istream& source, std::string_view begins, std::string_view joint) {
    constexpr std::string_view continued = "//     ";
    std::string text;
    bool inside = false;
    for (std::string line; std::getline(source, line) && line.starts_with("//");) {
        if (inside && line.starts_with(continued)) {
            text.append(joint).append(line, continued.size());
            continue;
        }
        inside = line.starts_with(begins);
        if (inside) text = line.substr(begins.size());
    }
    return text;
}
