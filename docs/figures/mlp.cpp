#include <array>

#include "cells.hpp"
#include "pictures.hpp"
#include "tools/drawing/svg.hpp"
#include "week1/01-silu/silu.hpp"
#include "week1/03-qwen2-mlp/linear.hpp"
#include "week1/03-qwen2-mlp/qwen2_mlp.hpp"

namespace tiny_llm::figures {

namespace {

/// Draws numbers in cells. A unit keeps its colour from row to row: its row of W_gate and of W_up, its number in the middle,
/// its column of W_down.
class Cells {
public:
    Cells(Svg& svg, const Theme& theme) : svg(svg), theme(theme) {}

    /// A row of numbers with its middle at `top`.x.
    void row(Point top, const Tensor& values, bool of_units) {
        const double left = top.x - width * static_cast<double>(values.size()) / 2;
        for (std::size_t i = 0; i < values.size(); ++i) {
            cell({left + width * static_cast<double>(i), top.y}, width, height, text_number(values.flat(i), 3),
                 of_units ? colour(i) : theme.muted);
        }
    }

    void matrix(Point top, const Tensor& values, bool units_are_rows) {
        const double left = top.x - small * static_cast<double>(values.shape(1)) / 2;
        for (std::size_t i = 0; i < values.shape(0); ++i) {
            for (std::size_t j = 0; j < values.shape(1); ++j) {
                cell({left + small * static_cast<double>(j), top.y + low * static_cast<double>(i)}, small, low,
                     text_number(values(i, j)), colour(units_are_rows ? i : j));
            }
        }
    }

    static constexpr double width = 58, height = 28, small = 40, low = 24;

private:
    std::string_view colour(std::size_t unit) const { return std::array{theme.first, theme.second, theme.third}[unit]; }
    void cell(Point corner, double wide, double high, const std::string& words, std::string_view colour) {
        constexpr double size = 13.5;
        empty_cell(svg, corner, wide - 3, high - 3, colour);
        svg.text({corner.x + wide / 2 - 1.5, corner.y + high / 2 + size / 3 - 1}, words, {theme.text, "middle", size});
    }

    Svg& svg;
    const Theme& theme;
};

}  // namespace

std::string mlp_rows(const Theme& theme) {
    const Tensor x = {1, 2};
    const Tensor w_gate = {{1, 0}, {0, 1}, {1, -1}}, w_up = {{1, 1}, {2, 0}, {0, 1}}, w_down = {{1, 0, 1}, {0, 1, -1}};
    const Tensor gate = linear(x, w_gate), up = linear(x, w_up), open = silu(gate);
    const Tensor hidden = open * up;

    Svg svg(460);
    Cells cells(svg, theme);
    constexpr double left = 139, right = 349, middle = 244;
    const Stroke flow{theme.rule, 2};
    const auto name = [&](Point at, std::string_view words, std::string_view anchor = "start") {
        svg.text(at, words, {theme.text, anchor, 15, true});
    };

    cells.row({middle, 8}, x, false);
    name({middle - 66, 26}, "x", "end");
    svg.arrow({middle - 30, 36}, {left + 14, 60}, flow);
    svg.arrow({middle + 30, 36}, {right - 14, 60}, flow);
    cells.matrix({left, 64}, w_gate, true);
    cells.matrix({right, 64}, w_up, true);
    name({left - 46, 104}, "W_gate", "end");
    name({right + 44, 104}, "W_up");
    for (const double at : {left, right}) svg.arrow({at, 136}, {at, 156}, flow);
    cells.row({left, 160}, gate, true);
    cells.row({right, 160}, up, true);
    name({left - 93, 178}, "gate", "end");
    name({right + 90, 178}, "up");

    svg.arrow({left, 188}, {left, 212}, flow);
    name({left + 10, 204}, "silu");
    cells.row({left, 216}, open, true);
    svg.arrow({left, 244}, {middle - 14, 264}, flow);
    svg.arrow({right, 188}, {middle + 12, 262}, flow);
    svg.dot({middle, 269}, 11, theme.rule);
    svg.dot({middle, 269}, 3, theme.text);
    svg.arrow({middle, 281}, {middle, 297}, flow);
    cells.row({middle, 300}, hidden, true);
    name({middle + 92, 318}, "silu(gate) · up");

    svg.arrow({middle, 328}, {middle, 348}, flow);
    cells.matrix({middle, 352}, w_down, false);
    name({middle + 66, 380}, "W_down");
    svg.arrow({middle, 400}, {middle, 420}, flow);
    cells.row({middle, 424}, Qwen2MLP(2, 3, w_gate, w_up, w_down)(x), false);
    name({middle - 66, 442}, "y", "end");
    return svg.file();
}

}  // namespace tiny_llm::figures
