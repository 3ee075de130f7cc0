#pragma once

#include <string>
#include <vector>

namespace learn {

/// The command that installs a package here. Its names are apt's, dnf's, pacman's and brew's; where there is none of the four,
/// apt's is told.
std::string install_command(const std::vector<std::string>& names);

}  // namespace learn
