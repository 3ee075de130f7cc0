#pragma once
// What people get wrong in rms_norm_low_precision, and the function that gets it wrong.
#include <bit>
#include <cstdint>
#include <limits>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(all_in_low_precision,
    "Everything is computed in T: the squares, their sum, the mean and the root. All of it has to be in float, and only the result is rounded to T.",
    "所有步骤都是用 T 算的：平方、求和、平均、开方。这些都应当用 float 来算，只把结果舍入成 T。");
MISTAKE(all_in_low_precision_with_scale,
    "Everything is computed in T: the squares, their sum, the mean and the scale 1 / root. All of it has to be in float, and only the result is rounded to T.",
    "所有步骤都是用 T 算的：平方、求和、平均，还有系数 1 / 根。这些都应当用 float 来算，只把结果舍入成 T。");
MISTAKE(cut_off,
    "In bfloat16 your result is cut off, not rounded. Convert with bfloat16(value), which rounds to nearest.",
    "bfloat16 的结果被截断了，没有舍入。请用 bfloat16(value) 转换，它会舍入到最近的值。");
MISTAKE(eps_outside_root, "eps is added after the root. It belongs inside: sqrt(mean(x²) + eps).",
    "eps 加在了开方之后。它应当在根号之内：sqrt(mean(x²) + eps)。");
MISTAKE(eps_rounded,
    "eps is rounded to T before it is added. In float16, 1e-6 becomes 1.013e-6. It is a float: leave it one.",
    "eps 在相加之前舍入成了 T。float16 中 1e-6 会变成 1.013e-6。它本来就是 float，保持不变即可。");
MISTAKE(first_matrix_only,
    "Only the first x.shape(0) rows are normalized, the rest of the output is not. There are x.size() / D rows.",
    "只归一化了前 x.shape(0) 行，其余输出没有处理。总行数是 x.size() / D。");
MISTAKE(first_row_for_all, "All rows are divided by the root mean square of row 0. Each row has its own.",
    "所有行都除以了第 0 行的均方根。每一行都有自己的均方根。");
MISTAKE(float16_mean,
    "In float16 the mean square is taken in float16: the square of a float16 is float16, infinite from 256 on, and so are the sum and the mean. (bfloat16 has no arithmetic of its own and becomes float at once.) Convert x to float before you square it.",
    "float16 的均方是用 float16 求的：float16 的平方还是 float16，从 256 起就是无穷大，求和与平均也一样。（bfloat16 没有自己的运算，一参与运算就成了 float。）请先把 x 转成 float，再平方。");
MISTAKE(float16_over_float,
    "float16 divided by float is float16: the root is rounded to float16 before you divide by it. (bfloat16 becomes float at once.) Convert x to float first.",
    "float16 除以 float 得到的是 float16：平方根在相除之前就舍入成了 float16。（bfloat16 则直接变成 float。）请先把 x 转成 float。");
MISTAKE(float16_scale_times_weight,
    "float times float16 is float16: the product of scale and weight is rounded to float16 before x is multiplied by it. (bfloat16 becomes float at once.) Convert weight and x to float first.",
    "float 乘 float16 得到的是 float16：系数与 weight 的乘积在与 x 相乘之前就舍入成了 float16。（bfloat16 则直接变成 float。）请先把 weight 和 x 转成 float。");
MISTAKE(float16_squared,
    "In float16 the square of 256 is infinite: x * x is float16 when x is, even where the sum is float. (bfloat16 has no arithmetic of its own and becomes float at once.) Convert x to float first, then square.",
    "float16 中 256 的平方是无穷大：x 是 float16 时 x * x 也是 float16，哪怕累加器是 float。（bfloat16 没有自己的运算，一参与运算就成了 float。）应先把 x 转成 float，再平方。");
