#pragma once

#include <uv.h>

namespace learn {

/// The one event loop, on which processes, timers, keys and file events meet. The first call also starts listening
/// for Ctrl-C, SIGTERM and SIGHUP, which from then on only set a flag.
uv_loop_t* loop();

/// Waits for one event.
void wait_for_event();

bool interrupted();

/// How often: whoever presses Ctrl-C twice means it.
int interruptions();

/// What Ctrl-C does, for a key that does the same.
void interrupt();

/// Throws Interrupted once interrupted.
void throw_if_interrupted();

}  // namespace learn
