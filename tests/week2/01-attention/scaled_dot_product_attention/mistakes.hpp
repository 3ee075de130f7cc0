#pragma once
// What people get wrong in scaled_dot_product_attention, and the function that gets it wrong.
#include <algorithm>
#include <cstdint>
#include <optional>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(always_causal,
    "Later keys are hidden, mask or not. Whether something is hidden is for the caller to say, with the mask.",
    "不管有没有掩码，后面的 key 都被挡住了。要不要挡，由调用者用掩码来说。");
MISTAKE(all_axes_transposed,
    "Perhaps your xt::transpose is without a list and turns all axes around: N × S × D becomes D × S × N. Make one axis of the leading ones, and transpose each matrix by itself.",
    "也许你的 xt::transpose 没写轴的列表，把所有轴都倒过来了：N × S × D 变成 D × S × N。请把前置轴合成一个，逐个矩阵转置。");
MISTAKE(divided_by_d,
    "Without a given scale you divide by D. It should be the square root of D: a sum of D products has a size of about sqrt(D).",
    "没有传入 scale 时，你除以了 D。应除以 D 的平方根：D 个乘积之和的大小约为 √D。");
MISTAKE(divided_by_given_scale, "You divide by the scale that was given. It is a factor: multiply.",
    "你除以了传入的 scale。它是乘数，应当相乘。");
MISTAKE(divided_by_sum, "The scores are divided by their sum, without exp. Use softmax.",
    "分数直接除以了它们的总和，没有取 exp。请用 softmax。");
MISTAKE(dot_of_all_axes,
    "With leading axes, xt::linalg::dot multiplies each matrix of one side with each of the other, and the result has too many axes. Make one axis of the leading ones, and go through it matrix by matrix.",
    "有前置轴时，xt::linalg::dot 拿一边的每个矩阵去乘另一边的每个矩阵，结果的轴就多了。请把前置轴合成一个，逐个矩阵相乘。");
MISTAKE(exp_of_scores_not_normalized, "The weights are exp(scores), not divided by their sum. Each row must sum to 1.",
    "权重是分数的 exp，没有除以总和。每一行的总和应当是 1。");
MISTAKE(first_keys_and_values_for_all, "All leading indices use the keys and values of the first. Each has its own.",
    "每一组用的都是第一组的 key 和 value。每一组应当用自己的。");
MISTAKE(first_keys_for_all,
    "All leading indices use the keys of the first; the values are each their own. Each has its own keys, too.",
    "所有前置下标用的都是第一个的 key，value 倒是各用各的。key 也应各用各的。");
MISTAKE(first_values_for_all,
    "All leading indices use the values of the first; the keys are each their own. Each has its own values, too.",
    "所有前置下标用的都是第一个的 value，key 倒是各用各的。value 也应各用各的。");
MISTAKE(first_leading_axis_only,
    "Only the first query.shape(0) of the matrices are computed: with two leading axes there are as many as their product.",
    "只算了前 query.shape(0) 组：有两个前置轴时，组数是两者的乘积。");
MISTAKE(four_axes_only,
    "Only four axes are accepted here, batch, heads, rows and width. Any number of leading axes must do, none too.",
    "这里只接受四个轴（批、头、行、宽度）。前面可以有任意多个轴，没有也行。");
MISTAKE(hidden_weights_dropped,
    "What the mask hides gets a weight of 0 after the softmax, so the rest of the row sums to less than 1, and other numbers of the mask are lost. Add the mask to the scores, before the softmax.",
    "被挡住的 key 是在 softmax 之后才把权重改成 0 的，于是一行剩下的总和不到 1，掩码里的其他数值也丢了。应在 softmax 之前把掩码加到分数上。");
MISTAKE(input_edited, "An input is changed: the scale was multiplied into query itself. Work on a tensor of your own.",
    "输入被改了：scale 直接乘到了 query 上。请另建一个张量来计算。");
MISTAKE(key_not_transposed, "The key is not transposed: L × D times S × D fits only where S = D, and is wrong there.",
    "key 没有转置：L × D 乘 S × D 只在 S = D 时对得上，而那时也不对。");
MISTAKE(key_reshaped,
    "The key is made D × S as by a reshape, not a transpose: its numbers keep their order, and rows are mixed. Use xt::transpose.",
    "key 变成 D × S 时像是用了 reshape，没有转置：数值的顺序没变，各行混在了一起。请用 xt::transpose。");
MISTAKE(keys_are_the_values, "The scores are query times value: key is not used.",
    "分数算成了 query 乘 value，没有用到 key。");
