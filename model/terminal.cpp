#include "model/terminal.hpp"

namespace tiny_llm {
namespace {

volatile std::sig_atomic_t heard = 0;
struct sigaction otherwise;

}  // namespace

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
