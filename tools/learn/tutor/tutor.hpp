#pragma once

#include "system/files.hpp"

namespace learn {

/// Puts rules for AI assistants into the learner's clone: teach, don't solve. With `off` takes them away. A file that is not
/// ours is left alone; one of ours that was edited is backed up first. Returns the program's exit code: 1 when a file was in
/// the way of a rule.
int tutor(const fs::path& source_dir, bool off);

}  // namespace learn
