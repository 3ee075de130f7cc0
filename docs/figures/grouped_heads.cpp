#include <cmath>

#include "pictures.hpp"
#include "tools/drawing/svg.hpp"
#include "week2/03-grouped-heads/grouped_query_attention.hpp"

namespace tiny_llm::figures {

namespace {

/// Numbers without a pattern, so that no poke leaves an output as it was by chance.
Tensor heads_of(std::size_t rows, std::size_t heads, std::size_t dim, float phase) {
    Tensor x = Tensor::from_shape({rows, heads, dim});
    for (std::size_t i = 0; i < x.size(); ++i) x.flat(i) = std::sin(static_cast<float>(i * i) + phase);
    return x;
}

/// Whether query i of head h depends on row s of key head j: the value there is poked.
class Reach {
public:
    Reach(std::size_t queries, std::size_t heads, std::size_t rows, std::size_t kv_heads, std::size_t offset)
        : query_(heads_of(queries, heads, 2, 1)),
          key_(heads_of(rows, kv_heads, 2, 2)),
          value_(heads_of(rows, kv_heads, 2, 3)),
          offset_(offset),
          before_(grouped_query_attention(query_, key_, value_, offset)) {}

    bool operator()(std::size_t i, std::size_t h, std::size_t s, std::size_t j) const {
        Tensor poked = value_;
        poked(s, j, 0) += 1;
        return grouped_query_attention(query_, key_, poked, offset_)(i, h, 0) != before_(i, h, 0);
    }

private:
    Tensor query_, key_, value_;
    std::size_t offset_;
    Tensor before_;
};

/// Four heads of queries over heads of keys, with a line where one meets the other.
void sharing(Svg& svg, const Theme& theme, double left, const std::string& name, std::size_t kv_heads) {
    constexpr std::size_t heads = 4;
    constexpr double pitch = 28, side = 20, queries = 34, keys = 96;
    const Reach reach(1, heads, 1, kv_heads, 0);
    const double width = pitch * (heads - 1) + side;
    const auto query_middle = [&](std::size_t h) { return left + side / 2 + pitch * static_cast<double>(h); };
    // A key head stands below the middle of its group.
    const auto key_middle = [&](std::size_t j) {
        const double group = static_cast<double>(heads / kv_heads);
        return left + side / 2 + pitch * (static_cast<double>(j) * group + (group - 1) / 2);
    };
    svg.text({left + width / 2, 20}, name, {theme.text, "middle", 16, true});
    for (std::size_t h = 0; h < heads; ++h) {
        for (std::size_t j = 0; j < kv_heads; ++j) {
            if (!reach(0, h, 0, j)) continue;
            svg.line({query_middle(h), queries + side}, {key_middle(j), keys}, {theme.muted, 2});
        }
    }
    for (std::size_t h = 0; h < heads; ++h) {
        svg.rectangle({query_middle(h) - side / 2, queries}, side, side, theme.first);
    }
    for (std::size_t j = 0; j < kv_heads; ++j) {
        svg.rectangle({key_middle(j) - side / 2, keys}, side, side, theme.second);
    }
    const std::size_t bytes = 2 * 4 * kv_heads * 32 * sizeof(float);  // the shipped model's layers and head
    svg.text({left + width / 2, keys + side + 20}, with_commas(bytes) + " B", {theme.text, "middle"});
}

}  // namespace

std::string grouped_heads(const Theme& theme, const Words& words) {
    Svg svg(352);
    svg.text({0, 50}, words.queries, {theme.text});
    svg.text({0, 112}, words.keys, {theme.text});
    sharing(svg, theme, 96, "MHA", 4);
    sharing(svg, theme, 228, "GQA", 2);
    sharing(svg, theme, 360, "MQA", 1);

    // The cache: rows that were there, rows that come with the queries, rows that nobody has written.
    constexpr std::size_t queries = 3, offset = 4, capacity = 10;
    constexpr double left = 96, pitch = 38, side = 34, top = 198;
    const Reach reach(queries, 2, capacity, 1, offset);
    const auto x = [&](std::size_t row) { return left + pitch * static_cast<double>(row); };
    const auto over = [&](std::size_t from, std::size_t to, std::string_view name) {
        svg.line({x(from), top - 8}, {x(to) - (pitch - side), top - 8}, {theme.rule, 2});
        svg.text({(x(from) + x(to) - (pitch - side)) / 2, top - 14}, name, {theme.text, "middle"});
    };
    over(0, offset, words.cached);
    over(offset, offset + queries, words.fresh);
    over(offset + queries, capacity, words.unwritten);
    svg.text({0, top + 23}, words.cache, {theme.text});
    for (std::size_t s = 0; s < capacity; ++s) {
        const bool written = s < offset + queries;
        svg.rectangle({x(s), top}, side, side, written ? theme.second : std::string_view("none"),
                      {theme.rule, 1, written ? std::string_view() : std::string_view("3 3")}, s < offset ? 0.45 : 1);
        svg.text({x(s) + side / 2, top + 22}, written ? std::to_string(s) : "?",
                 {s >= offset && written ? theme.ground : theme.text, "middle"});
    }
    for (std::size_t i = 0; i < queries; ++i) {
        const double y = top + side + 14 + 30 * static_cast<double>(i);
        svg.text({0, y + 18}, std::string(words.query) + std::to_string(i), {theme.text});
        for (std::size_t s = 0; s < capacity; ++s) {
            const bool seen = reach(i, 0, s, 0);
            svg.rectangle({x(s), y}, side, 26, seen ? theme.first : theme.faint);
        }
    }
    return svg.file();
}

}  // namespace tiny_llm::figures
