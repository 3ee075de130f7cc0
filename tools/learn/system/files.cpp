#include "system/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>

namespace learn {

std::optional<std::string> read_file(const fs::path& path, std::size_t limit) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    if (!file) return std::nullopt;
    std::string text;
    char block[1 << 16];
    while (text.size() < limit && (file.read(block, sizeof block), file.gcount() > 0)) {
        text.append(block, static_cast<std::size_t>(file.gcount()));
    }
    if (file.bad()) return std::nullopt;
    if (text.size() > limit) text.resize(limit);
    return text;
}

bool write_file(const fs::path& path, const std::string& text) {
    const fs::path temporary = path.string() + ".new-" + std::to_string(::getpid());
    std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    std::error_code error;
    if (file) fs::rename(temporary, path, error);
    if (!file || error) {
        std::error_code ignored;
        fs::remove(temporary, ignored);
        return false;
    }
    return true;
}

std::string fingerprint(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
    return digits;
}

std::string timestamp() {
    const std::time_t now = std::time(nullptr);
    char text[32];
    std::strftime(text, sizeof text, "%Y%m%d-%H%M%S", std::localtime(&now));
    return text;
}

std::string shown(const fs::path& path, const fs::path& root) {
    const fs::path relative = path.lexically_relative(root);
    return relative.empty() || *relative.begin() == ".." ? path.string() : relative.string();
}

}  // namespace learn