MISTAKE(float16_sum,
    "In float16 the squares and their sum are float16, also where the sum begins as 0.0f, in std::inner_product for example: float16 times float16 is float16, and so is float plus float16. (bfloat16 becomes float at once.) Convert x to float before you square it.",
    "float16 的平方与平方和都是 float16，哪怕求和从 0.0f 开始（例如 std::inner_product）：float16 乘 float16 还是 float16，float 加 float16 也是。（bfloat16 则直接变成 float。）请先把 x 转成 float 再平方。");
MISTAKE(float16_times_float,
    "float16 times float is float16: your scale is rounded to float16 before it is multiplied. (bfloat16 becomes float at once.) Convert x to float first.",
    "float16 乘 float 得到的是 float16：你的系数在相乘之前就舍入成了 float16。（bfloat16 则直接变成 float。）请先把 x 转成 float。");
MISTAKE(float16_weight_first,
    "float16 times float16 is float16: weight times x is rounded to float16 before the row is normalized, and infinite from 65520 on. (bfloat16 becomes float at once.) Convert x and weight to float first.",
    "float16 乘 float16 得到的是 float16：weight 与 x 的乘积在归一化之前就舍入成了 float16，从 65520 起就是无穷大。（bfloat16 则直接变成 float。）请先把 x 和 weight 转成 float。");
MISTAKE(input_edited, "The numbers are right, but x itself is changed. Write into a tensor of your own.",
    "数值是对的，但输入 x 被改了。请另建一个张量来存结果。");
MISTAKE(layer_norm, "The mean of the row is subtracted: that is LayerNorm. RMSNorm leaves it in.",
    "减去了这一行的均值，那是 LayerNorm。RMSNorm 不减均值。");
MISTAKE(lazy_mean,
    "The formula is right, but the mean was still lazy when it was broadcast: xtensor then takes each element's mean from a window that slides across the rows and past the end, so expect wrong numbers or a crash. Give the mean a name and the type Tensor, not auto.",
    "公式是对的，但均值参与广播时还没有求值：这时 xtensor 给每个元素取的均值来自一个不断滑动的窗口，会跨行，甚至越过末尾，结果是错误的数值或崩溃。给均值起个名字，类型写 Tensor，不要用 auto。");
MISTAKE(mean_of_abs,
    "The rows are divided by mean(|x|) + eps. That is not the root mean square: square first, then take the mean, then the root.",
    "每一行除以的是 mean(|x|) + eps，这不是均方根。次序是先平方，再求均值，再开方。");
MISTAKE(mean_square_rounded,
    "The sum is taken in float, but the mean square is rounded to T before the root. It should stay in float until the row is divided.",
    "求和用了 float，但均方在开方之前舍入成了 T。在整行相除之前，它应一直是 float。");
MISTAKE(multiplied_by_rms,
    "x is multiplied by sqrt(mean(x²) + eps), not divided by it: large rows grow instead of shrinking to about 1. torch.rsqrt is one over the root.",
    "x 乘上了 sqrt(mean(x²) + eps)，而不是除以它：大的行变得更大，而不是回到 1 附近。torch.rsqrt 是平方根的倒数。");
MISTAKE(multiplied_in_t,
    "In bfloat16 your function throws where x has one axis, perhaps because a rounded row is multiplied by the weight as it is: two bfloat16 make a float (\"linear_assigner called with unrelated types\"). Convert the weight with xt::cast<float>, and the product back.",
    "x 只有一个轴时，bfloat16 版本抛出了异常，也许是因为直接用舍入后的行去乘 weight：两个 bfloat16 相乘得到 float（“linear_assigner called with unrelated types”）。请用 xt::cast<float> 转换 weight，乘完再转回去。");
MISTAKE(no_eps,
    "eps is missing: rows whose mean square is near eps come out too large, and a row of zeros divides 0 by 0. Add it to the mean square, inside the root.",
    "缺少 eps：均方与 eps 相近的行会偏大，全零的行则变成 0 除以 0。请在根号内给均方加上 eps。");
