#include "pictures.hpp"
#include "tools/drawing/svg.hpp"

namespace tiny_llm::figures {

namespace {

/// Draws boxes with the names of exercises: those of week 1 with a full line, those of week 2 with a broken one.
class Parts {
public:
    Parts(Svg& svg, const Theme& theme) : svg(svg), theme(theme) {}

    void week1(Point corner, double width, std::string_view name, double height = box) {
        part(corner, width, height, name, {theme.first, 2});
    }
    void week2(Point corner, double width, std::string_view name, double height = box) {
        part(corner, width, height, name, {theme.second, 2, "6 3"});
    }
    void arrow(Point from, Point to) { svg.arrow(from, to, {theme.rule, 2}); }
    void line(Point from, Point to) { svg.line(from, to, {theme.rule, 2}); }
    void shape(Point at, std::string_view words) { svg.text(at, words, {theme.muted, "start", 14}); }

    static constexpr double box = 26;

private:
    void part(Point corner, double width, double height, std::string_view name, Stroke stroke) {
        svg.rectangle(corner, width, height, "none", stroke);
        svg.text({corner.x + width / 2, corner.y + 18}, name, {theme.text, "middle", 14});
    }

    Svg& svg;
    const Theme& theme;
};

/// From tokens to logits, downwards: the shipped model, with four layers.
void model(Parts& parts) {
    constexpr double left = 6, width = 106, flow = 36;
    parts.shape({24, 16}, "ids");
    parts.arrow({flow, 22}, {flow, 42});
    parts.week2({left, 46}, width, "embedding");
    parts.arrow({flow, 74}, {flow, 100});
    parts.shape({flow + 8, 92}, "L × E");
    parts.line({128, 264}, {128, 117});
    for (const double top : {104.0, 144.0, 184.0, 224.0}) {
        parts.week2({left, top}, width, "decoder_layer");
        if (top > 104) parts.arrow({flow, top - 12}, {flow, top - 2});
        parts.arrow({128, top + 13}, {116, top + 13});
    }
    parts.week2({58, 266}, 92, "rope_tables");
    parts.arrow({flow, 252}, {flow, 326});
    parts.shape({flow + 8, 316}, "L × E");
    parts.week1({left, 330}, width, "rms_norm");
    parts.arrow({flow, 358}, {flow, 378});
    parts.week1({left, 382}, width, "linear");
    parts.arrow({flow, 410}, {flow, 440});
    parts.shape({flow + 8, 430}, "L × V");
    parts.shape({14, 456}, "logits");
}

/// A branch off the stream at `top`, and its sum with the stream at `bottom`.
void branch(Svg& svg, Parts& parts, const Theme& theme, double stream, double top, double bottom) {
    parts.arrow({stream, top}, {stream + 18, top});
    parts.arrow({stream + 22, bottom}, {stream + 8, bottom});
    svg.dot({stream, bottom}, 8, theme.rule);
    svg.line({stream - 4, bottom}, {stream + 4, bottom}, {theme.text, 2});
    svg.line({stream, bottom - 4}, {stream, bottom + 4}, {theme.text, 2});
}

/// One of the layers, with what is in its parts.
void layer(Svg& svg, Parts& parts, const Theme& theme) {
    constexpr double stream = 190, left = 212, width = 256;
    parts.week2({172, 2}, 306, "decoder_layer", 488);
    svg.line({stream, 26}, {stream, 482}, {theme.text, 4});
    svg.text({stream - 4, 20}, "x", {theme.text, "middle", 14});

    parts.week1({left, 32}, width, "rms_norm");
    parts.week2({left, 66}, width, "qwen2_attention", 246);
    for (const double x : {220.0, 302.0, 384.0}) parts.week1({x, 92}, 76, "linear");
    for (const double x : {220.0, 302.0}) parts.week2({x, 124}, 76, "rope");
    parts.week2({302, 156}, 158, "kv_cache");
    parts.week2({220, 188}, 240, "grouped_query_attention", 86);
    parts.week2({228, 212}, 224, "scaled_dot_product_attention");
    parts.week2({228, 243}, 109, "causal_mask");
    parts.week2({345, 243}, 107, "softmax");
    parts.week1({220, 280}, 240, "linear");
    branch(svg, parts, theme, stream, 45, 293);

    parts.week1({left, 322}, width, "rms_norm");
    parts.week1({left, 356}, width, "qwen2_mlp", 124);
    for (const double x : {220.0, 343.0}) parts.week1({x, 382}, 117, "linear");
    parts.week1({220, 414}, 117, "silu");
    parts.week1({220, 446}, 240, "linear");
    branch(svg, parts, theme, stream, 335, 459);
}

}  // namespace

std::string qwen2(const Theme& theme, const Words& words) {
    Svg svg(532);
    Parts parts(svg, theme);
    model(parts);
    layer(svg, parts, theme);
    parts.week1({172, 500}, 100, words.week1);
    parts.week2({284, 500}, 100, words.week2);
    return svg.file();
}

}  // namespace tiny_llm::figures
