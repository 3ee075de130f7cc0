// Any bytes as the source of a planted mistake: its explanation is one line, no longer than the source and its joints.

#include "support/explanation.hpp"

#include <cstdlib>
#include <sstream>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string source(reinterpret_cast<const char*>(data), size);
    for (const char* begins : {"// en: ", "// zh: "}) {
        std::istringstream stream(source);
        const std::string text = explanation(stream, begins, " ");
        if (text.find('\n') != text.npos || text.size() > size) std::abort();
        std::istringstream again(begins + text + "\n");
        if (explanation(again, begins, " ") != text) std::abort();
    }
    return 0;
}
