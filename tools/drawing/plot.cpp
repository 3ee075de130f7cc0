#include "tools/drawing/plot.hpp"

namespace tiny_llm::figures {

Point Plot::at(double across, double up) const {
    return {corner.x + (across - x.low) / (x.high - x.low) * width,
            corner.y + (y.high - up) / (y.high - y.low) * height};
}

void Plot::axes(const std::vector<double>& x_ticks, const std::vector<double>& y_ticks) const {
    for (const double tick : x_ticks) {
        svg.line(at(tick, y.low), at(tick, y.high), {tick == 0 ? theme.rule : theme.faint, 1});
        svg.text({at(tick, 0).x, corner.y + height + 19}, text_number(tick), {theme.muted, "middle"});
    }
    for (const double tick : y_ticks) {
        svg.line(at(x.low, tick), at(x.high, tick), {tick == 0 ? theme.rule : theme.faint, 1});
        svg.text({corner.x - 8, at(0, tick).y + 5}, text_number(tick), {theme.muted, "end"});
    }
}

void Plot::curve(const std::vector<double>& xs, const std::vector<double>& ys, Stroke stroke) const {
    std::vector<Point> points;
    for (std::size_t i = 0; i < xs.size(); ++i) points.push_back(at(xs[i], ys[i]));
    svg.polyline(points, stroke);
}

void legend(Svg& svg, const Theme& theme, Point from, double step, const std::vector<Curve>& curves) {
    for (const Curve& curve : curves) {
        svg.line({from.x, from.y - 5}, {from.x + 26, from.y - 5}, curve.stroke);
        svg.text({from.x + 33, from.y}, curve.name, {theme.text});
        from.x += step;
    }
}

}  // namespace tiny_llm::figures
