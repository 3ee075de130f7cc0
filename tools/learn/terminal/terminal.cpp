#include "terminal/terminal.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "terminal/text.hpp"
#include "tools/utf8/utf8.hpp"

namespace learn {
namespace {

int print_error = 0;

std::string painted(const char* code, const std::string& text) {
    return colours() ? std::string("\x1b[") + code + "m" + text + "\x1b[0m" : text;
}

/// The colour that `text` begins with, as `painted` writes it; empty where it is another sequence.
std::string_view paint(std::string_view text) {
    for (const std::string_view code : {"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[33m"}) {
        if (text.starts_with(code) && colours()) return code;
    }
    return {};
}

/// All that a command says leaves through here, wherever it had it from: nothing in it but colours is for the terminal.
bool emit(std::string_view text, std::FILE* stream) {
    std::string tame;
    while (!text.empty()) {
        const std::string_view code = paint(text);
        const std::string_view plain =
            text.substr(code.size(), text.find('\x1b', code.size() + code.empty()) - code.size());
        tame += std::string(code) + utf8::harmless(plain);
        text.remove_prefix(code.size() + plain.size());
    }
    return std::fwrite(tame.data(), 1, tame.size(), stream) == tame.size();
}

}  // namespace

bool escapes() {
    const char* none = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    return !(none && *none) && !(terminal && !std::strcmp(terminal, "dumb"));
}

bool colours() {
    static const bool yes = stdout_is_terminal() && escapes();
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

std::size_t text_columns() { return std::clamp<std::size_t>(terminal_size().columns, 20, 78); }

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

void keep_standard_files_taken() {
    for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        // Reading from it fails as writing to it does.
        if (::fcntl(file, F_GETFD) < 0) ::open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

void print(const std::string& text) {
    const bool done = emit(text, stdout) && std::fflush(stdout) == 0;
    if (!done && print_error == 0) print_error = errno;
}

std::string why_not_printed() { return print_error == 0 || print_error == EPIPE ? "" : std::strerror(print_error); }

void print_text(const std::string& text) { print(stdout_is_terminal() ? folded(text, terminal_size().columns) : text); }

void print_line(const std::string& text) { print_text(text + "\n"); }

void clear_screen() {
    std::fputs(colours() ? "\x1b[2J\x1b[H" : "\n", stdout);
    std::fflush(stdout);
}

void warn(const std::string& text) {
    emit((stderr_is_terminal() ? folded(text, terminal_size().columns) : text) + "\n", stderr);
}

}  // namespace learn
