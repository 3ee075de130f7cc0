#pragma once
// What people get wrong in multi_head_attention, and the function that gets it wrong.
#include <algorithm>
#include <functional>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(all_from_w_q, "Queries, keys and values all come from w_q. Each has a matrix of its own.",
    "query、key 和 value 都来自 w_q。它们各有各的矩阵。");
MISTAKE(all_weights_transposed,
    "All four weights are used as if they were in × out, x W instead of x W^T: they are stored out × in. linear transposes them.",
    "四个权重都被当成了 in × out，算成了 x W 而不是 x Wᵀ：它们是按 out × in 存放的。linear 会转置它们。");
MISTAKE(always_causal,
    "Later tokens are hidden even without a mask. Whether something is hidden is for the caller to say, with the mask.",
    "没有掩码时，后面的 token 也被挡住了。要不要挡，由调用者用掩码来说。");
MISTAKE(attention_over_the_heads,
    "Attention goes over the heads and not over the tokens, as it does on tensors of L × H × D. Transpose to H × L × D first.",
    "注意力沿头的方向做了，而不是沿 token，好像张量是 L × H × D。应先转置成 H × L × D。");
MISTAKE(first_axis_as_texts,
    "With several leading axes only x.shape(0) texts are computed. There are x.size() / (L E) of them.",
    "前置轴有多个时，只算了 x.shape(0) 个文本。一共有 x.size() / (L E) 个。");
MISTAKE(first_head_for_all, "All heads use the queries, keys and values of head 0. Each has its own.",
    "所有的头用的都是头 0 的 query、key 和 value。每个头应当用自己的。");
MISTAKE(heads_and_width_exchanged, "Number and width of the heads are swapped: you make D heads of H numbers.",
    "头数与每个头的宽度用反了：分成了 D 个宽 H 的头。");
MISTAKE(heads_in_reverse_order, "The heads are put side by side in the reverse order. Head 0 comes first.",
    "各头合并的顺序反了。头 0 应在最前面。");
MISTAKE(input_edited, "x itself is changed. Work on a tensor of your own.", "输入 x 被改了。请另建一个张量来计算。");
MISTAKE(interleaved,
    "Head h takes the outputs h, h + H, h + 2H, …, as if the last axis was split into D × H. It takes D outputs side by side, h · D to h · D + D - 1: split into H × D.",
    "头 h 取了第 h、h + H、h + 2H……个输出，好像最后一个轴分成了 D × H。它应取相邻的 D 个，即 h · D 到 h · D + D - 1：分成 H × D。");
MISTAKE(interleaved_when_joined,
    "The heads are put side by side number by number: first of each head, then second of each. All D numbers of head 0 come first, then those of head 1.",
    "合并时各头的数值交错排列了：先是每个头的第一个，再是每个头的第二个。应先放头 0 的全部 D 个，再放头 1 的。");
MISTAKE(interleaved_when_split,
    "Head h takes the outputs h, h + H, h + 2H, … when it is split off, and is put back as D side by side. Splitting and joining both take h · D to h · D + D - 1.",
    "分头时，头 h 取了第 h、h + H、h + 2H……个输出；合并时却放回了相邻的 D 个。两边都应是 h · D 到 h · D + D - 1。");
MISTAKE(joined_by_reshape,
    "The heads are joined as by a reshape from H × L × D alone, which keeps the order of the numbers. Transpose to L × H × D first.",
    "合并时像是直接把 H × L × D reshape 了，数值的顺序没有变。应先转置成 L × H × D。");
MISTAKE(keys_from_w_q, "The keys come from w_q, and w_k is not used.", "key 来自 w_q，没有用到 w_k。");
MISTAKE(keys_from_w_v, "The keys come from w_v, and w_k is not used.", "key 来自 w_v，没有用到 w_k。");
MISTAKE(keys_not_projected, "The keys are x itself: w_k is not used.", "key 直接用了 x，没有用到 w_k。");
MISTAKE(largest_of_hidden_too,
    "The largest score is taken without the mask. Where a hidden token scores far above the others, each exp that is left is 0. Add the mask first; or call scaled_dot_product_attention, which does.",
    "找最大的分数时没有算上掩码。被挡住的 token 远高于其余的时，剩下的 exp 全是 0。请先加掩码；或者调用 scaled_dot_product_attention，它就是这样做的。");
