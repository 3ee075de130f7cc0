#pragma once

#include <string>
#include <vector>

#include "page.hpp"

/// The anchors that GitHub makes from a page's headings: "by-hand", "三维", and "hints-1" for a second "Hints".
std::vector<std::string> anchors(const Page& page);
