#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/mapped_file.hpp"
#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// How a file stores an element: safetensors' F32, F16, BF16. A tensor of any other dtype (the buffers of some models)
/// may be in a file, but not be read.
enum class DType { float32, float16, bfloat16, other };

/// A tensor where it lies in the file. Nothing is copied; the file stays mapped as long as one of these lives.
struct StoredTensor {
    std::string name;
    DType dtype = DType::float32;
    std::string dtype_name;          // as the file spells it
    std::vector<std::size_t> shape;  // row-major
    const std::byte* data = nullptr;
    std::shared_ptr<const MappedFile> file;

    std::size_t size() const;  // elements
};

/// The tensor in memory, as float32. Throws ModelError for a dtype that is not read here.
Tensor to_tensor(const StoredTensor& stored);

/// Elements [begin, begin + count) of the tensor, as float32, to `out`. The range is the caller's to check.
void read_elements(const StoredTensor& stored, std::size_t begin, std::size_t count, float* out);

/// The tensors of a model, by name: of one file, or of all the files that an index names.
///
/// A file is 8 bytes (the header's length, little-endian), the header (JSON: name, dtype, shape, data_offsets), and the
/// data, in which the tensors lie one after another without a gap.
///
/// Source: https://huggingface.co/docs/safetensors
class SafeTensors {
public:
    /// Opens folder/model.safetensors, or the shards that folder/model.safetensors.index.json names.
    /// Throws ModelError when neither is there, and for everything that open() throws for.
    static SafeTensors open_folder(const std::filesystem::path& folder);

    /// Opens one file. Throws ModelError, naming file and tensor, when the file is shorter or longer than its header
    /// says, when tensors overlap or leave a gap, or when a shape does not fit the bytes that it is given.
    static SafeTensors open(const std::filesystem::path& file);

    /// Throws ModelError when there is no such tensor, or when its shape is not `shape`.
    const StoredTensor& get(const std::string& name, const std::vector<std::size_t>& shape) const;

    bool contains(const std::string& name) const { return tensors_.contains(name); }
    std::size_t bytes() const { return bytes_; }  // of all files

private:
    std::filesystem::path where_;  // for errors: the file, or the index
    std::map<std::string, StoredTensor> tensors_;
    std::size_t bytes_ = 0;
};

}  // namespace tiny_llm
