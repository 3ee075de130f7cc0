#pragma once

#include <functional>
#include <string>
#include <vector>

#include "page.hpp"

/// Where a page's C++ or Python is not the code that it says it shows.
///
/// Above every such fence stands <!-- embed: path/from/the/root.cpp#name -->, and then the fence equals the lines between
/// "// region name" and "// endregion" in that file, which is compiled and tested (a region may have several pieces); or
/// <!-- embed: path.cpp -->, all of a file; or <!-- sketch -->, for what has gaps and is no program. What is folded away
/// needs none: hints are sketches, and a terminal shows them as they stand. Comments, empty lines and indentation do not
/// count: comments are translated. `file` gives the text of a path.
std::vector<std::string> faults(const Page& page, const std::function<std::string(const std::string&)>& file);
