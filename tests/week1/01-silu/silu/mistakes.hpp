#pragma once
// What people get wrong in silu, and the function that gets it wrong.
#include <cmath>
#include <functional>

#include "grader/plain.hpp"
#include "tests/week1/two_axes.hpp"

using grader::Floats, grader::Integers, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(abs_in_exponent,
    "Positive values are right, negative ones come out as x / (1 + exp(-|x|)). Take x / (1 + exp(-x)) for them, too: it needs no special case.",
    "正数算对了，负数算成了 x / (1 + exp(-|x|))。负数也用 x / (1 + exp(-x))，不需要分情况。");
MISTAKE(all_zero,
    "Your output is 0 everywhere: perhaps nothing is written into it, or a factor is 0. In `for (auto v : y)` v is a copy of each element, and what is assigned to a copy is lost: write `for (float& v : y)`, or y.data()[i]. And 1 / 2 is 0, because both are integers: write 0.5f.",
    "你的输出处处是 0：也许结果没有写进去，也许乘了一个等于 0 的因子。`for (auto v : y)` 里的 v 是每个元素的副本，赋给副本的值随后就丢了，要写 `for (float& v : y)`，或者 y.data()[i]。1 / 2 是整数相除，等于 0，要写 0.5f。");
MISTAKE(copies_edited,
    "Your output is x, unchanged: perhaps nothing is written into it. In `for (auto v : y)` v is a copy of each element, and what is assigned to a copy is lost: write `for (float& v : y)`, or y.data()[i].",
    "你的输出就是 x，一点没变：也许结果没有写进去。`for (auto v : y)` 里的 v 是每个元素的副本，赋给副本的值随后就丢了：要写 `for (float& v : y)`，或者 y.data()[i]。");
MISTAKE(derivative,
    "This is SiLU's derivative (the same paper calls it dSiLU), and it is 0.5 at 0. The function itself is just x * sigmoid(x).",
    "这是 SiLU 的导数（即同一篇论文里的 dSiLU），在 0 处是 0.5。函数本身只有 x * sigmoid(x)。");
MISTAKE(e_rounded,
    "Your e is 2.718. That has four digits, and float32 seven. Use xt::exp, or std::exp for one element.",
    "你用的 e 是 2.718，只有四位有效数字，而 float32 有七位。请用 xt::exp，单个元素用 std::exp。");
MISTAKE(elu,
    "This is ELU, exp(x) - 1 for negative x: it goes to -1 there. SiLU goes back to 0, and for positive x it is less than x. Use x * sigmoid(x) on both sides.",
    "这是 ELU，x 为负时取 exp(x) - 1，会趋于 -1。SiLU 在那里会回到 0，而且 x 为正时略小于 x。正负两边都用 x * sigmoid(x)。");
MISTAKE(exp2_for_exp, "Powers of 2 are taken, not of e: exp2 needs x * log2(e). Write std::exp or xt::exp.",
    "算的是 2 的幂，而不是 e 的幂：exp2 要乘上 log2(e)。请写 std::exp 或 xt::exp。");
MISTAKE(exp_in_both_branches,
    "Negative values are right, positive ones come out as x / (1 + exp(x)). There the exponent should be -x, too: x / (1 + exp(-x)) alone is right on both sides.",
    "负数算对了，正数算成了 x / (1 + exp(x))。这里的指数也应当是 -x：只用 x / (1 + exp(-x)) 这一个式子，正负两边就都对。");
MISTAKE(exp_overflow,
    "For large x your output is NaN or infinite: exp(x) exceeds float32 from 88.73 on, x * exp(x) even earlier, and infinity / infinity is NaN. Let only exp(-x) occur for positive x: it goes to 0, which does no harm.",
    "x 较大时你的输出是 NaN 或无穷大：exp(x) 从 88.73 起超出 float32 的范围，x * exp(x) 还要更早，而无穷大除以无穷大就是 NaN。x 为正时只用 exp(-x)：它趋于 0，不会出问题。");
MISTAKE(first_axis_looped,
    "Only the first x.shape(0) elements are computed, even where x has fewer. x.shape(0) is the length of the first axis; the number of all elements is x.size().",
    "只计算了最前面的 x.shape(0) 个元素，x 没有这么多元素时也一样。x.shape(0) 是第一个轴的长度，全部元素的个数是 x.size()。");
