// Any bytes as a chapter's page: its titles and its hints are lines that a terminal can show.

#include <cstdlib>

#include "course/docs.hpp"
#include "terminal/text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view page(reinterpret_cast<const char*>(data), size);
    const auto one_line = [](const std::string& text) {
        if (text.find('\n') != text.npos) std::abort();
    };
    one_line(learn::chapter_title(page));
    one_line(learn::task_title(page, "silu"));
    std::size_t bytes = 0;
    for (const learn::Hint& hint : learn::hints(page, "silu")) {
        one_line(hint.title);
        bytes += hint.text.size();
        if (hint.text.starts_with('\n') || hint.text.ends_with('\n')) std::abort();
    }
    if (bytes > 16 * size) std::abort();  // spaces before code and items, and no more
    return 0;
}
