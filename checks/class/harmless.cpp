// harmless: standard input through utf8::harmless, "line" through utf8::harmless_line. For class/harmless, which compares
// tools/class/harmless.py with it.

#include "tools/utf8/utf8.hpp"

#include <iostream>
#include <iterator>

int main(int argc, char**) {
    const std::string text{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
    std::cout << (argc > 1 ? utf8::harmless_line(text) : utf8::harmless(text));
}
