#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include <unistd.h>

#include "model/tokenizer/tokenizer.hpp"

namespace tiny_llm {

inline const std::filesystem::path tests_folder = TINY_LLM_TOKENIZER_TESTS;
inline const std::filesystem::path root_folder = tests_folder.parent_path().parent_path().parent_path();
inline const std::filesystem::path stories_tokenizer = root_folder / "model/weights/tokenizer.json";

inline nlohmann::json read_json(const std::filesystem::path& path) {
    std::ifstream in(path);
    return nlohmann::json::parse(in);
}

/// A tokenizer.json that is there as long as this is.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& text)
        : path_(std::filesystem::temp_directory_path() /
                ("tiny_llm_tokenizer_" + std::to_string(::getpid()) + "_" + std::to_string(++count_) + ".json")) {
        std::ofstream(path_, std::ios::binary) << text;
    }
    ~TemporaryFile() { std::filesystem::remove(path_); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    const std::filesystem::path& path() const { return path_; }

private:
    static inline int count_ = 0;
    std::filesystem::path path_;
};

inline Tokenizer from_json(const nlohmann::json& tokenizer) {
    return Tokenizer::from_file(TemporaryFile(tokenizer.dump()).path());
}

}  // namespace tiny_llm
