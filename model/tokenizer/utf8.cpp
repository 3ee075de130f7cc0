#include "model/tokenizer/utf8.hpp"

#include <utf8proc.h>

namespace tiny_llm {

std::size_t character_length(std::string_view text) {
    utf8proc_int32_t code_point = 0;
    const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                         static_cast<utf8proc_ssize_t>(text.size()), &code_point);
    return length > 0 ? static_cast<std::size_t>(length) : 0;
}

void for_each_run(std::string_view text, const std::function<void(std::string_view)>& whole,
                  const std::function<void(std::string_view)>& broken) {
    std::size_t begin = 0;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t length = character_length(text.substr(at));
        if (length > 0) {
            at += length;
            continue;
        }
        if (at > begin) whole(text.substr(begin, at - begin));
        if (at < text.size()) broken(text.substr(at, 1));
        begin = ++at;
    }
}

}  // namespace tiny_llm
