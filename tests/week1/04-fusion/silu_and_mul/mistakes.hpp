#pragma once
// What people get wrong in silu_and_mul, and the function that gets it wrong.
#include <cmath>
#include <functional>

#include "grader/plain.hpp"

using grader::Floats, grader::Integers, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(cut_off_at_seven, "The gate is cut off at 7, and up at ±7, as gpt-oss does. Here nothing is cut off.",
    "gate 被截断到不超过 7，up 被截断到 ±7，这是 gpt-oss 的做法。这里什么都不截断。");
MISTAKE(even_number_of_elements,
    "The number of all elements is checked, and not the last axis: 2 rows of 3 have an even number of elements, but no row has two halves. Check x.shape().back().",
    "这里检查的是元素总数，而不是最后一个轴：两行三列共有偶数个元素，但每一行都无法平分。要检查 x.shape().back()。");
MISTAKE(exp_overflow,
    "The output is NaN where the gate is large: exp(gate) is infinite in both numerator and denominator. Call your silu, or use x / (1 + exp(-x)).",
    "gate 很大时输出是 NaN：分子分母里的 exp(gate) 都成了无穷大。调用你的 silu，或用 x / (1 + exp(-x))。");
MISTAKE(first_axis,
    "Axis 0 is halved: the first rows are taken as the gate, the others as up. Gate and up are side by side in each row: halve the last axis, and leave the others as they are.",
    "这里切的是轴 0：前一半的行当成了 gate，后一半的行当成了 up。gate 和 up 是在每一行里左右并排的：要切最后一个轴，其余的轴不动。");
MISTAKE(first_axis_at_half_a_row,
    "Axis 0 is cut at half the width of a row. Gate and up are side by side in each row, so a range belongs to the last axis: xt::ellipsis() before it, or xt::all() for each axis before.",
    "这里在轴 0 上切，切在半行宽度的位置。gate 和 up 是在每一行里左右并排的，所以 range 要用在最后一个轴上：前面写 xt::ellipsis()，或者给前面的每个轴写 xt::all()。");
MISTAKE(first_row_only,
    "Only row 0 is computed, the other rows of the output are never written. There are x.size() / x.shape().back() rows.",
    "只算了第 0 行，输出的其他行没有写。一共有 x.size() / x.shape().back() 行。");
MISTAKE(first_rows_only,
    "The shape is right, but only the first x.shape(0) rows are computed. The number of all rows is x.size() / (2 * half).",
    "形状是对的，但只算了前 x.shape(0) 行。总行数是 x.size() / (2 * half)。");
MISTAKE(flattened,
    "The numbers are right, but they come back as one row. Only the last axis changes, from 2I to I: reshape the result.",
    "数值是对的，但结果变成了一维。形状里只有最后一个轴变了，从 2I 变成 I：把结果 reshape 回去。");
MISTAKE(full_width_without_rows,
    "Where x has no rows it comes back at its full width. Zero rows in are zero rows out, but of half the width.",
    "x 没有行时，返回的结果还是原来的宽度。输入零行，输出也是零行，但宽度要减半。");
MISTAKE(gate_alone, "Up is missing: the result is silu(gate) alone. Multiply it by the second half.",
    "少了 up：结果只是 silu(gate)。还要乘上后一半。");
FAMILY(gate_cut_off, "The gate is cut off above {} before it goes through SiLU. Here nothing is cut off.",
    "gate 在求 SiLU 之前被截断到不超过 {}。这里什么都不截断。", 10, 20, 50);
MISTAKE(gelu, "The gate goes through GELU: that is GEGLU. SwiGLU takes silu(gate), gate * sigmoid(gate).",
    "gate 过的是 GELU：那是 GEGLU。SwiGLU 用 silu(gate)，即 gate * sigmoid(gate)。");
MISTAKE(gelu_tanh,
    "The gate goes through GELU in its tanh form: that is GEGLU, as in Gemma. SwiGLU takes silu(gate), gate * sigmoid(gate).",
    "gate 过的是 tanh 形式的 GELU：那是 GEGLU，Gemma 用的就是它。SwiGLU 用 silu(gate)，即 gate * sigmoid(gate)。");