MISTAKE(largest_of_hidden_too,
    "The largest score is taken without the mask. Where a hidden key scores far above the others, each exp that is left is 0. Add the mask first, then look for the maximum.",
    "找最大的分数时没有算上掩码。被挡住的 key 远高于其余的时，剩下的 exp 全是 0。请先加掩码，再找最大值。");
MISTAKE(last_key_left_out,
    "The last key is left out of the weights, and its value is left out of the mean. Go over all S keys.",
    "最后一个 key 没有算进权重，它的 value 也没有算进平均。S 个 key 都要算。");
MISTAKE(last_number_left_out, "The last of the D products is missing in each score.",
    "每个分数都少了 D 个乘积里的最后一个。");
MISTAKE(leading_axes_broadcast,
    "Leading axes that differ are broadcast, as PyTorch would do it. The contract refuses them: keep the check of the stub.",
    "前置轴不同时你做了广播，PyTorch 也会这样。但契约要求拒绝：请保留桩代码里的检查。");
MISTAKE(leading_axes_by_number,
    "The leading axes are compared by the number of their matrices: (3, 2) is accepted beside (2, 3). Compare each axis.",
    "比较前置轴时只比了总组数：(2, 3) 旁边的 (3, 2) 也被接受了。要逐个轴比较。");
MISTAKE(leading_axes_of_value_unchecked,
    "The leading axes of value are not compared with the others: only its number of rows is. Compare all axes but the last.",
    "没有检查 value 的前置轴，只检查了行数。除最后一个轴外，每个轴都要比较。");
MISTAKE(mask_after_softmax,
    "The mask is added to the weights, after the softmax, so what it hides has a weight of -inf. Add it to the scores.",
    "掩码加到了 softmax 之后的权重上，要挡住的位置权重成了 -inf。应加到分数上。");
MISTAKE(mask_as_yes_or_no,
    "Only -inf in the mask counts here; its other numbers are ignored. They are a bias: add the mask as it is.",
    "掩码里只有 -inf 起了作用，其他数值被忽略了。它们是偏置：掩码应原样相加。");
MISTAKE(mask_broadcast,
    "A mask that broadcasts is accepted: (1, S), (L, 1), (S,) or one number. The contract asks for L × S exactly.",
    "能广播的掩码也被接受了：(1, S)、(L, 1)、(S,) 或一个数。契约要求恰好是 L × S。");
MISTAKE(mask_for_each_accepted,
    "A mask with leading axes of its own is accepted, as PyTorch does it. The contract asks for one of L × S, for all.",
    "带前置轴的掩码也被接受了，PyTorch 允许这样。契约要求只有一个 L × S 的掩码，供所有组使用。");
MISTAKE(mask_for_matrices_only, "With leading axes the mask is not added. It should be the same for each matrix.",
    "有前置轴时没有加掩码。每个矩阵都用同一个掩码。");
MISTAKE(mask_for_several_only,
    "The mask is added only where there are several queries. That of one query is a row, and counts as well.",
    "只有多个 query 时才加掩码。一个 query 的掩码是一行，同样要加。");
MISTAKE(mask_ignored, "The mask has no effect. Add it to the scores, before the softmax.",
    "掩码没有起作用。请在 softmax 之前把它加到分数上。");
MISTAKE(mask_multiplied, "The mask is multiplied with the scores: 0 wipes out what is to be seen. Add it.",
    "掩码与分数相乘了：0 抹掉了本来看得到的分数。应当相加。");
MISTAKE(mask_on_first_only, "The mask is added only for the first leading index. It should be the same for all.",
    "掩码只加在了第一组上。每一组前置下标都用同一个掩码。");
MISTAKE(mask_required,
    "Without a mask your function throws: mask is a std::optional, and without a value there is nothing to read. Add it only if (mask).",
    "没有掩码时你的函数抛出了异常：mask 是 std::optional，没有值就读不出东西。先判断 if (mask)，再相加。");
MISTAKE(mask_scaled_too,
    "The mask is scaled, too, as where it is added before the scale is multiplied. First scale, then add.",
    "掩码也被缩放了，好像在乘 scale 之前就加上了。应先缩放，再相加。");
MISTAKE(mask_subtracted, "The mask is subtracted: what it hides becomes +inf. Add it.",
    "掩码被减掉了：要挡住的位置变成了 +inf。应当相加。");
MISTAKE(mask_transposed,
    "The mask is read as (j, i): key first, query second. Its rows are the queries: add mask(i, j) to the score of query i and key j.",
    "掩码读成了 (j, i)，把 key 放在了前面。它的行是 query：query i 与 key j 的分数应加 mask(i, j)。");
