#pragma once

#include <sys/types.h>

namespace answers {

/// From now on a process whose parent has died becomes a child of this one (on Linux), so that none can hide.
void adopt_orphans();

/// Kills everything that descends from this process, and takes away what is dead; `except` is left to its owner, who
/// waits for it. On systems without /proc it does nothing: there the process group has to do.
void kill_descendants(int except = 0);

}  // namespace answers
