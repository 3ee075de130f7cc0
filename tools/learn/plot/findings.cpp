#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

#include "messages.hpp"
#include "plot/panel.hpp"
#include "terminal/text.hpp"

namespace learn {
namespace {

using Picks = std::function<bool(const PlotPoint&)>;

/// Two decimals without zeros at the end, or two digits where that would say nothing: -1.28, 3, 0.00035.
std::string short_number(double value) {
    char text[32];
    const bool plain = value == 0 || (std::abs(value) >= 0.095 && std::abs(value) < 1e6);
    std::snprintf(text, sizeof text, plain ? "%.2f" : "%.2g", value);
    std::string result = text;
    if (plain) {
        result.erase(result.find_last_not_of('0') + 1);
        if (result.back() == '.') result.pop_back();
    }
    return result;
}

std::string place(const PlotPanel& panel, std::size_t i) {
    return panel.row ? "x[" + std::to_string(i) + "]" : "x = " + short_number(panel.points[i].x);
}

/// "for x < 0", "in x[1], x[3]", "everywhere". The bounds are the nearest points that are not picked.
std::string where(const PlotPanel& panel, const Picks& picked) {
    const auto& points = panel.points;
    const std::size_t last = points.size() - 1;
    std::vector<std::string> runs;
    std::size_t count = 0, first_picked = last, last_picked = 0;
    for (std::size_t i = 0; i <= last; ++i) {
        if (!picked(points[i])) continue;
        const std::size_t from = i;
        while (i < last && !panel.row && picked(points[i + 1])) ++i;
        const auto x = [&](std::size_t k) { return short_number(points[k].x); };
        if (from == i) runs.push_back(place(panel, i));
        else if (from == 0) runs.push_back("x < " + x(std::min(i + 1, last)));
        else if (i == last) runs.push_back("x > " + x(from - 1));
        else runs.push_back(x(from - 1) + " < x < " + x(i + 1));
        count += i - from + 1;
        first_picked = std::min(first_picked, from);
        last_picked = i;
    }
    if (count == points.size()) return msg::plot_everywhere();
    if (runs.size() > 4) return msg::plot_between(place(panel, first_picked), place(panel, last_picked));
    return panel.row ? msg::plot_in(joined(runs)) : msg::plot_for(joined(runs));
}

}  // namespace

const PlotPoint* largest_difference(const PlotPanel& panel) {
    const PlotPoint* worst = nullptr;
    const auto by = [](const PlotPoint& p) { return std::abs(*p.yours - p.reference); };
    for (const PlotPoint& point : panel.points) {
        if (point.differs() && (!worst || by(point) > by(*worst))) worst = &point;
    }
    return worst;
}

std::size_t count_differing(const PlotPanel& panel) {
    const auto differs = [](const PlotPoint& p) { return p.differs(); };
    return static_cast<std::size_t>(std::count_if(panel.points.begin(), panel.points.end(), differs));
}

std::vector<std::string> findings(const PlotPanel& panel, const std::string& id) {
    const std::string all = std::to_string(panel.points.size());
    const std::string unit = panel.row ? msg::plot_elements() : msg::plot_points();
    if (panel.unsolved) return {msg::plot_unsolved(panel.name)};
    std::vector<std::string> kinds;  // of trouble, each once
    for (const PlotPoint& point : panel.points) {
        const bool known = std::find(kinds.begin(), kinds.end(), point.trouble) != kinds.end();
        if (!point.trouble.empty() && !known) kinds.push_back(point.trouble);
    }
    if (!panel.has_yours() && !panel.whole.empty() && kinds.size() < 2) {
        return {msg::plot_alone(panel.name, panel.whole)};
    }

    std::vector<std::string> result;
    if (!panel.whole.empty()) result.push_back(msg::plot_one_by_one(panel.name, panel.whole, all));
    if (!panel.shape.empty()) result.push_back(msg::plot_shape(panel.name, panel.shape, "(" + all + ")"));
    if (const PlotPoint* worst = largest_difference(panel)) {
        const std::string at = place(panel, static_cast<std::size_t>(worst - panel.points.data()));
        const std::string wide = where(panel, [](const PlotPoint& p) { return p.differs(); });
        result.push_back(msg::plot_differs(panel.name, wide, std::to_string(count_differing(panel)), all, unit, at,
                                           short_number(std::abs(*worst->yours - worst->reference))));
    }
    constexpr std::size_t most_kinds = 3;
    for (std::size_t k = 0; k < std::min(kinds.size(), most_kinds); ++k) {
        const auto is = [&](const PlotPoint& p) { return p.trouble == kinds[k]; };
        result.push_back(msg::plot_trouble(panel.name, kinds[k], where(panel, is)));
    }
    if (kinds.size() > most_kinds) result.push_back(msg::plot_more_trouble());
    if (kinds.empty() && !largest_difference(panel)) result.push_back(msg::plot_agrees(panel.name, all, unit, id));
    return result;
}

}  // namespace learn