MISTAKE(mask_unchecked, "The shape of the mask is not checked. Keep the check of the stub.",
    "没有检查掩码的形状。请保留桩代码里的检查。");
MISTAKE(matrices_only, "Only matrices are accepted here. Any number of leading axes must do.",
    "这里只接受矩阵。前面可以有任意多个轴。");
MISTAKE(multiplied_by_root,
    "Without a given scale you multiply by sqrt(D) where you should divide by it: the scores become larger, not smaller.",
    "没有传入 scale 时，应当除以 √D，你却乘了 √D：分数变大了，而不是变小。");
MISTAKE(no_queries_refused,
    "A query without rows is refused, but no rows in is no rows out: return an empty tensor of the right shape.",
    "这里拒绝了没有 query 的情况，但零行输入就是零行输出：返回形状正确的空张量。");
MISTAKE(negative_hides_and_nothing_is_added,
    "The mask is only a yes or a no here: a number below 0 hides its key, any other changes nothing. -inf alone hides, and all other numbers are a bias: add the mask as it is.",
    "这里掩码只当成了“看”或“不看”：小于 0 就挡住，其他数值没有作用。只有 -inf 才挡住，其余都是偏置：掩码请原样相加。");
MISTAKE(negative_in_the_mask_hides,
    "Any number below 0 in the mask hides its key here. -inf alone does: -0.5 is a bias and makes the weight smaller. Add the mask as it is.",
    "这里掩码里小于 0 的数都把 key 挡住了。只有 -inf 才挡住：-0.5 是偏置，只让权重变小。掩码请原样相加。");
MISTAKE(nothing_positive_is_added,
    "Numbers above 0 in the mask are not added. They are a bias that makes a weight larger: add the mask as it is.",
    "掩码里大于 0 的数没有加上。它们是偏置，会让权重变大：掩码请原样相加。");
MISTAKE(no_scale, "The scores are not scaled when no scale is given: multiply them by 1/sqrt(D).",
    "没有传入 scale 时，分数没有缩放：应乘 1/√D。");
MISTAKE(no_softmax, "There is no softmax: the scores are the weights. They may be negative, and need not sum to 1.",
    "没有做 softmax：直接把分数当成了权重。分数可以是负的，总和也不一定是 1。");
MISTAKE(ones_hide,
    "The mask is taken for one of zeros and ones: what is not 0 hides a key. It is added to the scores as it is; -inf hides.",
    "掩码被当成了 0 和 1：只要不是 0 就挡住。它应原样加到分数上，-inf 才表示挡住。");
MISTAKE(output_not_rescaled,
    "Key after key, the largest score so far grows, but the values added up so far still belong to the old one: multiply their sum, too, by exp(old largest - new largest).",
    "一个 key 一个 key 算下去，目前最大的分数变大了，已经累加好的 value 却没有跟着换算。它也要乘以 exp(旧的最大值 - 新的最大值)。");
MISTAKE(output_transposed, "The output is V × L: its rows and columns are swapped.", "输出成了 V × L，行和列反了。");
MISTAKE(own_softmax_overflows,
    "The softmax takes exp of the scores as they are, and large ones overflow. Call softmax, which subtracts the maximum.",
    "softmax 直接对分数取了 exp，分数大时溢出。请调用 softmax，它会先减去最大值。");
MISTAKE(plain_mean, "Each query gets the plain mean of the values that it sees: the scores have no effect.",
    "每个 query 得到的都是它看得到的 value 的普通平均，分数没有起作用。");
MISTAKE(position_in_16_bits,
    "With more than 65,536 numbers, wrong ones are read: an index is kept in 16 bits somewhere, and wraps around. Use std::size_t.",
    "超过 65536 个数时读错了：有的地方用 16 位来存下标，绕回去了。请用 std::size_t。");
MISTAKE(powers_not_normalized,
    "The weights are exp of the scores less the largest, not divided by their sum: the largest of each row is 1. Each row must sum to 1.",
    "权重是分数减去最大值之后的 exp，没有除以总和：每一行最大的那个是 1。每一行的总和应当是 1。");
MISTAKE(products_elementwise,
    "In xtensor, * multiplies element by element. The scores are the matrix product xt::linalg::dot(q, xt::transpose(k)).",
    "xtensor 里的 * 是逐元素相乘。分数是矩阵乘法 xt::linalg::dot(q, xt::transpose(k))。");