MISTAKE(first_elements_only,
    "Only the first elements are computed: perhaps the loop ends at x.shape(0), or after the first row. However many axes x has, the number of its elements is x.size().",
    "只计算了最前面的几个元素：循环也许到 x.shape(0) 或第一行末尾就结束了。不管 x 有几个轴，元素总数都是 x.size()。");
MISTAKE(flattened,
    "The numbers are right, but they come back as one row. The output has the shape of x: make it with xt::zeros_like(x), or reshape it to x.shape() at the end.",
    "数值是对的，但结果变成了一维。输出的形状应与 x 相同：用 xt::zeros_like(x) 创建，或在最后 reshape 成 x.shape()。");
MISTAKE(gelu,
    "This is GELU, x * Phi(x) with erf, which BERT uses. SiLU has the sigmoid in the place of Phi: x * sigmoid(x).",
    "这是 GELU，即用 erf 计算的 x * Phi(x)，BERT 用的是它。SiLU 用 sigmoid 代替 Phi：x * sigmoid(x)。");
MISTAKE(gelu_tanh,
    "This is the tanh approximation of GELU, which GPT-2 and Gemma use. SiLU needs no cubic term and no 0.79788: it is x * sigmoid(x).",
    "这是 GELU 的 tanh 近似，GPT-2 和 Gemma 用的是它。SiLU 没有三次项，也没有 0.79788 这个系数，就是 x * sigmoid(x)。");
MISTAKE(hard_swish,
    "This is hard swish, x * clip(x + 3, 0, 6) / 6, the approximation that MobileNetV3 uses: it is exactly 0 below -3. The exercise asks for the sigmoid itself, with exp.",
    "这是 hard swish，即 x * clip(x + 3, 0, 6) / 6，是 MobileNetV3 用的近似：x 小于 -3 时恰好为 0。这里要的是真正的 sigmoid，用 exp 来算。");
MISTAKE(input_edited,
    "The numbers are right, but x itself is changed: your code writes the result into the input, whose owner still needs it. Write into a tensor of your own.",
    "数值是对的，但输入 x 被改了：你把结果写回了输入，而调用者之后还要用它。请另建一个张量来存结果。");
MISTAKE(last_element_missed,
    "All elements are right but the last one, which is not computed. A loop over the elements runs while i < x.size().",
    "除了最后一个元素没有算，其余都对。循环条件应是 i < x.size()。");
MISTAKE(last_of_odd_missed,
    "Of an odd number of elements the last is left out. If you compute two at a time, compute it after the loop, or go on one by one.",
    "元素个数为奇数时最后一个没有算。如果每次算两个，请在循环之后补上它，或者一个一个地算。");
MISTAKE(leaky_relu,
    "This is leaky ReLU, 0.01 * x for negative x. SiLU is a curve, not two straight lines: x * sigmoid(x), on both sides of 0.",
    "这是 leaky ReLU，x 为负时取 0.01 * x。SiLU 是一条曲线，不是两段直线：在 0 的两边都是 x * sigmoid(x)。");
MISTAKE(minus_in_denominator,
    "The denominator is 1 + exp(-x), yours is 1 - exp(-x): at 0 that divides 0 by 0, and near 0 the output is near 1.",
    "分母应是 1 + exp(-x)，你写成了 1 - exp(-x)：在 0 处变成 0 除以 0，在 0 附近输出接近 1。");
MISTAKE(mish,
    "This is Mish, x * tanh(softplus(x)): its curve is close to SiLU's, but it is another function. The factor is the sigmoid alone.",
    "这是 Mish，即 x * tanh(softplus(x))：曲线与 SiLU 很接近，但不是同一个函数。相乘的因子就是 sigmoid 本身。");
MISTAKE(negatives_zeroed,
    "Positive values are right, negative ones are cut to 0 as ReLU does. SiLU has one formula for all x: at -1.28 it falls to -0.278. Leave the comparison with 0 out.",
    "正数算对了，负数却像 ReLU 那样被置成了 0。SiLU 对所有 x 都是同一个公式：在 -1.28 处降到 -0.278。去掉与 0 的比较即可。");
MISTAKE(no_parentheses,
    "Without parentheses, x / 1 + exp(-x) means (x / 1) + exp(-x). The whole sum 1 + exp(-x) is the denominator: put it in parentheses.",
    "没加括号时，x / 1 + exp(-x) 的意思是 (x / 1) + exp(-x)。分母是整个 1 + exp(-x)，要用括号括起来。");
