#include "system/packages.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace learn {
namespace {

bool is_on_path(const std::string& program) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (::access((std::filesystem::path(folder) / program).c_str(), X_OK) == 0) return true;
    }
    return false;
}

}  // namespace

std::string install_command(const std::vector<std::string>& names) {
    const std::vector<std::string> managers{"apt-get", "dnf", "pacman", "brew"};
    std::size_t at = 0;
    for (std::size_t i = managers.size(); i-- > 0;) {
        if (is_on_path(managers[i])) at = i;
    }
    const std::string sudo = managers[at] != "brew" && ::geteuid() != 0 ? "sudo " : "";
    return sudo + managers[at] + (managers[at] == "pacman" ? " -S " : " install ") + names[at];
}

}  // namespace learn
