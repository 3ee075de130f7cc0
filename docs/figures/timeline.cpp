#include <algorithm>
#include <map>

#include "pictures.hpp"
#include "tools/drawing/svg.hpp"
#include "week3/04-many/schedule.hpp"

namespace tiny_llm::figures {

namespace {

constexpr double left = 84, pitch = 44, side = 40, row = 34, height = 28, top = 30;
constexpr std::size_t all_steps = 9, requests = 4;

double column(std::size_t step) { return left + pitch * static_cast<double>(step); }
double line_of(std::size_t id) { return top + row * static_cast<double>(id - 1); }

template <class Ids>
bool has(const Ids& ids, std::size_t id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/// What request `id` does in a step.
void cell(Svg& svg, const Theme& theme, std::size_t step, std::size_t id, const Server& server, const Step& result) {
    const Point corner{column(step), line_of(id)}, middle{corner.x + side / 2, corner.y + 19};
    for (const Share& share : result.computes) {
        if (share.id != id) continue;
        svg.rectangle(corner, side, height, share.tokens == 1 ? theme.second : theme.first);
        svg.text(middle, std::to_string(share.tokens), {theme.ground, "middle", 15, true});
        return;
    }
    const auto is_it = [&](const Request& request) { return request.id == id; };
    const bool waits = std::any_of(server.waiting.begin(), server.waiting.end(), is_it);
    if (!waits && !has(result.refused, id)) return;
    const bool leaves = !waits || has(result.sent_back, id);
    svg.rectangle(corner, side, height, "none", {leaves ? theme.text : theme.rule, 1, leaves ? "" : "3 3"});
    if (leaves) svg.text(middle, waits ? "↩" : "×", {theme.text, "middle", 17, true});
}

void legend(Svg& svg, const Theme& theme, Point at, std::string_view fill, Stroke stroke, std::string_view sign,
            std::string_view words) {
    svg.rectangle({at.x, at.y - 14}, 22, 18, fill, stroke);
    if (!sign.empty()) svg.text({at.x + 11, at.y}, sign, {theme.text, "middle", 15, true});
    svg.text({at.x + 29, at.y}, words, {theme.text});
}

}  // namespace

std::string timeline(const Theme& theme, const Words& words) {
    const Limits limits{.budget = 8, .running = 3, .pages = 6, .page = 4};
    Server server;
    server.waiting = {{1, 5, 0}, {2, 14, 0}, {3, 3, 0}};
    Svg svg(286);
    const double sums = line_of(requests + 1) + 16;
    svg.text({0, 18}, words.step, {theme.muted});
    for (std::size_t id = 1; id <= requests; ++id)
        svg.text({0, line_of(id) + 19}, std::string(words.one_request) + std::to_string(id), {theme.text});
    svg.text({0, sums}, words.tokens, {theme.muted});
    svg.text({0, sums + 22}, words.pages_held, {theme.muted});
    for (std::size_t step = 0; step < all_steps; ++step) {
        if (step == 1) server.waiting.push_back({4, 30, 0});
        if (step == 6) std::erase_if(server.running, [](const Request& request) { return request.id == 1; });
        const Step result = schedule(server, limits);
        const double middle = column(step) + side / 2;
        svg.text({middle, 18}, std::to_string(step + 1), {theme.muted, "middle"});
        for (std::size_t id = 1; id <= requests; ++id) cell(svg, theme, step, id, server, result);
        std::size_t tokens = 0, pages = 0;
        for (const Share& share : result.computes) tokens += share.tokens;
        for (Request& request : server.running) {
            pages += (request.computed + limits.page - 1) / limits.page;
            request.tokens += request.computed == request.tokens;
        }
        svg.text({middle, sums}, std::to_string(tokens), {theme.muted, "middle"});
        svg.text({middle, sums + 22}, std::to_string(pages), {theme.muted, "middle"});
    }
    legend(svg, theme, {0, sums + 56}, theme.first, {"none", 0}, "", words.prompt);
    legend(svg, theme, {0, sums + 82}, theme.second, {"none", 0}, "", words.new_token);
    legend(svg, theme, {190, sums + 56}, "none", {theme.rule, 1, "3 3"}, "", words.waits);
    legend(svg, theme, {190, sums + 82}, "none", {theme.text, 1}, "↩", words.sent_back);
    legend(svg, theme, {340, sums + 56}, "none", {theme.text, 1}, "×", words.refused);
    return svg.file();
}

}  // namespace tiny_llm::figures