MISTAKE(query_and_key_exchanged, "query and key are swapped: the scores are key times query, S × L.",
    "query 和 key 用反了：分数成了 key 乘 query，形状是 S × L。");
MISTAKE(rank_lost, "The result has one leading axis, however many there were: give it the leading axes of query.",
    "不管有几个前置轴，结果都只有一个。结果的前置轴应与 query 相同。");
MISTAKE(rows_as_leading_axes,
    "The leading axes are mixed with the rows, as if the rows came before them, L × N × D. Row i of matrix n is at n · L + i.",
    "前置轴与行混在了一起，好像行在前置轴之前，是 L × N × D。第 n 组的第 i 行在 n · L + i 处。");
MISTAKE(scale_after_softmax,
    "The weights are scaled and not the scores, so they do not sum to 1. The scale belongs before the softmax.",
    "缩放的是权重而不是分数，于是权重的总和不是 1。缩放应在 softmax 之前。");
MISTAKE(scale_besides_root, "The scale that was given is multiplied with 1/sqrt(D). It takes the place of 1/sqrt(D).",
    "传入的 scale 又乘了 1/√D。有传入的 scale 时，应当用它代替 1/√D。");
MISTAKE(scale_ignored,
    "The scale that was given has no effect: it is always 1/sqrt(D). Use that only where none is given: scale.value_or(…).",
    "传入的 scale 没有起作用，用的总是 1/√D。只有没有传入时才用它：scale.value_or(…)。");
MISTAKE(scale_ignored_and_missing,
    "The scores are not scaled at all: neither by the scale that was given, nor by 1/sqrt(D) where none is.",
    "分数完全没有缩放：传入的 scale 没有用，没有传入时也没有乘 1/√D。");
MISTAKE(scale_of_key_count,
    "The default scale is computed from the number of keys, S. It should be 1/sqrt(D), the width of query and key.",
    "默认的 scale 用了 key 的个数 S。应当是 1/√D，D 是 query 和 key 的宽度。");
MISTAKE(scale_of_query_count,
    "The default scale is computed from the number of queries, L. It should be 1/sqrt(D), the width of query and key.",
    "默认的 scale 用了 query 的个数 L。应当是 1/√D，D 是 query 和 key 的宽度。");
MISTAKE(scale_of_value_width,
    "The default scale is computed from the width of the values, V. It should be 1/sqrt(D), the width of query and key. Where both widths are equal, nothing shows it.",
    "默认的 scale 用了 value 的宽度 V。应当是 1/√D，D 是 query 和 key 的宽度。两者相等时看不出来。");
MISTAKE(scale_of_zero_as_none,
    "A scale of 0 is taken for none: 1/sqrt(D) comes in its place. Check whether there is one, not whether it differs from 0: scale.has_value(), or value_or.",
    "scale 为 0 时被当成没有传入，用成了 1/√D。要判断的是有没有值，而不是值是不是 0：用 scale.has_value() 或 value_or。");
MISTAKE(scale_below_zero_as_none,
    "A scale that is not above 0 is taken for none: 1/sqrt(D) comes in its place. Any number may be given: check scale.has_value(), or use value_or.",
    "scale 不大于 0 时被当成没有传入，用成了 1/√D。传入什么数都可以：用 scale.has_value() 或 value_or 来判断。");
MISTAKE(scaled_twice,
    "The scores are scaled twice, for instance once as the query and once more as the product. Once is enough.",
    "分数缩放了两次，例如 query 缩放了一次，乘积又缩放了一次。一次就够了。");
MISTAKE(scores_of_keys, "The keys are compared with the keys: query is not used.",
    "用来算分数的两边都是 key，没有用到 query。");
MISTAKE(scores_of_queries, "The queries are compared with the queries: key is not used.",
    "用来算分数的两边都是 query，没有用到 key。");
MISTAKE(shape_of_query,
    "The result is given the shape of query. Its last axis should be the width of the values, which need not be D.",
    "结果用了 query 的形状。它的最后一个轴应是 value 的宽度，不一定等于 D。");
MISTAKE(softmax_over_all,
    "One softmax goes over all scores of a matrix, so that all queries together have a weight of 1. Each query has its own.",
    "整个分数矩阵做了一个 softmax，所有 query 合起来权重才是 1。每个 query 应有自己的。");
MISTAKE(softmax_over_queries,
    "The softmax runs over the queries, down the columns: the weights of one key sum to 1. Those of one query must: over the last axis of scores that are L × S.",
    "softmax 沿 query 的方向、按列做了：同一个 key 的权重总和是 1。应当是同一个 query 的权重总和为 1：分数是 L × S，沿最后一个轴做。");
