#include <algorithm>

#include "bench/picture.hpp"
#include "messages.hpp"
#include "terminal/text.hpp"
#include "tools/drawing/svg.hpp"
#include "tools/drawing/theme.hpp"

namespace learn {
namespace {

using tiny_llm::figures::light, tiny_llm::figures::Svg;

constexpr double names_x = 16, bars_x = 150, bars_end = 340, times_x = 404, ratios_x = 464;
constexpr double bench_line = 20, bench_title = 46, bench_head = 58;

/// The learner's own bar stands out; the limit is no contender.
std::string_view bar_colour(const std::string& impl) {
    if (impl == "yours") return light.first;
    if (impl == "solution" || impl.starts_with("step:")) return light.third;
    return impl == "limit" ? light.rule : light.second;
}

std::string svg_escaped(const std::string& text) {
    std::string result;
    for (const char c : text) result += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
    return result;
}

struct BenchDrawing {
    Svg& svg;
    double y = 0;

    void block(const BenchPlan& plan, const BenchBlock& block) {
        const double scale = block.scale();
        const double limit_x = bars_x + (bars_end - bars_x) / scale;
        svg.text({names_x, y + 24}, svg_escaped(plan.op + "  " + bench_shape(block.shape)),
                 {light.text, "start", 15, true});
        svg.text({ratios_x, y + 24}, svg_escaped(bench_conditions(block)), {light.muted, "end", 13});
        const double top = y + 34;
        y = top;
        for (const BenchBlock::Bar& bar : block.bars) {
            if (!bar.row) continue;
            const double share = bar.row->ratio > 0 ? std::min(1 / bar.row->ratio, scale) / scale : 0;
            const double length = std::max(share * (bars_end - bars_x), 1.0);
            svg.text({names_x, y + 14}, svg_escaped(fit(bar.name(), 20)), {light.text, "start", 13});
            if (bar.row->ratio > 0) svg.rectangle({bars_x, y + 3}, length, bench_line - 6, bar_colour(bar.impl));
            svg.text({times_x, y + 14}, time_text(bar.row->median_ms), {light.text, "end", 13});
            if (bar.row->ratio > 0) svg.text({ratios_x, y + 14}, ratio_text(bar.row->ratio), {light.muted, "end", 13});
            y += bench_line;
        }
        svg.line({limit_x, top}, {limit_x, y}, {light.text, 1, "3 3"});
        y += bench_title - 34;
    }
};

std::size_t timed(const BenchBlock& block) {
    return static_cast<std::size_t>(std::count_if(block.bars.begin(), block.bars.end(),
                                                  [](const BenchBlock::Bar& bar) { return bar.row != nullptr; }));
}

}  // namespace

std::string bench_svg(const BenchResults& results) {
    double height = bench_head;
    for (const BenchPlan& plan : results.plans) {
        for (const BenchBlock& block : bench_blocks(results, plan)) {
            height += bench_title + bench_line * static_cast<double>(timed(block));
        }
    }
    Svg svg(height);
    svg.rectangle({0, 0}, Svg::width, height, light.ground);
    svg.text({names_x, 24}, svg_escaped(fit(bench_machine(results), 62)), {light.muted, "start", 13});
    svg.text({names_x, 44}, msg::bench_legend_svg(), {light.muted, "start", 13});
    BenchDrawing drawing{svg, bench_head - 6};
    for (const BenchPlan& plan : results.plans) {
        for (const BenchBlock& block : bench_blocks(results, plan)) drawing.block(plan, block);
    }
    return svg.file(tiny_llm::figures::dark_rules());
}

}  // namespace learn
