#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// How numbers are stored: safetensors' F32, F16, BF16, and GGUF's, which has blocks besides (tiny_llm/quantized.hpp). A tensor of
/// any other dtype (the buffers of some models) may be in a file, but not be read.
enum class DType { float32, float16, bfloat16, q8_0, q4_0, other };

/// So many neighbours of a row take so many bytes. Not of DType::other.
struct BlockSize {
    std::size_t elements, bytes;
};
BlockSize block_of(DType dtype);

/// A tensor where it lies, in a file or in memory. Nothing is copied; both stay as long as one of these lives.
struct StoredTensor {
    std::string name;  // as the file has it
    DType dtype = DType::float32;
    std::string dtype_name;          // as the file spells it
    std::vector<std::size_t> shape;  // row-major
    const std::byte* data = nullptr;
    std::shared_ptr<const void> owner;  // of the data

    std::size_t size() const;  // elements
    std::size_t bytes() const { return size() / block_of(dtype).elements * block_of(dtype).bytes; }
};

/// "[2,3]", as the files have it.
std::string text_of(const std::vector<std::size_t>& shape);

/// The tensor in memory, as float32.
Tensor to_tensor(const StoredTensor& stored);

/// Elements [begin, begin + count) of the tensor, as float32, to `out`. The range is the caller's to check.
void read_elements(const StoredTensor& stored, std::size_t begin, std::size_t count, float* out);

/// The tensors of a model, by Hugging Face's names.
class StoredTensors {
public:
    /// where   names it in errors
    /// sizes   what says which shapes there should be
    /// bytes   of all files
    StoredTensors(std::filesystem::path where, std::string sizes, std::size_t bytes)
        : where_(std::move(where)), sizes_(std::move(sizes)), bytes_(bytes) {}

    /// Throws ModelError when there is no such tensor, when its shape is not `shape`, or when its dtype is not read here.
    const StoredTensor& get(const std::string& name, const std::vector<std::size_t>& shape) const;

    [[noreturn]] void fail(const std::string& name, const std::string& what) const;

    bool contains(const std::string& name) const { return tensors_.contains(name); }
    bool contains(DType dtype) const;
    void add(const std::string& name, StoredTensor tensor) { tensors_.emplace(name, std::move(tensor)); }
    std::size_t bytes() const { return bytes_; }

protected:
    std::filesystem::path where_;  // the file, or the index
    std::string sizes_;
    std::size_t bytes_;
    std::map<std::string, StoredTensor> tensors_;
};

}  // namespace tiny_llm
