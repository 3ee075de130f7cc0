#include <algorithm>

#include "messages.hpp"
#include "plot.hpp"
#include "plot_picture.hpp"
#include "svg.hpp"
#include "theme.hpp"

namespace learn {
namespace {

using tiny_llm::figures::Curve, tiny_llm::figures::Plot, tiny_llm::figures::Point, tiny_llm::figures::Svg;
using tiny_llm::figures::dark, tiny_llm::figures::light, tiny_llm::figures::Theme;

constexpr double panel_height = 240, title_height = 60;

/// Drawn in the light theme's colours; where the reader's system is dark these rules put the dark theme's for them.
std::string dark_rules() {
    std::string rules = "@media (prefers-color-scheme: dark) {\n";
    for (const auto colour : {&Theme::text, &Theme::muted, &Theme::rule, &Theme::faint, &Theme::first, &Theme::second,
                              &Theme::third, &Theme::ground}) {
        for (const std::string property : {"fill", "stroke"}) {
            rules += "  [" + property + "=\"" + std::string(light.*colour) + "\"] { " + property + ": " +
                     std::string(dark.*colour) + " }\n";
        }
    }
    return rules + "}\n";
}

/// The points that are no part of the agreement lie in a band.
void bands(Svg& svg, const Plot& plot, const PlotPanel& panel, PlotRange y) {
    const auto& points = panel.points;
    const double half = (points[1].x - points[0].x) / 2;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto bad = [&](std::size_t k) { return points[k].differs() || !points[k].trouble.empty(); };
        if (!bad(i)) continue;
        const std::size_t from = i;
        while (i + 1 < points.size() && bad(i + 1)) ++i;
        const double first = std::max(points[from].x - half, points.front().x), last = std::min(points[i].x + half, points.back().x);
        const Point corner = plot.at(first, y.high), end = plot.at(last, y.low);
        svg.rectangle(corner, end.x - corner.x, end.y - corner.y, light.second, {"none", 0}, 0.14);
    }
}

void curves(Svg& svg, const Plot& plot, const PlotPanel& panel, PlotRange y) {
    bands(svg, plot, panel, y);
    std::vector<double> xs, ys;
    for (const PlotPoint& point : panel.points) {
        xs.push_back(point.x);
        ys.push_back(point.reference);
    }
    plot.curve(xs, ys, {light.rule, 7});
    xs.clear(), ys.clear();
    for (const PlotPoint& point : panel.points) {
        if (point.yours) {
            xs.push_back(point.x);
            ys.push_back(std::clamp(*point.yours, y.low, y.high));
        }
        if (!point.yours || &point == &panel.points.back()) {
            if (xs.size() > 1) plot.curve(xs, ys, {light.first, 2.5});
            else if (xs.size() == 1) svg.dot(plot.at(xs[0], ys[0]), 2, light.first);
            xs.clear(), ys.clear();
        }
    }
}

void bars(Svg& svg, const Plot& plot, const PlotPanel& panel, PlotRange y) {
    for (std::size_t i = 0; i < panel.points.size(); ++i) {
        const PlotPoint& point = panel.points[i];
        const double x = static_cast<double>(i);
        if (point.differs() || !point.trouble.empty()) {
            const Point corner = plot.at(x - 0.5, y.high), end = plot.at(x + 0.5, y.low);
            svg.rectangle(corner, end.x - corner.x, end.y - corner.y, light.second, {"none", 0}, 0.14);
        }
        const auto bar = [&](double from, double value, std::string_view colour) {
            value = std::clamp(value, y.low, y.high);
            const Point corner = plot.at(x + from, std::max(value, 0.0)), end = plot.at(x + from + 0.24, std::min(value, 0.0));
            svg.rectangle(corner, end.x - corner.x, end.y - corner.y, colour);
        };
        bar(-0.38, point.x, light.third);
        bar(-0.12, point.reference, light.rule);
        if (point.yours) bar(0.14, *point.yours, light.first);
        svg.text({plot.at(x, 0).x, plot.at(0, y.low).y + 19}, "x[" + std::to_string(i) + "]", {light.muted, "middle"});
    }
}

}  // namespace

std::string plot_svg(const std::vector<PlotPanel>& panels) {
    const double height = title_height + panel_height * static_cast<double>(panels.size());
    Svg svg(height);
    svg.rectangle({0, 0}, Svg::width, height, light.ground);
    std::vector<Curve> names{{msg::plot_reference(), {light.rule, 7}}, {msg::plot_yours(), {light.first, 2.5}}};
    if (panels.front().row) names.insert(names.begin(), {"x", {light.third, 7}});
    legend(svg, light, {44, 26}, 110, names);
    double top = title_height;
    for (const PlotPanel& panel : panels) {
        const PlotRange y = range_of(panel);
        const double n = static_cast<double>(panel.points.size());
        const PlotRange x = panel.row ? PlotRange{-0.5, n - 0.5} : PlotRange{panel.points.front().x, panel.points.back().x};
        svg.text({44, top - 10}, panel.note.empty() ? panel.name : panel.name + ": " + panel.note, {light.text, "start", 15, true});
        const Plot plot(svg, light, {44, top}, 420, panel_height - 60, {x.low, x.high}, {y.low, y.high});
        plot.axes(panel.row ? std::vector<double>{} : ticks(x, 10), ticks(y, 6));
        panel.row ? bars(svg, plot, panel, y) : curves(svg, plot, panel, y);
        top += panel_height;
    }
    return svg.file(dark_rules());
}

}  // namespace learn