MISTAKE(no_keep_dims,
    "The reduced axis is gone, so the means of N rows are broadcast along the last axis: an exception mostly, and on a square x each column is divided by some row's root. Keep the axis: xt::keep_dims.",
    "求均值后那个轴消失了，N 行的均值于是沿最后一个轴广播：多数情况下抛异常，方阵时则是每一列除以了某一行的均方根。用 xt::keep_dims 保留这个轴。");
MISTAKE(no_root, "The root is missing: x is divided by mean(x²) + eps. Divide by its square root.",
    "缺了开方：x 除以的是 mean(x²) + eps。应当除以它的平方根。");
MISTAKE(no_square,
    "Under the root is the mean of x, not of x²: rows with a mean below -eps become NaN. Square each element, in float, before you take the mean.",
    "根号里是 x 的均值，而不是 x² 的均值，均值小于 -eps 的行会变成 NaN。求均值之前，先用 float 把每个元素平方。");
MISTAKE(no_weight, "weight is not used. Multiply the normalized row by it, element by element.",
    "没有用到 weight。请把归一化后的行与它逐元素相乘。");
MISTAKE(not_converted,
    "In float16 everything is computed in float16: float16 times float16 is float16 again, and so are the sum, the mean and the root that x is divided by. (bfloat16 has no arithmetic of its own and becomes float at once.) Convert x and weight to float first, with xt::cast<float>.",
    "float16 的全部计算都是用 float16 做的：float16 乘 float16 还是 float16，求和、平均、用来除 x 的平方根也一样。（bfloat16 没有自己的运算，一参与运算就成了 float。）请先用 xt::cast<float> 把 x 和 weight 转成 float。");
MISTAKE(not_converted_with_scale,
    "In float16 the squares or their sum are float16, and so are the mean and the scale 1 / root that x is multiplied by: float16 times float16 is float16 again. (bfloat16 has no arithmetic of its own and becomes float at once.) Convert x and weight to float first, with xt::cast<float>.",
    "float16 的平方或平方和是 float16，平均和用来乘 x 的系数 1 / 根 也是：float16 乘 float16 还是 float16。（bfloat16 没有自己的运算，一参与运算就成了 float。）请先用 xt::cast<float> 把 x 和 weight 转成 float。");
MISTAKE(one_plus_weight_at_the_end,
    "You scale by 1 + weight. That is right for Gemma, which stores its weights less one. Here the weight is the factor itself.",
    "你乘的是 1 + weight。对 Gemma 这是对的，它存的是系数减一。这里 weight 本身就是系数。");
MISTAKE(one_plus_weight,
    "You scale by 1 + weight. That is right for Gemma, which stores its weights less one. Here the weight is the factor itself.",
    "你乘的是 1 + weight。对 Gemma 这是对的，它存的是系数减一。这里 weight 本身就是系数。");
MISTAKE(rank_2_only,
    "Only matrices are accepted here. Any number of leading axes must do: average over axis x.dimension() - 1.",
    "这里只接受矩阵。前置轴可以有任意多个：沿轴 x.dimension() - 1 求平均。");
MISTAKE(rank_lost, "The result is always rows × D: the leading axes are lost. Give it the shape of x.",
    "结果总是“行数 × D”的矩阵，前置轴丢了。结果应与 x 形状相同。");
MISTAKE(result_through_bfloat16,
    "float16 results are rounded to bfloat16 first, and three of their bits are gone. Convert with T(value), which is float16's own rounding there.",
    "float16 的结果先舍入成了 bfloat16，丢了三位。请用 T(value) 转换，T 是 float16 时它就按 float16 舍入。");
MISTAKE(root_rounded,
    "The root is rounded to T before you divide by it. It should stay in float until the row is divided.",
    "平方根在相除之前舍入成了 T。在整行相除之前，它应一直是 float。");
