#include "terminal_session.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>

#include "scratch.hpp"

TerminalSession::TerminalSession(const std::string& arguments, const std::string& variable) {
    winsize size{};
    size.ws_col = 80;
    size.ws_row = 24;
    child_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
    if (child_ == 0) {
        ::setenv("LC_ALL", "C.UTF-8", 1);
        ::setenv("TERM", "xterm", 1);
        ::unsetenv("NO_COLOR");  // of whoever runs the tests
        const std::string command = "export " + variable + "; exec " + learn_command() + " " + arguments;
        ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
        ::_exit(127);
    }
    keeper_ = ::open(::ptsname(terminal_), O_RDWR | O_NOCTTY);
}

TerminalSession::~TerminalSession() {
    if (child_ > 0) {
        ::kill(child_, SIGKILL);
        ::waitpid(child_, nullptr, 0);
    }
    ::close(keeper_);
    ::close(terminal_);
}

void TerminalSession::type(const std::string& keys) {
    if (::write(terminal_, keys.data(), keys.size()) < 0) return;
}

bool TerminalSession::waits_for(const std::string& text, double seconds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    while (std::chrono::steady_clock::now() < end) {
        if (const std::size_t at = seen.find(text, waited_to); at != seen.npos) {
            waited_to = at + text.size();
            return true;
        }
        pollfd wait{terminal_, POLLIN, 0};
        if (::poll(&wait, 1, 100) <= 0) continue;
        char block[4096];
        const ssize_t n = ::read(terminal_, block, sizeof block);
        if (n <= 0) break;
        seen.append(block, static_cast<std::size_t>(n));
    }
    return false;
}

int TerminalSession::ends(double seconds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    while (std::chrono::steady_clock::now() < end) {
        int status = 0;
        const bool ended = ::waitpid(child_, &status, WNOHANG) == child_;
        char block[4096];
        for (pollfd wait{terminal_, POLLIN, 0}; ::poll(&wait, 1, 20) > 0;) {  // what it has said before it ended, too
            const ssize_t n = ::read(terminal_, block, sizeof block);
            if (n <= 0) break;
            seen.append(block, static_cast<std::size_t>(n));
        }
        if (ended) {
            child_ = 0;
            return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        }
    }
    return -1;
}

bool TerminalSession::echoes() const {
    termios mode{};
    return ::tcgetattr(keeper_, &mode) == 0 && (mode.c_lflag & ECHO) && (mode.c_lflag & ICANON);
}