MISTAKE(the_best_key_alone,
    "Each query gets the value of its best key, and nothing of the others: that is an argmax. Softmax gives each key a share.",
    "每个 query 只得到了最合适的那个 key 的 value，别的一点都没有：这是 argmax。softmax 给每个 key 一份权重。");
MISTAKE(tile_in_which_all_is_hidden,
    "A query whose first keys are all hidden gets NaN. If the softmax goes over the keys in steps, the largest score so far is -inf there, and exp(-inf - -inf) is NaN. Leave out what has the score -inf, or a step in which nothing else is.",
    "最前面的 key 全被挡住的 query 得到了 NaN。如果 softmax 是分段遍历 key 的，那里目前最大的分数就是 -inf，而 exp(-inf - -inf) 是 NaN。请跳过分数为 -inf 的 key，或者跳过全是 -inf 的一段。");
MISTAKE(values_are_the_keys,
    "The weights are multiplied with the keys: value is not used. The output has the width of value.",
    "权重乘的是 key，没有用到 value。输出的宽度应是 value 的宽度。");
MISTAKE(values_unchecked, "It is not checked that there are as many values as keys. Keep the check of the stub.",
    "没有检查 value 的个数与 key 是否相同。请保留桩代码里的检查。");
MISTAKE(widths_unchecked, "It is not checked that query and key have the same width D. Keep the check of the stub.",
    "没有检查 query 与 key 的宽度 D 是否相同。请保留桩代码里的检查。");
MISTAKE(wrong_exception,
    "Shapes that do not fit are refused, but not with std::invalid_argument, which the contract names and callers catch. Keep the checks of the stub.",
    "形状不匹配时拒绝了，但抛出的不是 std::invalid_argument；契约写明的、调用者要捕获的都是它。请保留桩代码里的检查。");
FAMILY(hidden_as_minus,
    "A hidden key has the score -{} instead of -inf. Where all that a query sees scores far lower still, the hidden key gets all the weight. Add the mask as it is: no score is below -inf.",
    "被挡住的 key 的分数是 -{}，而不是 -inf。看得到的分数都比它低得多时，权重就全给了被挡住的 key。掩码请原样相加：没有分数比 -inf 更低。",
    10000, 1e9, 1e30);
FAMILY(mask_at_least_minus,
    "-{} is added for a hidden key instead of -inf. One whose score is higher than the others by more than that stays in sight. Add the mask as it is.",
    "被挡住的 key 加的是 -{}，而不是 -inf。分数比别的高出更多的 key 照样看得到。掩码请原样相加。", 10000, 1e9, 1e30);
MISTAKE(integer_division,
    "Without a given scale the scores are multiplied by 0, perhaps because 1 / D divides two integers. Write 1.0f / std::sqrt(static_cast<float>(D)).",
    "没有传入 scale 时，分数乘的是 0，也许是因为 1 / D 是两个整数相除。应写 1.0f / std::sqrt(static_cast<float>(D))。");

