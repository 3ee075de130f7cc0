#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace model_files {

/// A folder of its own for a test, removed afterwards.
class Folder {
public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

void write(const std::filesystem::path& file, const std::string& bytes);

/// A tensor as safetensors stores it.
struct Entry {
    std::string name;
    std::string dtype;
    std::vector<std::size_t> shape;
    std::string bytes;
};

/// Numbers as F32, F16 or BF16.
Entry entry(const std::string& name, const std::string& dtype, const std::vector<std::size_t>& shape,
            const std::vector<float>& values);

/// The length, the header as it is given, the data: for files that lie.
std::string safetensors(const std::string& header, const std::string& data);

/// A file that does not lie.
std::string safetensors(const std::vector<Entry>& entries);

/// A model as Hugging Face keeps it, to be damaged before it is written.
struct Model {
    nlohmann::ordered_json config;
    std::vector<Entry> tensors;
    std::string tokenizer;

    Entry& tensor(const std::string& name);  // throws std::out_of_range
    void write(const std::filesystem::path& folder) const;
    void write_in_shards(const std::filesystem::path& folder, std::size_t shards) const;
};

/// A copy in another dtype. In float32 with the values that `dtype` rounds to, when `rounded_only`.
Model converted(const Model& model, const std::string& dtype, bool rounded_only = false);

/// What is on the disk, read with a reader of our own that believes every word.
Model read(const std::filesystem::path& folder);

}  // namespace model_files
