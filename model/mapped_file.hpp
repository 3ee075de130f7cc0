#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace tiny_llm {

/// A whole file as read-only memory. Pages are read when they are first looked at, and the system may drop them again:
/// a model that is larger than memory still opens at once.
class MappedFile {
public:
    /// Throws ModelError naming the file when it cannot be opened, or is a folder, a pipe, a device: every file of a model is
    /// read by this class.
    explicit MappedFile(const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    const std::byte* data() const { return data_; }
    std::size_t size() const { return size_; }
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
    const std::byte* data_ = nullptr;
    std::size_t size_ = 0;
};

/// A small file (JSON) as text. Throws ModelError naming the file when it cannot be read or is larger than `limit`.
std::string read_text(const std::filesystem::path& path, std::size_t limit = std::size_t{1} << 28);

}  // namespace tiny_llm
