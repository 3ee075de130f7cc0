#include "cells.hpp"
#include "pictures.hpp"
#include "tools/drawing/svg.hpp"
#include "week1/04-fusion/add_rms_norm.hpp"

namespace tiny_llm::figures {

namespace {

std::vector<double> numbers(const Tensor& row) { return {row.begin(), row.end()}; }

}  // namespace

std::string residual_stream(const Theme& theme) {
    const Tensor residual = {0, 3, 1, 3}, output = {1, -1, 2, 1}, weight = {1, 1, 2, 0.5f};
    const AddRMSNormResult after = add_rms_norm(output, residual, weight, 1e-5f);

    Svg svg(336);
    constexpr double stream = 112, part = 362, narrow = 44, wide = 54;
    const Stroke flow{theme.rule, 2}, broad{theme.first, 4};
    const auto name = [&](Point at, std::string_view words, std::string_view anchor = "middle") {
        svg.text(at, words, {theme.text, anchor, 15, true});
    };
    const auto plus = [&](double y) {
        svg.dot({stream, y}, 11, theme.first);
        svg.line({stream - 6, y}, {stream + 6, y}, {theme.ground, 2});
        svg.line({stream, y - 6}, {stream, y + 6}, {theme.ground, 2});
    };

    name({stream, 18}, "residual");
    cells(svg, theme, {stream - 2 * narrow, 26}, narrow, numbers(residual), 0, theme.first);
    svg.line({stream, 54}, {stream, 176}, broad);
    svg.arrow({stream + 2, 68}, {part - 84, 68}, flow);
    svg.rectangle({part - 78, 42}, 156, 52, theme.faint, {theme.rule, 1.5});
    name({part, 63}, "rms_norm");
    name({part, 84}, "qwen2_attention");
    svg.arrow({part, 94}, {part, 112}, flow);
    cells(svg, theme, {part - 2 * narrow, 116}, narrow, numbers(output), 0, theme.second);
    name({part - 2 * narrow - 10, 135}, "x", "end");
    svg.arrow({part - 2 * narrow + 14, 146}, {stream + 16, 175}, flow);

    // The addition and the norm after it are one function.
    svg.rectangle({2, 158}, 476, 90, "none", {theme.muted, 1.5, "5 4"});
    svg.text({470, 176}, "add_rms_norm", {theme.muted, "end", 15, true});
    plus(178);
    svg.line({stream, 189}, {stream, 208}, broad);
    name({stream + 12, 203}, "residual′", "start");
    cells(svg, theme, {stream - 2 * narrow, 210}, narrow, numbers(after.residual), 0, theme.first);
    svg.arrow({stream + 2 * narrow + 2, 224}, {part - 2 * wide - 6, 224}, flow);
    name({part, 203}, "normalized");
    cells(svg, theme, {part - 2 * wide, 210}, wide, numbers(after.normalized), 3, theme.third);

    svg.arrow({part, 240}, {part, 260}, flow);
    svg.rectangle({part - 78, 262}, 156, 32, theme.faint, {theme.rule, 1.5});
    name({part, 283}, "qwen2_mlp");
    svg.arrow({part - 82, 278}, {stream + 16, 278}, flow);
    svg.line({stream, 238}, {stream, 278}, broad);
    plus(278);
    svg.arrow({stream, 289}, {stream, 330}, broad);
    return svg.file();
}

}  // namespace tiny_llm::figures
