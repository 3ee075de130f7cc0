#pragma once

#include <sys/types.h>
#include <termios.h>

#include <string>

/// The runner at a terminal of its own, as a learner has it.
class TerminalSession {
public:
    explicit TerminalSession(const std::string& arguments, const std::string& variable = "TERM=xterm");
    ~TerminalSession();

    void type(const std::string& keys);

    /// Reads on until `text` has come; false when it does not come in time. What stood before the last text that was
    /// waited for does not count.
    bool waits_for(const std::string& text, double seconds = 60);

    /// The exit code; -1 when it does not end.
    int ends(double seconds = 20);

    bool echoes() const;  // the terminal is as a shell leaves it
    std::string seen;
    std::size_t waited_to = 0;

private:
    int terminal_ = -1;
    int keeper_ = -1;  // the other end, so that its settings can still be asked after the runner has ended
    pid_t child_ = 0;
};
