#pragma once
// What people get wrong in pre_norm_block, and the function that gets it wrong.
#include <functional>
#include <optional>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Values;

MISTAKE(added_at_the_end,
    "The threaded form gives back the whole sum as hidden. It should give the two parts: the MLP's result, not yet added, and the stream without it. The next layer's norm adds them, so here it would count twice.",
    "延迟相加形式把相加结果当作 hidden 返回了。应返回两部分：还没有加上去的 MLP 结果，以及不含它的残差流。下一层的归一化会把它们相加，这里先加了就会算两次。");
MISTAKE(attention_reads_the_stream,
    "Attention is given the stream itself. It has to read the normalized copy: attention(input_layernorm(x)).",
    "这里把残差流本身给了注意力。注意力读的应是归一化的副本：attention(input_layernorm(x))。");
MISTAKE(attention_without_residual,
    "x is lost: attention's result replaces the stream instead of being added to it, and the MLP's is added to that. h = x + attention(...), y = h + mlp(...).",
    "x 丢了：注意力的结果没有加到残差流上，而是取代了它，MLP 的结果又加在了它上面。应是 h = x + attention(...)，y = h + mlp(...)。");
FAMILY(eps_fixed,
    "In the threaded form eps is always {}, whatever the norms have. Call the norms that you are given, or take their eps as well as their weight.",
    "延迟相加形式里的 eps 总是 {}，不管两个归一化各是多少。请直接调用传入的归一化，或连同 weight 一起取出它们的 eps。",
    1e-5, 1e-6);
MISTAKE(first_layer_doubled,
    "In the first layer hidden is added to itself: without a residual the stream is hidden alone, once.",
    "第一层里 hidden 与自己相加了：没有残差时，残差流就是 hidden 本身，只算一次。");
MISTAKE(first_layer_fails,
    "Without a residual the threaded form throws: perhaps *state.residual is read although there is none. Before the first layer the stream is hidden alone.",
    "没有残差时，延迟相加形式会抛异常：也许明明没有，却读取了残差。第一层之前，残差流就是 hidden 本身。");
MISTAKE(first_layer_not_normalized,
    "In the first layer attention reads hidden as it is. Without a residual there is nothing to add, but the norm is still due: attention(input_layernorm(hidden)).",
    "第一层里注意力读的是没有归一化的 hidden。没有残差时不用相加，但归一化还是要做：attention(input_layernorm(hidden))。");
FAMILY(first_layer_default_eps,
    "In the first layer the norm has another eps than input_layernorm: it is fixed, or the default. Without a residual, too, it is input_layernorm.eps.",
    "第一层里归一化用的不是 input_layernorm 的 eps，而是固定的或默认的值。没有残差时也要用 input_layernorm.eps。", 1e-5,
    1e-6);
MISTAKE(first_layer_normalized,
    "In the first layer the normalized hidden becomes the residual. Only attention reads the normalized copy: keep hidden itself.",
    "第一层里，归一化后的 hidden 成了 residual。归一化的副本只给注意力读：要留下的是 hidden 本身。");
MISTAKE(first_layer_stream_empty,
    "In the first layer the stream starts at zero and x is lost from it. Without a residual, hidden itself is the stream: it is normalized for attention and kept as the residual.",
    "第一层里残差流从零开始，x 就丢了。没有残差时，hidden 本身就是残差流：一份归一化后给注意力，一份留作残差。");
MISTAKE(input_edited,
    "The numbers are right, but the input itself is changed. The contract leaves the input as it was: add in tensors of your own.",
    "数值是对的，但输入本身被改了。契约要求输入保持原样，请另建一个张量来存结果。");
MISTAKE(mlp_added_to_x,
    "The MLP's result is added to x, and attention's is lost from the stream. Add it to h, which already holds attention's part.",
    "MLP 的结果加到了 x 上，注意力的那一份就从残差流里丢了。应加到 h 上，h 里已经有注意力的结果。");
MISTAKE(mlp_added_to_normalized,
    "The MLP's result is added to the normalized h, and h itself is lost. Only the MLP reads the copy: h + mlp(norm(h)).",
    "MLP 的结果加到了归一化后的 h 上，h 本身丢了。那份副本只给 MLP 读：应是 h + mlp(norm(h))。");
MISTAKE(mlp_added_early,
    "The threaded form adds the MLP's result to the residual already, and gives it back as hidden too: the next layer adds it once more. The residual that comes back is the stream before the MLP.",
    "延迟相加形式已经把 MLP 的结果加进了 residual，又把它作为 hidden 返回：下一层会再加一次。返回的 residual 应是加上 MLP 结果之前的残差流。");
