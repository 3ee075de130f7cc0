#include <algorithm>

#include "messages.hpp"
#include "plot/picture.hpp"
#include "terminal/text.hpp"
#include "tools/drawing/plot.hpp"
#include "tools/drawing/svg.hpp"
#include "tools/drawing/theme.hpp"

namespace learn {
namespace {

using tiny_llm::figures::Curve, tiny_llm::figures::Plot, tiny_llm::figures::Point, tiny_llm::figures::Svg;
using tiny_llm::figures::light;

constexpr double panel_height = 240, title_height = 60;

bool in_band(const PlotPoint& point) { return point.differs() || !point.trouble.empty(); }

/// Over what is no part of the agreement.
void band(Svg& svg, Point corner, Point end) {
    svg.rectangle(corner, end.x - corner.x, end.y - corner.y, light.second, {"none", 0}, 0.14);
}

void bands(Svg& svg, const Plot& plot, const PlotPanel& panel, PlotRange y) {
    const auto& points = panel.points;
    const double half = (points[1].x - points[0].x) / 2;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!in_band(points[i])) continue;
        const double first = std::max(points[i].x - half, points.front().x);
        while (i + 1 < points.size() && in_band(points[i + 1])) ++i;
        band(svg, plot.at(first, y.high), plot.at(std::min(points[i].x + half, points.back().x), y.low));
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
        if (in_band(point)) band(svg, plot.at(x - 0.5, y.high), plot.at(x + 0.5, y.low));
        const auto bar = [&](double from, double value, std::string_view colour) {
            value = std::clamp(value, y.low, y.high);
            const Point corner = plot.at(x + from, std::max(value, 0.0));
            const Point end = plot.at(x + from + 0.24, std::min(value, 0.0));
            svg.rectangle(corner, end.x - corner.x, end.y - corner.y, colour);
        };
        bar(-0.38, point.x, light.third);
        bar(-0.12, point.reference, light.rule);
        if (point.yours) bar(0.14, *point.yours, light.first);
        const Point below{plot.at(x, 0).x, plot.at(0, y.low).y + 19};
        svg.text(below, "x[" + std::to_string(i) + "]", {light.muted, "middle"});
    }
}

void draw_legend(Svg& svg, const std::vector<PlotPanel>& panels) {
    const bool row = panels.front().row;
    std::vector<Curve> names;
    if (row) names.push_back({"x", {light.third, 7}});
    names.push_back({msg::plot_reference(), {light.rule, 7}});
    bool yours = false, bad = false;
    for (const PlotPanel& panel : panels) {
        yours = yours || panel.has_yours();
        bad = bad || std::any_of(panel.points.begin(), panel.points.end(), in_band);
    }
    if (yours) names.push_back({msg::plot_yours(), {light.first, row ? 7 : 2.5}});
    double x = 44;
    for (const Curve& curve : names) {
        legend(svg, light, {x, 26}, 0, {curve});
        x += 53 + 8 * static_cast<double>(width(curve.name));
    }
    if (!bad) return;
    band(svg, {x, 12}, {x + 26, 30});
    svg.text({x + 33, 26}, msg::plot_they_differ(), {light.text});
}

}  // namespace

std::string plot_svg(const std::vector<PlotPanel>& panels) {
    const double height = title_height + panel_height * static_cast<double>(panels.size());
    Svg svg(height);
    svg.rectangle({0, 0}, Svg::width, height, light.ground);
    draw_legend(svg, panels);
    double top = title_height;
    for (const PlotPanel& panel : panels) {
        const PlotRange y = range_of(panel);
        const double n = static_cast<double>(panel.points.size());
        PlotRange x{panel.points.front().x, panel.points.back().x};
        if (panel.row) x = {-0.5, n - 0.5};
        svg.text({44, top - 10}, panel.name, {light.text, "start", 15, true});
        svg.text({44, top + panel_height - 18}, panel.note, {light.muted, "start", 13});
        const Plot plot(svg, light, {44, top}, 420, panel_height - 60, {x.low, x.high}, {y.low, y.high});
        plot.axes(panel.row ? std::vector<double>{} : ticks(x, 10), ticks(y, 6));
        panel.row ? bars(svg, plot, panel, y) : curves(svg, plot, panel, y);
        top += panel_height;
    }
    return svg.file(tiny_llm::figures::dark_rules());
}

}  // namespace learn
