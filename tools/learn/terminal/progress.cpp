#include "terminal/progress.hpp"

#include <cstdio>

#include "system/loop.hpp"
#include "terminal/terminal.hpp"
#include "terminal/text.hpp"

namespace learn {

void Progress::show(const std::string& text) {
    const std::uint64_t now = uv_hrtime();
    if (stderr_is_terminal() && escapes()) {
        std::fprintf(stderr, "\r\x1b[K%s", fit(harmless_line(text), terminal_size().columns - 1).c_str());
        visible_ = true;
        return;
    }
    constexpr std::uint64_t interval = 5'000'000'000;
    if (shown_at_ == 0) shown_at_ = now;  // what is short needs no line in a log
    if (now - shown_at_ < interval) return;
    shown_at_ = now;
    warn(text);
}

void Progress::clear() {
    if (visible_) std::fputs("\r\x1b[K", stderr);
    visible_ = false;
}

Progress::~Progress() { clear(); }

}  // namespace learn