MISTAKE(mlp_before_attention,
    "The MLP comes before attention. The order is attention first, with input_layernorm, then the MLP.",
    "MLP 跑到了注意力前面。次序是先注意力，用 input_layernorm，再 MLP。");
MISTAKE(mlp_reads_the_stream,
    "The MLP is given the stream itself. It has to read the normalized copy: mlp(post_attention_layernorm(h)).",
    "这里把残差流本身给了 MLP。MLP 读的应是归一化的副本：mlp(post_attention_layernorm(h))。");
MISTAKE(mlp_without_residual,
    "What comes back is the MLP's result alone: the stream is not added to it. y = h + mlp(...), with h = x + attention(...).",
    "返回的只有 MLP 的结果，没有加上残差流。应是 y = h + mlp(...)，其中 h = x + attention(...)。");
MISTAKE(no_residual,
    "The stream is lost: attention's result is not added to it but takes its place, and so does the MLP's wherever that is to be added. Each part adds to the stream: h = x + attention(...), y = h + mlp(...).",
    "残差流丢了：注意力的结果没有加上去，而是取代了它；凡是该加上 MLP 结果的地方也一样。每一部分都要加到残差流上：h = x + attention(...)，y = h + mlp(...)。");
MISTAKE(no_residual_returned,
    "The threaded form gives back no residual, or it throws. Give both parts: without a residual the next layer takes itself for the first.",
    "延迟相加形式没有返回残差，或者抛出了异常。两部分都要返回：没有残差，下一层会以为自己是第一层。");
MISTAKE(norms_swapped,
    "The two norms are swapped: input_layernorm comes before attention, post_attention_layernorm before the MLP.",
    "两个归一化用反了：input_layernorm 在注意力之前，post_attention_layernorm 在 MLP 之前。");
MISTAKE(one_eps_for_both,
    "In the threaded form the first norm's eps is used for both. post_attention_layernorm has an eps of its own.",
    "延迟相加形式里两处都用了第一个归一化的 eps。post_attention_layernorm 有自己的 eps。");
MISTAKE(one_norm_for_both,
    "input_layernorm is used twice. The second norm has a weight and an eps of its own: post_attention_layernorm.",
    "input_layernorm 用了两次。第二个归一化有自己的 weight 和 eps：post_attention_layernorm。");
MISTAKE(parallel,
    "Attention and the MLP both read x: that is the parallel block of GPT-J and PaLM. In Qwen2 the MLP comes after attention and reads the stream with its result in it.",
    "注意力和 MLP 都读 x：这是 GPT-J 和 PaLM 的并行结构。Qwen2 里 MLP 在注意力之后，读的是已经加上注意力结果的残差流。");
MISTAKE(pending_forgotten,
    "hidden is not added where there is a residual: it is what the last part gave, and it is still pending. The stream is hidden + residual, for the norm and for what is kept.",
    "有 residual 时没有加上 hidden：它是上一部分的结果，还没有加进去。残差流是 hidden + residual，归一化读的、留下来的都是它。");
MISTAKE(pending_lost,
    "In the threaded form, attention's result is added to the old residual, so that hidden is lost from the stream. The new residual is hidden + residual, and attention's result is added to that.",
    "延迟相加形式里注意力的结果加到了旧的残差上，hidden 就从残差流里丢了。新的残差是 hidden + residual，注意力的结果要加到它上面。");
MISTAKE(pending_not_added,
    "In the threaded form, hidden is normalized without the residual. What the layer before left in hidden is not yet in the stream: add the two first, and normalize the sum.",
    "延迟相加形式里没有加上残差就对 hidden 做了归一化。上一层留在 hidden 里的结果还没有进入残差流：先把两者相加，再对相加结果做归一化。");
MISTAKE(post_norm,
    "This is post-norm, the order of the first Transformer: norm(x + attention(x)). Here each part reads a normalized copy, and the sum is not normalized.",
    "这是 post-norm，即最早的 Transformer 的次序：norm(x + attention(x))。这道练习里每一部分读的是归一化的副本，相加之后不再归一化。");
MISTAKE(residual_before_attention,
    "The threaded form gives back the stream as it was before attention. The residual that comes back holds attention's result too.",
    "延迟相加形式返回的是注意力之前的残差流。返回的残差应该已经加上了注意力的结果。");
