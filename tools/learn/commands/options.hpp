#pragma once

#include <optional>
#include <string>
#include <vector>

namespace learn {

/// What the command line asks for.
struct Options {
    std::string command = "";  // empty: the board, and watching where there is a terminal
    std::string id;
    bool json = false;
    bool asan = false, debug = false, prepare = false, all = false;
    bool yes = false, spoil = false, needed = false, off = false;
    std::string junit;
    std::optional<std::string> svg;
    bool large = false;
    int threads = 0;  // 0: not said
    struct {
        std::optional<std::string> prompt;
        std::vector<std::string> for_program;  // --temperature, 0.5: as the program story takes them
        std::optional<std::string> mistake;
        int together = 0;  // stories at once, which the program is told, too; 0: one
    } story;
    int exit_now = -1;  // help was shown, or the usage was wrong
};

/// Sets the language, too.
Options parse(int argc, char** argv);

}  // namespace learn