MISTAKE(rows_of_one_axis, "With three axes or more only the first matrix is written. There are x.size() / D rows.",
    "三个轴以上时只写了第一个矩阵。总行数是 x.size() / D。");
MISTAKE(scale_rounded,
    "The scale 1 / root is rounded to T before x is multiplied by it. It should stay in float: only the product may be rounded.",
    "系数 1 / 根 在与 x 相乘之前舍入成了 T。它应保持 float，只有乘积可以舍入。");
MISTAKE(squares_kept_in_t,
    "In float16 the square of 256 is infinite, and in bfloat16 your function throws, as xtensor does where a float is assigned to bfloat16 (\"linear_assigner called with unrelated types\"): perhaps the squares are put into a BasicTensor<T>. Convert x to float first, and keep the squares in a Tensor.",
    "T 为 float16 时，256 的平方成了无穷大；T 为 bfloat16 时，你的函数抛出了异常，把 float 赋给 bfloat16 时 xtensor 就会这样（“linear_assigner called with unrelated types”）：也许平方存进了 BasicTensor<T>。请先把 x 转成 float，平方存进 Tensor。");
MISTAKE(squares_rounded,
    "Each square is rounded to T before it is added. In float16 the square of 256 is infinite and that of 0.0001 is zero, and in bfloat16 a square keeps 8 bits. Convert x to float first, then square.",
    "每个平方在相加之前就舍入成了 T。float16 中 256 的平方是无穷大，0.0001 的平方是零；bfloat16 中平方只剩 8 位精度。应先把 x 转成 float，再平方。");
MISTAKE(sum_for_mean, "The squares are summed but not divided by D. You need their mean.",
    "平方求了和，却没有除以 D。需要的是平均值。");
MISTAKE(sum_in_low_precision,
    "The sum of squares is kept in T. In bfloat16 small squares are lost beside a large sum, and float16 ends at 65504. Sum in float.",
    "平方和是用 T 累加的。bfloat16 的和一大，小的平方就加不进去了，float16 到 65504 就到头了。请用 float 累加。");
MISTAKE(sum_not_reset,
    "The sum of squares runs on from row to row: row 0 is right, each later row is divided by the squares of all rows before it too. Set the sum to 0 at the start of each row.",
    "平方和一行接一行地累加下去：第 0 行是对的，后面每一行还带着前面各行的平方和。每一行开始时要把它清零。");
MISTAKE(through_float16,
    "x goes through float16 even when T is bfloat16: from 65520 on it is infinite, and near 1e-9 it is zero. Convert straight to float.",
    "T 为 bfloat16 时，x 也经过了 float16：从 65520 起变成无穷大，1e-9 附近变成零。请直接转成 float。");
MISTAKE(weight_added, "The weight is added, like a bias. RMSNorm has no bias: multiply by the weight.",
    "weight 被当成偏置加上去了。RMSNorm 没有偏置，应当乘以 weight。");
MISTAKE(weight_divided, "You divide by the weight. It is a factor: multiply by it.",
    "你除以了 weight。它是一个系数，应当相乘。");
MISTAKE(weight_first,
    "x is multiplied by the weight, and the product rounded to T, before the row is normalized: 40000 times 2 is infinite in float16. Normalize first, then multiply.",
    "x 先乘了 weight 并舍入成 T，之后才归一化：float16 中 40000 乘以 2 就是无穷大。应先归一化，再乘 weight。");
MISTAKE(weight_twice, "The weight is multiplied in twice. Once is right.", "weight 乘了两次。乘一次才对。");
MISTAKE(weight_unchecked, "The shape of weight is not checked. Keep the checks of the stub.",
    "没有检查 weight 的形状。请保留桩代码里的检查。");
MISTAKE(whole_tensor, "One mean square is taken over all of x. Each row has its own.",
    "均方是对整个 x 求的。每一行都有自己的均方。");