MISTAKE(gpt_oss,
    "This is gpt-oss's gate: gate and up are cut off at 7, the sigmoid is of 1.702 times the gate, and 1 is added to up. Here it is plainly silu(gate) * up.",
    "这是 gpt-oss 的门：gate 和 up 截断在 7，sigmoid 里是 1.702 倍的 gate，up 还加了 1。这里就是 silu(gate) * up。");
MISTAKE(halves_swapped,
    "SiLU is applied to the second half here. The first half is the gate, and only the gate goes through SiLU; the second half, up, is multiplied as it is.",
    "这里把 SiLU 用在了后一半上。前一半才是 gate，只有 gate 要过 SiLU，后一半 up 原样相乘。");
MISTAKE(hard_swish,
    "The gate goes through hard swish, x * clip(x + 3, 0, 6) / 6, an approximation. SiLU is x / (1 + exp(-x)).",
    "gate 用的是 hard swish，即 x * clip(x + 3, 0, 6) / 6，只是近似。SiLU 是 x / (1 + exp(-x))。");
MISTAKE(input_edited,
    "The numbers are right, but x itself is changed, and its owner still needs it. Work on a tensor of your own.",
    "数值是对的，但输入 x 被改了，而调用者之后还要用它。请另建一个张量来存结果。");
MISTAKE(interleaved,
    "Gate and up are taken alternately, as even and odd elements. Here they come one after the other: the first half of the row, then the second. (Some models do store them alternately.)",
    "这里按偶数、奇数位置交替取 gate 和 up。这道练习里它们是一前一后：先是整行的前一半，再是后一半。（有的模型确实是交替存放的。）");
MISTAKE(last_column_missed, "The last column of every row is never written. There are x.shape().back() / 2 columns.",
    "每一行的最后一列都没有写。一共有 x.shape().back() / 2 列。");
MISTAKE(no_silu, "The two halves are multiplied, but without SiLU: that is a bilinear layer. Write silu(gate) * up.",
    "两半相乘了，但没有经过 SiLU：这是双线性层。应写 silu(gate) * up。");
MISTAKE(odd_width_accepted,
    "An odd last axis has no two halves, and has to be refused with std::invalid_argument. Here the last element is dropped in silence. Keep the check of the stub.",
    "最后一个轴的长度是奇数时无法平分，应抛出 std::invalid_argument 拒绝。这里悄悄丢掉了最后一个元素。请保留桩代码里的检查。");
MISTAKE(one_added_to_up, "1 is added to up, as gpt-oss does. Here up is multiplied as it is.",
    "up 加了 1，gpt-oss 是这样做的。这里 up 原样相乘。");
MISTAKE(rank_2_only,
    "Only matrices are accepted here. The last axis is halved, however many come before it: take xt::strided_view with xt::ellipsis(), or flatten to rows first.",
    "这里只接受二维的输入。不管有几个前置轴，要切的都是最后一个轴：用 xt::strided_view 加 xt::ellipsis()，或先展平成若干行。");
MISTAKE(rank_lost,
    "The numbers are right, but the leading axes are gone: the result is rows x I. It should have the shape of x, with only the last axis halved.",
    "数值是对的，但前置轴没有了：结果的形状成了“行数 x I”。它的形状应与 x 相同，只是最后一个轴减半。");
MISTAKE(relu,
    "The gate goes through ReLU: that is ReGLU. SwiGLU takes silu(gate), which is negative for a negative gate.",
    "gate 过的是 ReLU：那是 ReGLU。SwiGLU 用 silu(gate)，gate 为负时它也是负的。");
MISTAKE(row_stride_of_half,
    "Row r is read from element r * I on, but a row of x has 2 I elements: only row 0 is right. The gate of row r begins at r * 2 I, its up at r * 2 I + I.",
    "第 r 行从第 r * I 个元素开始读，但 x 的一行有 2 I 个元素：只有第 0 行是对的。第 r 行的 gate 从 r * 2 I 开始，up 从 r * 2 I + I 开始。");