MISTAKE(last_head_left_out, "The last head is missing, and zeros are in its place. There are H of them.",
    "少了最后一个头，它的位置上是零。一共有 H 个。");
MISTAKE(mask_for_each_head_accepted,
    "A mask for each head, or one that broadcasts, is accepted. The contract asks for L × L exactly.",
    "每个头一个的掩码，或能广播的掩码，也被接受了。契约要求恰好是 L × L。");
MISTAKE(mask_for_two_axes_only, "With leading axes the mask is left out. It should be the same for each leading index.",
    "有前置轴时没有用掩码。每一组前置下标都用同一个掩码。");
MISTAKE(mask_ignored, "The mask has no effect: give it to scaled_dot_product_attention.",
    "掩码没有起作用：请把它传给 scaled_dot_product_attention。");
MISTAKE(mask_on_first_head_only, "The mask is used only in the first head. It should be the same for all heads.",
    "掩码只用在了第一个头上。每个头都用同一个掩码。");
MISTAKE(mask_on_first_text_only, "The mask is used only for the first leading index. It should be the same for all.",
    "掩码只用在了第一组上。每一组前置下标都用同一个掩码。");
MISTAKE(mask_required,
    "Without a mask your function throws: mask is a std::optional, and without a value there is nothing to read. Hand it on as it is.",
    "没有掩码时你的函数抛出了异常：mask 是 std::optional，没有值就读不出东西。原样传下去即可。");
MISTAKE(no_output_projection, "w_o is not used: the heads lie side by side and are not mixed. End with linear(…, w_o).",
    "没有用到 w_o：各头只是并排放着，没有混合。最后应是 linear(…, w_o)。");
MISTAKE(no_output_projection_for_one_head,
    "With a single head w_o is not used. It is a matrix like the others, and comes last whatever the number of heads.",
    "只有一个头时没有用到 w_o。它和其他矩阵一样，不管有几个头，最后都要乘。");
MISTAKE(no_projections, "Queries, keys and values are x itself: w_q, w_k and w_v are not used.",
    "query、key 和 value 直接用了 x，没有用到 w_q、w_k、w_v。");
MISTAKE(no_scale,
    "The scores are not scaled: multiply them by 1/sqrt(D). scaled_dot_product_attention does that where no scale is given.",
    "分数没有缩放：应乘 1/√D。不传 scale 时，scaled_dot_product_attention 会乘上它。");
MISTAKE(no_tokens_refused,
    "An x without tokens is refused, but no rows in is no rows out: return an empty tensor of the shape of x.",
    "这里拒绝了没有 token 的情况，但零行输入就是零行输出：返回与 x 形状相同的空张量。");
MISTAKE(one_axis_accepted,
    "A single row (E,) is taken for one token. The contract asks for two axes or more: keep the check of the stub.",
    "单独一行 (E,) 被当成了一个 token。契约要求至少两个轴：请保留桩代码里的检查。");
MISTAKE(one_head, "The heads are not split: one head works on all E numbers.", "没有分头：一个头处理了全部 E 个数。");
MISTAKE(one_head_with_scale_of_many,
    "The heads are not split, only the scale is that of a head: one head works on all E numbers.",
    "没有分头，只有 scale 是按每个头的宽度算的：一个头处理了全部 E 个数。");
MISTAKE(output_projection_transposed, "w_o is used as in × out. It is stored out × in, as linear(…, w_o) takes it.",
    "w_o 被当成了 in × out。它是按 out × in 存放的，linear(…, w_o) 要的就是这样的。");
MISTAKE(projections_transposed,
    "w_q, w_k and w_v are used as if they were in × out. They are stored out × in, as linear takes them.",
    "w_q、w_k、w_v 被当成了 in × out。它们是按 out × in 存放的，linear 要的就是这样的。");
MISTAKE(one_leading_axis_at_most,
    "With several leading axes your function throws: it thinks of one at most. Make one axis of all of them first.",
    "前置轴有多个时你的函数抛出了异常：只考虑了至多一个。应先把它们并成一个轴。");
MISTAKE(queries_not_projected, "The queries are x itself: w_q is not used.", "query 直接用了 x，没有用到 w_q。");
MISTAKE(rank_lost, "The result has one leading axis, however many x has. Give it the shape of x.",
    "不管 x 有几个前置轴，结果都只有一个。结果应与 x 形状相同。");
