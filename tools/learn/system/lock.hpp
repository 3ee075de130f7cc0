#pragma once

#include <sys/types.h>

#include <functional>

#include "system/files.hpp"

namespace learn {

/// Holds a lock file for as long as it lives. Programs started meanwhile hold it too, until they end: a build goes on
/// being protected when the runner is killed.
class Lock {
public:
    /// Waits; ends a LockForOthers, and calls `on_wait` once where it takes longer than half a second. Throws Interrupted.
    explicit Lock(const fs::path& path, const std::function<void()>& on_wait = {});
    ~Lock();
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

private:
    int file_;
};

/// Holds the file until somebody wants it for a Lock: the program that it was given to is ended then.
class LockForOthers {
public:
    /// Does not wait.
    explicit LockForOthers(const fs::path& path);
    ~LockForOthers();
    LockForOthers(const LockForOthers&) = delete;
    LockForOthers& operator=(const LockForOthers&) = delete;

    bool held() const { return file_ >= 0; }
    /// The leader of a process group, which SIGTERM ends.
    void give_to(pid_t program);

private:
    int file_;
};

}  // namespace learn
