#include "terminal/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace learn {
namespace {

std::string painted(const char* code, const std::string& text) {
    return colours() ? std::string("\x1b[") + code + "m" + text + "\x1b[0m" : text;
}

}  // namespace

bool colours() {
    static const bool yes = [] {
        const char* none = std::getenv("NO_COLOR");
        const char* terminal = std::getenv("TERM");
        return stdout_is_terminal() && !(none && *none) && !(terminal && !std::strcmp(terminal, "dumb"));
    }();
    return yes;
}

bool stdin_is_terminal() { return ::isatty(STDIN_FILENO); }
bool stdout_is_terminal() { return ::isatty(STDOUT_FILENO); }
bool stderr_is_terminal() { return ::isatty(STDERR_FILENO); }

Size terminal_size() {
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return {80, 24};
    return {size.ws_col, size.ws_row};
}

std::string bold(const std::string& text) { return painted("1", text); }
std::string dim(const std::string& text) { return painted("2", text); }

std::string coloured(Status status, const std::string& text) {
    switch (status) {
        case Status::passed: return painted("32", text);
        case Status::failed:
        case Status::crashed:
        case Status::timed_out:
        case Status::compile_error: return painted("31", text);
        case Status::blocked: return painted("33", text);
        case Status::unsolved:
        case Status::not_run: return text;
    }
    return text;
}

void print(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

void print_line(const std::string& text) { print(text + "\n"); }

void warn(const std::string& text) {
    const std::string line = text + "\n";
    std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace learn
