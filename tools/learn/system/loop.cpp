#include "system/loop.hpp"

#include <csignal>

#include "system/errors.hpp"

namespace learn {
namespace {

int count = 0;

void listen_for(int number) {
    // Never freed: it listens for as long as the program runs.
    auto* signal = new uv_signal_t;
    uv_signal_init(uv_default_loop(), signal);
    uv_signal_start(
        signal, [](uv_signal_t*, int) { ++count; }, number);
    uv_unref(reinterpret_cast<uv_handle_t*>(signal));
}

}  // namespace

uv_loop_t* loop() {
    static const bool started = [] {
        for (const int number : {SIGINT, SIGTERM, SIGHUP}) listen_for(number);
        // A program that ends before it has read what it was given is no reason to die.
        std::signal(SIGPIPE, SIG_IGN);
        return true;
    }();
    (void)started;
    return uv_default_loop();
}

void wait_for_event() { uv_run(loop(), UV_RUN_ONCE); }

bool interrupted() { return count > 0; }

int interruptions() { return count; }

void interrupt() { ++count; }

void throw_if_interrupted() {
    if (interrupted()) throw Interrupted{};
}

}  // namespace learn
