#pragma once

#include "system/files.hpp"

namespace learn {

/// Whether a program, a library or an object file goes on to its end: what a power failure, a full disk or a linker that was
/// killed leaves is empty, cut off, or begins with zeros.
bool is_whole(const fs::path& path);

}  // namespace learn
