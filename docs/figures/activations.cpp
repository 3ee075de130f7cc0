#include <algorithm>

#include "functions.hpp"
#include "pictures.hpp"
#include "tools/drawing/plot.hpp"
#include "week1/01-silu/gelu.hpp"
#include "week1/01-silu/silu.hpp"

namespace tiny_llm::figures {

std::string factors(const Theme& theme) {
    Svg svg(212);
    const Curve silu_curve{"SiLU: σ(x)", {theme.first, 3}};
    const Curve relu_curve{"ReLU", {theme.third, 2}};
    legend(svg, theme, {40, 22}, 120, {silu_curve, relu_curve});

    const Plot plot(svg, theme, {40, 40}, 426, 142, {-6, 6}, {-0.1, 1.1});
    plot.axes({-6, -4, -2, 0, 2, 4, 6}, {0, 0.5, 1});
    // Of every number but 0.
    const auto factor = [&](const Function& function, double low, double high, const Stroke& stroke) {
        const std::vector<double> xs = points(low, high, 100);
        std::vector<double> ys = values(function, xs);
        for (std::size_t i = 0; i < xs.size(); ++i) ys[i] /= xs[i];
        plot.curve(xs, ys, stroke);
    };
    for (const auto& [low, high] : {std::pair{-6.0, -1.0 / 64}, std::pair{1.0 / 64, 6.0}}) {
        factor(relu, low, high, relu_curve.stroke);
        factor(silu, low, high, silu_curve.stroke);
    }
    svg.text({52, 84}, "f(x) / x", {theme.text, "start", 16, true});
    return svg.file();
}

std::string activations(const Theme& theme) {
    Svg svg(500);
    const Curve silu_curve{"SiLU", {theme.first, 3}};
    const Curve gelu_curve{"GELU", {theme.second, 2.5, "7 4"}};
    const Curve relu_curve{"ReLU", {theme.third, 2}};
    legend(svg, theme, {40, 22}, 100, {silu_curve, gelu_curve, relu_curve});

    // Apart from 0, where ReLU has no slope.
    const std::vector<double> left = points(-4, -1.0 / 64, 100);
    const std::vector<double> right = points(1.0 / 64, 3, 75);
    std::vector<double> all = left;
    all.insert(all.end(), right.begin(), right.end());

    const Plot value(svg, theme, {40, 40}, 426, 213, {-4, 3}, {-0.5, 3});
    value.axes({-4, -3, -2, -1, 0, 1, 2, 3}, {0, 1, 2, 3});
    value.curve(all, values(relu, all), relu_curve.stroke);
    value.curve(all, values(gelu, all), gelu_curve.stroke);
    value.curve(all, values(silu, all), silu_curve.stroke);
    svg.text({52, 60}, "f(x)", {theme.text, "start", 16, true});

    // SiLU's lowest point, as the solution has it.
    const std::vector<double> near = points(-2, 0, 2000);
    const std::vector<double> low = values(silu, near);
    const auto lowest = std::min_element(low.begin(), low.end());
    const double x = near[static_cast<std::size_t>(lowest - low.begin())];
    const Point place = value.at(x, *lowest);
    svg.dot(place, 4.5, theme.first);
    svg.text({place.x, place.y - 28}, "(" + text_number(x, 2) + ", " + text_number(*lowest, 2) + ")",
             {theme.first, "middle"});

    const Plot slope(svg, theme, {40, 300}, 426, 170, {-4, 3}, {-0.2, 1.2});
    slope.axes({-4, -3, -2, -1, 0, 1, 2, 3}, {0, 0.5, 1});
    slope.curve(left, slopes(relu, left), relu_curve.stroke);
    slope.curve(right, slopes(relu, right), relu_curve.stroke);
    slope.curve(all, slopes(gelu, all), gelu_curve.stroke);
    slope.curve(all, slopes(silu, all), silu_curve.stroke);
    slope.curve({x, x}, {-0.12, 0.12}, {theme.first, 1.5});
    svg.text({52, 320}, "f′(x)", {theme.text, "start", 16, true});
    return svg.file();
}

std::string gelu_tanh_error(const Theme& theme) {
    Svg svg(250);
    const std::vector<double> xs = points(-5, 5, 200);
    const std::vector<double> exact = values(gelu, xs);
    std::vector<double> error = values(gelu_tanh, xs);
    for (std::size_t i = 0; i < xs.size(); ++i) error[i] = (error[i] - exact[i]) * 1e4;

    const Plot plot(svg, theme, {40, 40}, 426, 180, {-5, 5}, {-6, 6});
    plot.axes({-4, -2, 0, 2, 4}, {-5, 0, 5});
    plot.curve(xs, error, {theme.first, 2.5});
    svg.text({40, 22}, "10 000 · (gelu_tanh(x) − gelu(x))", {theme.text, "start", 16, true});
    return svg.file();
}

}  // namespace tiny_llm::figures
