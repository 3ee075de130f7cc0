#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "model/config.hpp"
#include "model/gguf.hpp"
#include "model/stored.hpp"
#include "model/tokenizer/tokenizer.hpp"

namespace tiny_llm {

/// A model on the disk: a folder in Hugging Face's form, or a GGUF file. Everything throws ModelError naming the file.
class ModelOnDisk {
public:
    explicit ModelOnDisk(std::filesystem::path path);

    Config config() const;
    Tokenizer tokenizer() const;
    Sampling sampling() const;          // how its makers would choose tokens; a GGUF file does not say
    std::string chat_template() const;  // empty where there is none
    StoredTensors tensors(const Config& config) const;

private:
    std::filesystem::path path_;
    std::optional<Gguf> gguf_;
};

}  // namespace tiny_llm
