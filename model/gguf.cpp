#include "model/gguf.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>

#include "model/error.hpp"
#include "model/tokenizer/field.hpp"

namespace tiny_llm {
namespace {

/// The types of entries, in the order of their numbers.
namespace kind {
enum : std::uint32_t { u8, i8, u16, i16, u32, i32, f32, boolean, string, array, u64, i64, f64, count };
}
constexpr std::size_t entry_bytes[] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
const char* entry_name(std::uint32_t type) {
    constexpr const char* names[] = {"a u8",   "an i8",    "a u16",    "an i16", "a u32",  "an i32", "an f32",
                                     "a bool", "a string", "an array", "a u64",  "an i64", "an f64"};
    return names[type];
}

/// ggml's names of the types of tensors, by their numbers; empty where none is left.
constexpr const char* tensor_types[] = {"F32",     "F16",    "Q4_0",    "Q4_1",  "",       "",      "Q5_0",  "Q5_1",
                                        "Q8_0",    "Q8_1",   "Q2_K",    "Q3_K",  "Q4_K",   "Q5_K",  "Q6_K",  "Q8_K",
                                        "IQ2_XXS", "IQ2_XS", "IQ3_XXS", "IQ1_S", "IQ4_NL", "IQ3_S", "IQ2_S", "IQ4_XS",
                                        "I8",      "I16",    "I32",     "I64",   "F64",    "IQ1_M", "BF16",  "",
                                        "",        "",       "TQ1_0",   "TQ2_0", "",       "",      "",      "MXFP4"};

DType dtype_of_ggml(std::uint32_t type) {
    switch (type) {
        case 0: return DType::float32;
        case 1: return DType::float16;
        case 2: return DType::q4_0;
        case 8: return DType::q8_0;
        case 30: return DType::bfloat16;
        default: return DType::other;
    }
}

}  // namespace

/// Goes through the file from its beginning.
class Gguf::Reader {
public:
    Reader(const Gguf& gguf) : gguf_(gguf) {}

    template <class T>
    T number(std::string_view of) {
        T value;
        std::memcpy(&value, skip(sizeof value, of), sizeof value);
        return value;
    }

    std::string_view text(std::string_view of) {
        const auto length = number<std::uint64_t>(of);
        const std::byte* begin = skip(length, of);
        return {reinterpret_cast<const char*>(begin), length};
    }

    const std::byte* skip(std::uint64_t bytes, std::string_view of) {
        const std::size_t left = gguf_.file_->size() - at_;
        if (bytes > left) {
            gguf_.fail(
                of, "truncated, it needs " + std::to_string(bytes) + " bytes and the file has " + std::to_string(left));
        }
        const std::byte* here = gguf_.file_->data() + at_;
        at_ += bytes;
        return here;
    }

