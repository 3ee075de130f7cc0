#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "messages.hpp"
#include "plot_picture.hpp"
#include "text.hpp"

namespace learn {
namespace {

constexpr std::size_t margin = 6;  // for "-0.5 ┤"
constexpr std::size_t most_columns = 100, most_rows = 15, least_rows = 3;

/// What stands in one column and row. Yours is drawn over the reference.
struct PlotCell {
    unsigned dots = 0;    // the reference, eight of them, as Braille counts them
    unsigned blocks = 0;  // yours: 1 the upper half, 2 the lower
    const char* sign = nullptr;
};

/// The signs of one alphabet.
struct PlotSigns {
    const char *yours, *upper, *lower, *reference, *before, *bar_reference, *tick, *side, *above, *below;
};
constexpr PlotSigns rich{"█", "▀", "▄", "⠒", "░", "▒", "┤", "│", "↑", "↓"};
constexpr PlotSigns plain{"#", "#", "#", ".", ":", "o", "+", "|", "^", "v"};

std::string braille(unsigned dots) {
    return {'\xE2', static_cast<char>(0xA0 | dots >> 6), static_cast<char>(0x80 | (dots & 0x3F))};
}

class PlotCanvas {
public:
    PlotCanvas(const PlotPanel& panel, std::size_t columns, std::size_t rows, bool ascii)
        : panel_(panel), range_(range_of(panel)), columns_(columns), rows_(rows), ascii_(ascii),
          signs_(ascii ? plain : rich), cells_(columns * rows), marks_(columns, ' ') {
        panel.row ? draw_bars() : draw_curve();
    }

    /// The rows, the numbers below them and, where there are any, the marks.
    std::string text() const {
        std::vector<std::string> labels(rows_);
        for (const double tick : ticks(range_, rows_ / 2 + 1)) {
            char number[16];
            std::snprintf(number, sizeof number, "%*g", static_cast<int>(margin - 2), tick);
            labels[row_of(tick, 1)] = number;
        }
        std::string text;
        for (std::size_t r = 0; r < rows_; ++r) {
            text += labels[r].empty() ? std::string(margin - 1, ' ') + signs_.side : labels[r] + " " + signs_.tick;
            for (std::size_t c = 0; c < columns_; ++c) text += shown(cells_[r * columns_ + c]);
            while (text.ends_with(' ')) text.pop_back();
            text += "\n";
        }
        return text + axis() + marks();
    }

    bool has_marks() const { return marks_.find_first_not_of(' ') != marks_.npos; }

private:
    PlotCell& cell(std::size_t column, std::size_t row) { return cells_[row * columns_ + column]; }

    /// From 0 at the top, in rows of `parts` each.
    std::size_t row_of(double value, std::size_t parts) const {
        const double share = (range_.high - value) / (range_.high - range_.low);
        const double steps = static_cast<double>(rows_ * parts);
        return static_cast<std::size_t>(std::clamp(share * steps, 0.0, steps - 1));
    }

    std::size_t column_of(double x, std::size_t parts) const {
        const double low = panel_.points.front().x, high = panel_.points.back().x;
        const double steps = static_cast<double>(columns_ * parts - 1);
        return static_cast<std::size_t>((x - low) / (high - low) * steps + 0.5);
    }

    char mark_of(const PlotPoint& point) const {
        return point.differs() ? '^' : point.trouble.empty() ? ' ' : '?';
    }

    void draw_curve() {
        static constexpr std::array<std::array<unsigned, 4>, 2> bits{{{1, 2, 4, 64}, {8, 16, 32, 128}}};
        for (const PlotPoint& point : panel_.points) {
            const std::size_t column = column_of(point.x, 1);
            const std::size_t dot = column_of(point.x, 2), up = row_of(point.reference, 4);
            cell(dot / 2, up / 4).dots |= bits[dot % 2][up % 4];
            if (mark_of(point) != ' ') marks_[column] = mark_of(point);
            if (!point.yours) continue;
            const std::size_t half = row_of(*point.yours, 2);
            PlotCell& own = cell(column, half / 2);
            own.blocks |= half % 2 == 0 ? 1 : 2;
            if (*point.yours > range_.high) own.sign = signs_.above;
            if (*point.yours < range_.low) own.sign = signs_.below;
        }
    }

