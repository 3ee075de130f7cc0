#include <algorithm>
#include <cmath>
#include <functional>

#include "pictures.hpp"
#include "tools/drawing/svg.hpp"
#include "week2/01-attention/softmax.hpp"
#include "week2/05-generate/min_p.hpp"
#include "week2/05-generate/temperature.hpp"
#include "week2/05-generate/top_k.hpp"
#include "week2/05-generate/top_p.hpp"

namespace tiny_llm::figures {

namespace {

constexpr double height = 96, step = 15, bar = 12;

/// The probabilities after a cut as bars, those of before as outlines where the token went; and how many stayed.
void bars(Svg& svg, const Theme& theme, Point corner, const Tensor& before, const Tensor& after) {
    std::size_t stay = 0;
    for (std::size_t id = 0; id < after.size(); ++id) {
        const bool stays = after(id) > 0;
        stay += stays;
        const double left = corner.x + step * static_cast<double>(id), tall = height * (stays ? after(id) : before(id));
        if (stays) {
            svg.rectangle({left, corner.y + height - tall}, bar, tall, theme.first);
        } else if (tall > 1) {
            svg.rectangle({left + 0.5, corner.y + height - tall}, bar - 1, tall, "none", {theme.muted, 1});
        }
        svg.text({left + bar / 2, corner.y + height + 16}, std::to_string(id), {theme.muted, "middle", 14});
    }
    svg.line({corner.x - 3, corner.y + height}, {corner.x + 6 * step, corner.y + height}, {theme.rule, 1});
    const std::string count = std::to_string(stay) + " / " + std::to_string(after.size());
    svg.text({corner.x + 6 * step - 3, corner.y + 12}, count, {theme.text, "end", 14});
}

}  // namespace

std::string cuts(const Theme& theme) {
    struct Cut {
        std::string name;
        std::function<Tensor(const Tensor&)> of;
    };
    const std::vector<Cut> all = {
        {"softmax", [](const Tensor& logits) { return logits; }},
        {"top_k 2", [](const Tensor& logits) { return top_k(logits, 2); }},
        {"top_p 0.9", [](const Tensor& logits) { return top_p(logits, 0.9f); }},
        {"min_p 0.2", [](const Tensor& logits) { return min_p(logits, 0.2f); }},
    };
    const Tensor logits = {1, 3, 0, 2, -1, 0};
    Svg svg(434);
    double top = 34;
    for (const float t : {0.5f, 1.0f, 2.0f}) {
        const Tensor warm = temperature(logits, t), before = softmax(warm);
        svg.text({0, top + height - 4}, "t = " + text_number(t), {theme.text, "start", 16, true});
        double left = 72;
        for (const Cut& cut : all) {
            if (t < 1) svg.text({left - 3, 20}, cut.name, {theme.text, "start", 16, true});
            bars(svg, theme, {left, top}, before, softmax(cut.of(warm)));
            left += 105;
        }
        top += height + 38;
    }
    return svg.file();
}

}  // namespace tiny_llm::figures
