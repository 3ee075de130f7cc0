#pragma once

#include <string>

#include "course/course.hpp"

namespace learn {

/// A private folder in the build folder that goes away with everything in it.
class RunFolder {
public:
    /// `name` is a part of its name. Throws SetupError.
    RunFolder(const Course& course, const std::string& name);
    ~RunFolder();
    RunFolder(const RunFolder&) = delete;
    RunFolder& operator=(const RunFolder&) = delete;
    const fs::path& path() const { return path_; }
    void clear() const;

private:
    fs::path path_;
};

}  // namespace learn