MISTAKE(up_stride_of_half,
    "The gate is right, but up is read from element r * I + I on, and a row of x has 2 I elements: only row 0 is right. The up of row r begins at r * 2 I + I.",
    "gate 读对了，up 却从第 r * I + I 个元素开始读，而 x 的一行有 2 I 个元素：只有第 0 行是对的。第 r 行的 up 从 r * 2 I + I 开始。");
MISTAKE(same_half_twice,
    "The gate is multiplied by itself: both factors are the first half. Up is the second half, xt::range(half, 2 * half).",
    "gate 乘的是它自己：两个因子都取自前一半。up 是后一半，即 xt::range(half, 2 * half)。");
MISTAKE(second_axis,
    "Axis 1 is halved, which is the last axis only for a matrix. The last axis is x.dimension() - 1, or comes after xt::ellipsis().",
    "这里切的是轴 1，只有矩阵的最后一个轴才是轴 1。最后一个轴是 x.dimension() - 1，也可以写在 xt::ellipsis() 后面。");
MISTAKE(second_axis_at_half_a_row,
    "Axis 1 is cut, at half the length of a row, which is right for a matrix only. To cut the last axis, however many there are: xt::strided_view(x, {xt::ellipsis(), xt::range(0, half)}).",
    "切的是轴 1，切在半行的长度处，这只对矩阵成立。不管有几个轴都切最后一个：xt::strided_view(x, {xt::ellipsis(), xt::range(0, half)})。");
MISTAKE(second_axis_unless_vector,
    "A single vector is right, but otherwise axis 1 is cut, at half a row's width. That is the last axis of a matrix only: the last axis comes after xt::ellipsis().",
    "单个向量是对的，此外切的却总是轴 1，切在一行宽度的一半处。只有二维时它才是最后一个轴：最后一个轴要写在 xt::ellipsis() 之后。");
MISTAKE(second_half_twice,
    "Up is multiplied by itself: both factors are the second half. The gate is the first half, xt::range(0, half).",
    "up 乘的是它自己：两个因子都取自后一半。gate 应是前一半，即 xt::range(0, half)。");
MISTAKE(sigmoid, "The gate goes through the sigmoid alone: that is GLU. SwiGLU takes silu(gate), gate * sigmoid(gate).",
    "gate 只过了 sigmoid：那是 GLU。SwiGLU 用的是 silu(gate)，即 gate * sigmoid(gate)。");
MISTAKE(sign_of_exponent,
    "The gate is multiplied by sigmoid(-gate), which closes where it should open. Write gate / (1 + exp(-gate)), or call your silu.",
    "gate 乘的是 sigmoid(-gate)，该开的时候关。应写 gate / (1 + exp(-gate))，或者调用你的 silu。");
MISTAKE(silu_of_both, "SiLU is applied to both halves. The second half, up, is multiplied as it is.",
    "两半都过了 SiLU。后一半 up 应该原样相乘。");
MISTAKE(silu_of_product, "SiLU is applied to the product of the halves. Apply it to the gate, then multiply by up.",
    "这里对两半的乘积求了 SiLU。应先对 gate 求 SiLU，再与 up 相乘。");
MISTAKE(sum_for_product, "The halves are added. A gate opens and closes, so it multiplies: silu(gate) * up.",
    "这里把两半相加了。门控是开和关，所以要相乘：silu(gate) * up。");
MISTAKE(up_alone, "Only the second half comes back: the gate is not used at all. The result is silu(gate) * up.",
    "返回的只有后一半：gate 根本没有用上。结果是 silu(gate) * up。");
MISTAKE(up_ends_before_the_last,
    "Up lacks its last column, as where -1 is the end of its range: a range leaves its end out. Write xt::range(half, 2 * half).",
    "up 少了最后一列，就像把 range 的终点写成 -1 时那样：range 不包含终点。应写 xt::range(half, 2 * half)。");
MISTAKE(up_one_too_early,
    "Up begins one element too early, at the last one of the gate. The second half begins at half: xt::range(half, 2 * half).",
    "up 早开始了一个元素，从 gate 的最后一个取起了。后一半从 half 开始：xt::range(half, 2 * half)。");
