#pragma once

#include <cstdlib>

#include "system/files.hpp"

struct TemporaryFolder {
    TemporaryFolder() {
        std::string pattern = (learn::fs::temp_directory_path() / "learn-test-XXXXXX").string();
        path = ::mkdtemp(pattern.data());
    }
    ~TemporaryFolder() { learn::fs::remove_all(path); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    learn::fs::path path;
};
