#include "cells.hpp"

namespace tiny_llm::figures {

double cells(Svg& svg, const Theme& theme, Point corner, double width, const std::vector<double>& values, int decimals,
             std::string_view colour) {
    constexpr double height = 27, size = 13.5;
    for (const double value : values) {
        svg.rectangle(corner, width - 3, height, colour, {"none", 0}, 0.18);
        svg.rectangle(corner, width - 3, height, "none", {colour, 1.5});
        svg.text({corner.x + width / 2 - 1.5, corner.y + height / 2 + size / 3}, text_number(value, decimals),
                 {theme.text, "middle", size});
        corner.x += width;
    }
    return corner.x;
}

}  // namespace tiny_llm::figures
