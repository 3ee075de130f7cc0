#include "model/stored.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <stdexcept>

#include "model/error.hpp"
#include "tiny_llm/quantized.hpp"

namespace tiny_llm {
namespace {

float element(const Q8Block& block, std::size_t i) { return block.values[i]; }
float element(const Q4Block& block, std::size_t i) {
    return static_cast<float>(i < 16 ? block.values[i] & 15 : block.values[i - 16] >> 4) - 8.0f;
}

template <class Quantities>
void read_blocks(const StoredTensor& stored, std::size_t begin, std::size_t count, float* out) {
    for (std::size_t end = begin + count; begin < end;) {
        Quantities block;
        std::memcpy(static_cast<void*>(&block), stored.data + begin / 32 * sizeof block, sizeof block);
        const float scale = block.scale;
        for (std::size_t i = begin % 32; i < 32 && begin < end; ++i, ++begin) *out++ = scale * element(block, i);
    }
}

}  // namespace

std::string text_of(const std::vector<std::size_t>& shape) {
    std::string text;
    for (const std::size_t length : shape) (text += text.empty() ? "" : ",") += std::to_string(length);
    return "[" + text + "]";
}

BlockSize block_of(DType dtype) {
    switch (dtype) {
        case DType::float32: return {1, sizeof(float)};
        case DType::float16: return {1, sizeof(float16)};
        case DType::bfloat16: return {1, sizeof(bfloat16)};
        case DType::q8_0: return {32, sizeof(Q8Block)};
        case DType::q4_0: return {32, sizeof(Q4Block)};
        case DType::other: break;
    }
    throw std::logic_error("block_of: a dtype that is not read");
}

std::size_t StoredTensor::size() const {
    return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

void read_elements(const StoredTensor& stored, std::size_t begin, std::size_t count, float* out) {
    // memcpy, because nothing in the formats aligns a tensor to its element's size.
    const auto read_as = [&]<class Stored>(Stored) {
        for (std::size_t i = 0; i < count; ++i) {
            Stored element;
            std::memcpy(static_cast<void*>(&element), stored.data + (begin + i) * sizeof(Stored), sizeof(Stored));
            out[i] = static_cast<float>(element);
        }
    };
    switch (stored.dtype) {
        case DType::float32: return read_as(float{});
        case DType::float16: return read_as(float16{});
        case DType::bfloat16: return read_as(bfloat16{});
        case DType::q8_0: return read_blocks<Q8Block>(stored, begin, count, out);
        case DType::q4_0: return read_blocks<Q4Block>(stored, begin, count, out);
        case DType::other: break;
    }
    throw std::logic_error("read_elements: a dtype that is not read");
}

Tensor to_tensor(const StoredTensor& stored) {
    Tensor tensor = xt::empty<float>(stored.shape);
    read_elements(stored, 0, tensor.size(), tensor.data());
    return tensor;
}

void StoredTensors::fail(const std::string& name, const std::string& what) const {
    throw ModelError(where_.string() + ": " + name + ": " + what);
}

bool StoredTensors::contains(DType dtype) const {
    return std::any_of(tensors_.begin(), tensors_.end(), [&](const auto& one) { return one.second.dtype == dtype; });
}

const StoredTensor& StoredTensors::get(const std::string& name, const std::vector<std::size_t>& shape) const {
    const auto found = tensors_.find(name);
    if (found == tensors_.end()) fail(name, "missing");
    const StoredTensor& tensor = found->second;
    if (tensor.shape != shape) {
        fail(tensor.name, "shape is " + text_of(tensor.shape) + ", " + sizes_ + " needs " + text_of(shape));
    }
    if (tensor.dtype == DType::other) {
        fail(tensor.name, "dtype is " + tensor.dtype_name + ", only F32, F16 and BF16 are read here");
    }
    return tensor;
}

}  // namespace tiny_llm
