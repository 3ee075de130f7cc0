#include "cells.hpp"

namespace tiny_llm::figures {

void empty_cell(Svg& svg, Point corner, double width, double height, std::string_view colour) {
    svg.rectangle(corner, width, height, colour, {"none", 0}, 0.18);
    svg.rectangle(corner, width, height, "none", {colour, 1.5});
}

double cells(Svg& svg, const Theme& theme, Point corner, double width, const std::vector<double>& values, int decimals,
             std::string_view colour) {
    constexpr double height = 27, size = 13.5;
    for (const double value : values) {
        empty_cell(svg, corner, width - 3, height, colour);
        svg.text({corner.x + width / 2 - 1.5, corner.y + height / 2 + size / 3}, text_number(value, decimals),
                 {theme.text, "middle", size});
        corner.x += width;
    }
    return corner.x;
}

}  // namespace tiny_llm::figures
