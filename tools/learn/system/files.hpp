#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace learn {

namespace fs = std::filesystem;

/// The file's bytes, at most `limit` of them; nothing where it cannot be read or is no regular file.
std::optional<std::string> read_file(const fs::path& path, std::size_t limit = std::size_t{64} << 20);

/// Through a temporary file and a rename: whoever reads sees the old file or the new one. False when it cannot.
bool write_file(const fs::path& path, const std::string& text);

/// Of a text, to see later whether it is still the same: 16 hexadecimal digits (FNV-1a, which no library here has).
std::string fingerprint(std::string_view text);

/// 20260131-235959, for the names of backups.
std::string timestamp();

/// `path` as typed from the learner's folder: relative to `root` where it lies inside.
std::string shown(const fs::path& path, const fs::path& root);

}  // namespace learn
