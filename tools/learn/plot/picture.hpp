#pragma once

#include <string>
#include <vector>

#include "plot/panel.hpp"
#include "terminal/terminal.hpp"

namespace learn {

/// What a terminal can show: Braille and blocks, or ASCII alone where its locale is not UTF-8.
struct PlotPaper {
    Size size;
    bool ascii = false;
};

/// As large as standard output's terminal, and in what LC_ALL, LC_CTYPE or LANG say.
PlotPaper plot_paper();

/// The panels one below the other and `text` below them, at most 23 lines: room for the next prompt on 24. Where a
/// terminal is narrow the text alone may take more.
std::string plot_text(const std::vector<PlotPanel>& panels, const std::vector<std::string>& text,
                      const PlotPaper& paper);

/// The same as an SVG file, which follows the reader's light or dark system.
std::string plot_svg(const std::vector<PlotPanel>& panels);

}  // namespace learn
