#include "tools/utf8/utf8.hpp"

#include <utf8proc.h>

#include <algorithm>

namespace utf8 {

Character first(std::string_view text) {
    utf8proc_int32_t code = 0;
    const auto bytes = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                        static_cast<utf8proc_ssize_t>(text.size()), &code);
    if (bytes <= 0) return {};
    return {static_cast<char32_t>(code), static_cast<std::size_t>(bytes), true};
}

std::size_t columns(char32_t code) {
    return static_cast<std::size_t>(std::max(0, utf8proc_charwidth(static_cast<utf8proc_int32_t>(code))));
}

std::size_t columns(std::string_view text) {
    std::size_t n = 0;
    for (; !text.empty(); text.remove_prefix(first(text).bytes)) n += columns(first(text).code);
    return n;
}

std::string_view fitting(std::string_view text, std::size_t most) {
    std::size_t used = 0, bytes = 0;
    while (bytes < text.size()) {
        const Character c = first(text.substr(bytes));
        used += columns(c.code);
        if (used > most) break;
        bytes += c.bytes;
    }
    return text.substr(0, bytes);
}

}  // namespace utf8
