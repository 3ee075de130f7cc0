#pragma once

#include <functional>

#include "system/files.hpp"

namespace learn {

/// Holds a lock file for as long as it lives. Programs started meanwhile hold it too, until they end: a build goes on
/// being protected when the runner is killed.
class Lock {
public:
    /// Waits; calls `on_wait` once when somebody else holds it. Throws Interrupted.
    explicit Lock(const fs::path& path, const std::function<void()>& on_wait = {});
    ~Lock();
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

private:
    int file_;
};

}  // namespace learn
