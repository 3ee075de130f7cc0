#pragma once

#include <string>
#include <vector>

#include "grader/module.hpp"

namespace grader {

/// What one function is asked for a picture. Its answers are drawn in a picture of their own.
struct Panel {
    std::string name;      // the function's
    Call call;             // the same in all calls, but for x
    std::vector<float> x;  // N numbers, the argument x
    bool row = false;      // the numbers belong together, as a norm's do: drawn as bars, never asked one at a time
    std::string en = "", zh = "";  // what else the function is given, in both languages
};

/// A function of one number, from -5 to 3 in steps of 1/32, which a float holds.
inline Panel curve(const std::string& function) {
    Panel panel{function, {function, {}}, {}};
    for (int i = -160; i < 97; ++i) panel.x.push_back(static_cast<float>(i) / 32.0f);
    return panel;
}

/// Asks all of them, each call in a process of its own: it may crash, exit or never end.
/// Prints one line of JSON: {"panels": [{"name", "row", "en", "zh", "whole": {"end", "number", "text"}, "points": [{"x", "y", …}]}]}
void draw(const std::vector<Panel>& panels, const Module& module, Function function);

}  // namespace grader

/// What an exercise's plot.cpp consists of: its panels.
#define GRADER_PANELS(...)                                                                   \
    extern "C" void tiny_llm_draw(const grader::Module& module, grader::Function function) { \
        grader::draw(std::vector<grader::Panel>{__VA_ARGS__}, module, function);             \
    }
