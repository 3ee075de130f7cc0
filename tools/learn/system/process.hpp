#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace learn {

struct Process {
    std::vector<std::string> command;
    std::string folder;                                            // the current one when empty
    std::vector<std::pair<std::string, std::string>> environment;  // besides what is inherited
    std::string input;                                             // written to its standard input, which then ends
    std::function<void(std::string_view)> on_output;               // standard output and error, as they come
    std::function<void(std::string_view)> on_error;                // if set, standard error, and the above no longer
    double time_limit = 0;                                         // seconds of its work, or of none; 0: none
    double silence_limit = 0;                                      // seconds without output; 0: none

    /// A program that nobody trusts: in a session of its own, and it and all that it started are killed when it ends, at the
    /// time limit, at an interrupt, and when this process is killed (tools/answers/guard.hpp). Otherwise an interrupt is passed on and the program ends in its own way.
    bool contained = false;

    /// Contained, but at an interrupt it may first end in its own way: what has not ended some seconds after one, or by the
    /// next, gets another and is killed. `run` then returns as ever.
    bool polite = false;
};

struct Ended {
    int exit_code = 0;
    int signal = 0;            // that ended it
    bool out_of_time = false;  // killed at a limit
    double seconds = 0;
    std::string error;  // why it could not be started
};

/// Runs it to its end. Throws Interrupted after it has ended, unless it was polite.
Ended run(const Process& process);

/// In this process's place, as far as anybody can see: the terminal and what comes in are the program's, and so is the exit.
/// But what it has started ends with it. Throws SetupError where it cannot be started.
[[noreturn]] void run_in_the_foreground(const std::vector<std::string>& command);

}  // namespace learn