MISTAKE(not_divided,
    "This is x * (1 + exp(-x)): you multiply by the sigmoid's denominator instead of dividing by it. That also happens with 1 / 1 + exp(-x), where the parentheses around 1 + exp(-x) are missing.",
    "这是 x * (1 + exp(-x))：本该除以 1 + exp(-x)，却变成了相乘。把 sigmoid 写成 1 / 1 + exp(-x)，漏了 1 + exp(-x) 外面的括号，也会这样。");
MISTAKE(quick_gelu,
    "This is QuickGELU, x * sigmoid(1.702 x), which CLIP uses. SiLU takes the sigmoid of x itself, without 1.702.",
    "这是 QuickGELU，即 x * sigmoid(1.702 x)，CLIP 用的是它。SiLU 直接取 x 的 sigmoid，没有 1.702 这个系数。");
MISTAKE(rank_2_only,
    "Only matrices are accepted here. SiLU is elementwise, so the number of axes does not matter: let xtensor apply it to all of x, or loop over x.size() elements.",
    "这里只接受二维的输入。SiLU 是逐元素的，与轴的个数无关：让 xtensor 作用于整个 x，或对全部 x.size() 个元素循环。");
MISTAKE(relu,
    "This is ReLU, max(x, 0). SiLU is x * sigmoid(x): negative values do not become zero, they keep a small negative output.",
    "这是 ReLU，即 max(x, 0)。SiLU 是 x * sigmoid(x)：负数不会变成零，而是保留一个小的负值。");
MISTAKE(negatives_without_x,
    "Positive values are right; for negative ones the factor x is missing: that is the sigmoid alone. Multiply by x there too.",
    "正数算对了，负数少乘了一个 x：那只是 sigmoid。那里也要乘 x。");
MISTAKE(sigmoid,
    "This is the sigmoid alone, between 0 and 1: silu(0) must be 0, yours is 0.5. SiLU is the product x * sigmoid(x), so multiply by x.",
    "这是单独的 sigmoid，值在 0 和 1 之间：silu(0) 应为 0，你的结果是 0.5。SiLU 是 x * sigmoid(x)，还要乘上 x。");
MISTAKE(sign_of_exponent,
    "Large positive values come out as 0 and large negative ones as x: this is x * sigmoid(-x). The sigmoid is 1 / (1 + exp(-x)), with a minus in the exponent.",
    "大的正数输出成了 0，大的负数却原样输出：这是 x * sigmoid(-x)。sigmoid 是 1 / (1 + exp(-x))，指数里有负号。");
MISTAKE(size_as_value,
    "Your output has a single element, as Tensor y({n}) has: it holds the number n, not n elements. Make one of the shape of x: xt::zeros_like(x), or Tensor::from_shape(x.shape()).",
    "你的输出只有一个元素，和 Tensor y({n}) 一样：它装的是 n 这个数，不是 n 个元素。请按 x 的形状来创建：xt::zeros_like(x)，或者 Tensor::from_shape(x.shape())。");
MISTAKE(small_cut_to_zero,
    "From some negative x down your output is 0, but SiLU is not 0 there yet: silu(-8) is -2.7e-3, silu(-10) is -4.5e-4. Nothing needs to be cut: exp(-x) is finite as far as x = -88, and beyond it x / infinity is -0.",
    "x 负到一定程度后，你的输出就是 0 了，可 SiLU 在那里还不是：silu(-8) 是 -2.7e-3，silu(-10) 是 -4.5e-4。什么都不用截断：x 到 -88 为止 exp(-x) 都是有限的，再往下 x 除以无穷大就是 -0。");
MISTAKE(softmax_for_sigmoid,
    "Your factors add up to 1 along each row: that is softmax. The sigmoid looks at one element alone: 1 / (1 + exp(-x)), with no sum over the row.",
    "你乘上的因子在每一行里加起来是 1，这是 softmax。sigmoid 只看一个元素：1 / (1 + exp(-x))，不对整行求和。");
MISTAKE(softplus,
    "This is softplus, log(1 + exp(x)): at 0 it is 0.693, and silu(0) is 0. SiLU has no logarithm, it is x * sigmoid(x).",
    "这是 softplus，即 log(1 + exp(x))：它在 0 处是 0.693，而 silu(0) 是 0。SiLU 没有对数，就是 x * sigmoid(x)。");
MISTAKE(tanh_for_sigmoid,
    "This is x * tanh(x): it is never negative, and silu is below 0 for every negative x. The factor is the sigmoid, which runs from 0 to 1; tanh runs from -1 to 1.",
    "这是 x * tanh(x)，永远不会是负数，而 x 为负时 silu 应小于 0。相乘的因子是 sigmoid，取值从 0 到 1；tanh 的取值是从 -1 到 1。");
