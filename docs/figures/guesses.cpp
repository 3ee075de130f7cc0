#include "pictures.hpp"
#include "tools/drawing/svg.hpp"
#include "week3/05-guess/accept_sampled.hpp"

namespace tiny_llm::figures {

namespace {

/// What becomes of a guess from q, over a grid of u on which all of the chapter's numbers lie.
struct Parts {
    std::vector<double> stays, instead;
};

Parts parts(const std::vector<float>& q, const std::vector<float>& p) {
    constexpr std::size_t grid = 12;
    Tensor from_q = Tensor::from_shape({std::size_t{1}, q.size()}),
           from_p = Tensor::from_shape({std::size_t{2}, p.size()});
    std::copy(q.begin(), q.end(), from_q.begin());
    std::copy(p.begin(), p.end(), from_p.begin());
    std::copy(p.begin(), p.end(), from_p.begin() + static_cast<std::ptrdiff_t>(p.size()));
    Parts parts{std::vector<double>(q.size()), std::vector<double>(q.size())};
    for (std::size_t guess = 0; guess < q.size(); ++guess) {
        for (std::size_t point = 0; point < grid * grid; ++point) {
            std::size_t rest = point;
            const Ids tokens = accept_sampled({static_cast<TokenId>(guess)}, from_q, from_p, [&] {
                const std::size_t g = rest % grid;
                rest /= grid;
                return (static_cast<double>(g) + 0.5) / grid;
            });
            auto& where = tokens.size() == 2 ? parts.stays : parts.instead;
            where[static_cast<std::size_t>(tokens[0])] += q[guess] / static_cast<double>(grid * grid);
        }
    }
    return parts;
}

}  // namespace

std::string kept_guesses(const Theme& theme, const Words& words) {
    const std::vector<float> q = {0.25f, 0.5f, 0.125f, 0.125f}, p = {0.5f, 0.25f, 0.25f, 0};
    const Parts of = parts(q, p);
    constexpr double left = 20, step = 116, bar = 46, gap = 4, scale = 320, ground = 178;
    Svg svg(262);
    const auto block = [&](double x, double from, double part, std::string_view colour, bool gone = false) {
        if (part < 1e-9) return;
        const double top = ground - scale * (from + part), tall = scale * part;
        if (gone) svg.rectangle({x + 0.5, top}, bar - 1, tall, "none", {theme.muted, 1, "3 3"});
        else svg.rectangle({x, top}, bar, tall, colour);
        svg.text({x + bar / 2, top + tall / 2 + 5}, text_number(part, 3),
                 {gone ? theme.text : theme.ground, "middle", 14});
    };
    for (std::size_t t = 0; t < q.size(); ++t) {
        const double x = left + step * static_cast<double>(t), second = x + bar + gap;
        block(x, 0, of.stays[t], theme.first);
        block(x, of.stays[t], q[t] - of.stays[t], "none", true);
        block(second, 0, of.stays[t], theme.first);
        block(second, of.stays[t], of.instead[t], theme.second);
        svg.text({x + bar / 2, ground + 17}, "q", {theme.muted, "middle"});
        svg.text({second + bar / 2, ground + 17}, "p", {theme.muted, "middle"});
        svg.text({x + bar + gap / 2, ground + 38}, "token " + std::to_string(t), {theme.text, "middle", 15, true});
    }
    svg.line({left - 8, ground}, {left + step * 4 - 14, ground}, {theme.rule, 1});
    const std::string_view names[] = {words.stays, words.gone, words.instead};
    for (std::size_t n = 0; n < 3; ++n) {
        const double x = left + 152 * static_cast<double>(n);
        if (n == 1) svg.rectangle({x + 0.5, 238.5}, 15, 15, "none", {theme.muted, 1, "3 3"});
        else svg.rectangle({x, 238}, 16, 16, n == 0 ? theme.first : theme.second);
        svg.text({x + 23, 251}, names[n], {theme.text});
    }
    return svg.file();
}

}  // namespace tiny_llm::figures
