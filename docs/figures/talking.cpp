#include "pictures.hpp"
#include "tools/drawing/svg.hpp"

namespace tiny_llm::figures {

namespace {

/// Draws what the learner has written: a filled box with its name, or with its name at the top and others in it.
class Written {
public:
    Written(Svg& svg, const Theme& theme) : svg(svg), theme(theme) {}

    void box(Point corner, double width, std::string_view name) {
        svg.rectangle(corner, width, 26, theme.first, {theme.first, 2}, 0.15);
        svg.text({corner.x + width / 2, corner.y + 18}, name, {theme.text, "middle", 14});
    }
    void around(Point corner, double width, double height, std::string_view name) {
        svg.rectangle(corner, width, height, theme.first, {theme.first, 2}, 0.07);
        svg.text({corner.x + 8, corner.y + 18}, name, {theme.text, "start", 14});
    }
    void names(Point at, std::string_view names) { svg.text(at, names, {theme.text, "middle", 13}); }
    void arrow(Point from, Point to) { svg.arrow(from, to, {theme.rule, 2}); }
    void line(Point from, Point to) { svg.line(from, to, {theme.rule, 2}); }

private:
    Svg& svg;
    const Theme& theme;
};

void model(Written& written) {
    written.around({14, 84}, 262, 374, "qwen2");
    written.box({24, 110}, 112, "embedding");
    written.box({150, 110}, 116, "rope_tables");
    written.arrow({80, 138}, {80, 146});
    written.around({24, 148}, 242, 236, "4 × decoder_layer");
    written.box({34, 172}, 222, "rms_norm");
    written.around({34, 204}, 222, 106, "qwen2_attention");
    written.names({145, 241}, "linear, rope, kv_cache");
    written.names({145, 261}, "grouped_query_attention");
    written.names({145, 281}, "scaled_dot_product_attention");
    written.names({145, 301}, "causal_mask, softmax");
    written.box({34, 316}, 222, "rms_norm");
    written.around({34, 348}, 222, 26, "qwen2_mlp");
    written.names({200, 366}, "linear, silu");
    written.arrow({145, 386}, {145, 392});
    written.box({24, 394}, 242, "rms_norm");
    written.box({24, 426}, 242, "linear");
}

void choice(Written& written) {
    written.arrow({266, 439}, {298, 439});
    double y = 426;
    for (const char* name : {"repetition_penalty", "temperature", "top_k", "top_p", "min_p"}) {
        written.box({300, y}, 166, name);
        written.arrow({383, y - 2}, {383, y - 14});
        y -= 42;
    }
    written.box({300, y}, 79, "sample");
    written.box({387, y}, 79, "greedy");
}

}  // namespace

std::string talking_model(const Theme& theme) {
    Svg svg(470);
    Written written(svg, theme);
    written.box({2, 4}, 98, "chat_prompt");
    written.arrow({102, 17}, {110, 17});
    written.box({112, 4}, 62, "encode");
    svg.rectangle({192, 4}, 98, 26, "none", {theme.muted, 2, "6 3"});
    svg.text({241, 22}, "tokenizer.json", {theme.muted, "middle", 13});
    written.arrow({190, 17}, {176, 17});
    written.line({143, 32}, {143, 64});
    written.line({143, 64}, {80, 64});
    written.arrow({80, 64}, {80, 108});
    written.around({4, 44}, 472, 422, "generate");
    model(written);
    choice(written);
    // The token goes back into the model, and out as text.
    written.line({383, 214}, {383, 64});
    written.arrow({383, 64}, {147, 64});
    written.arrow({383, 64}, {383, 32});
    written.box({300, 4}, 166, "stream_text");
    return svg.file();
}

}  // namespace tiny_llm::figures
