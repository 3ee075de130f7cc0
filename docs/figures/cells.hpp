#pragma once

#include <string_view>
#include <vector>

#include "tools/drawing/svg.hpp"
#include "tools/drawing/theme.hpp"

namespace tiny_llm::figures {

/// Draws a cell without a number.
void empty_cell(Svg& svg, Point corner, double width, double height, std::string_view colour);

/// Draws numbers side by side in cells, and returns where the cells end.
double cells(Svg& svg, const Theme& theme, Point corner, double width, const std::vector<double>& values, int decimals,
             std::string_view colour);

}  // namespace tiny_llm::figures