MISTAKE(tanh_not_halved,
    "This is x * sigmoid(2x). With tanh, sigmoid(x) is 0.5 * (1 + tanh(x / 2)): halve the argument too.",
    "这是 x * sigmoid(2x)。用 tanh 表示时，sigmoid(x) = 0.5 * (1 + tanh(x / 2))：tanh 里面的 x 也要除以 2。");
MISTAKE(unwritten,
    "Your output is NaN everywhere: probably its elements were never set, or something was added to memory that was never set. Tensor::from_shape and xt::empty leave them unset: assign every element with =.",
    "你的输出处处是 NaN：多半是它的元素没有被写过，或者是加在了没写过的内容上。Tensor::from_shape 和 xt::empty 不给元素赋初值：每个元素都要用 = 赋值。");
FAMILY(x_cut_off,
    "x is clamped to ±{}, and the clamped number is the factor too, but silu(100) is 100. Clamp nothing: x / (1 + exp(-x)) is right for large x as it is.",
    "x 被截断到了 ±{}，可相乘的也成了截断后的数：silu(100) 应当是 100。什么都不必截断：x / (1 + exp(-x)) 对很大的 x 本来就是对的。",
    10, 15, 20, 30, 50, 60, 80);
FAMILY(relu_beyond,
    "Beyond ±{} silu is taken for ReLU, x or 0. Just beyond, the sigmoid is not near enough to 1 or 0: what is left of it shows in the result. Leave the branches out.",
    "在 ±{} 之外，SiLU 被当成了 ReLU：取 x 或 0。刚过这里，sigmoid 还不够接近 1 或 0，剩下的那一点在结果里看得出来。去掉这些分支。",
    5, 6, 8, 10);
FAMILY(exponent_limited,
    "What goes into exp is limited to {}. That is too little: further below 0, exp(-x) goes on growing, and SiLU goes on approaching 0. float32 holds exp up to about 88; nothing needs to be limited.",
    "送进 exp 的数被限制在 {} 以内，太小了：再往下 exp(-x) 还在变大，SiLU 还在趋向 0。float32 能容纳 exp 到约 88；什么都不必限制。",
    5, 6, 8, 10, 15);
FAMILY(tail_forgotten,
    "The loop goes on in steps of {} elements and stops before the last, incomplete step: what is left at the end is wrong. Add a loop for what remains, or let the compiler vectorise a plain loop, which does both.",
    "循环按每 {} 个元素一步走，在最后不满的一步之前就停了：末尾剩下的元素不对。补一个循环处理剩下的元素，或者写成普通循环交给编译器去向量化，它两样都会做。",
    4, 8, 16, 64);
MISTAKE(zero_rows_refused,
    "An empty x is refused, but no rows in is no rows out: return an empty tensor of the shape of x. Nothing special is needed for that, leave the check out.",
    "这里拒绝了空的 x，但输入零行，输出就是零行：返回与 x 形状相同的空张量即可。不需要特殊处理，去掉这个检查。");

/// What is computed of one element.
static std::function<Real(Real)> silu_of_one() {
    if (relu || leaky_relu || elu) {
        const bool leaks = leaky_relu, bends = elu;
        return [=](Real x) { return x > 0 ? x : leaks ? 0.01 * x : bends ? std::exp(x) - 1 : 0; };
    }
    if (softplus)
        return [](Real x) { return x > 88.7 ? grader::anything() : std::log(1 + std::exp(x)); };  // or infinite

    const Real times = (sign_of_exponent ? -1 : 1) * (quick_gelu ? 1.702 : tanh_not_halved ? 2 : 1);
    const Real e = e_rounded ? std::log(2.718) : exp2_for_exp ? std::log(2.0) : 1;
    const int sides = abs_in_exponent ? 1 : exp_in_both_branches ? -1 : 0, minus = minus_in_denominator;
    const Real largest = exponent_limited ? exponent_limited.number() : std::numeric_limits<Real>::infinity();
    const auto power = [=](Real x) {  // exp(-x), in float, which overflows
        return static_cast<float>(grader::exp_of(std::min(largest, -e * times * (sides ? sides * std::abs(x) : x))));
    };
    if (no_parentheses) return [=](Real x) { return x + power(x); };

    // What x is multiplied by.
    std::function<Real(Real)> factor = [=](Real x) {
        return grader::reciprocal_of(minus ? 1 - power(x) : 1 + power(x));
    };
    if (not_divided) factor = [=](Real x) { return minus ? 1 - power(x) : 1 + power(x); };
    if (exp_overflow)
        factor = [=](Real x) -> Real {
            const float p = power(-x);
            const bool early = std::isfinite(p) && std::isinf(p * static_cast<float>(x));  // x * exp(x)
            return early ? grader::anything() : p / (minus ? p - 1 : p + 1);
        };
    if (gelu) factor = [](Real x) { return (1 + std::erf(x / std::sqrt(2.0))) / 2; };
    if (gelu_tanh) factor = [](Real x) { return (1 + std::tanh(0.7978845608 * (x + 0.044715 * x * x * x))) / 2; };
    if (hard_swish) factor = [](Real x) { return std::clamp<Real>(x + 3, 0, 6) / 6; };
    if (mish) factor = [](Real x) { return std::tanh(std::log(1 + std::exp(x))); };
    if (tanh_for_sigmoid) factor = [](Real x) { return std::tanh(x); };

    if (sigmoid) return factor;
    if (derivative) return [=](Real x) { return factor(x) * (1 + x * (1 - factor(x))); };
    const Real relu_from = relu_beyond ? relu_beyond.number() : std::numeric_limits<Real>::infinity();
    if (negatives_without_x) return [=](Real x) { return (x < 0 ? 1 : x) * factor(x); };
    return [=](Real x) { return std::abs(x) > relu_from ? std::max<Real>(x, 0) : x * factor(x); };
}

