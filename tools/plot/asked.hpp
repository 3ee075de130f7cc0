#pragma once

#include <cstddef>
#include <vector>

#include "panel.hpp"

namespace tiny_llm::plot {

/// How a call ended: with a value; in todo(); with an exception; with something of another size; by a signal; by the
/// end of the program; or not at all.
enum class End { none, value, todo, threw, size, signal, exited, endless };

struct Answer {
    End end = End::none;
    float y = 0;
    int number = 0;       // the signal, or the exit code
    char text[120] = "";  // of the exception; the shape that came, where it is not the one that was asked for
};

struct Answers {
    Answer whole;                // of the call with all numbers at once
    std::vector<Answer> points;  // of each number. Those of a curve are asked one by one where `whole` gave no values
};

/// Asks the panel's function, each time in a process of its own: it may crash, exit or never end.
/// Throws std::system_error where no process can be made.
Answers ask(const Panel& panel);

}  // namespace tiny_llm::plot
