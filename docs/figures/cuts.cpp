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

std::string sampling_chain(const Theme& theme) {
    constexpr double left = 126, step = 59, wide = 56, high = 27, size = 13.5, u = 0.72;
    Svg svg(358);
    Tensor x = {1, 3, 0, 2, -1, 0};
    const std::size_t ids = x.size();
    const auto middle = [&](std::size_t id) { return left + step * static_cast<double>(id) + wide / 2; };
    double top = 28;
    const auto name = [&](std::string_view words, double at) {
        svg.text({0, at}, words, {theme.text, "start", 15, true});
    };
    const auto row = [&](std::string_view words, const Tensor& values, int decimals) {
        name(words, top + 19);
        for (std::size_t id = 0; id < ids; ++id) {
            const bool stays = std::isfinite(x(id));
            const double corner = left + step * static_cast<double>(id);
            if (stays) svg.rectangle({corner, top}, wide, high, theme.first, {"none", 0}, 0.18);
            svg.rectangle({corner, top}, wide, high, "none", {stays ? theme.first : theme.rule, 1.5}, 1);
            const std::string shown = stays ? text_number(values(id), decimals) : decimals > 1 ? "0" : "−∞";
            svg.text({corner + wide / 2, top + high / 2 + size / 3}, shown,
                     {stays ? theme.text : theme.muted, "middle", size});
        }
        top += high + 18;
    };
    const auto flow = [&] {
        for (std::size_t id = 0; id < ids; ++id) {
            if (std::isfinite(x(id))) svg.arrow({middle(id), top - 16}, {middle(id), top - 2}, {theme.rule, 2});
        }
    };
    name("id", 18);
    for (std::size_t id = 0; id < ids; ++id)
        svg.text({middle(id), 18}, std::to_string(id), {theme.muted, "middle", 15});
    row("logits", x, 1);
    flow();
    x = temperature(x, 2);
    row("temperature 2", x, 1);
    flow();
    x = top_k(x, 4);
    row("top_k 4", x, 1);
    flow();
    x = top_p(x, 0.8f);
    row("top_p 0.8", x, 1);
    flow();
    const Tensor p = softmax(x);
    row("softmax", p, 4);

    // The line from 0 to 1, cut into the tokens' parts.
    top += 24;
    const double length = step * static_cast<double>(ids) - 3;
    name("sample 0.72", top + 19);
    double from = left, drawn = 0;
    for (std::size_t id = 0; id < ids; ++id) {
        if (p(id) == 0) continue;
        const double width = length * p(id), at = from + width / 2;
        const bool hit = left + length * u >= from && left + length * u < from + width;
        if (hit) drawn = at;
        svg.line({middle(id), top - 41}, {at, top - 3}, {theme.rule, 2});
        svg.rectangle({from + 1, top}, width - 2, high, hit ? theme.second : theme.first, {"none", 0},
                      hit ? 0.4 : 0.18);
        svg.rectangle({from + 1, top}, width - 2, high, "none", {hit ? theme.second : theme.first, 1.5});
        svg.text({at, top + high / 2 + size / 3}, std::to_string(id), {theme.text, "middle", size});
        if (hit)
            name("token", top + 71), svg.text({at, top + 71}, std::to_string(id), {theme.text, "middle", 16, true});
        from += width;
    }
    const double place = left + length * u;
    svg.line({place, top - 4}, {place, top + high + 4}, {theme.text, 2.5});
    svg.text({place, top + high + 18}, "u", {theme.text, "middle", 15, true});
    svg.arrow({drawn, top + high + 6}, {drawn, top + 55}, {theme.second, 2});
    for (const double end : {0.0, 1.0}) {
        svg.text({left + length * end, top + high + 18}, text_number(end),
                 {theme.muted, end > 0 ? "end" : "start", 13});
    }
    return svg.file();
}

}  // namespace tiny_llm::figures
