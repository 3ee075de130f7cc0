#include "plot/canvas.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "terminal/terminal.hpp"

namespace learn {
namespace {

std::string braille(unsigned dots) {
    return {'\xE2', static_cast<char>(0xA0 | dots >> 6), static_cast<char>(0x80 | (dots & 0x3F))};
}

char mark_of(const PlotPoint& point) { return point.differs() ? '^' : point.trouble.empty() ? ' ' : '?'; }

std::string trimmed_right(const std::string& line) { return line.substr(0, line.find_last_not_of(' ') + 1); }

}  // namespace

PlotCanvas::PlotCanvas(const PlotPanel& panel, std::size_t columns, std::size_t rows, bool ascii)
    : panel_(panel),
      range_(range_of(panel)),
      columns_(columns),
      rows_(rows),
      ascii_(ascii),
      signs_(ascii ? ascii_signs : rich_signs),
      cells_(columns * rows),
      marks_(columns, ' ') {
    panel.row ? draw_bars() : draw_curve();
}

std::string PlotCanvas::text() const {
    std::vector<std::string> labels(rows_);
    for (const double tick : ticks(range_, rows_ / 2 + 1)) {
        char number[16];
        std::snprintf(number, sizeof number, "%*g", static_cast<int>(plot_margin - 2), tick);
        labels[row_of(tick, 1)] = number;
    }
    std::string text;
    for (std::size_t r = 0; r < rows_; ++r) {
        text += labels[r].empty() ? std::string(plot_margin - 1, ' ') + signs_.side : labels[r] + " " + signs_.tick;
        for (std::size_t c = 0; c < columns_; ++c) text += shown(cells_[r * columns_ + c]);
        while (text.ends_with(' ')) text.pop_back();
        text += "\n";
    }
    return text + axis() + marks();
}

bool PlotCanvas::has_marks() const { return marks_.find_first_not_of(' ') != marks_.npos; }

/// From 0 at the top, in rows of `parts` each.
std::size_t PlotCanvas::row_of(double value, std::size_t parts) const {
    const double share = (range_.high - value) / (range_.high - range_.low);
    const double steps = static_cast<double>(rows_ * parts);
    return static_cast<std::size_t>(std::clamp(share * steps, 0.0, steps - 1));
}

std::size_t PlotCanvas::column_of(double x, std::size_t parts) const {
    const double low = panel_.points.front().x, high = panel_.points.back().x;
    const double steps = static_cast<double>(columns_ * parts - 1);
    return static_cast<std::size_t>(std::lround((x - low) / (high - low) * steps));
}

void PlotCanvas::draw_curve() {
    static constexpr std::array<std::array<unsigned, 4>, 2> bits{{{1, 2, 4, 64}, {8, 16, 32, 128}}};
    for (const PlotPoint& point : panel_.points) {
        const std::size_t column = column_of(point.x, 1);
        const std::size_t dot = column_of(point.x, 2), up = row_of(point.reference, 4);
        cell(dot / 2, up / 4).dots |= bits[dot % 2][up % 4];
        if (mark_of(point) != ' ') marks_[column] = mark_of(point);
        if (!point.yours) continue;
        const std::size_t half = row_of(*point.yours, 2);
        Cell& own = cell(column, half / 2);
        own.blocks |= half % 2 == 0 ? 1 : 2;
        if (*point.yours > range_.high) own.sign = signs_.above;
        if (*point.yours < range_.low) own.sign = signs_.below;
    }
}

/// Each element is up to three bars beside one another, from 0.
void PlotCanvas::draw_bars() {
    const std::size_t group = columns_ / panel_.points.size(), wide = std::max<std::size_t>(1, (group - 1) / 3);
    const std::size_t zero = row_of(0, 1);
    for (std::size_t i = 0; i < panel_.points.size(); ++i) {
        const PlotPoint& point = panel_.points[i];
        const auto bar = [&](std::size_t place, double value, const char* sign) {
            const std::size_t end = row_of(value, 1);
            for (std::size_t c = 0; c < wide; ++c) {
                for (std::size_t r = std::min(zero, end); r <= std::max(zero, end); ++r) {
                    cell(i * group + place * wide + c, r).sign = sign;
                }
            }
        };
        bar(0, point.x, signs_.before);
        bar(1, point.reference, signs_.bar_reference);
        if (point.yours) bar(2, *point.yours, signs_.yours);
        for (std::size_t c = 0; c < wide; ++c) marks_[i * group + 2 * wide + c] = mark_of(point);
    }
}

std::string PlotCanvas::shown(const Cell& cell) const {
    if (cell.sign) return cell.sign == signs_.yours ? bold(cell.sign) : cell.sign;
    if (cell.blocks == 3) return bold(signs_.yours);
    if (cell.blocks) return bold(cell.blocks == 1 ? signs_.upper : signs_.lower);
    if (cell.dots) return ascii_ ? signs_.reference : braille(cell.dots);
    return " ";
}

std::string PlotCanvas::axis() const {
    std::string line(plot_margin + columns_ + 1, ' ');
    const std::size_t n = panel_.points.size(), group = columns_ / n;
    const auto put = [&](std::size_t column, const std::string& number) {
        // A minus sign stands left of the place, so that the digit is below it.
        const std::size_t at = plot_margin + column - (number[0] == '-' ? 1 : 0);
        line.replace(at, number.size(), number);
    };
    if (panel_.row) {
        for (std::size_t i = 0; i < n; ++i) {
            const std::string number = std::to_string(i);
            put(i * group, group > 5 ? "x[" + number + "]" : number);
        }
    } else {
        const PlotRange xs{panel_.points.front().x, panel_.points.back().x};
        for (const double x : ticks(xs, columns_ / 5)) {
            if (x == std::floor(x)) put(column_of(x, 1), std::to_string(static_cast<int>(x)));
        }
    }
    return trimmed_right(line) + "\n";
}

std::string PlotCanvas::marks() const {
    if (!has_marks()) return "";
    return std::string(plot_margin, ' ') + coloured(Status::failed, trimmed_right(marks_)) + "\n";
}

}  // namespace learn