    /// Each element is up to three bars beside one another, from 0.
    void draw_bars() {
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

    std::string shown(const PlotCell& cell) const {
        if (cell.sign) return cell.sign == signs_.yours ? bold(cell.sign) : cell.sign;
        if (cell.blocks) return bold(cell.blocks == 3 ? signs_.yours : cell.blocks == 1 ? signs_.upper : signs_.lower);
        if (cell.dots) return ascii_ ? signs_.reference : braille(cell.dots);
        return " ";
    }

    std::string axis() const {
        std::string line(margin + columns_ + 1, ' ');
        const std::size_t n = panel_.points.size(), group = columns_ / n;
        const auto put = [&](std::size_t column, const std::string& number) {
            // A minus sign stands left of the place, so that the digit is below it.
            const std::size_t at = margin + column - (number[0] == '-' ? 1 : 0);
            line.replace(at, number.size(), number);
        };
        if (panel_.row) {
            for (std::size_t i = 0; i < n; ++i) put(i * group, group > 5 ? "x[" + std::to_string(i) + "]" : std::to_string(i));
        } else {
            const PlotRange xs{panel_.points.front().x, panel_.points.back().x};
            for (const double x : ticks(xs, columns_ / 5)) {
                if (x == std::floor(x)) put(column_of(x, 1), std::to_string(static_cast<int>(x)));
            }
        }
        return trimmed_right(line) + "\n";
    }

    std::string marks() const {
        if (!has_marks()) return "";
        return std::string(margin, ' ') + coloured(Status::failed, trimmed_right(marks_)) + "\n";
    }

    static std::string trimmed_right(const std::string& line) { return line.substr(0, line.find_last_not_of(' ') + 1); }

    const PlotPanel& panel_;
    PlotRange range_;
    std::size_t columns_, rows_;
    bool ascii_;
    PlotSigns signs_;
    std::vector<PlotCell> cells_;
    std::string marks_;
};

/// What the signs mean, of those that are there.
std::string legend_of(const std::vector<PlotPanel>& panels, const PlotSigns& signs) {
    bool yours = false, differ = false, trouble = false;
    const bool row = panels.front().row;
    for (const PlotPanel& panel : panels) {
        yours = yours || panel.has_yours();
        for (const PlotPoint& point : panel.points) {
            differ = differ || point.differs();
            trouble = trouble || !point.trouble.empty();
        }
    }
    std::string text;
    const auto add = [&](const std::string& sign, const std::string& word) {
        text += (text.empty() ? "" : "   ") + sign + " " + word;
    };
    if (row) add(signs.before, "x");
    add(row ? signs.bar_reference : signs.reference, msg::plot_reference());
    if (yours) add(row ? signs.yours : signs.upper, msg::plot_yours());
    if (differ) add("^", msg::plot_they_differ());
    if (trouble) add("?", msg::plot_no_number());
    return text;
}

}  // namespace

PlotPaper plot_paper() {
    std::string locale;
    for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const char* value = std::getenv(variable);
        if (locale.empty() && value) locale = value;
    }
    std::transform(locale.begin(), locale.end(), locale.begin(), [](unsigned char c) { return std::tolower(c); });
    const bool utf8 = locale.find("utf-8") != locale.npos || locale.find("utf8") != locale.npos;
    return {terminal_size(), !utf8};
}

std::string plot_text(const std::vector<PlotPanel>& panels, const std::vector<std::string>& text,
                      const PlotPaper& paper) {
    const std::size_t columns = std::clamp<std::size_t>(paper.size.columns, 30, most_columns) - margin - 1;
    const auto wrapped = [&](const std::string& line) { return wrap(line, columns + margin); };

    const bool named = panels.size() > 1;
    std::vector<std::string> above, below;
    const auto add = [&](std::vector<std::string>& lines, const std::string& line) {
        for (const std::string& part : wrapped(line)) lines.push_back(part);
    };
    for (const PlotPanel& panel : panels) {
        if (!panel.note.empty()) add(above, panel.name + ": " + panel.note);
    }
    const std::string legend = legend_of(panels, paper.ascii ? plain : rich);
    add(above, above.empty() && !named ? panels[0].name + "   " + legend : legend);
    for (const std::string& line : text) add(below, line);

    std::size_t other = above.size() + below.size();
    for (const PlotPanel& panel : panels) {
        other += 1 + named + PlotCanvas(panel, columns, least_rows, paper.ascii).has_marks();
    }
    const std::size_t screen = std::min<std::size_t>(paper.size.rows, 24) - 1;
    const std::size_t rows = std::clamp((screen - std::min(screen, other)) / panels.size(), least_rows, most_rows);

    std::string result;
    for (const std::string& line : above) result += line + "\n";
    for (const PlotPanel& panel : panels) {
        if (named) result += std::string(margin, ' ') + bold(panel.name) + "\n";
        result += PlotCanvas(panel, columns, rows, paper.ascii).text();
    }
    for (const std::string& line : below) result += line + "\n";
    return result;
}

}  // namespace learn
