#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "model/error.hpp"

namespace fuzz {

/// A folder in memory, because a fuzzer writes some thousand files a second.
class Folder {
public:
    Folder() {
        std::string name = "/dev/shm/tiny-llm-fuzz-XXXXXX";
        if (!::mkdtemp(name.data())) std::abort();
        path_ = name;
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    const std::filesystem::path& path() const { return path_; }

    std::filesystem::path write(const std::string& name, const unsigned char* data, std::size_t size) const {
        std::ofstream file(path_ / name, std::ios::binary);
        file.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
        return path_ / name;
    }

private:
    std::filesystem::path path_;
};

/// Ends the program when `read` throws anything but a ModelError of one line that begins with the folder.
template <class Read>
void expect_one_line(const Folder& folder, const Read& read) {
    try {
        read();
    } catch (const tiny_llm::ModelError& error) {
        const std::string what = error.what();
        const bool good =
            what.starts_with(folder.path().string()) && what.find('\n') == what.npos && what.size() < 2000;
        if (!good) {
            std::fprintf(stderr, "not one line: %s\n", what.c_str());
            std::abort();
        }
    }
}

}  // namespace fuzz