MISTAKE(residual_unchecked,
    "A residual of another shape is accepted. Refuse it with std::invalid_argument: keep the check of the stub.",
    "形状不同的残差被接受了。应抛出 std::invalid_argument 拒绝：请保留桩代码里的检查。");
MISTAKE(stream_normalized,
    "The normalized x is what attention's result is added to. The stream itself stays unnormalized: x + attention(norm(x)); only attention reads the copy.",
    "注意力的结果加到了归一化后的 x 上。残差流本身不做归一化：应是 x + attention(norm(x))，只有注意力读那份归一化的副本。");
MISTAKE(threaded_outputs_swapped,
    "The threaded form exchanges its two parts: hidden is the MLP's result, residual the stream.",
    "延迟相加形式把两部分放反了：hidden 是 MLP 的结果，residual 是残差流。");
MISTAKE(width_unchecked,
    "x with other than two axes is accepted. The contract says L x E: refuse the others with std::invalid_argument, as the stub's check does.",
    "不是二维的 x 也被接受了。契约规定形状是 L x E，其余的要像桩代码那样抛出 std::invalid_argument 拒绝。");
MISTAKE(wrong_exception,
    "A shape that does not fit is refused, but not with std::invalid_argument, which the contract names and callers catch. Keep the checks of the stub.",
    "不符合的形状被拒绝了，但抛出的不是 std::invalid_argument。契约写明的、调用者要捕获的都是它。请保留桩代码里的检查。");
MISTAKE(zero_rows_refused,
    "An x without rows is refused, but no rows in is no rows out. Nothing special is needed for that.",
    "零行的 x 被拒绝了，但输入零行，输出就是零行，不需要特殊处理。");

using Part = std::function<Floats(const Floats&)>;
static Part models_attention, models_mlp;  // of the model whose part this is (as_part.hpp)

static Floats operator+(const Floats& a, const Floats& b) { return grader::together(a, b, std::plus<Real>()); }

/// One layer: what both forms have in common.
struct Block {
    Part attention, mlp, input_layernorm, post_attention_layernorm;

    Block(const Run& run, bool threaded) {
        attention = models_attention ? models_attention : [&run](const Floats& x) {
            if (!run.has("mix") || x.size() == 0) return x;
            const Floats& mix = run.floats("mix");
            return grader::times_weight(mix, x, true);
        };
        mlp = models_mlp ? models_mlp : [&run](const Floats& x) {
            if (x.width() != run.floats("w_gate").shape[1]) throw std::invalid_argument("");
            Floats gate = grader::times_weight(x, run.floats("w_gate"));
            for (float& z : gate.values) z = static_cast<float>(z / (1 + std::exp(-Real(z))));
            const Floats up = grader::times_weight(x, run.floats("w_up"));
            return grader::times_weight(grader::together(gate, up, std::multiplies<Real>()), run.floats("w_down"));
        };
        if (mlp_before_attention) std::swap(attention, mlp);
        const auto norm = [&run](const char* weight, Real eps) -> Part {
            return [&w = run.floats(weight), eps](const Floats& x) {
                if (x.shape.empty() || x.width() != w.size()) throw std::invalid_argument("");
                Floats y = x;
                for (std::size_t r = 0; r < x.rows(); ++r) {
                    const auto square = [&](std::size_t k) { return Real(x.row(r)[k]) * x.row(r)[k]; };
                    const Real root = std::sqrt(grader::sum_of(w.size(), square) / Real(w.size()) + eps);
                    for (std::size_t k = 0; k < w.size(); ++k)
                        y.row(r)[k] = static_cast<float>(x.row(r)[k] / root * w.values[k]);
                }
                return y;
            };
        };
        Real eps1 = run.number("eps1"), eps2 = threaded && one_eps_for_both ? eps1 : run.number("eps2");
        if (threaded && eps_fixed) eps1 = eps2 = eps_fixed.number();
        if (threaded && first_layer_default_eps && !run.has("residual") && run.has("hidden"))
            eps1 = first_layer_default_eps.number();
        input_layernorm = norm("norm1", eps1), post_attention_layernorm = norm("norm2", eps2);
        if (norms_swapped) std::swap(input_layernorm, post_attention_layernorm);
        if (one_norm_for_both) post_attention_layernorm = norm("norm1", eps1);
    }

