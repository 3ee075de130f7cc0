#include "functions.hpp"
#include "pictures.hpp"
#include "tools/drawing/plot.hpp"
#include "week1/03-qwen2-mlp/qwen2_mlp.hpp"

namespace tiny_llm::figures {

namespace {

Tensor pair(std::vector<std::size_t> shape, float first, float second) {
    Tensor result = Tensor::from_shape(shape);
    result.flat(0) = first;
    result.flat(1) = second;
    return result;
}

/// silu(gate) * up out of Qwen2MLP: x is (gate, up), the two weights pick one each, and w_down hands the product on.
std::vector<double> hidden_number(const std::vector<double>& gates, double up) {
    const Qwen2MLP mlp(2, 1, pair({1, 2}, 1, 0), pair({1, 2}, 0, 1), pair({2, 1}, 1, 0));
    std::vector<double> result;
    for (const double gate : gates) {
        result.push_back(mlp(pair({1, 2}, static_cast<float>(gate), static_cast<float>(up)))(0, 0));
    }
    return result;
}

}  // namespace

std::string gate(const Theme& theme) {
    Svg svg(440);
    const std::vector<double> gates = points(-6, 6, 120);
    const Plot plot(svg, theme, {40, 40}, 426, 270, {-6, 6}, {-4.5, 6.5});
    plot.axes({-6, -4, -2, 0, 2, 4, 6}, {-3, 0, 3, 6});
    svg.text({40, 22}, "silu(gate) · up", {theme.text, "start", 16, true});
    svg.text({plot.at(5, 0).x, 329}, "gate", {theme.muted, "middle"});

    const std::vector<std::pair<double, Stroke>> ups = {
        {1, {theme.first, 3}}, {0.5, {theme.second, 2.5, "7 4"}}, {-0.5, {theme.third, 2}}};
    for (const auto& [up, stroke] : ups) {
        plot.curve({0, 6}, {0, 6 * up}, {theme.rule, 1, "2 3"});  // the gate wide open: gate * up
        const std::vector<double> products = hidden_number(gates, up);
        plot.curve(gates, products, stroke);
        const Point end = plot.at(6, products.back());
        const Point place = up == 1 ? plot.at(4.8, 5.3) : Point{end.x - 4, end.y + (up < 0 ? 20 : 38)};
        svg.text(place, "up = " + text_number(up), {stroke.colour, "end"});
    }

    // How far the gate is open: the share of gate * up that comes through, in cells whose middle is never 0.
    const Plot strip(svg, theme, {40, 372}, 426, 28, {-6, 6}, {0, 1});
    svg.text({40, 360}, "silu(gate) / gate", {theme.text, "start", 16, true});
    for (double left = -6; left < 6; left += 0.5) {
        const double middle = left + 0.25;
        const double open = hidden_number({middle}, 1)[0] / middle;
        svg.rectangle(strip.at(left, 1), 426.0 / 24 - 1, 28, theme.first, {"none", 0}, open);
    }
    svg.rectangle(strip.at(-6, 1), 425, 28, "none", {theme.rule, 1});
    for (const double at : {-4.0, -2.0, 0.0, 2.0, 4.0}) {
        const double gate = at == 0 ? 1.0 / 1024 : at;  // 0 / 0 is no number
        const double open = hidden_number({gate}, 1)[0] / gate;
        const std::string percent = text_number(100 * open, open < 0.1 ? 1 : 0) + " %";
        svg.text({strip.at(at, 0).x, 420}, percent, {theme.muted, "middle"});
    }
    return svg.file();
}

}  // namespace tiny_llm::figures
