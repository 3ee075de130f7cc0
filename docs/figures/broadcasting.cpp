#include <algorithm>

#include "pictures.hpp"
#include "tools/drawing/svg.hpp"
#include "week1/00-xtensor/outer.hpp"

namespace tiny_llm::figures {

namespace {

constexpr double cell_width = 38, cell_height = 27;

/// Draws a table from its upper left corner, with its shape below. Rows and columns beyond the tensor's own repeat its last
/// ones; they are dashed, since they aren't in memory.
void table(Svg& svg, const Theme& theme, Point corner, const Tensor& values, std::size_t rows, std::size_t columns,
           std::string_view colour, std::string_view shape) {
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < columns; ++j) {
            const bool own = i < values.shape(0) && j < values.shape(1);
            const float value = values(std::min(i, values.shape(0) - 1), std::min(j, values.shape(1) - 1));
            const Point at{corner.x + cell_width * static_cast<double>(j),
                           corner.y + cell_height * static_cast<double>(i)};
            if (own) svg.rectangle(at, cell_width - 3, cell_height - 3, colour, {"none", 0}, 0.18);
            svg.rectangle(at, cell_width - 3, cell_height - 3, "none",
                          own ? Stroke{colour, 1.5} : Stroke{theme.muted, 1, "3 3"});
            svg.text({at.x + (cell_width - 3) / 2, at.y + 17}, text_number(value),
                     {own ? theme.text : theme.muted, "middle", 13.5});
        }
    }
    const double middle = corner.x + (cell_width * static_cast<double>(columns) - 3) / 2;
    svg.text({middle, corner.y + cell_height * static_cast<double>(rows) + 13}, shape, {theme.muted, "middle", 14});
}

}  // namespace

std::string broadcasting(const Theme& theme) {
    struct Line {
        Tensor left, right;
        std::string_view sign;
        Tensor result;
        std::string_view left_shape, right_shape, shape;
    };
    const Tensor t = {{1, 2, 3}, {4, 5, 6}}, row = {{10, 20, 30}}, a = {1, 2, 3}, b = {10, 20};
    const Tensor column = xt::view(b, xt::all(), xt::newaxis());
    const Line lines[] = {
        {t, row, "+", t + row, "(2, 3)", "(3,)", "(2, 3)"},
        {t, column, "+", t + column, "(2, 3)", "(2, 1)", "(2, 3)"},
        {xt::view(a, xt::all(), xt::newaxis()), xt::view(b, xt::newaxis()), "·", outer(a, b), "(3, 1)", "(2,)",
         "(3, 2)"},
    };

    Svg svg(313);
    constexpr double sign = 30, left = (Svg::width - 9 * cell_width - 2 * sign) / 2;
    double y = 4;
    for (const Line& line : lines) {
        const std::size_t rows = line.result.shape(0), columns = line.result.shape(1);
        const double block = cell_width * static_cast<double>(columns), first = left + (3 * cell_width - block) * 1.5;
        const auto at = [&](int n) { return Point{first + (block + sign) * n, y}; };
        table(svg, theme, at(0), line.left, rows, columns, theme.first, line.left_shape);
        table(svg, theme, at(1), line.right, rows, columns, theme.second, line.right_shape);
        table(svg, theme, at(2), line.result, rows, columns, theme.third, line.shape);
        const double middle = y + cell_height * static_cast<double>(rows) / 2 + 4;
        svg.text({at(1).x - sign / 2 - 1, middle}, line.sign, {theme.text, "middle", 18});
        svg.text({at(2).x - sign / 2 - 1, middle}, "=", {theme.text, "middle", 18});
        y += cell_height * static_cast<double>(rows) + 34;
    }
    return svg.file();
}

}  // namespace tiny_llm::figures
