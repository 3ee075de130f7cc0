#include "system/run_folder.hpp"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "messages.hpp"
#include "system/errors.hpp"

namespace learn {
namespace {

/// What runs that were killed have left.
void sweep(const fs::path& parent) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(parent, error)) {
        const int owner = std::atoi(entry.path().filename().c_str());
        if (owner > 0 && ::kill(owner, 0) != 0 && errno == ESRCH) fs::remove_all(entry.path(), error);
    }
}

}  // namespace

RunFolder::RunFolder(const Course& course, const std::string& name) {
    const fs::path parent = course.build_dir / "run";
    std::error_code error;
    fs::create_directories(parent, error);
    sweep(parent);
    std::string pattern = (parent / (std::to_string(::getpid()) + "-" + name + "-XXXXXX")).string();
    if (!::mkdtemp(pattern.data())) throw SetupError(msg::cannot_write(parent.string()));
    path_ = pattern;
}

void RunFolder::clear() const {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(path_, error)) fs::remove_all(entry.path(), error);
}

RunFolder::~RunFolder() {
    std::error_code error;
    fs::remove_all(path_, error);
}

}  // namespace learn