MISTAKE(residual_added, "x is added to the result. The decoder layer does that; here y is attention alone.",
    "结果里加上了 x。那是解码层的事，这里的 y 只是注意力的结果。");
MISTAKE(scale_of_head_count, "The scale is computed from the number of heads, H. It should be 1/sqrt(D), D = E / H.",
    "scale 是用头数 H 算的。应当是 1/√D，D = E / H。");
MISTAKE(scale_of_hidden_size,
    "The scale is 1/sqrt(E). A head has D = E / H numbers: 1/sqrt(D), which is what scaled_dot_product_attention takes by itself.",
    "scale 用了 1/√E。每个头只有 D = E / H 个数，应当是 1/√D，不传入时 scaled_dot_product_attention 用的就是它。");
MISTAKE(scaled_twice,
    "The scores are divided by D instead of its square root. That also comes of dividing by the root twice: once here, and once in scaled_dot_product_attention, which does it when no scale is given.",
    "分数除的是 D，不是 √D。除两次 √D 也会这样：这里除了一次，scaled_dot_product_attention 在不传 scale 时又除了一次。");
MISTAKE(split_by_reshape,
    "The heads are made as by a reshape to H × L × D, and undone by another. A reshape keeps the order of the numbers. Reshape to L × H × D, then transpose; and the reverse at the end.",
    "头像是用 reshape 成 H × L × D 分出来的，合并时也只是 reshape 回去。reshape 不改变数值的顺序。应先 reshape 成 L × H × D，再转置；合并时反过来。");
MISTAKE(split_by_reshape_alone,
    "The heads are made as by a reshape to H × L × D, which keeps the order of the numbers. Reshape to L × H × D, then transpose.",
    "头像是用 reshape 成 H × L × D 分出来的，数值的顺序没有变。应先 reshape 成 L × H × D，再转置。");
MISTAKE(texts_see_each_other,
    "Texts look at each other, as if all leading axes were joined with the tokens. Only the tokens of one text attend to one another.",
    "各段文字互相看得到，好像前置轴和 token 并成了一个轴。只有同一段文字里的 token 才互相注意。");
MISTAKE(three_axes_only,
    "Only three axes are accepted, batch, tokens and width. Any number of leading axes must do, none too.",
    "这里只接受三个轴（批、token、宽度）。前面可以有任意多个轴，没有也行。");
MISTAKE(tokens_of_different_texts,
    "The leading axis was taken for the tokens: token i of each text attends to token i of the others. Attention goes over the axis before the last.",
    "把前置轴当成了 token：每段文字的第 i 个 token 互相注意了。注意力应沿倒数第二个轴做。");
MISTAKE(two_axes_only, "Only two axes are accepted, L × E. Any number of leading axes must do.",
    "这里只接受两个轴（L × E）。前面可以有任意多个轴。");
MISTAKE(values_from_w_k, "The values come from w_k, and w_v is not used.", "value 来自 w_k，没有用到 w_v。");
MISTAKE(values_not_projected, "The values are x itself: w_v is not used.", "value 直接用了 x，没有用到 w_v。");
MISTAKE(w_k_and_w_v_exchanged, "w_k and w_v are swapped: the keys come from w_v and the values from w_k.",
    "w_k 和 w_v 用反了：key 来自 w_v，value 来自 w_k。");
MISTAKE(w_q_and_w_k_exchanged,
    "What attention gets as queries comes from w_k, and as keys from w_q: the two are swapped, or q and k in the call.",
    "交给注意力的 query 来自 w_k，key 来自 w_q：要么两个权重用反了，要么调用时 q 和 k 写反了。");
MISTAKE(w_q_and_w_v_exchanged, "w_q and w_v are swapped: the queries come from w_v and the values from w_q.",
    "w_q 和 w_v 用反了：query 来自 w_v，value 来自 w_q。");
MISTAKE(w_v_and_w_o_exchanged, "w_v and w_o are swapped: the values come from w_o, and the heads are mixed by w_v.",
    "w_v 和 w_o 用反了：value 来自 w_o，混合各头用的却是 w_v。");
MISTAKE(weights_edited,
    "A weight is changed: the scale was multiplied into w_q. The next call multiplies it again. Scale a tensor of your own, or leave that to scaled_dot_product_attention.",
    "权重被改了：scale 乘进了 w_q，下一次调用又会再乘一遍。请另建一个张量来缩放，或者交给 scaled_dot_product_attention。");
