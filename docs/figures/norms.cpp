#include <algorithm>
#include <cmath>

#include "functions.hpp"
#include "pictures.hpp"
#include "tools/drawing/plot.hpp"
#include "week1/07-more-norms/other_norms.hpp"

namespace tiny_llm::figures {

namespace {

/// A row as bars from a zero line, with a dotted one at 1. y: what lies at the lower and the upper edge
void bars(Svg& svg, const Theme& theme, Point corner, Range y, const Tensor& row, std::string_view colour) {
    constexpr double height = 84;
    const auto level = [&](double value) { return corner.y + (y.high - value) / (y.high - y.low) * height; };
    svg.line({corner.x - 2, level(1)}, {corner.x + 108, level(1)}, {theme.rule, 1, "2 3"});
    svg.text({corner.x - 6, level(1) + 5}, "1", {theme.muted, "end"});
    for (std::size_t i = 0; i < row.size(); ++i) {
        const double value = row.flat(i);
        const double top = level(std::max(value, 0.0));
        const double left = corner.x + 4 + 26 * static_cast<double>(i);
        svg.rectangle({left, top}, 20, level(std::min(value, 0.0)) - top, colour);
    }
    svg.line({corner.x - 2, level(0)}, {corner.x + 108, level(0)}, {theme.rule, 1});
}

using Norm = std::function<Tensor(const Tensor&)>;

/// A norm of rows of channels, for N x C x L.
Norm of_channels(const Norm& norm) {
    return [norm](const Tensor& x) {
        const Tensor rows = xt::transpose(x, {0, 2, 1});
        const Tensor y = norm(rows);
        return Tensor(xt::transpose(y, {0, 2, 1}));
    };
}

/// Which inputs change the output at (n, c, l): one after the other is poked. The result has 1 there, else 0.
Tensor inputs_of(const Norm& norm, const Tensor& x, std::size_t n, std::size_t c, std::size_t l) {
    const float before = norm(x)(n, c, l);
    Tensor reached = xt::zeros_like(x);
    for (std::size_t i = 0; i < x.size(); ++i) {
        Tensor poked = x;
        poked.flat(i) += 1;
        reached.flat(i) = norm(poked)(n, c, l) != before;
    }
    return reached;
}

}  // namespace

std::string row_norms(const Theme& theme) {
    Svg svg(500);
    const Tensor x = {{1, 2, 3, 4}};
    struct Case {
        std::string name;
        Tensor row;
    };
    const std::vector<Case> cases = {{"x", x}, {"2 · x", 2 * x}, {"x + 2", x + 2}, {"x − 2.5", x - 2.5f}};
    const double columns[] = {92, 230, 368};

    svg.text({columns[1] + 53, 22}, "RMSNorm", {theme.text, "middle", 16, true});
    svg.text({columns[2] + 53, 22}, "LayerNorm", {theme.text, "middle", 16, true});
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const double top = 42 + 116 * static_cast<double>(i);
        svg.text({0, top + 47}, cases[i].name, {theme.text, "start", 16});
        bars(svg, theme, {columns[0], top}, {-2, 8}, cases[i].row, theme.muted);
        bars(svg, theme, {columns[1], top}, {-1.6, 1.6}, rms_normed(cases[i].row), theme.first);
        bars(svg, theme, {columns[2], top}, {-1.6, 1.6}, layer_normed(cases[i].row), theme.second);
    }
    return svg.file();
}

std::string norm_axes(const Theme& theme) {
    constexpr float eps = 1e-5f;
    constexpr std::size_t samples = 3, channels = 4, places = 3;
    const std::size_t n = 0, c = 1, l = 1;
    struct Case {
        std::string name;
        std::string detail;
        Norm norm;
    };
    const std::vector<Case> cases = {
        {"BatchNorm", "", [=](const Tensor& x) { return batch_norm(x, eps); }},
        {"GroupNorm", "groups = 2", [=](const Tensor& x) { return group_norm(x, 2, eps); }},
        {"GroupNorm", "groups = 1", [=](const Tensor& x) { return group_norm(x, 1, eps); }},
        {"LayerNorm", "", of_channels(layer_normed)},
        {"RMSNorm", "", of_channels(rms_normed)},
    };
    // Numbers without a pattern, so that no poke leaves an output as it was by chance.
    Tensor x = Tensor::from_shape({samples, channels, places});
    for (std::size_t i = 0; i < x.size(); ++i) x.flat(i) = std::sin(static_cast<float>(i * i + 1)) * 2;

    Svg svg(510);
    constexpr double cell = 23;
    const auto corner = [](double row, std::size_t sample) {
        return Point{138 + 116 * static_cast<double>(sample), 48 + 93 * row};
    };
    for (std::size_t sample = 0; sample < samples; ++sample) {
        svg.text({corner(0, sample).x + 2 * cell, 20}, "n = " + std::to_string(sample), {theme.text, "middle"});
    }
    svg.arrow({138, 36}, {138 + 4 * cell, 36}, {theme.muted, 1.5});
    svg.text({126, 41}, "C", {theme.muted, "middle"});
    svg.arrow({126, 50}, {126, 48 + 3 * cell}, {theme.muted, 1.5});
    svg.text({112, 48 + 3 * cell}, "L", {theme.muted, "middle"});

    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto row = static_cast<double>(i);
        const Tensor reached = inputs_of(cases[i].norm, x, n, c, l);
        svg.text({0, corner(row, 0).y + (cases[i].detail.empty() ? 40 : 30)}, cases[i].name,
                 {theme.text, "start", 16, true});
        svg.text({0, corner(row, 0).y + 51}, cases[i].detail, {theme.muted});
        for (std::size_t at = 0; at < x.size(); ++at) {
            const std::size_t sample = at / (channels * places);
            const std::size_t channel = at / places % channels;
            const std::size_t place = at % places;
            Point here = corner(row, sample);
            here.x += cell * static_cast<double>(channel);
            here.y += cell * static_cast<double>(place);
            svg.rectangle({here.x + 1, here.y + 1}, cell - 2, cell - 2, reached.flat(at) ? theme.first : theme.faint);
            if (sample == n && channel == c && place == l) {
                svg.dot({here.x + cell / 2, here.y + cell / 2}, 5, "#ffffff");
            }
        }
    }
    return svg.file();
}

}  // namespace tiny_llm::figures
