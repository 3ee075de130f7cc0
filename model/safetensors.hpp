#pragma once

#include <filesystem>

#include "model/stored.hpp"

namespace tiny_llm {

/// The tensors of a model, by name: of one file, or of all the files that an index names.
///
/// A file is 8 bytes (the header's length, little-endian), the header (JSON: name, dtype, shape, data_offsets), and the
/// data, in which the tensors lie one after another without a gap.
///
/// Source: https://huggingface.co/docs/safetensors
class SafeTensors : public StoredTensors {
public:
    /// Opens folder/model.safetensors, or the shards that folder/model.safetensors.index.json names.
    /// Throws ModelError when neither is there, and for everything that open() throws for.
    static SafeTensors open_folder(const std::filesystem::path& folder);

    /// Opens one file. Throws ModelError, naming file and tensor, when the file is shorter or longer than its header
    /// says, when tensors overlap or leave a gap, or when a shape does not fit the bytes that it is given.
    static SafeTensors open(const std::filesystem::path& file);

private:
    explicit SafeTensors(const std::filesystem::path& where) : StoredTensors(where, "config.json", 0) {}
};

}  // namespace tiny_llm
