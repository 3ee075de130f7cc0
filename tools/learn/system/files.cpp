#include "system/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
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

namespace {

/// The number of the error, 0 for none.
int rename_with([[maybe_unused]] const fs::path& from, [[maybe_unused]] const fs::path& to,
                [[maybe_unused]] bool swap) {
#if defined(__APPLE__)
    return ::renamex_np(from.c_str(), to.c_str(), swap ? RENAME_SWAP : RENAME_EXCL) == 0 ? 0 : errno;
#elif defined(RENAME_EXCHANGE)
    const unsigned how = swap ? RENAME_EXCHANGE : RENAME_NOREPLACE;
    return ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), how) == 0 ? 0 : errno;
#else
    return ENOSYS;
#endif
}

fs::path numbered(const fs::path& folder, const std::string& stem, const std::string& end, int n) {
    return folder / (stem + (n > 1 ? "-" + std::to_string(n) : "") + end);
}

}  // namespace

fs::path move_to_new_name(const fs::path& from, const fs::path& folder, const std::string& stem,
                          const std::string& end) {
    for (int n = 1;; ++n) {
        const fs::path to = numbered(folder, stem, end, n);
        int error = rename_with(from, to, false);
        if (error == EINVAL || error == ENOSYS || error == ENOTSUP) {  // some file systems
            std::error_code ignored;
            error = fs::exists(fs::symlink_status(to, ignored)) ? EEXIST
                    : ::rename(from.c_str(), to.c_str()) == 0   ? 0
                                                                : errno;
        }
        if (error == 0) return to;
        if (error != EEXIST) return {};
    }
}

bool sync(const fs::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    const bool done = ::fsync(file) == 0 || errno == EINVAL;  // EINVAL: a file system that has no such thing
    ::close(file);
    return done;
}

bool exchange(const fs::path& fresh, const fs::path& file) { return rename_with(fresh, file, true) == 0; }

fs::path write_new_file(const fs::path& folder, const std::string& stem, const std::string& end,
                        const std::string& text) {
    int file = -1;
    fs::path path;
    for (int n = 1; file < 0; ++n) {
        path = numbered(folder, stem, end, n);
        file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file < 0 && errno != EEXIST) return {};
    }
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t n = ::write(file, text.data() + done, text.size() - done);
        if (n <= 0) break;
        done += static_cast<std::size_t>(n);
    }
    if (::close(file) == 0 && done == text.size()) return path;
    ::unlink(path.c_str());  // half of it
    return {};
}

bool write_file(const fs::path& path, const std::string& text) {
    const std::string stem = path.filename().string() + ".new-" + std::to_string(::getpid());
    const fs::path temporary = write_new_file(path.parent_path(), stem, "", text);
    if (temporary.empty()) return false;
    std::error_code error;
    fs::rename(temporary, path, error);
    if (!error) return true;
    ::unlink(temporary.c_str());
    return false;
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
