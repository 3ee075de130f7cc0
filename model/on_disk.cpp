#include "model/on_disk.hpp"

#include "model/gguf_model.hpp"
#include "model/json_file.hpp"
#include "model/safetensors.hpp"

namespace tiny_llm {

ModelOnDisk::ModelOnDisk(std::filesystem::path path) : path_(std::move(path)) {
    if (path_.extension() == ".gguf" ? !std::filesystem::is_directory(path_)
                                     : std::filesystem::is_regular_file(path_)) {
        gguf_.emplace(path_);
    }
}

Config ModelOnDisk::config() const { return gguf_ ? read_config(*gguf_) : read_config(path_); }

Tokenizer ModelOnDisk::tokenizer() const {
    return gguf_ ? Tokenizer::from_json(read_tokenizer(*gguf_)) : Tokenizer::from_file(path_ / "tokenizer.json");
}

Sampling ModelOnDisk::sampling() const { return gguf_ ? Sampling{} : read_sampling(path_); }

/// A file of its own in newer models, an entry of tokenizer_config.json in others.
std::string ModelOnDisk::chat_template() const {
    if (gguf_) return gguf_->text("tokenizer.chat_template", "");
    if (const auto file = path_ / "chat_template.jinja"; std::filesystem::exists(file)) return read_text(file);
    const auto file = path_ / "tokenizer_config.json";
    if (!std::filesystem::exists(file)) return "";
    const nlohmann::json config = parse_json_object(read_text(file), file.string());
    const nlohmann::json found = config.value("chat_template", nlohmann::json());
    return found.is_string() ? found.get<std::string>() : "";
}

StoredTensors ModelOnDisk::tensors(const Config& config) const {
    if (gguf_) return read_tensors(*gguf_, config);
    return SafeTensors::open_folder(path_);
}

}  // namespace tiny_llm
