#include "model_files.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "tiny_llm/tensor.hpp"

namespace model_files {
namespace {

using nlohmann::ordered_json;
using tiny_llm::bfloat16;
using tiny_llm::float16;

template <class Stored>
std::string stored_as(const std::vector<float>& values) {
    std::string bytes;
    for (const float value : values) {
        const Stored element(value);
        bytes.append(reinterpret_cast<const char*>(&element), sizeof element);
    }
    return bytes;
}

template <class Stored>
std::vector<float> floats(const std::string& bytes) {
    std::vector<float> values;
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(Stored)) {
        Stored element;
        std::memcpy(static_cast<void*>(&element), bytes.data() + i, sizeof element);
        values.push_back(static_cast<float>(element));
    }
    return values;
}

std::vector<float> values_of(const Entry& entry) {
    if (entry.dtype == "F16") return floats<float16>(entry.bytes);
    if (entry.dtype == "BF16") return floats<bfloat16>(entry.bytes);
    return floats<float>(entry.bytes);
}

std::string contents(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error(path.string() + ": cannot be read");
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

Folder::Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "tiny-llm-XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
    path_ = name;
}

Folder::~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

void write(const std::filesystem::path& path, const std::string& bytes) {
    std::filesystem::remove(path);  // some file systems wait for the disk when a file is written over
    std::ofstream file(path, std::ios::binary);
    file << bytes;
    if (!file) throw std::runtime_error(path.string() + ": cannot be written");
}

Entry entry(const std::string& name, const std::string& dtype, const std::vector<std::size_t>& shape,
            const std::vector<float>& values) {
    const auto& as = dtype == "F16" ? stored_as<float16> : dtype == "BF16" ? stored_as<bfloat16> : stored_as<float>;
    return {name, dtype, shape, as(values)};
}

std::string safetensors(const std::string& header, const std::string& data) {
    const std::uint64_t length = header.size();
    return std::string(reinterpret_cast<const char*>(&length), sizeof length) + header + data;
}

std::string safetensors(const std::vector<Entry>& entries) {
    ordered_json header = {{"__metadata__", {{"format", "pt"}}}};
    std::string data;
    for (const Entry& e : entries) {
        header[e.name] = {
            {"dtype", e.dtype}, {"shape", e.shape}, {"data_offsets", {data.size(), data.size() + e.bytes.size()}}};
        data += e.bytes;
    }
    return safetensors(header.dump(), data);
}

Entry& Model::tensor(const std::string& name) {
    for (Entry& e : tensors) {
        if (e.name == name) return e;
    }
    throw std::out_of_range(name);
}

void Model::write(const std::filesystem::path& folder) const {
    model_files::write(folder / "config.json", config.dump(1));
    model_files::write(folder / "model.safetensors", safetensors(tensors));
    model_files::write(folder / "tokenizer.json", tokenizer);
}

void Model::write_in_shards(const std::filesystem::path& folder, std::size_t shards) const {
    write(folder);
    std::filesystem::remove(folder / "model.safetensors");
    ordered_json map;
    for (std::size_t shard = 0; shard < shards; ++shard) {
        const std::string file = "model-" + std::to_string(shard + 1) + ".safetensors";
        std::vector<Entry> part;
        for (std::size_t i = shard; i < tensors.size(); i += shards) {
            part.push_back(tensors[i]);
            map[tensors[i].name] = file;
        }
        model_files::write(folder / file, safetensors(part));
    }
    model_files::write(folder / "model.safetensors.index.json", ordered_json{{"weight_map", map}}.dump());
}

Model converted(const Model& model, const std::string& dtype, bool rounded_only) {
    Model result = model;
    for (Entry& e : result.tensors) {
        e = entry(e.name, dtype, e.shape, values_of(e));
        if (rounded_only) e = entry(e.name, "F32", e.shape, values_of(e));
    }
    return result;
}

Model read(const std::filesystem::path& folder) {
    Model model{ordered_json::parse(contents(folder / "config.json")), {}, contents(folder / "tokenizer.json")};
    const std::string file = contents(folder / "model.safetensors");
    std::uint64_t length = 0;
    std::memcpy(&length, file.data(), sizeof length);
    const ordered_json header = ordered_json::parse(file.substr(8, length));
    for (const auto& [name, e] : header.items()) {
        if (name == "__metadata__") continue;
        const std::size_t begin = e["data_offsets"][0], end = e["data_offsets"][1];
        model.tensors.push_back({name, e["dtype"], e["shape"], file.substr(8 + length + begin, end - begin)});
    }
    return model;
}

}  // namespace model_files
