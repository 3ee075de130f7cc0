#pragma once

#include <string>
#include <vector>

#include "page.hpp"

/// What two pages do not share although one is the other in another language: headings, formulas, code, the numbers in
/// tables and transcripts, links, images, footnotes, list items, folded blocks. Each names both pages and lines.
std::vector<std::string> differences(const Page& en, const Page& zh);