FAMILY(taken_for_zero_below,
    "Where the gate is below -{}, SiLU is taken for 0. It is small there, but not that small, and up may be large. No branch is needed.",
    "gate 小于 -{} 时，SiLU 被当成了 0。它在那里很小，但没有那么小，而且 up 可能很大。不需要分支。", 4, 5, 8, 10);
MISTAKE(vector_gives_matrix,
    "A single vector comes back as one row, (1, I). Its shape is (I,): that of x with the last axis halved.",
    "单个向量的结果成了一行，形状 (1, I)。应当是 (I,)：x 的形状，最后一个轴减半。");
MISTAKE(up_of_first_row, "Every row is multiplied by up of row 0. Each row has its own second half.",
    "每一行乘的都是第 0 行的 up。每一行都有自己的后一半。");
MISTAKE(whole_tensor_halved,
    "The tensor is halved as one long row: element i meets element i + size / 2, and with more than one row these are in different rows. Each row has its own two halves.",
    "这里把整个张量当成一长行来切：第 i 个元素配的是第 i + size / 2 个，行数大于一时它们就不在同一行了。每一行都有自己的两半。");
MISTAKE(wrong_exception,
    "An odd last axis is refused, but not with std::invalid_argument, which the contract names and callers catch. Keep the check of the stub.",
    "最后一个轴为奇数时拒绝了，但抛出的不是 std::invalid_argument。契约写明的、调用者要捕获的都是它。请保留桩代码里的检查。");
MISTAKE(zero_rows_refused,
    "An x without rows is refused, but no rows in is no rows out, of half the width. Nothing special is needed for that.",
    "零行的 x 被拒绝了，但输入零行，输出就是一半宽度的零行，不需要特殊处理。");

/// What the gate goes through.
static std::function<Real(Real)> activation() {
    if (no_silu) return [](Real x) { return x; };
    if (gpt_oss)
        return [](Real x) {
            const Real cut = std::min<Real>(x, 7);
            return cut / (1 + std::exp(-1.702 * cut));
        };
    if (relu) return [](Real x) { return std::max<Real>(x, 0); };
    if (hard_swish) return [](Real x) { return x * std::clamp<Real>(x + 3, 0, 6) / 6; };
    if (gelu) return [](Real x) { return x * (1 + std::erf(x / std::sqrt(2.0))) / 2; };
    if (gelu_tanh) return [](Real x) { return x * (1 + std::tanh(0.7978845608 * (x + 0.044715 * x * x * x))) / 2; };

    const Real sign = sign_of_exponent ? -1 : 1;
    const auto power = [=](Real x) { return static_cast<float>(grader::exp_of(sign * x)); };
    std::function<Real(Real)> factor = [=](Real x) { return grader::reciprocal_of(1 + power(-x)); };
    if (exp_overflow)
        factor = [=](Real x) -> Real {
            const float p = power(x);
            const bool early = std::isfinite(p) && std::isinf(p * static_cast<float>(x));  // x * exp(x)
            return early ? grader::anything() : p / (1 + p);
        };
    if (sigmoid) return factor;
    const Real zero_below =
        taken_for_zero_below ? -taken_for_zero_below.number() : -std::numeric_limits<Real>::infinity();
    return [=](Real x) { return x < zero_below ? 0 : x * factor(x); };
}

