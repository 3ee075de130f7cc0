#include "cells.hpp"
#include "pictures.hpp"
#include "week1/03-qwen2-mlp/linear.hpp"

namespace tiny_llm::figures {

std::string split_mlp(const Theme& theme) {
    const Tensor hidden = {3, 1, 2, 5}, row_of_down = {1, 2, 3, -1};
    const std::string_view colours[] = {theme.first, theme.second};
    constexpr double middle = Svg::width / 2, wide = 48, bar = 20, apart = 24;

    Svg svg(332);
    const Stroke flow{theme.rule, 2};
    const auto name = [&](Point at, const std::string& text, std::string_view colour,
                          std::string_view anchor = "middle") {
        svg.text(at, text, {colour, anchor, 15, true});
    };

    name({middle - 120, 18}, "gate", theme.text);
    name({middle + 120, 18}, "up", theme.text);
    name({middle - 2 * wide - apart - 14, 232}, "down", theme.text, "end");
    for (std::size_t gpu = 0; gpu < 2; ++gpu) {
        const double side = gpu == 0 ? -1 : 1, left = gpu == 0 ? middle - 2 * wide - apart : middle + apart;
        auto own = xt::range(2 * gpu, 2 * gpu + 2);
        const Tensor numbers = xt::view(hidden, own), weights = xt::view(row_of_down, own);
        const auto of = [](const Tensor& two) { return std::vector<double>(two.begin(), two.end()); };
        const double rows = 28 + 2 * bar * static_cast<double>(gpu);
        for (std::size_t row = 0; row < 2; ++row) {
            for (const double matrix : {middle - 120, middle + 120})
                empty_cell(svg, {matrix - 75, rows + bar * static_cast<double>(row)}, 147, bar - 3, colours[gpu]);
        }
        name({middle, rows + bar + 4}, "GPU " + std::to_string(gpu), colours[gpu]);
        svg.arrow({middle + side * 14, 108}, {left + wide, 134}, flow);
        cells(svg, theme, {left, 140}, wide, of(numbers), 0, colours[gpu]);
        svg.text({left + wide - 2, 186}, "×", {theme.muted, "middle", 16});
        for (std::size_t column = 0; column < 2; ++column) {
            for (const double row : {223.0, 243.0})
                empty_cell(svg, {left + wide * static_cast<double>(column), row}, wide - 3, bar - 3, colours[gpu]);
        }
        cells(svg, theme, {left, 193}, wide, of(weights), 0, colours[gpu]);
        svg.arrow({left + wide, 268}, {left + wide, 290}, flow);
        const float part = linear(numbers, xt::view(weights, xt::newaxis()))(0);
        cells(svg, theme, {left + wide / 2, 296}, wide, {part}, 0, colours[gpu]);
    }
    svg.text({middle, 315}, "+", {theme.text, "middle", 18});
    const float all = linear(hidden, xt::view(row_of_down, xt::newaxis()))(0);
    svg.text({middle + 2 * wide + apart + 4, 315}, "= " + text_number(all, 0), {theme.text, "start", 16, true});
    return svg.file();
}

}  // namespace tiny_llm::figures
