#pragma once

#include <string>
#include <utility>
#include <vector>

namespace learn {

/// This program's variables, with these in the place of those of the same name: "KEY=value" each.
std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& variables);

/// As C takes a list: pointers into `texts`, and a null pointer at the end.
std::vector<char*> pointers(const std::vector<std::string>& texts);

}  // namespace learn