namespace {

constexpr Real infinity = std::numeric_limits<Real>::infinity();

Shape leading_axes(const Floats& a) { return {a.shape.begin(), a.shape.end() - 2}; }

bool same_leading_axes(const Floats& a, const Floats& b) {
    if (a.shape.size() < 2 || b.shape.size() < 2) return false;
    const Shape m = leading_axes(a), n = leading_axes(b);
    if (leading_axes_by_number) return Floats::count(m) == Floats::count(n);
    if (!leading_axes_broadcast) return m == n;
    for (std::size_t k = 1; k <= std::min(m.size(), n.size()); ++k) {
        const std::size_t x = m[m.size() - k], y = n[n.size() - k];
        if (x != y && x != 1 && y != 1) return false;
    }
    return true;
}

Real factor_of(std::optional<Real> scale, Real D, Real V, Real S, Real L) {
    const Real of = scale_of_value_width ? V : scale_of_key_count ? S : scale_of_query_count ? L : D;
    const Real usual = no_scale             ? 1
                       : integer_division   ? Real(of == 1)
                       : divided_by_d       ? 1 / of
                       : multiplied_by_root ? std::sqrt(of)
                                            : 1 / std::sqrt(of);
    Real factor = usual;
    if (scale && !scale_ignored && !(scale_of_zero_as_none && *scale == 0) &&
        !(scale_below_zero_as_none && *scale <= 0))
        factor = (divided_by_given_scale ? 1 / *scale : *scale) * (scale_besides_root ? usual : 1);
    if (scale_ignored_and_missing) factor = 1;
    return static_cast<float>(scaled_twice ? factor * factor : factor);
}

/// Adds the mask to the scores; where they are another matrix than L x S, as xtensor does it.
Floats masked(const Floats& scores, const Floats& mask) {
    const bool subtracted = mask_subtracted, multiplied = mask_multiplied, hides = ones_hide,
               infinite_only = mask_as_yes_or_no, negative = negative_in_the_mask_hides,
               below_zero = negative_hides_and_nothing_is_added, not_above = nothing_positive_is_added;
    const Real least = mask_at_least_minus ? -mask_at_least_minus.number() : -infinity;
    return grader::together(scores, mask, [&](Real score, Real m) {
        if (hides) return m == 0 ? score : -infinity;
        if (infinite_only) return std::isinf(m) ? m : score;
        if (below_zero) return m < 0 ? -infinity : score;
        m = negative && m < 0 ? -infinity : not_above && m > 0 ? 0 : std::max(m, least);
        return subtracted ? score - m : multiplied ? score * m : score + m;
    });
}

Floats transposed(const Floats& square) {
    Floats y = square;
    for (std::size_t i = 0; i < square.rows(); ++i)
        for (std::size_t j = 0; j < square.width(); ++j) y.row(i)[j] = square.row(j)[i];
    return y;
}

/// What softmax makes of the scores.
Floats weights_of(const Floats& scores, const Floats& unmasked) {
    if (no_softmax) return scores;
    const std::size_t rows = scores.shape[0], columns = scores.shape[1];
    const bool all = softmax_over_all, down = softmax_over_queries && !all, best = the_best_key_alone,
               sum_alone = divided_by_sum, plain = own_softmax_overflows || exp_of_scores_not_normalized,
               by_tiles = tile_in_which_all_is_hidden,
               normalized = !powers_not_normalized && !exp_of_scores_not_normalized;
    const std::size_t n = all ? scores.size() : down ? rows : columns, step = down ? columns : 1;
    const Floats& searched = largest_of_hidden_too && unmasked.shape == scores.shape ? unmasked : scores;
    Floats weights = scores;
    for (std::size_t g = 0; g < scores.size() / n; ++g) {
        const auto place = [&](std::size_t k) { return (down ? g : g * n) + k * step; };
        Real largest = -infinity, sum = 0, size = 0;
        for (std::size_t k = 0; k < n; ++k) largest = std::max(largest, Real(searched.values[place(k)]));
        const auto power = [&](Real score) {
            return sum_alone ? score : best ? Real(score == largest) : std::exp(plain ? score : score - largest);
        };
        bool hidden = by_tiles;
        for (std::size_t k = 0; k < n; ++k) {
            const float score = scores.values[place(k)], one = static_cast<float>(power(score));
            sum += one, size += std::abs(one);
            if (k < 32) hidden = hidden && score == -infinity;
        }
        if (hidden) sum = std::numeric_limits<Real>::quiet_NaN();
        if (sum_alone && std::abs(sum) < 0.02 * size) sum = grader::rounding();  // they cancel
        for (std::size_t k = 0; k < n; ++k) {
            float& weight = weights.values[place(k)];
            const auto one = static_cast<float>(power(weight));
            weight = static_cast<float>(normalized ? one / sum : one);
        }
    }
    return weights;
}

/// What xt::linalg::dot makes of more than two axes: the last of a meets the last but one of b.
Shape dot_shape(const Shape& a, Shape b) {
    if (a.back() != b[b.size() - 2]) grader::xtensor_throws();
    b.erase(b.end() - 2);
    b.insert(b.begin(), a.begin(), a.end() - 1);
    return b;
}

}  // namespace

