#include "model/safetensors.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>

#include "model/error.hpp"
#include "model/json_file.hpp"
#include "model/mapped_file.hpp"

namespace tiny_llm {
namespace {

static_assert(std::endian::native == std::endian::little, "safetensors is little-endian, and is used where it lies");

using nlohmann::json;

/// Bytes of one element; 0 for a dtype that the format does not know.
std::size_t element_bytes(const std::string& dtype) {
    static const std::map<std::string, std::size_t> known{
        {"BOOL", 1}, {"U8", 1},  {"I8", 1},  {"F8_E5M2", 1}, {"F8_E4M3", 1}, {"I16", 2}, {"U16", 2}, {"F16", 2},
        {"BF16", 2}, {"I32", 4}, {"U32", 4}, {"F32", 4},     {"F64", 8},     {"I64", 8}, {"U64", 8}};
    const auto found = known.find(dtype);
    return found == known.end() ? 0 : found->second;
}

DType dtype_of(const std::string& name) {
    if (name == "F32") return DType::float32;
    if (name == "F16") return DType::float16;
    if (name == "BF16") return DType::bfloat16;
    return DType::other;
}

struct Header {
    json entries;
    std::size_t data_begin;
};

Header read_header(const MappedFile& file) {
    const std::string where = file.path().string();
    constexpr std::size_t largest = 100'000'000;  // the format's own limit
    if (file.size() < 8) throw ModelError(where + ": truncated, " + std::to_string(file.size()) + " bytes");
    std::uint64_t length = 0;
    std::memcpy(&length, file.data(), 8);
    if (length > largest) {
        throw ModelError(where + ": not a safetensors file (its header would be " + std::to_string(length) + " bytes)");
    }
    if (length > file.size() - 8) {
        throw ModelError(where + ": truncated, the header needs " + std::to_string(length) +
                         " bytes and the file has " + std::to_string(file.size() - 8));
    }
    const std::string_view text(reinterpret_cast<const char*>(file.data()) + 8, length);
    return {parse_json_object(text, where + ": header"), 8 + length};
}

struct Placed {
    StoredTensor tensor;
    std::size_t begin, end;  // bytes from the beginning of the data
};

Placed read_entry(const std::string& name, const json& entry, const std::string& where) {
    const auto fail = [&](const std::string& what) -> ModelError {
        return ModelError(where + ": " + name + ": " + what);
    };
    const auto is_count = [](const json& value) { return value.is_number_unsigned(); };
    if (!entry.is_object() || !entry.contains("dtype") || !entry.contains("shape") || !entry.contains("data_offsets")) {
        throw fail("needs dtype, shape and data_offsets");
    }
    const json &dtype = entry["dtype"], &shape = entry["shape"], &offsets = entry["data_offsets"];
    if (!dtype.is_string()) throw fail("dtype is not a string");
    if (!shape.is_array() || !std::all_of(shape.begin(), shape.end(), is_count)) {
        throw fail("shape is " + shape.dump() + ", not a list of counts");
    }
    if (!offsets.is_array() || offsets.size() != 2 || !is_count(offsets[0]) || !is_count(offsets[1])) {
        throw fail("data_offsets is " + offsets.dump() + ", not [begin, end]");
    }
    Placed placed{{}, offsets[0].get<std::size_t>(), offsets[1].get<std::size_t>()};
    placed.tensor.name = name;
    placed.tensor.dtype_name = dtype.get<std::string>();
    placed.tensor.dtype = dtype_of(placed.tensor.dtype_name);
    placed.tensor.shape = shape.get<std::vector<std::size_t>>();
    if (placed.begin > placed.end) throw fail("data_offsets " + offsets.dump() + " ends before it begins");
    std::size_t bytes = element_bytes(placed.tensor.dtype_name);
    if (bytes == 0) throw fail("unknown dtype " + dtype.dump());
    for (const std::size_t length : placed.tensor.shape) {
        if (__builtin_mul_overflow(bytes, length, &bytes)) throw fail("shape " + shape.dump() + " is too large");
    }
    if (bytes != placed.end - placed.begin) {
        throw fail(placed.tensor.dtype_name + " of shape " + shape.dump() + " is " + std::to_string(bytes) +
                   " bytes, but data_offsets give it " + std::to_string(placed.end - placed.begin));
    }
    return placed;
}

}  // namespace

SafeTensors SafeTensors::open(const std::filesystem::path& path) {
    const auto file = std::make_shared<const MappedFile>(path);
    const std::string where = path.string();
    const Header header = read_header(*file);
    std::vector<Placed> placed;
    for (const auto& [name, entry] : header.entries.items()) {
        if (name != "__metadata__") placed.push_back(read_entry(name, entry, where));
    }
    std::sort(placed.begin(), placed.end(),
              [](const Placed& a, const Placed& b) { return std::pair(a.begin, a.end) < std::pair(b.begin, b.end); });
    SafeTensors result(path);
    result.bytes_ = file->size();
    std::size_t position = 0;
    for (Placed& p : placed) {
        if (p.begin != position) {
            throw ModelError(where + ": " + p.tensor.name + ": begins at byte " + std::to_string(p.begin) + ", " +
                             (p.begin < position ? "inside the tensor before it, which ends at "
                                                 : "but the tensor before it ends at ") +
                             std::to_string(position));
        }
        position = p.end;
        p.tensor.data = file->data() + header.data_begin + p.begin;
        p.tensor.owner = file;
        result.tensors_.emplace(p.tensor.name, p.tensor);
    }
    const std::size_t there = file->size() - header.data_begin;
    if (position > there) {
        throw ModelError(where + ": truncated, the tensors need " + std::to_string(position) +
                         " bytes and the file has " + std::to_string(there));
    }
    if (position < there) {
        throw ModelError(where + ": " + std::to_string(there - position) + " bytes after the last tensor");
    }
    return result;
}

SafeTensors SafeTensors::open_folder(const std::filesystem::path& folder) {
    const std::filesystem::path whole = folder / "model.safetensors", index = folder / "model.safetensors.index.json";
    if (!std::filesystem::is_directory(folder)) throw ModelError(folder.string() + ": no such folder");
    if (std::filesystem::exists(whole)) return open(whole);
    if (!std::filesystem::exists(index)) {
        throw ModelError(folder.string() + ": has neither model.safetensors nor model.safetensors.index.json");
    }
    const json parsed = parse_json_object(read_text(index), index.string());
    const auto map = parsed.find("weight_map");
    if (map == parsed.end() || !map->is_object()) throw ModelError(index.string() + ": weight_map: not there");
    SafeTensors result(index);
    std::map<std::string, SafeTensors> shards;
    for (const auto& [name, shard] : map->items()) {
        const std::string file = shard.is_string() ? shard.get<std::string>() : "";
        // A shard is a file of this folder: an index must not make us open any other.
        if (file.empty() || std::filesystem::path(file).filename() != file) {
            throw ModelError(index.string() + ": " + name + ": " + shard.dump() + " is not the name of a file");
        }
        const auto found = shards.find(file);
        const SafeTensors& opened =
            found != shards.end() ? found->second : shards.emplace(file, open(folder / file)).first->second;
        if (!opened.contains(name)) {
            throw ModelError(index.string() + ": " + name + ": is not in " + file + ", where weight_map puts it");
        }
        result.tensors_.emplace(name, opened.tensors_.at(name));
    }
    for (const auto& [name, shard] : shards) result.bytes_ += shard.bytes_;
    return result;
}

}  // namespace tiny_llm
