#include "model/terminal.hpp"

#include <algorithm>

namespace tiny_llm {
namespace {

volatile std::sig_atomic_t heard = 0;
struct sigaction otherwise;

}  // namespace

std::string for_terminal(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return (c < 0x20 && c != '\n' && c != '\t') || c == 0x7F; },
        '?');
    return text;
}

void hear_interrupt() {
    static const bool first = ::sigaction(SIGINT, nullptr, &otherwise) == 0;
    if (!first) return;
    heard = 0;
    struct sigaction action {};
    action.sa_handler = [](int) {
        heard = 1;
        ::sigaction(SIGINT, &otherwise, nullptr);
    };
    ::sigaction(SIGINT, &action, nullptr);
}

bool interrupted() { return heard != 0; }

}  // namespace tiny_llm
