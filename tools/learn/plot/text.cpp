#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "messages.hpp"
#include "plot/canvas.hpp"
#include "plot/picture.hpp"
#include "terminal/text.hpp"

namespace learn {
namespace {

constexpr std::size_t most_columns = 100, most_rows = 15, least_rows = 3;

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
    const std::size_t columns = std::clamp<std::size_t>(paper.size.columns, 30, most_columns) - plot_margin - 1;
    const auto wrapped = [&](const std::string& line) { return wrap(line, columns + plot_margin); };

    const bool named = panels.size() > 1;
    std::vector<std::string> above, below;
    const auto add = [&](std::vector<std::string>& lines, const std::string& line) {
        for (const std::string& part : wrapped(line)) lines.push_back(part);
    };
    for (const PlotPanel& panel : panels) {
        if (!panel.note.empty()) add(above, panel.name + ": " + panel.note);
    }
    const std::string legend = legend_of(panels, paper.ascii ? ascii_signs : rich_signs);
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
        if (named) result += std::string(plot_margin, ' ') + bold(panel.name) + "\n";
        result += PlotCanvas(panel, columns, rows, paper.ascii).text();
    }
    for (const std::string& line : below) result += line + "\n";
    return result;
}

}  // namespace learn