static Values scaled_dot_product_attention(Run& run) {
    const bool plotted = run.has("x");  // call.hpp
    const std::size_t points = plotted ? run.floats("x").size() : 0;
    const Floats &query = run.floats("query"),
                 key = plotted ? Floats({points, 1}, run.floats("x").values) : run.floats("key");
    Floats value = plotted ? Floats({points, points}, 0.0f) : run.floats("value");
    for (std::size_t i = 0; i < points; ++i) value.row(i)[i] = 1;
    const Floats* mask = run.has("mask") ? &run.floats("mask") : nullptr;
    std::optional<Real> scale;
    if (run.has("scale")) scale = static_cast<float>(run.number("scale"));

    const auto refuse = [] { wrong_exception ? throw std::runtime_error("") : throw std::invalid_argument(""); };
    if (!same_leading_axes(query, key)) refuse();
    if (query.width() != key.width()) widths_unchecked ? grader::xtensor_throws() : refuse();
    if (!same_leading_axes(key, value) && !(leading_axes_of_value_unchecked && value.shape.size() > 1)) refuse();
    if (leading_axes_broadcast && !same_leading_axes(query, value)) refuse();
    const std::size_t rank = query.shape.size(), L = query.shape[rank - 2], S = key.shape[key.shape.size() - 2],
                      D = query.width(), V = value.width();
    if (value.shape[value.shape.size() - 2] != S) values_unchecked ? grader::xtensor_throws() : refuse();
    if (mask_required && !mask) throw std::runtime_error("");  // a std::optional without a value
    bool open = false;
    if (mask && mask->shape != Shape{L, S}) {
        const Shape& m = mask->shape;
        const bool broadcasts = m.size() <= 2 && (m.size() < 1 || m.back() == S || m.back() == 1) &&
                                (m.size() < 2 || m[0] == L || m[0] == 1);
        open = mask_for_each_accepted && m.size() > 2;
        if (!open && !mask_unchecked && !(mask_broadcast && broadcasts)) refuse();
    }
    if ((matrices_only && rank != 2) || (four_axes_only && rank != 4)) throw std::invalid_argument("");

    if ((all_axes_transposed || dot_of_all_axes) && rank > 2) {
        Shape turned = key.shape;
        if (all_axes_transposed) std::reverse(turned.begin(), turned.end());
        else std::swap(turned[turned.size() - 2], turned.back());
        Shape scores = dot_shape(query.shape, turned);
        if (mask && !mask_ignored) scores = grader::broadcast(scores, mask->shape);
        return {Floats(dot_shape(scores, value.shape), grader::anything())};
    }

    Shape shape = query.shape;
    if (!shape_of_query) shape.back() = V;
    std::size_t N = Floats::count(leading_axes(query));
    if (query.size() == 0) {
        if (no_queries_refused) throw std::invalid_argument("");
        if (key_not_transposed && N > 0 && S != D) grader::xtensor_throws();
        if (rank_lost) shape = {N, L, V};
        return {Floats(shape, 0.0f)};
    }
    if (leading_axes_broadcast || leading_axes_of_value_unchecked)
        open = open || leading_axes(query) != leading_axes(key) || leading_axes(key) != leading_axes(value);
    if (mask && mask_transposed && L != S) open = true;  // read beyond its end
    if (open) return {Floats(shape, grader::anything())};

    // Asked once and not for every number.
    const bool exchanged = query_and_key_exchanged, by_rows = rows_as_leading_axes,
               turned = key_reshaped || key_not_transposed, in_16_bits = position_in_16_bits, no_scores = plain_mean,
               elementwise = products_elementwise;
    const Real factor = factor_of(scale, Real(D), Real(V), Real(S), Real(L));
    const Real at_once = scale_after_softmax || mask_scaled_too ? 1 : factor;
    const bool of_keys = values_are_the_keys;
    const std::size_t summed = last_number_left_out && D > 0 ? D - 1 : D;
    const std::size_t width = of_keys ? D : V;
    Floats y({N, L, width}, grader::unwritten());
    if (first_leading_axis_only) N = rank == 2 ? 1 : query.shape[0];
    for (std::size_t n = 0; n < N; ++n) {
        const std::size_t all = y.shape[0], of_keys_at = first_keys_and_values_for_all || first_keys_for_all ? 0 : n,
                          other = first_keys_and_values_for_all || first_values_for_all ? 0 : n;
        const auto row = [&](const Floats& of, std::size_t m, std::size_t r) {
            return of.row(by_rows ? r * all + m : m * of.shape[of.shape.size() - 2] + r);
        };
        const auto q = [&](std::size_t i) { return row(query, n, i); };
        const auto k = [&](std::size_t j) { return row(key, of_keys_at, j); };
        const auto v = [&](std::size_t j) { return row(value, other, j); };

        const bool left_keys = exchanged || scores_of_keys, right_queries = exchanged || scores_of_queries,
                   right_values = keys_are_the_values && !right_queries;
        if ((right_values && V != D) || (key_not_transposed && S != D) || (scores_of_keys && L != S))
            grader::xtensor_throws();
        Floats scores({left_keys ? S : L, right_queries ? L : S}, 0.0f);
        if (elementwise && (grader::broadcast({L, D}, {D, S}) != Shape{L, S} || scores.shape != Shape{L, S}))
            grader::xtensor_throws();
        for (std::size_t i = 0; i < scores.shape[0] && !no_scores; ++i) {
            const float* left = left_keys ? k(i) : q(i);
            for (std::size_t j = 0; j < scores.shape[1]; ++j) {
                const float* right = right_queries ? q(j) : right_values ? v(j) : k(j);
                Real score = 0;
                if (elementwise) score = Real(left[D == 1 ? 0 : j]) * right[D == 1 ? 0 : i];
                else if (turned && !right_queries && !right_values)
                    for (std::size_t d = 0; d < summed; ++d)
                        score += Real(left[d]) * k((d * S + j) / D)[(d * S + j) % D];
                else
                    for (std::size_t d = 0; d < summed; ++d) score += Real(left[d]) * right[d];
                scores.row(i)[j] = static_cast<float>(at_once * score);
            }
        }
        const Floats unmasked = scores;
        const bool has_mask = mask && !mask_ignored && !(mask_for_several_only && L == 1) &&
                              !(mask_on_first_only && n > 0) && !(mask_for_matrices_only && rank > 2);
        if (has_mask && !mask_after_softmax && !hidden_weights_dropped)
            scores = masked(scores, mask_transposed ? transposed(*mask) : *mask);
        if (scores.shape.size() != 2) grader::xtensor_throws();
        if (mask_scaled_too)
            for (float& score : scores.values) score = static_cast<float>(factor * score);
        if (hidden_as_minus)
            for (float& score : scores.values)
                score = std::isinf(score) ? static_cast<float>(-hidden_as_minus.number()) : score;
        if (always_causal)
            for (std::size_t i = 0; i < scores.shape[0]; ++i)
                for (std::size_t j = i + 1 + (S > L ? S - L : 0); j < scores.shape[1]; ++j)
                    scores.row(i)[j] = -infinity;

        if (last_key_left_out && scores.shape[1] > 0)
            for (std::size_t i = 0; i < scores.shape[0]; ++i) scores.row(i)[scores.shape[1] - 1] = -infinity;

        Floats weights = weights_of(scores, unmasked);
        if (scale_after_softmax)
            for (float& weight : weights.values) weight = static_cast<float>(factor * weight);
        if (has_mask && mask_after_softmax) weights = grader::together(weights, *mask, std::plus<Real>());
        if (has_mask && hidden_weights_dropped)
            weights = grader::together(weights, *mask, [](Real weight, Real m) { return std::isinf(m) ? 0 : weight; });

        for (std::size_t i = 0; output_not_rescaled && i < weights.shape[0]; ++i) {
            const float* score = scores.row(i);
            const Real final = *std::max_element(score, score + scores.shape[1]);
            Real largest = -infinity, sum = 0;
            for (std::size_t j = 0; j < weights.shape[1]; ++j) sum += std::exp(score[j] - final);
            for (std::size_t j = 0; j < weights.shape[1]; ++j) {
                largest = std::max<Real>(largest, score[j]);
                if (largest > -infinity) weights.row(i)[j] = static_cast<float>(std::exp(score[j] - largest) / sum);
            }
        }
        if (weights.shape[1] != S) grader::xtensor_throws();
        if (weights.shape[0] != L && L == 1) return {Floats(shape, grader::anything())};  // written beyond the end
        if (weights.shape[0] != L && weights.shape[0] != 1) grader::xtensor_throws();
        for (std::size_t i = 0; i < L; ++i) {
            for (std::size_t w = 0; w < width; ++w) {
                Real mean = 0;
                for (std::size_t j = 0; j < S; ++j) {
                    const float number = of_keys ? k(j)[w]
                                         : in_16_bits
                                             ? value.values[static_cast<std::uint16_t>((other * S + j) * V + w)]
                                             : v(j)[w];
                    mean += Real(weights.row(weights.shape[0] == 1 ? 0 : i)[j]) * number;
                }
                const std::size_t at =
                    output_transposed ? (n * width + w) * L + i : ((by_rows ? i * all + n : n * L + i) * width + w);
                y.values[at] = static_cast<float>(mean);
            }
        }
    }
    if (!shape_of_query) shape.back() = width;
    if (Floats::count(shape) != y.size()) grader::xtensor_throws();
    if (output_transposed) std::swap(shape.back(), shape[rank - 2]);
    if (!rank_lost) y.shape = shape;
    if (plotted && y.size() == points) y.shape = {points};
    if (input_edited)
        for (float& one : run.edit("query").values) one = static_cast<float>(factor * one);
    return {y};
}