MISTAKE(wrong_exception,
    "Shapes that do not fit are refused, but not with std::invalid_argument, which the contract names and callers catch. Keep the checks of the stub.",
    "形状不匹配时拒绝了，但抛出的不是 std::invalid_argument；契约写明的、调用者要捕获的都是它。请保留桩代码里的检查。");
FAMILY(hidden_as_minus,
    "A hidden token has the score -{} instead of -inf. Where all that is seen scores far lower still, it gets all the weight. Add the mask as it is: no score is below -inf.",
    "被挡住的 token 的分数是 -{}，而不是 -inf。看得到的分数都比它低得多时，权重就全给了它。掩码请原样相加：没有分数比 -inf 更低。",
    10000, 1e9, 1e30);

static Values multi_head_attention(Run& run) {
    const Floats& x = run.floats("x");
    const Floats *w_q = &run.floats("w_q"), *w_k = &run.floats("w_k"), *w_v = &run.floats("w_v"),
                 *w_o = &run.floats("w_o");
    const Floats* mask = run.has("mask") ? &run.floats("mask") : nullptr;
    const std::size_t E = w_q->shape[0], rank = x.shape.size();

    const auto refuse = [] { wrong_exception ? throw std::runtime_error("") : throw std::invalid_argument(""); };
    if (rank < (one_axis_accepted ? 1 : 2) || x.shape.back() != E) refuse();
    const std::size_t L = rank == 1 ? 1 : x.shape[rank - 2];
    if (mask && mask->shape != Shape{L, L}) {
        const Shape& m = mask->shape;
        const auto fits = [&](std::size_t k) { return m.size() < k || m[m.size() - k] == 1 || m[m.size() - k] == L; };
        if (!mask_for_each_head_accepted || !fits(1) || !fits(2)) refuse();
        return {Floats(x.shape, grader::anything())};
    }
    if ((two_axes_only && rank != 2) || (three_axes_only && rank != 3)) throw std::invalid_argument("");
    if (one_leading_axis_at_most && rank > 3) grader::xtensor_throws();
    if (x.size() == 0) {
        if (no_tokens_refused) throw std::invalid_argument("");
        return {x};
    }

    // What the heads are made of: q, k and v, rows x E.
    if (w_q_and_w_k_exchanged) std::swap(w_q, w_k);
    if (w_k_and_w_v_exchanged) std::swap(w_k, w_v);
    if (w_q_and_w_v_exchanged) std::swap(w_q, w_v);
    if (w_v_and_w_o_exchanged) std::swap(w_v, w_o);
    if (values_from_w_k) w_v = w_k;
    if (keys_from_w_v) w_k = w_v;
    if (keys_from_w_q || all_from_w_q) w_k = w_q;
    if (all_from_w_q) w_v = w_q;
    const bool turned = projections_transposed || all_weights_transposed;
    Floats q = no_projections || queries_not_projected ? x : grader::times_weight(x, *w_q, turned);
    const Floats k = no_projections || keys_not_projected ? x : grader::times_weight(x, *w_k, turned);
    const Floats v = no_projections || values_not_projected ? x : grader::times_weight(x, *w_v, turned);

    const auto num_heads = static_cast<std::size_t>(run.number("num_heads"));
    std::size_t H = num_heads, D = E / num_heads;
    if (heads_and_width_exchanged) std::swap(H, D);
    if (one_head || one_head_with_scale_of_many) H = 1, D = E;

    // Where number d of token t in head h of text n lies: of so many texts, heads and tokens.
    const bool other_texts = tokens_of_different_texts && rank > 2,
               over_heads = attention_over_the_heads && !other_texts;
    std::size_t texts = x.size() / E / L, heads = H, tokens = L;
    if (texts_see_each_other) tokens *= texts, texts = 1;
    const std::size_t N = texts;
    if (other_texts) std::swap(texts, tokens);
    if (over_heads) std::swap(heads, tokens);
    if (mask && tokens != L) throw std::runtime_error("");
    const auto in_rows = [&](std::size_t n, std::size_t h, std::size_t t, std::size_t d) {
        if (other_texts) std::swap(n, t);
        if (over_heads) std::swap(h, t);
        return ((n * (other_texts ? texts : over_heads ? heads : tokens) + t) * H + h) * D + d;
    };
    const auto by_reshape = [&](std::size_t n, std::size_t h, std::size_t t, std::size_t d) {
        return ((n * heads + h) * tokens + t) * D + d;
    };
    const auto interleave = [&](std::size_t n, std::size_t h, std::size_t t, std::size_t d) {
        return ((n * tokens + t) * D + d) * heads + h;
    };
    const bool split_reshaped = split_by_reshape || split_by_reshape_alone,
               join_reshaped = split_by_reshape || joined_by_reshape,
               split_interleaved = interleaved || interleaved_when_split,
               join_interleaved = interleaved || interleaved_when_joined, head_0 = first_head_for_all,
               reversed = heads_in_reverse_order;
    const auto split = [&](std::size_t n, std::size_t h, std::size_t t, std::size_t d) {
        if (head_0) h = 0;
        return split_reshaped      ? by_reshape(n, h, t, d)
               : split_interleaved ? interleave(n, h, t, d)
                                   : in_rows(n, h, t, d);
    };
    const auto join = [&](std::size_t n, std::size_t h, std::size_t t, std::size_t d) {
        if (reversed) h = heads - 1 - h;
        return join_reshaped ? by_reshape(n, h, t, d) : join_interleaved ? interleave(n, h, t, d) : in_rows(n, h, t, d);
    };

    // Attention in each head.
    const std::size_t of = scale_of_hidden_size          ? E
                           : scale_of_head_count         ? H
                           : one_head_with_scale_of_many ? E / num_heads
                                                         : D;
    const Real scale = (no_scale ? 1 : 1 / std::sqrt(Real(of))) / (scaled_twice ? std::sqrt(Real(D)) : 1);
    if (mask_required && !mask) throw std::runtime_error("");  // a std::optional without a value
    const bool first_head = mask_on_first_head_only, first_text = mask_on_first_text_only,
               ignored = mask_ignored || (mask_for_two_axes_only && rank > 2), causal = always_causal && !mask,
               of_all = largest_of_hidden_too, short_heads = last_head_left_out;
    constexpr Real infinity = std::numeric_limits<Real>::infinity();
    const Real hidden = hidden_as_minus ? -hidden_as_minus.number() : -infinity;
    Floats joined = x;
    std::vector<float> weights(tokens);
    for (std::size_t n = 0; n < texts; ++n) {
        for (std::size_t h = 0; h < heads; ++h) {
            const bool is_masked = mask && !ignored && (n == 0 || !first_text) && (h == 0 || !first_head);
            for (std::size_t i = 0; i < tokens; ++i) {
                Real largest = -infinity, sum = 0;
                for (std::size_t j = 0; j < tokens; ++j) {
                    Real score = 0;
                    for (std::size_t d = 0; d < D; ++d)
                        score += Real(q.values[split(n, h, i, d)]) * k.values[split(n, h, j, d)];
                    score *= scale;
                    const Real unmasked = score, m = is_masked ? mask->row(i)[j] : causal && j > i ? -infinity : 0;
                    score = std::isinf(m) ? hidden : score + m;
                    weights[j] = static_cast<float>(score);
                    largest = std::max(largest, Real(static_cast<float>(of_all ? unmasked : score)));
                }
                for (float& weight : weights) sum += weight = static_cast<float>(std::exp(weight - largest));
                for (std::size_t d = 0; d < D; ++d) {
                    Real mean = 0;
                    for (std::size_t j = 0; j < tokens; ++j) mean += weights[j] / sum * v.values[split(n, h, j, d)];
                    joined.values[join(n, h, i, d)] = short_heads && h + 1 == heads ? 0 : static_cast<float>(mean);
                }
            }
        }
    }

    if (first_axis_as_texts && rank > 3)
        std::fill(
            joined.begin() + static_cast<std::ptrdiff_t>(std::min(x.shape[0] * L * E, x.size())), joined.end(), 0.0f);
    Floats y = no_output_projection || (no_output_projection_for_one_head && num_heads == 1)
                   ? joined
                   : grader::times_weight(joined, *w_o, output_projection_transposed || all_weights_transposed);
    y.shape = x.shape;
    if (residual_added) y = grader::together(x, y, std::plus<Real>());
    if (rank_lost) {
        if (N * L * E != y.size()) grader::xtensor_throws();
        y.shape = {N, L, E};
    }
    if (input_edited) run.edit("x") = joined;
    if (weights_edited)
        for (float& one : run.edit("w_q").values) one /= std::sqrt(static_cast<float>(D));
    return {y};
}
