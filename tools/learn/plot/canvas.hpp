#pragma once

#include <string>
#include <vector>

#include "plot/panel.hpp"

namespace learn {

constexpr std::size_t plot_margin = 6;  // columns left of a plot, for "-0.5 ┤"

/// The signs of one alphabet.
struct PlotSigns {
    const char *yours, *upper, *lower, *reference, *before, *bar_reference, *tick, *side, *above, *below;
};
inline constexpr PlotSigns rich_signs{"█", "▀", "▄", "⠒", "░", "▒", "┤", "│", "↑", "↓"};
inline constexpr PlotSigns ascii_signs{"#", "#", "#", ".", ":", "o", "+", "|", "^", "v"};

/// One panel in characters: a curve, or the bars of a row.
class PlotCanvas {
public:
    PlotCanvas(const PlotPanel& panel, std::size_t columns, std::size_t rows, bool ascii);

    /// The rows, the numbers below them and, where there are any, the marks.
    std::string text() const;
    bool has_marks() const;

private:
    /// What stands in one column and row. Yours is drawn over the reference.
    struct Cell {
        unsigned dots = 0;    // the reference, eight of them, as Braille counts them
        unsigned blocks = 0;  // yours: 1 the upper half, 2 the lower
        const char* sign = nullptr;
    };

    void draw_curve();
    void draw_bars();
    Cell& cell(std::size_t column, std::size_t row) { return cells_[row * columns_ + column]; }
    std::size_t row_of(double value, std::size_t parts) const;
    std::size_t column_of(double x, std::size_t parts) const;
    std::string shown(const Cell& cell) const;
    std::string axis() const;
    std::string marks() const;

    const PlotPanel& panel_;
    PlotRange range_;
    std::size_t columns_, rows_;
    bool ascii_;
    PlotSigns signs_;
    std::vector<Cell> cells_;
    std::string marks_;
};

}  // namespace learn
