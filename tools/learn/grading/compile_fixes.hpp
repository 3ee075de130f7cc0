#pragma once

#include <string>
#include <vector>

#include "grading/compile_log.hpp"

namespace learn {

/// What to write instead, for an error that many make.
struct CompileFix {
    std::string id, text;
};

/// What is known of this error in a file with this text. Empty where nothing is certain.
std::vector<CompileFix> compile_fixes(const SourceError& error, const std::string& file);

/// The names of all, in the table's order.
std::vector<std::string> compile_fix_ids();

}  // namespace learn
