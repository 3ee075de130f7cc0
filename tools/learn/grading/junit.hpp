#pragma once

#include <string>
#include <vector>

#include "grading/verdict.hpp"
#include "system/files.hpp"

namespace learn {

/// One test case for each exercise. Throws SetupError when the file cannot be written, or is another one (output_file.hpp).
void write_junit(const fs::path& path, const std::vector<Grade>& grades, const fs::path& source_dir);

struct CtestCase {
    std::string name;
    enum { passed, failed, skipped } result = passed;
    std::string reason, output;
};

/// What ctest --output-junit has written; empty when it is not there.
std::vector<CtestCase> read_junit(const fs::path& path);

}  // namespace learn