MISTAKE(wrong_exception,
    "A weight that does not fit is refused, but not with std::invalid_argument, which the contract names and callers catch. Keep the checks of the stub.",
    "形状不符的 weight 被拒绝了，但抛出的不是 std::invalid_argument。契约写明的、调用者要捕获的都是它。请保留桩代码里的检查。");
MISTAKE(zero_rows_refused, "Zero rows are refused, but no rows in is no rows out.",
    "这里拒绝了零行的输入，但输入零行，输出就是零行。");
FAMILY(eps_fixed, "eps is always {} here, whatever was passed. Use the argument.",
    "这里的 eps 总是 {}，没有用传入的值。请使用参数 eps。", 1e-5, 1e-6);

static float to_bfloat16(float value, bool cut) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (!std::isfinite(value)) return value;
    return std::bit_cast<float>((bits + (cut ? 0 : 0x7FFF + ((bits >> 16) & 1))) & 0xFFFF0000u);
}

static float to_float16(float value) {
    if (!std::isfinite(value) || value == 0) return value;
    const double step = std::ldexp(1.0, std::max(std::ilogb(value), -14) - 10);
    const auto nearest = static_cast<float>(std::nearbyint(value / step) * step);
    return std::abs(nearest) > 65504 ? std::copysign(std::numeric_limits<float>::infinity(), value) : nearest;
}

