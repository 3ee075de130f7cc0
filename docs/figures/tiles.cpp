#include <cmath>

#include "pictures.hpp"
#include "tools/drawing/svg.hpp"
#include "week3/02-long/flash_attention.hpp"

namespace tiny_llm::figures {

namespace {

Tensor one_head(const std::vector<float>& numbers) {
    Tensor x = Tensor::from_shape({numbers.size(), std::size_t{1}, std::size_t{1}});
    std::copy(numbers.begin(), numbers.end(), x.begin());
    return x;
}

/// The scores of eight queries and eight keys in tiles of two, while the second tile is in memory.
void scores(Svg& svg, const Theme& theme, const Words& words, double top) {
    constexpr std::size_t tokens = 8, tile = 2, now = 1;
    constexpr double left = 96, pitch = 42, gap = 12, row = 20, side = 38;
    const Tensor x = one_head(std::vector<float>(tokens, 1.0f));
    const auto column = [&](std::size_t j) {
        return left + pitch * static_cast<double>(j) + gap * static_cast<double>(j / tile);
    };
    for (std::size_t t = 0; t < tokens / tile; ++t) {
        const double from = column(t * tile), to = column(t * tile + tile - 1) + side;
        svg.line({from, top - 8}, {to, top - 8}, {theme.rule, 2});
        svg.text({(from + to) / 2, top - 14},
                 t < now    ? words.merged
                 : t == now ? words.in_memory
                            : words.to_come,
                 {theme.text, "middle"});
        for (std::size_t j = t * tile; j < t * tile + tile; ++j) {
            const Tensor lse = flash_attention(x, x, x, 0, j, j + 1, tile).lse;
            for (std::size_t i = 0; i < tokens; ++i) {
                const double y = top + row * static_cast<double>(i);
                const bool seen = std::isfinite(lse(i, 0));
                svg.rectangle({column(j), y}, side, row - 3,
                              seen && t <= now ? theme.first
                              : seen           ? theme.faint
                                               : "none",
                              {theme.rule, seen ? 0.0 : 0.5, "2 3"}, seen && t < now ? 0.35 : 1);
            }
        }
    }
    for (const std::size_t i : {std::size_t{0}, tokens - 1}) {
        const double y = top + row * static_cast<double>(i) + 14;
        svg.text({0, y}, std::string(words.query) + std::to_string(i), {theme.text});
    }
}

/// The chapter's example: what a query knows after each tile.
void steps(Svg& svg, const Theme& theme, double top) {
    const std::vector<float> keys = {0, std::log(2.0f), std::log(8.0f), std::log(4.0f), 0};
    const Tensor query = one_head({1}), key = one_head(keys), value = one_head({15, 0, 30, 15, 5});
    constexpr double width = 136, step = 171, height = 76;
    for (std::size_t t = 0; t < 3; ++t) {
        const std::size_t last = std::min<std::size_t>(2 * t + 2, keys.size());
        const Partial part = flash_attention(query, key, value, 4, 0, last, 2);
        const double largest = *std::max_element(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(last));
        const double sum = std::exp(part.lse(0, 0) - largest), x = 1 + step * static_cast<double>(t);
        svg.rectangle({x, top}, width, height, "none", {theme.rule, 1});
        const auto line = [&](double at, const std::string& name, double number, bool bold = false) {
            svg.text({x + 12, top + at}, name, {bold ? theme.text : theme.muted, "start", 15, bold});
            svg.text({x + width - 12, top + at}, text_number(number, 2),
                     {bold ? theme.text : theme.muted, "end", 15, bold});
        };
        line(22, "m", largest);
        line(43, "z", sum);
        line(64, "a / z", part.output(0, 0, 0), true);
        if (t > 0) svg.arrow({x - (step - width) + 4, top + height / 2}, {x - 4, top + height / 2}, {theme.second, 2});
    }
}

}  // namespace

std::string attention_tiles(const Theme& theme, const Words& words) {
    Svg svg(306);
    scores(svg, theme, words, 34);
    steps(svg, theme, 222);
    return svg.file();
}

}  // namespace tiny_llm::figures
