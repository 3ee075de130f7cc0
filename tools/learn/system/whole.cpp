#include "system/whole.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>

namespace learn {

bool is_whole(const fs::path& path) {
    std::error_code error;
    const std::uint64_t size = fs::file_size(path, error);
    std::array<char, 64> head{};
    std::ifstream file(path, std::ios::binary);
    if (error || !file.read(head.data(), static_cast<std::streamsize>(std::min<std::uint64_t>(size, head.size()))))
        return false;
    if (head[0] == '\0' || (head[0] == 0x7f && size < head.size())) return false;
    constexpr char elf_of_64_bits[] = {0x7f, 'E', 'L', 'F', 2};
    if (std::memcmp(head.data(), elf_of_64_bits, sizeof elf_of_64_bits) != 0) return true;  // of another system
    // The last thing in it is the table of its sections: where that is, how long an entry is, how many there are.
    std::uint64_t table = 0;
    std::uint16_t entry = 0, count = 0;
    std::memcpy(&table, &head[0x28], sizeof table);
    std::memcpy(&entry, &head[0x3a], sizeof entry);
    std::memcpy(&count, &head[0x3c], sizeof count);
    return table >= head.size() && table <= size && std::uint64_t{entry} * count <= size - table;
}

}  // namespace learn
