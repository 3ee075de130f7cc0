#pragma once

#include <string>
#include <vector>

#include "tools/drawing/svg.hpp"
#include "tools/drawing/theme.hpp"

namespace tiny_llm::figures {

struct Range {
    double low, high;
};

/// What a curve is called and how it is drawn.
struct Curve {
    std::string name;
    Stroke stroke;
};

/// A rectangle of the drawing in which numbers have places.
class Plot {
public:
    Plot(Svg& svg, const Theme& theme, Point corner, double width, double height, Range x, Range y)
        : svg(svg), theme(theme), corner(corner), width(width), height(height), x(x), y(y) {}

    Point at(double x, double y) const;

    /// A faint line and a number at each tick, and stronger lines through 0.
    void axes(const std::vector<double>& x_ticks, const std::vector<double>& y_ticks) const;
    void curve(const std::vector<double>& xs, const std::vector<double>& ys, Stroke stroke) const;

private:
    Svg& svg;
    const Theme& theme;
    Point corner;
    double width, height;
    Range x, y;
};

/// A short line of each curve with its name, from the left to the right.
void legend(Svg& svg, const Theme& theme, Point at, double step, const std::vector<Curve>& curves);

}  // namespace tiny_llm::figures