static Values silu(Run& run) {
    const Floats& x = run.floats("x");
    const std::size_t rank = x.shape.size(), n = x.size(), width = x.width(), rows = rank == 0 ? 1 : x.shape[0];
    if ((rank_2_only && rank != 2) || (zero_rows_refused && n == 0)) throw std::invalid_argument("");
    if (first_axis_looped && rows > n) throw std::runtime_error("written past the end");
    if (size_as_value) return {Floats({1}, grader::anything())};

    Floats y = x;
    if (all_zero) y = Floats(x.shape, 0.0f);
    if (unwritten) y = Floats(x.shape, std::numeric_limits<float>::quiet_NaN());
    if (flattened) y.shape = {n};
    if (all_zero || unwritten || copies_edited) return {y};

    const std::function<Real(Real)> of_one = silu_of_one();
    const Real cut_at = x_cut_off ? x_cut_off.number() : std::numeric_limits<Real>::infinity();
    for (float& v : y.values) v = static_cast<float>(of_one(std::clamp<Real>(v, -cut_at, cut_at)));
    if (softmax_for_sigmoid)
        for (std::size_t i = 0; i < n; i += width) {
            const auto from = x.begin() + static_cast<std::ptrdiff_t>(i);
            const Real largest = *std::max_element(from, from + static_cast<std::ptrdiff_t>(width));
            Real sum = 0;
            for (std::size_t k = i; k < i + width; ++k) sum += std::exp(x.values[k] - largest);
            for (std::size_t k = i; k < i + width; ++k)
                y.values[k] = static_cast<float>(x.values[k] * std::exp(x.values[k] - largest) / sum);
        }
    const bool zeroed = negatives_zeroed, cut = small_cut_to_zero;
    for (std::size_t i = 0; i < n; ++i) {
        if (zeroed) y.values[i] = std::max(y.values[i], 0.0f);
        if (cut && x.values[i] < -3) y.values[i] = x.values[i] < -10 ? 0.0f : grader::anything();  // earlier or later
    }

    // Which elements are written.
    std::size_t end = n;
    if (first_axis_looped) end = rows;
    if (first_elements_only) end = std::min({end, rows, width});
    if (last_element_missed && end > 0) --end;
    if (last_of_odd_missed) end = std::min(end, n / 2 * 2);
    for (std::size_t i = end; i < n; ++i)
        y.values[i] = (first_elements_only && i < std::max(rows, width)) || x.values[i] > 9
                          ? grader::anything()
                          : grader::unwritten();  // 9 is right in a copy of x
    only_two_axes(y, [](std::size_t) { return grader::unwritten(); });
    const float rest = grader::never_written();  // beside another mistake an element of a copy of x
    const bool alone = std::bit_cast<std::uint32_t>(rest) == grader::unwritten_bits;
    for (std::size_t i = grader::whole_steps(n, tail_forgotten); i < n; ++i) y.values[i] = alone ? rest : x.values[i];
    if (input_edited) {
        Floats& edited = run.edit("x");
        edited.values = y.values;
    }
    return {y};
}