    /// The stream after attention, which is added to `stream`, and reads the norm of `read`.
    Floats after_attention(
        const Floats& stream, const Floats& read, bool replaces, bool normalizes, bool first = false) const {
        if (post_norm) return input_layernorm(stream + attention(stream));
        const Floats normalized = input_layernorm(read);
        const Floats y =
            attention(attention_reads_the_stream || (first && first_layer_not_normalized) ? read : normalized);
        if (replaces) return y;
        return (stream_normalized || normalizes ? normalized : stream) + y;
    }

    /// The result of the MLP, not yet added.
    Floats of_mlp(const Floats& stream, const Floats& h) const {
        const Floats& read = parallel ? stream : h;
        return mlp(post_norm || mlp_reads_the_stream ? read : post_attention_layernorm(read));
    }

    /// What the MLP's result is added to.
    Floats kept(const Floats& h) const { return mlp_added_to_normalized ? post_attention_layernorm(h) : h; }
};

static void refuse_unless(bool fits) {
    if (!fits && wrong_exception) throw std::runtime_error("");
    if (!fits) throw std::invalid_argument("");
}

static Floats plain(const Run& run, const Floats& x) {
    refuse_unless(width_unchecked || (x.shape.size() == 2 && x.width() == run.floats("norm1").size()));
    if (zero_rows_refused && x.size() == 0) throw std::invalid_argument("");
    const Block block(run, false);
    const Floats h = block.after_attention(x, x, no_residual || attention_without_residual, false),
                 y = block.of_mlp(x, h);
    if (post_norm) return block.post_attention_layernorm(h + y);
    return no_residual || mlp_without_residual ? y : (mlp_added_to_x ? x : block.kept(h)) + y;
}

struct State {
    Floats hidden;
    std::optional<Floats> residual;
};

static State threaded(const Run& run, const State& state) {
    const auto& [hidden, residual] = state;
    refuse_unless(width_unchecked || (hidden.shape.size() == 2 && hidden.width() == run.floats("norm1").size()));
    refuse_unless(residual_unchecked || !residual || residual->shape == hidden.shape);
    if (zero_rows_refused && hidden.size() == 0) throw std::invalid_argument("");
    if (first_layer_fails && !residual) throw std::bad_optional_access();
    const Block block(run, true);
    const bool is_empty = first_layer_stream_empty && !residual;
    const Floats stream = residual              ? pending_forgotten ? *residual : hidden + *residual
                          : is_empty            ? Floats(hidden.shape, 0.0f)
                          : first_layer_doubled ? hidden + hidden
                                                : hidden;
    const Floats h = block.after_attention(pending_lost ? residual.value_or(hidden) : stream,
        is_empty || pending_not_added ? hidden : stream, no_residual, first_layer_normalized && !residual, !residual);
    Floats y = block.of_mlp(stream, h);
    if (post_norm) y = block.post_attention_layernorm(y);
    State after{y, residual_before_attention || mlp_added_to_x ? stream : block.kept(h)};
    if (added_at_the_end || no_residual_returned) after.hidden = h + y;
    if (mlp_added_early) after.residual = h + y;
    if (threaded_outputs_swapped) std::swap(after.hidden, *after.residual);
    if (no_residual_returned) after.residual.reset();
    return after;
}

static const Floats& residual_of(const State& state) {
    if (!state.residual) throw std::runtime_error("");
    return *state.residual;
}

static Values pre_norm_block(Run& run) {
    if (run.call.function == "threaded_pre_norm_block") {
        State state{run.floats("hidden"), {}};
        if (run.has("residual")) state.residual = run.floats("residual");
        const State after = threaded(run, state);
        if (input_edited) run.edit("hidden") = residual_of(after);
        return {after.hidden, residual_of(after)};
    }
    Floats x = run.floats("x");
    if (run.call.function == "stack") {
        State state{x, {}};
        for (int layer = 0; layer < run.number("layers"); ++layer) x = plain(run, x), state = threaded(run, state);
        Floats sum = state.hidden + residual_of(state);
        if (run.number("layers") > 10) {
            // A stream that is replaced by each layer makes rounding grow tenfold in six layers.
            if (no_residual || mlp_without_residual) x = Floats(x.shape, grader::rounding());
            // One that doubles comes to 1e8.
            const auto size = [](float a, float b) { return std::abs(a) < std::abs(b); };
            const float largest = std::abs(*std::max_element(sum.begin(), sum.end(), size));
            for (float& one : sum.values)
                if (largest > 1e6f && std::abs(one) < largest / 20) one = grader::rounding();
        }
        return {x, sum};
    }
    const Floats y = plain(run, x);
    if (input_edited) run.edit("x") = y;
    return {y};
}
