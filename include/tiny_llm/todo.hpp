#pragma once

#include <stdexcept>
#include <string>

namespace tiny_llm {

/// Thrown by todo(). The grader reads it as "unsolved", which is not "failed".
struct NotImplemented : std::logic_error {
    NotImplemented(const char* file, int line)
        : std::logic_error("not solved yet: " + std::string(file) + ":" + std::to_string(line)),
          file(file),
          line(line) {}

    const char* file;
    int line;
};

/// Marks the place where your code goes. Replace the call.
// The builtins rather than std::source_location, which clang 14 does not have.
[[noreturn]] inline void todo(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    throw NotImplemented(file, line);
}

}  // namespace tiny_llm