    std::size_t at() const { return at_; }
    void move_to(std::size_t at) { at_ = at; }

private:
    const Gguf& gguf_;
    std::size_t at_ = 0;
};

void Gguf::fail(std::string_view key, const std::string& what) const {
    std::string name = in_quotes(key);  // a key may hold anything
    name.pop_back();
    name.erase(0, 1);
    throw ModelError(file_->path().string() + ": " + name + ": " + what);
}

Gguf::Gguf(const std::filesystem::path& path) : file_(std::make_shared<const MappedFile>(path)) {
    Reader reader(*this);
    if (file_->size() < 4 || std::memcmp(file_->data(), "GGUF", 4) != 0) {
        throw ModelError(path.string() + ": not a GGUF file, and not a folder with a model");
    }
    reader.move_to(4);
    const auto version = reader.number<std::uint32_t>("version");
    if (version != 2 && version != 3) fail("version", std::to_string(version) + ", only 2 and 3 are read here");
    const auto tensor_count = reader.number<std::uint64_t>("count of tensors");
    const auto entry_count = reader.number<std::uint64_t>("count of entries");

    for (std::uint64_t i = 0; i < entry_count; ++i) {
        const std::string_view key =
            reader.text("entry " + std::to_string(i + 1) + " of " + std::to_string(entry_count));
        Entry entry{reader.number<std::uint32_t>(key), false, 1, 0};
        const auto require_known = [&] {
            if (entry.type >= kind::count)
                fail(key, "its type is " + std::to_string(entry.type) + ", and there are 0 to 12");
        };
        require_known();
        if (entry.type == kind::array) {
            entry.is_array = true;
            entry.type = reader.number<std::uint32_t>(key);
            require_known();
            if (entry.type == kind::array) fail(key, "an array of arrays is not read here");
            entry.count = reader.number<std::uint64_t>(key);
        }
        entry.begin = reader.at();
        if (entry.type == kind::string) {
            for (std::uint64_t text = 0; text < entry.count; ++text) reader.text(key);
        } else {
            std::uint64_t bytes = 0;
            if (__builtin_mul_overflow(entry.count, entry_bytes[entry.type], &bytes)) bytes = entry.count;
            reader.skip(bytes, key);
        }
        if (!entries_.emplace(key, entry).second) fail(key, "comes twice");
    }

    std::set<std::string_view> names;
    std::vector<std::uint64_t> places;
    for (std::uint64_t i = 0; i < tensor_count; ++i) {
        const std::string_view name =
            reader.text("tensor " + std::to_string(i + 1) + " of " + std::to_string(tensor_count));
        if (!names.insert(name).second) fail(name, "comes twice");
        StoredTensor tensor;
        tensor.name = name;
        const auto axes = reader.number<std::uint32_t>(name);
        if (axes > 4) fail(name, std::to_string(axes) + " axes, and a tensor has at most 4");
        for (std::uint32_t axis = 0; axis < axes; ++axis) {
            tensor.shape.insert(tensor.shape.begin(), reader.number<std::uint64_t>(name));
        }
        const auto type = reader.number<std::uint32_t>(name);
        tensor.dtype = dtype_of_ggml(type);
        if (tensor.dtype == DType::other) {
            const bool known = type < std::size(tensor_types) && *tensor_types[type];
            fail(name, "its type is " + (known ? tensor_types[type] : "number " + std::to_string(type)) +
                           ", only F32, F16, BF16, Q8_0 and Q4_0 are read here");
        }
        tensor.dtype_name = tensor_types[type];
        places.push_back(reader.number<std::uint64_t>(name));
        tensors_.push_back(std::move(tensor));
    }

    const std::uint64_t alignment = count("general.alignment", 32);
    if (alignment & (alignment - 1)) fail("general.alignment", std::to_string(alignment) + " is not a power of two");
    const auto aligned = [&](std::size_t at) { return (at + alignment - 1) / alignment * alignment; };
    const std::size_t data_begin = aligned(reader.at());
    std::size_t position = 0;
    for (std::size_t i = 0; i < tensors_.size(); ++i) {
        StoredTensor& tensor = tensors_[i];
        const BlockSize block = block_of(tensor.dtype);
        std::size_t size = 1;
        for (const std::size_t length : tensor.shape) {
            if (__builtin_mul_overflow(size, length, &size) || size > std::numeric_limits<std::int64_t>::max() / 8) {
                fail(tensor.name, "shape " + text_of(tensor.shape) + " is too large");
            }
        }
        if (block.elements > 1 && (tensor.shape.empty() || tensor.shape.back() % block.elements != 0)) {
            fail(tensor.name, "shape " + text_of(tensor.shape) + " does not fit " + tensor.dtype_name +
                                  ", whose rows consist of " + std::to_string(block.elements) + " numbers each");
        }
        if (places[i] != position) {
            fail(tensor.name, "begins at byte " + std::to_string(places[i]) + " of the data, and should at " +
                                  std::to_string(position));
        }
        const std::size_t there = file_->size() - std::min(file_->size(), data_begin);
        if (position > there || tensor.bytes() > there - position) {
            fail(tensor.name, "truncated, it needs " + std::to_string(tensor.bytes()) + " bytes and the file has " +
                                  std::to_string(there - std::min(there, position)));
        }
        tensor.data = file_->data() + data_begin + position;
        tensor.owner = file_;
        position = aligned(position + tensor.bytes());
    }
    if (!tensors_.empty() && file_->size() > data_begin + position) {
        throw ModelError(path.string() + ": " + std::to_string(file_->size() - data_begin - position) +
                         " bytes after the last tensor");
    }
}

const Gguf::Entry* Gguf::find(const std::string& key, bool is_array) const {
    const auto found = entries_.find(key);
    if (found == entries_.end()) return nullptr;
    if (found->second.is_array != is_array) fail(key, is_array ? "not an array" : "an array");
    return &found->second;
}

const Gguf::Entry& Gguf::require(const std::string& key, bool is_array) const {
    const Entry* entry = find(key, is_array);
    if (!entry) fail(key, "missing");
    return *entry;
}

std::optional<std::int64_t> Gguf::whole_number(const Entry& entry) const {
    Reader reader(*this);
    reader.move_to(entry.begin);
    switch (entry.type) {
        case kind::u8: return reader.number<std::uint8_t>("");
        case kind::i8: return reader.number<std::int8_t>("");
        case kind::u16: return reader.number<std::uint16_t>("");
        case kind::i16: return reader.number<std::int16_t>("");
        case kind::u32: return reader.number<std::uint32_t>("");
        case kind::i32: return reader.number<std::int32_t>("");
        case kind::i64: return reader.number<std::int64_t>("");
        case kind::u64: {  // what does not fit is too large for all that is asked for
            const auto value = reader.number<std::uint64_t>("");
            return static_cast<std::int64_t>(std::min<std::uint64_t>(value, std::numeric_limits<std::int64_t>::max()));
        }
        default: return std::nullopt;
    }
}

std::uint64_t Gguf::between(const std::string& key, std::uint64_t least) const {
    const Entry& entry = require(key, false);
    const auto value = whole_number(entry);
    if (!value) fail(key, std::string("is ") + entry_name(entry.type) + ", not a whole number");
    if (*value < static_cast<std::int64_t>(least) || *value > std::numeric_limits<std::int32_t>::max()) {
        fail(key, std::to_string(*value) + " is not a count");
    }
    return static_cast<std::uint64_t>(*value);
}

std::uint64_t Gguf::count(const std::string& key) const { return between(key, 1); }
std::uint64_t Gguf::count(const std::string& key, std::uint64_t otherwise) const {
    return has(key) ? between(key, 1) : otherwise;
}
std::uint64_t Gguf::whole(const std::string& key, std::uint64_t otherwise) const {
    return has(key) ? between(key, 0) : otherwise;
}

float Gguf::positive(const std::string& key) const {
    const Entry& entry = require(key, false);
    if (entry.type != kind::f32) fail(key, std::string("is ") + entry_name(entry.type) + ", not an f32");
    Reader reader(*this);
    reader.move_to(entry.begin);
    const auto value = reader.number<float>(key);
    if (!(value > 0) || !std::isfinite(value)) fail(key, std::to_string(value) + " is not a positive number");
    return value;
}
float Gguf::positive(const std::string& key, float otherwise) const { return has(key) ? positive(key) : otherwise; }

bool Gguf::flag(const std::string& key, bool otherwise) const {
    const Entry* entry = find(key, false);
    if (!entry) return otherwise;
    const auto value = std::to_integer<int>(file_->data()[entry->begin]);
    if (entry->type != kind::boolean || value > 1) fail(key, "is not true or false");
    return value == 1;
}

std::string Gguf::text(const std::string& key) const {
    const Entry& entry = require(key, false);
    if (entry.type != kind::string) fail(key, std::string("is ") + entry_name(entry.type) + ", not a string");
    Reader reader(*this);
    reader.move_to(entry.begin);
    return std::string(reader.text(key));
}
std::string Gguf::text(const std::string& key, const std::string& otherwise) const {
    return has(key) ? text(key) : otherwise;
}

std::vector<std::string_view> Gguf::texts(const std::string& key) const {
    const Entry& entry = require(key, true);
    if (entry.type != kind::string) fail(key, "is not an array of strings");
    Reader reader(*this);
    reader.move_to(entry.begin);
    std::vector<std::string_view> all;
    for (std::uint64_t i = 0; i < entry.count; ++i) all.push_back(reader.text(key));
    return all;
}

std::vector<std::int32_t> Gguf::numbers(const std::string& key) const {
    const Entry& entry = require(key, true);
    if (entry.type != kind::i32 && entry.type != kind::u32) fail(key, "is not an array of i32");
    std::vector<std::int32_t> all(entry.count);
    if (!all.empty()) std::memcpy(all.data(), file_->data() + entry.begin, entry.count * sizeof(std::int32_t));
    return all;
}

}  // namespace tiny_llm
