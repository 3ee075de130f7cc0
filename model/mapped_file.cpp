#include "model/mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "model/error.hpp"

namespace tiny_llm {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& what) {
    throw ModelError(path.string() + ": " + what);
}

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path) : path_(path) {
    // A pipe that nobody writes into would be waited for without end, and to open a device may do something to it.
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
        fail(path, "not a file, but a folder, a pipe or a device");
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) fail(path, std::strerror(errno));
    const bool regular = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    size_ = regular ? static_cast<std::size_t>(status.st_size) : 0;
    void* memory = size_ > 0 ? ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0) : nullptr;
    const int error = errno;
    ::close(file);  // the mapping stays
    if (!regular) fail(path, "not a file, but a folder, a pipe or a device");
    if (size_ == 0) fail(path, "the file is empty");
    if (memory == MAP_FAILED) fail(path, std::strerror(error));
    data_ = static_cast<const std::byte*>(memory);
}

MappedFile::~MappedFile() { ::munmap(const_cast<std::byte*>(data_), size_); }

std::string read_text(const std::filesystem::path& path, std::size_t limit) {
    const MappedFile file(path);
    if (file.size() > limit) fail(path, "larger than " + std::to_string(limit >> 20) + " MiB");
    return {reinterpret_cast<const char*>(file.data()), file.size()};
}

}  // namespace tiny_llm
