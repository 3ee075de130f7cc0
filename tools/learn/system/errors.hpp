#pragma once

#include <stdexcept>

namespace learn {

/// The machine, the folder or the command line is not as it must be: one clear line, exit 2.
struct SetupError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Ctrl-C, or a key that quits: everything is put in order on the way out.
struct Interrupted {};

}  // namespace learn
