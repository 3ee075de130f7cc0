#include <array>

#include "pictures.hpp"
#include "tools/drawing/svg.hpp"
#include "week2/02-rope/rope_tables.hpp"

namespace tiny_llm::figures {

std::string rope_clocks(const Theme& theme) {
    constexpr std::array<std::size_t, 6> pairs{0, 1, 2, 4, 8, 15};
    constexpr std::array<std::size_t, 7> positions{0, 1, 2, 3, 10, 100, 500};
    constexpr double left = 74, top = 34, step = 67, radius = 28;
    const RopeTables tables = rope_tables(32, 512, 10000);

    Svg svg(top + step * positions.size());
    for (std::size_t column = 0; column < pairs.size(); ++column) {
        const double x = left + step * (static_cast<double>(column) + 0.5);
        svg.text({x, 22}, "i = " + std::to_string(pairs[column]), {theme.text, "middle", 16, true});
    }
    for (std::size_t row = 0; row < positions.size(); ++row) {
        const std::size_t p = positions[row];
        const double y = top + step * (static_cast<double>(row) + 0.5);
        svg.text({4, y + 5}, "p = " + std::to_string(p), {theme.text, "start", 16, true});
        for (std::size_t column = 0; column < pairs.size(); ++column) {
            const std::size_t i = pairs[column];
            const Point centre{left + step * (static_cast<double>(column) + 0.5), y};
            // y grows downwards in a drawing, and upwards where angles are measured.
            const Point end{centre.x + radius * tables.cos(p, i), centre.y - radius * tables.sin(p, i)};
            svg.dot(centre, radius, theme.faint);
            svg.line(centre, {centre.x + radius, centre.y}, {theme.rule, 1, "2 3"});
            svg.line(centre, end, {theme.first, 3});
            svg.dot(end, 4, theme.first);
        }
    }
    return svg.file();
}

}  // namespace tiny_llm::figures
