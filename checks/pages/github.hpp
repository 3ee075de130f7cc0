#pragma once

#include <string>
#include <vector>

#include "page.hpp"

/// What GitHub would not show as it is meant, or shows and the site does not: "page.md:12: …" for each.
std::vector<std::string> complaints(const Page& page);
