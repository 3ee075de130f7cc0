#include <cmath>

#include "pictures.hpp"
#include "tools/drawing/svg.hpp"
#include "week3/06-serve/token_mask.hpp"

namespace tiny_llm::figures {

namespace {

/// The chapter's whole numbers below 100: 1 has one digit, 2 is complete, 3 is too long.
Dfa below_100() {
    Dfa dfa{std::vector<std::array<std::int32_t, 256>>(4), {false, true, true, false}};
    for (auto& row : dfa.next) row.fill(-1);
    for (unsigned char digit = '0'; digit <= '9'; ++digit) {
        dfa.next[0][digit] = digit == '0' ? 2 : 1;
        dfa.next[1][digit] = 2;
        dfa.next[2][digit] = dfa.next[3][digit] = 3;
    }
    return dfa;
}

constexpr double radius = 19;
constexpr Point places[] = {{30, 100}, {150, 42}, {270, 100}, {400, 100}};

void way(Svg& svg, const Theme& theme, Point from, Point to, Point label, std::string_view bytes) {
    const double x = to.x - from.x, y = to.y - from.y, length = std::hypot(x, y), gap = radius + 3;
    svg.arrow({from.x + x / length * gap, from.y + y / length * gap},
              {to.x - x / length * (gap + 2), to.y - y / length * (gap + 2)}, {theme.rule, 2});
    svg.text(label, bytes, {theme.text, "middle"});
}

void states(Svg& svg, const Theme& theme, const Words& words, const Dfa& dfa) {
    way(svg, theme, places[0], places[1], {82, 56}, "1-9");
    way(svg, theme, places[1], places[2], {218, 56}, "0-9");
    way(svg, theme, places[0], places[2], {150, 94}, "0");
    way(svg, theme, places[2], places[3], {335, 94}, "0-9");
    // Back to itself.
    const Point dead = places[3];
    svg.polyline({{dead.x - 9, dead.y - 20}, {dead.x - 13, dead.y - 42}, {dead.x + 13, dead.y - 42}}, {theme.rule, 2});
    svg.arrow({dead.x + 13, dead.y - 42}, {dead.x + 10, dead.y - 23}, {theme.rule, 2});
    svg.text({dead.x, dead.y - 50}, "0-9", {theme.text, "middle"});
    svg.text({dead.x, dead.y + 42}, words.dead, {theme.muted, "middle"});
    for (std::size_t state = 0; state < dfa.next.size(); ++state) {
        const bool accepts = dfa.accepting[state];
        svg.dot(places[state], radius, accepts ? theme.first : theme.faint);
        svg.text({places[state].x, places[state].y + 5}, std::to_string(state),
                 {accepts ? theme.ground : theme.text, "middle", 16, true});
    }
}

}  // namespace

std::string token_masks(const Theme& theme, const Words& words) {
    constexpr double left = 88, column = 56, row = 32, top = 190;
    const Dfa dfa = below_100();
    const std::vector<std::string> vocabulary = {"7", "42", "0", "100", "4a", "", ""};
    const Ids stop = {6};
    Svg svg(top + 4 * row + 4);
    states(svg, theme, words, dfa);
    for (std::size_t id = 0; id < vocabulary.size(); ++id) {
        const double middle = left + column * (static_cast<double>(id) + 0.5);
        const bool is_stop = id == static_cast<std::size_t>(stop[0]);
        const std::string_view name = is_stop ? words.stop : vocabulary[id].empty() ? words.empty : vocabulary[id];
        svg.text({middle, top - 10}, name, {vocabulary[id].empty() ? theme.muted : theme.text, "middle"});
    }
    for (std::size_t state = 0; state < dfa.next.size(); ++state) {
        const double y = top + row * static_cast<double>(state);
        svg.text({0, y + 20}, std::string(words.state) + std::to_string(state), {theme.text});
        const std::vector<bool> mask = token_mask(dfa, state, vocabulary, stop);
        for (std::size_t id = 0; id < vocabulary.size(); ++id) {
            const double x = left + column * static_cast<double>(id);
            if (mask[id]) svg.rectangle({x, y}, column - 4, row - 4, theme.third, {"none", 0}, 0.25);
            svg.rectangle({x, y}, column - 4, row - 4, "none",
                          {mask[id] ? theme.third : theme.rule, mask[id] ? 1.5 : 0.5});
            if (mask[id]) svg.text({x + column / 2 - 2, y + 20}, "✓", {theme.text, "middle"});
        }
    }
    return svg.file();
}

}  // namespace tiny_llm::figures
