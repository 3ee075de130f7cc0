#pragma once

#include <string>

#include "system/files.hpp"

namespace learn {

/// A copy of the learner's file under a name of its own: .learn/backup/silu-20260131-235959.cpp, or …-2.cpp. Throws SetupError
/// where there can be none.
fs::path backed_up(const fs::path& source_dir, const fs::path& file, const std::string& name, const std::string& end);

}  // namespace learn
