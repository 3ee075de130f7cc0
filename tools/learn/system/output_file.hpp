#pragma once

#include "system/files.hpp"
#include "terminal/language.hpp"

namespace learn {

/// What the learner may name a file for.
struct OutputKind {
    const Message &name, &cannot_write;
    bool (*begins_so)(std::string_view text);  // a file of this kind
};
extern const OutputKind svg_picture, junit_report;

/// Throws SetupError where the learner has named something that is there and is not of this kind, or what the course came
/// with: neither is overwritten. Before the work, so that nobody waits for it in vain.
void require_writable(const fs::path& path, const OutputKind& kind, const fs::path& source_dir);

/// Asks the same again, and writes all or nothing. Throws SetupError.
void write_output(const fs::path& path, const std::string& text, const OutputKind& kind, const fs::path& source_dir);

}  // namespace learn