static Values silu_and_mul(Run& run) {
    const Floats &x = run.floats("x"), &read = grader::fast.read ? *grader::fast.read : x;
    const std::size_t rank = x.shape.size(), width = x.width();
    if (rank == 0 || (even_number_of_elements ? x.size() : width) % 2 != 0) {
        if (wrong_exception) throw std::runtime_error("");
        if (rank == 0 || !odd_width_accepted) throw std::invalid_argument("");
    }
    if ((rank_2_only && rank != 2) || (zero_rows_refused && x.size() == 0)) throw std::invalid_argument("");

    if (full_width_without_rows && x.size() == 0) return {x};
    const bool cut_at_half_a_row = second_axis_at_half_a_row || (second_axis_unless_vector && rank > 1);
    const bool second = cut_at_half_a_row && !first_axis && !first_axis_at_half_a_row;
    if (second_axis_at_half_a_row && second && rank == 1) return {Floats(x.shape, grader::anything())};

    // Where gate and up are in x.
    std::size_t axis = rank - 1;
    if (second_axis || second) axis = std::min<std::size_t>(1, axis);
    if (first_axis || first_axis_at_half_a_row) axis = 0;
    const std::size_t extent = x.shape[axis],
                      half = (first_axis_at_half_a_row || cut_at_half_a_row ? width : extent) / 2;
    std::size_t step = 1;
    for (std::size_t k = axis + 1; k < rank; ++k) step *= x.shape[k];
    struct Part {
        Floats values;
        std::vector<std::size_t> places = {};
    } gate, up;
    const auto take = [&](Part& part, std::size_t begin, std::size_t end) {
        begin = std::min(begin, extent), end = std::min(end, extent);
        for (std::size_t i = 0; i < read.size(); ++i)
            if (const std::size_t k = i / step % extent; k >= begin && k < end) part.places.push_back(i);
        part.values.shape = x.shape;
        part.values.shape[axis] = end - begin;
    };
    take(gate, 0, half);
    const std::size_t early = up_one_too_early && half > 0 ? 1 : 0;
    take(up, half - early, 2 * half - early - (up_ends_before_the_last && half > 0 ? 1 : 0));
    for (std::size_t i = 0; i < gate.places.size() && i < up.places.size(); ++i) {
        if (interleaved) gate.places[i] = 2 * i, up.places[i] = 2 * i + 1;
        if (row_stride_of_half) gate.places[i] = i, up.places[i] = i + half;
        if (up_stride_of_half) up.places[i] = i + half;
        if (up_of_first_row) up.places[i] = up.places[i % half];
        if (whole_tensor_halved) gate.places[i] = i, up.places[i] = i + gate.places.size();
    }
    if (!up_alone) {
        if (same_half_twice) up = gate;
        if (second_half_twice) gate = up;
        if (halves_swapped) std::swap(gate, up);
    }
    for (Part* part : {&gate, &up})
        for (const std::size_t place : part->places) part->values.values.push_back(grader::at(read, place));

    const auto each = [](Floats values, const std::function<Real(Real)>& f) {
        for (float& v : values.values) v = static_cast<float>(f(v));
        return values;
    };
    if (cut_off_at_seven) gate.values = each(gate.values, [](Real x) { return std::min<Real>(x, 7); });
    if (gate_cut_off) gate.values = each(gate.values, [](Real x) { return std::min<Real>(x, gate_cut_off.number()); });
    const std::function<Real(Real)> active = activation();
    const Floats opened = silu_of_product ? gate.values : each(gate.values, active);
    if (input_edited) {
        Floats& edited = run.edit("x");
        for (std::size_t i = 0; i < opened.size(); ++i)
            if (gate.places[i] < edited.size()) edited.values[gate.places[i]] = opened.values[i];
    }
    if (cut_off_at_seven) up.values = each(up.values, [](Real x) { return std::clamp<Real>(x, -7, 7); });
    if (gpt_oss && !up_alone) up.values = each(up.values, [](Real x) { return std::clamp<Real>(x, -7, 7) + 1; });
    if (silu_of_both && !up_alone) up.values = each(up.values, active);
    if (one_added_to_up && !up_alone) up.values = each(up.values, [](Real x) { return x + 1; });
    Floats y = gate_alone        ? opened
               : up_alone        ? up.values
               : sum_for_product ? grader::together(opened, up.values, std::plus<Real>())
                                 : grader::together(opened, up.values, std::multiplies<Real>());
    if (silu_of_product && !up_alone) y = each(y, active);
    if (first_rows_only || first_row_only)
        for (std::size_t i = (rank == 1 || first_row_only ? 1 : x.shape[0]) * y.width(); i < y.size(); ++i)
            y.values[i] = grader::never_written();
    for (std::size_t i = y.width() - 1; last_column_missed && i < y.size(); i += y.width())
        y.values[i] = grader::never_written();
    if (vector_gives_matrix && rank == 1) y.shape = {1, y.size()};
    if (rank_lost) y.shape = {y.width() > 0 ? y.size() / y.width() : x.rows(), y.width()};
    if (flattened) y.shape = {y.size()};
    return {y};
}
