#include <stdexcept>

#include "pictures.hpp"
#include "tiny_llm/tensor.hpp"
#include "tools/drawing/svg.hpp"
#include "week1/04-fusion/add_rms_norm.hpp"
#include "week1/04-fusion/silu_and_mul.hpp"

namespace tiny_llm::figures {

namespace {

/// A tensor in memory. All in one picture have the same number of bytes.
struct Box {
    std::string name;
    bool stored = true;  // else it is drawn as an empty place
};

/// A function, above the boxes from `first` to `last`, and which of the boxes it reads and writes.
struct Called {
    std::string name;
    std::size_t first, last;
    std::vector<std::size_t> reads, writes;
};

struct Form {
    std::vector<Box> boxes;
    std::vector<Called> steps;
};

/// One arrow for each pass, up to read and down to write, and the sum of them.
void draw(Svg& svg, const Theme& theme, double top, const Form& form, std::size_t bytes) {
    const double pitch = 484.0 / static_cast<double>(form.boxes.size());
    const auto left = [&](std::size_t box) { return pitch * static_cast<double>(box); };
    std::size_t passes = 0;
    for (std::size_t i = 0; i < form.steps.size(); ++i) {
        const Called& step = form.steps[i];
        const double start = left(step.first) + (i > 0 ? pitch / 2 + 6 : 0);
        const bool shares = i + 1 < form.steps.size();  // its last box with the next step
        const double end = left(step.last + 1) - 5 - (shares ? pitch / 2 + 3 : 0);
        svg.rectangle({start, top + 34}, end - start, 34, theme.faint, {theme.rule, 1});
        svg.text({(start + end) / 2, top + 56}, step.name, {theme.text, "middle", 15, true});
        const auto arrow_at = [&](std::size_t box) {
            const double middle = left(box) + (pitch - 5) / 2;
            if (box == step.last && shares) return middle - pitch / 5;
            return box == step.first && i > 0 ? middle + pitch / 5 : middle;
        };
        for (const std::size_t box : step.reads) {
            svg.arrow({arrow_at(box), top + 120}, {arrow_at(box), top + 72}, {theme.first, 3});
        }
        for (const std::size_t box : step.writes) {
            svg.arrow({arrow_at(box), top + 72}, {arrow_at(box), top + 120}, {theme.second, 3, "6 3"});
        }
        passes += step.reads.size() + step.writes.size();
    }
    for (std::size_t i = 0; i < form.boxes.size(); ++i) {
        const Box& box = form.boxes[i];
        svg.rectangle({left(i) + 1, top + 124}, pitch - 7, 34, "none",
                      {theme.rule, 1, box.stored ? std::string_view() : std::string_view("3 3")});
        svg.text({left(i) + (pitch - 5) / 2, top + 146}, box.name, {box.stored ? theme.text : theme.muted, "middle"});
    }
    svg.text({1, top + 20},
             std::to_string(passes) + " × " + with_commas(bytes) + " B = " + with_commas(passes * bytes) + " B",
             {theme.text, "start", 16, true});
}

std::string two_forms(const Theme& theme, const Form& separate, const Form& fused, std::size_t bytes) {
    Svg svg(362);
    draw(svg, theme, 0, separate, bytes);
    draw(svg, theme, 200, fused, bytes);
    return svg.file();
}

/// Qwen2-0.5B
constexpr std::size_t hidden_size = 896;
constexpr std::size_t intermediate_size = 4864;

}  // namespace

std::string add_rms_norm_bytes(const Theme& theme) {
    const BasicTensor<bfloat16> token(std::vector<std::size_t>{1, hidden_size}, bfloat16(1));
    const BasicTensor<bfloat16> weight(std::vector<std::size_t>{hidden_size}, bfloat16(1));
    const auto result = add_rms_norm(token, token, weight, 1e-6f);
    const std::size_t bytes = result.normalized.size() * sizeof(bfloat16);
    if (result.residual.size() != token.size() || result.normalized.size() != token.size()) {
        throw std::logic_error("add_rms_norm_bytes: the four tensors are not equally large");
    }
    const std::vector<Box> boxes = {{"x"}, {"residual"}, {"residual′"}, {"normalized"}};
    return two_forms(theme, {boxes, {{"add", 0, 2, {0, 1}, {2}}, {"rms_norm", 2, 3, {2}, {3}}}},
                     {boxes, {{"add_rms_norm", 0, 3, {0, 1}, {2, 3}}}}, bytes);
}

std::string silu_and_mul_bytes(const Theme& theme, const Words& words) {
    const Tensor gate_and_up = xt::ones<float>({std::size_t(1), 2 * intermediate_size});
    const Tensor product = silu_and_mul(gate_and_up);
    if (2 * product.size() != gate_and_up.size()) {
        throw std::logic_error("silu_and_mul_bytes: the product is not half as large as gate and up together");
    }
    const std::size_t bytes = product.size() * sizeof(bfloat16);
    const std::string result(words.product);
    return two_forms(
        theme, {{{"gate"}, {"silu(gate)"}, {"up"}, {result}}, {{"silu", 0, 1, {0}, {1}}, {"mul", 1, 3, {1, 2}, {3}}}},
        {{{"gate"}, {"silu(gate)", false}, {"up"}, {result}}, {{"silu_and_mul", 0, 3, {0, 2}, {3}}}}, bytes);
}

}  // namespace tiny_llm::figures