// In float, as the answers are, because rounding decides here.
static Values rms_norm_low_precision(Run& run) {
    const Floats &x = run.floats("x"), &weight = run.floats("weight");
    const bool is_float16 = run.call.function == "float16";
    const std::size_t rank = x.shape.size(), D = x.width();
    if (rank_2_only && rank != 2) throw std::invalid_argument("");
    const bool fits = weight.shape == Shape{D} || weight_unchecked;
    if (wrong_exception && !fits) throw std::runtime_error("");
    if (!fits || (zero_rows_refused && x.size() == 0)) throw std::invalid_argument("");

    if ((squares_kept_in_t || (multiplied_in_t && rank == 1)) && !is_float16) grader::xtensor_throws();

    const auto low = [&](float v) { return is_float16 ? to_float16(v) : to_bfloat16(v, false); };
    // What two T give, or a T and a float: float16 stays float16, but bfloat16 has no arithmetic and becomes float.
    const auto mixed = [&](float v) { return is_float16 ? to_float16(v) : v; };
    const auto of_each = [](Floats a, const auto& f) {
        for (float& one : a.values) one = f(one);
        return a;
    };
    const bool all_low = all_in_low_precision || all_in_low_precision_with_scale,
               none_converted = not_converted || not_converted_with_scale;

    float eps = static_cast<float>(eps_fixed ? eps_fixed.number() : run.number("eps"));
    if (no_eps) eps = 0;
    if (eps_rounded || all_low) eps = low(eps);

    const Floats wide = through_float16 ? of_each(x, to_float16) : x;
    Floats centred = wide;
    if (layer_norm)
        for (std::size_t start = 0; start < x.size(); start += D) {
            float sum = 0;
            for (std::size_t k = 0; k < D; ++k) sum += wide.values[start + k];
            for (std::size_t k = 0; k < D; ++k) centred.values[start + k] -= sum / static_cast<float>(D);
        }

    const bool absolute = mean_of_abs, plain = no_square, low_squares = squares_rounded || all_low,
               low_sum = sum_in_low_precision || all_low, mixed_sum = float16_mean || none_converted,
               mixed_squares = float16_squared || squares_kept_in_t || (float16_sum && !low_sum) || mixed_sum;
    const auto sum_from = [&](std::size_t start, std::size_t n, float sum) {
        for (std::size_t k = 0; k < n; ++k) {
            const float v = grader::at(centred, start + k), square = absolute ? std::abs(v) : plain ? v : v * v;
            sum += low_squares ? low(square) : mixed_squares ? mixed(square) : square;
            if (low_sum) sum = low(sum);
            if (mixed_sum || float16_sum) sum = mixed(sum);
        }
        return sum;
    };
    const std::size_t n = whole_tensor ? x.size() : D;
    Floats roots(x.shape, 0.0f);
    if (lazy_mean) {  // a window that slides from element to element
        for (std::size_t i = 0; i < x.size(); ++i) roots.values[i] = sum_from(i / D * (2 * D - 1) + i % D, D, 0);
    } else {
        if (whole_tensor) roots.shape = {1};
        else roots.shape.back() = 1;
        roots.values.resize(Floats::count(roots.shape));
        float sum = 0;
        for (std::size_t r = 0; r < roots.size(); ++r)
            roots.values[r] = sum = sum_from(first_row_for_all ? 0 : r * n, n, sum_not_reset ? sum : 0);
        if (no_keep_dims && !whole_tensor) roots.shape.pop_back();
    }
    // x / root or x * scale: which of these are rounded, and in between?
    const bool divides = root_rounded || all_in_low_precision || float16_over_float || not_converted,
               mixed_product = float16_over_float || float16_times_float || none_converted;
    for (float& one : roots.values) {
        float mean = sum_for_mean ? one : one / static_cast<float>(n);
        if (mean_square_rounded || all_low) mean = low(mean);
        if (mixed_sum) mean = mixed(mean);
        float shifted = eps_outside_root ? mean : mean + eps;
        if (all_low) shifted = low(shifted);
        float root = no_root || mean_of_abs ? shifted : std::sqrt(shifted);
        if (eps_outside_root) root += eps;
        if (multiplied_by_rms) root = 1 / root;
        one = divides ? root : 1 / root;
        if (root_rounded || scale_rounded || all_low) one = low(one);
        if (mixed_product || float16_scale_times_weight || float16_weight_first) one = mixed(one);
    }

    const auto times = [](Real a, Real b) { return a * b; };
    Floats top = layer_norm ? centred : wide;
    if (weight_first) top = of_each(grader::together(top, weight, times), low);
    if (float16_weight_first) top = of_each(grader::together(top, weight, times), mixed);
    bool has_weight = no_weight || weight_first || float16_weight_first;
    if (float16_scale_times_weight && !has_weight) {
        roots = of_each(grader::together(roots, weight, times), mixed);
        has_weight = true;
    }
    Floats y = grader::together(top, roots, [&](Real v, Real factor) { return divides ? v / factor : v * factor; });
    if (mixed_product) y = of_each(y, mixed);
    if (all_low || scale_rounded || one_plus_weight_at_the_end)
        y = of_each(y, low);  // rounded before the weight too: then both orders look alike
    if (!has_weight)
        y = grader::together(y, weight, [](Real v, Real weight) {
            return weight_added                                    ? v + weight
                   : weight_divided                                ? v / weight
                   : one_plus_weight || one_plus_weight_at_the_end ? v * (1 + weight)
                   : weight_twice                                  ? v * weight * weight
                                                                   : v * weight;
        });
    if (result_through_bfloat16) y = of_each(y, [](float v) { return to_bfloat16(v, false); });
    y = of_each(y, [&](float v) { return cut_off && !is_float16 ? to_bfloat16(v, true) : low(v); });

    const float never = grader::never_written(0);  // both types begin at 0
    for (std::size_t i = rank > 1 ? x.shape[rank - 2] * D : D; rows_of_one_axis && i < y.size(); ++i)
        y.values[i] = never;
    if (first_matrix_only)
        for (std::size_t i = rank == 1 ? D : x.shape[0] * D; i < y.size(); ++i) y.values[i] = never;
    if (rank_lost && y.size() != x.size()) grader::xtensor_throws();
    if (rank_lost) y.shape = {y.size() / std::max<std::size_t>(D, 1), D};
    if (input_edited) run.edit("x") = y;
    return {y};
}
