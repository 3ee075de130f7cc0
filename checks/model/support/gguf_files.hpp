#pragma once

#include <cstdint>

#include "model_files.hpp"

namespace gguf_files {

/// An entry: its type, or with a 9 before it that of an array's elements, and its value, as they lie in the file.
struct Entry {
    std::string key, value;
};

Entry text(const std::string& key, const std::string& value);
Entry texts(const std::string& key, const std::vector<std::string>& values);
Entry number(const std::string& key, std::uint32_t value);
Entry flag(const std::string& key, bool value);
Entry real(const std::string& key, float value);
Entry numbers(const std::string& key, const std::vector<std::int32_t>& values);

/// A tensor; `type` is ggml's number.
struct Tensor {
    std::string name;
    std::uint32_t type;
    std::vector<std::size_t> shape;  // row-major, as model_files::Entry has it
    std::string bytes;
};

/// Any number as it lies in a file, and a text with its length before it.
template <class T>
std::string bytes_of(T value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}
std::string with_length(const std::string& text);

std::string file(const std::vector<Entry>& entries, const std::vector<Tensor>& tensors);

/// A model as llama.cpp's converter writes it: architecture is qwen2, qwen3 or llama.
struct Model {
    Model(const model_files::Model& model, const std::string& architecture);

    Entry& entry(const std::string& key);     // a new one if there is none
    Tensor& tensor(const std::string& name);  // throws std::out_of_range
    std::string bytes() const { return file(entries, tensors); }

    std::vector<Entry> entries;
    std::vector<Tensor> tensors;
};

}  // namespace gguf_files
