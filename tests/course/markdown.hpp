#pragma once

#include <string>
#include <vector>

/// What two pages must share when one is the other in another language.
struct Outline {
    std::vector<std::string> heading_levels;  // "##"
    std::vector<std::string> fences;          // language and text, comments taken out; math too
    std::vector<std::string> table_rows;      // the number of cells in each row
    std::vector<std::string> links;           // targets, with /en/ and /zh/ alike
    std::vector<std::string> details;         // one for each folded block
};

Outline outline(const std::string& markdown);

/// The anchors that GitHub makes from a page's headings: "by-hand", "三维", and "hints-1" for a second "Hints".
std::vector<std::string> anchors(const std::string& markdown);
