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

/// Under the first name of STEM+END, STEM-2+END, … that nothing has yet. Where it cannot be written whole, there is none, and
/// the path is empty.
fs::path write_new_file(const fs::path& folder, const std::string& stem, const std::string& end,
                        const std::string& text);

/// Moves whatever is there to such a name, and replaces nothing. The path is empty where it cannot.
fs::path move_to_new_name(const fs::path& from, const fs::path& folder, const std::string& stem,
                          const std::string& end);

/// Waits until the file is on the disk.
bool sync(const fs::path& path);

/// Puts `fresh` in the place of `file` and what was there in the place of `fresh`, in one step: what an editor saves at that
/// moment is in one of the two. False, and nothing is changed, where the system cannot do that.
bool exchange(const fs::path& fresh, const fs::path& file);

/// Through a temporary file and a rename: whoever reads sees the old file or the new one. False when it cannot.
bool write_file(const fs::path& path, const std::string& text);

/// Of a text, to see later whether it is still the same: 16 hexadecimal digits (FNV-1a, which no library here has).
std::string fingerprint(std::string_view text);

/// 20260131-235959, for the names of backups.
std::string timestamp();

/// `path` as typed from the learner's folder: relative to `root` where it lies inside.
std::string shown(const fs::path& path, const fs::path& root);

}  // namespace learn
