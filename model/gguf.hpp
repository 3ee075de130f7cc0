#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/mapped_file.hpp"
#include "model/stored.hpp"

namespace tiny_llm {

/// A GGUF file, as llama.cpp keeps a model: what is known about it, then its tensors. The numbers stay in the file.
///
/// A file is "GGUF", the version, how many tensors and how many entries there are, the entries (key, type, value), for each tensor
/// its name, axes, type and place, and, from the next multiple of `general.alignment` on, the data.
///
/// Source: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
class Gguf {
public:
    /// Throws ModelError, naming the file and the key or tensor, where the file is damaged, not of version 2 or 3, or has a tensor
    /// of a type that is not read here. No count is believed: what it counts must be in the file.
    explicit Gguf(const std::filesystem::path& path);

    bool has(const std::string& key) const { return entries_.contains(key); }
    /// The value of an entry. Each throws ModelError where it is missing or of another type, unless there is an `otherwise`.
    std::uint64_t count(const std::string& key) const;  // 1 to 2^31 - 1, of any type of whole numbers
    std::uint64_t count(const std::string& key, std::uint64_t otherwise) const;
    std::uint64_t whole(const std::string& key, std::uint64_t otherwise) const;  // 0 to 2^31 - 1
    float positive(const std::string& key) const;
    float positive(const std::string& key, float otherwise) const;
    bool flag(const std::string& key, bool otherwise) const;
    std::string text(const std::string& key) const;
    std::string text(const std::string& key, const std::string& otherwise) const;
    std::vector<std::string_view> texts(const std::string& key) const;  // they lie in the file
    std::vector<std::int32_t> numbers(const std::string& key) const;

    /// In the order of the file, under its names.
    const std::vector<StoredTensor>& tensors() const { return tensors_; }
    const MappedFile& file() const { return *file_; }

    /// `key` is an entry's or a tensor's.
    [[noreturn]] void fail(std::string_view key, const std::string& what) const;

private:
    class Reader;
    /// Of an array: of its elements.
    struct Entry {
        std::uint32_t type;
        bool is_array;
        std::uint64_t count;
        std::size_t begin;  // in the file
    };
    const Entry* find(const std::string& key, bool is_array) const;
    const Entry& require(const std::string& key, bool is_array) const;
    std::optional<std::int64_t> whole_number(const Entry& entry) const;
    std::uint64_t between(const std::string& key, std::uint64_t least) const;

    std::shared_ptr<const MappedFile> file_;
    std::map<std::string, Entry> entries_;
    std::vector<StoredTensor> tensors_;
};

}  // namespace tiny_llm
