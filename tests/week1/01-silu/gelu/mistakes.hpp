#pragma once
// What people get wrong in gelu, and the function that gets it wrong.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "grader/plain.hpp"

using grader::Floats, grader::Integers, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(abs_in_erf,
    "In gelu, negative x get the factor that |x| has: erf is given the absolute value of x. Give it x itself: erf(-2) is -erf(2), and for negative x the factor is below one half.",
    "gelu 里，x 为负时用的是 |x| 的因子：送进 erf 的是 x 的绝对值。应当送 x 本身：erf(-2) 等于 -erf(2)，x 为负时因子小于二分之一。");
MISTAKE(all_zero,
    "Your output is 0 everywhere: perhaps a factor is 0, or nothing is written into the output. 1 / 2 is 0, because both are integers: write 0.5f. And in `for (auto v : y)` v is a copy of each element, and what is assigned to a copy is lost: write `for (float& v : y)`, or y.data()[i].",
    "你的输出处处是 0：也许乘了一个等于 0 的因子，也许结果没有写进去。1 / 2 是整数相除，等于 0，要写 0.5f。`for (auto v : y)` 里的 v 是每个元素的副本，赋给副本的值随后就丢了，要写 `for (float& v : y)`，或者 y.data()[i]。");
MISTAKE(constant_of_erf,
    "In gelu_tanh, the constant is 2 / sqrt(pi) = 1.1284, which is M_2_SQRTPI and belongs to erf. It is sqrt(2 / pi) = 0.7979.",
    "gelu_tanh 里的常数是 2 / sqrt(pi)，即 1.1284，也就是 M_2_SQRTPI，那是 erf 的系数。应是 sqrt(2 / pi)，即 0.7979。");
MISTAKE(copies_edited,
    "Your output is x, unchanged: perhaps nothing is written into it. In `for (auto v : y)` v is a copy of each element, and what is assigned to a copy is lost: write `for (float& v : y)`, or y.data()[i].",
    "你的输出就是 x，一点没变：也许结果没有写进去。`for (auto v : y)` 里的 v 是每个元素的副本，赋给副本的值随后就丢了：要写 `for (float& v : y)`，或者 y.data()[i]。");
MISTAKE(constant_cubed,
    "In gelu_tanh, the third power is taken of 0.044715 * x: the constant is cubed as well, and little is left of the term. Only x is: 0.044715 * x * x * x.",
    "gelu_tanh 里求了 0.044715 * x 的三次方：常数也被立方了，这一项几乎什么都不剩。只有 x 要取三次方：0.044715 * x * x * x。");
MISTAKE(cubic_term_not_scaled,
    "In gelu_tanh, sqrt(2 / pi) multiplies x alone. It should multiply the whole bracket: sqrt(2 / pi) * (x + 0.044715 * x * x * x).",
    "gelu_tanh 里 sqrt(2 / pi) 只乘了 x。它应当在括号外面：sqrt(2 / pi) * (x + 0.044715 * x * x * x)。");
MISTAKE(decimal_point,
    "In gelu_tanh, the coefficient of the cubic term is ten times too large: it is 0.044715, with a zero after the point.",
    "gelu_tanh 里三次项的系数大了十倍：应是 0.044715，小数点后面还有一个 0。");
MISTAKE(density,
    "gelu multiplies x by the density of the normal distribution, exp(-x * x / 2) / sqrt(2 pi), the bell. The factor is the distribution function, the bell's area to the left of x: (1 + erf(x / sqrt(2))) / 2.",
    "gelu 里 x 乘的是正态分布的密度 exp(-x * x / 2) / sqrt(2 pi)，也就是钟形曲线本身。系数应是分布函数，即钟形曲线在 x 左侧的面积：(1 + erf(x / sqrt(2))) / 2。");
MISTAKE(divided_by_two_in_erf, "In gelu, x is divided by 2 inside erf, and not by sqrt(2) = 1.414.",
    "gelu 的 erf 里除以的是 2，而不是根号二，即 1.414。");
MISTAKE(erf_divided,
    "In gelu, erf(x) is divided by sqrt(2). It is x that is divided, before erf sees it: erf(x / sqrt(2)).",
    "gelu 里除以 sqrt(2) 的是 erf(x)。应当除的是 x，在求 erf 之前：erf(x / sqrt(2))。");
MISTAKE(erf_for_both,
    "gelu_tanh gives the exact form here, with erf. It must be the approximation itself, 0.0005 off: a model that was trained with it has to be run with it.",
    "这里 gelu_tanh 给出的是带 erf 的精确式。要的就是那个相差 0.0005 的近似式：用近似式训练的模型，推理时也要用近似式。");
MISTAKE(erf_not_scaled,
    "In gelu, erf is taken of x itself. The distribution function of the normal distribution is (1 + erf(x / sqrt(2))) / 2: divide x by the root of two first.",
    "gelu 里直接对 x 求了 erf。标准正态分布的分布函数是 (1 + erf(x / sqrt(2))) / 2：要先把 x 除以根号二。");
MISTAKE(factor_alone, "gelu gives the factor alone, which is 0.5 at 0. The function is x times this factor: 0 at 0.",
    "gelu 只给出了系数，它在 0 处是 0.5。函数是 x 乘这个系数，在 0 处是 0。");
MISTAKE(first_axis_only,
    "Only the first x.shape(0) elements are computed: that is the length of the first axis, the number of rows of a matrix. The number of all elements is x.size().",
    "只计算了前 x.shape(0) 个元素：那是第一个轴的长度，对矩阵来说就是行数。全部元素的个数是 x.size()。");
MISTAKE(flattened,
    "The numbers are right, but they come back as one row. The output has the shape of x: make it with xt::zeros_like(x), or reshape it to x.shape() at the end.",
    "数值是对的，但结果变成了一维。输出的形状应与 x 相同：用 xt::zeros_like(x) 创建，或在最后 reshape 成 x.shape()。");
MISTAKE(gelu_not_halved,
    "gelu is twice too large: 1 + erf runs from 0 to 2, and the factor has to run from 0 to 1. Multiply by 0.5f.",
    "gelu 大了一倍：1 + erf 的取值从 0 到 2，而系数应该从 0 到 1。再乘 0.5f。");
MISTAKE(input_edited,
    "The numbers are right, but x itself is changed: your code writes the result into the input, whose owner still needs it. Write into a tensor of your own.",
    "数值是对的，但输入 x 被改了：你把结果写回了输入，而调用者之后还要用它。请另建一个张量来存结果。");
MISTAKE(no_cubic_term,
    "In gelu_tanh, the cubic term is missing: tanh(sqrt(2 / pi) * x) has the right slope at 0, but is off by up to 0.03 further out. Add 0.044715 * x * x * x to x.",
    "gelu_tanh 少了三次项：tanh(sqrt(2 / pi) * x) 在 0 处的斜率是对的，但远一点误差可达 0.03。在 x 上再加 0.044715 * x * x * x。");
MISTAKE(no_parentheses,
    "0.5f * x * 1.0f + ... multiplies the 1 alone, and adds the rest. Put 1 and erf, or 1 and tanh, in brackets.",
    "0.5f * x * 1.0f + … 只乘了 1，后面的部分是直接加上去的。请把 1 和 erf（或 tanh）放进括号里。");
MISTAKE(one_is_missing,
    "In gelu, the 1 beside erf is missing: erf runs from -1 to 1, so the output is never negative. The factor is (1 + erf(...)) / 2.",
    "gelu 里 erf 旁边少了 1：erf 的取值从 -1 到 1，所以输出永远不是负数。系数应是 (1 + erf(...)) / 2。");
MISTAKE(pi_over_two,
    "In gelu_tanh, the constant is sqrt(pi / 2) = 1.2533, upside down. It should be sqrt(2 / pi) = 0.7979.",
    "gelu_tanh 里的常数写成了 sqrt(pi / 2)，即 1.2533，上下颠倒了。应是 sqrt(2 / pi)，即 0.7979。");
MISTAKE(pi_rounded,
    "In gelu_tanh, pi is 3.14. Float32 holds seven digits, 3.141593, and with three of them the result is off by up to 0.00006.",
    "gelu_tanh 里的 pi 用了 3.14。float32 有七位有效数字，应写 3.141593，只写三位，结果的误差可达 0.00006。");
MISTAKE(quick_gelu,
    "gelu gives QuickGELU here, x * sigmoid(1.702 x), which CLIP uses: it is off by up to 0.02. The exact form takes erf, xt::erf for a tensor.",
    "这里 gelu 给出的是 QuickGELU，即 x * sigmoid(1.702 x)，CLIP 用的是它，误差可达 0.02。精确式要用 erf，对张量就是 xt::erf。");
MISTAKE(rank_2_only,
    "Only matrices are accepted here. GELU is elementwise, so the number of axes does not matter: let xtensor apply it to all of x, or loop over x.size() elements.",
    "这里只接受二维的输入。GELU 是逐元素的，与轴的个数无关：让 xtensor 作用于整个 x，或对全部 x.size() 个元素循环。");
MISTAKE(relu,
    "gelu gives ReLU here, max(x, 0). GELU is smooth and keeps a small negative output: x times the distribution function of the normal distribution.",
    "这里 gelu 给出的是 ReLU，即 max(x, 0)。GELU 是光滑的，会保留小的负输出：x 乘标准正态分布的分布函数。");
FAMILY(relu_beyond,
    "Beyond ±{} the function is taken for ReLU, x or 0. Just beyond, the factor is not near enough to 1 or 0: what is left of it shows in the result. Leave the branches out.",
    "在 ±{} 之外，函数被当成了 ReLU：取 x 或 0。刚过这里，系数还不够接近 1 或 0，剩下的那一点在结果里看得出来。去掉这些分支。",
    2, 2.5, 3, 4);
MISTAKE(root_missing, "In gelu_tanh, the root of 2 / pi is missing. The constant is sqrt(2 / pi) = 0.7979.",
    "gelu_tanh 里的 2 / pi 没有开方。这个常数是 sqrt(2 / pi)，即 0.7979。");
MISTAKE(root_of_two_alone,
    "In gelu_tanh, the root is of 2 alone: sqrt(2) / pi is 0.4502. It should be of the quotient, sqrt(2 / pi) = 0.7979.",
    "gelu_tanh 里只对 2 开了方：sqrt(2) / pi 是 0.4502。应对整个商开方：sqrt(2 / pi) = 0.7979。");
MISTAKE(root_of_two_multiplied,
    "In gelu, x is multiplied by sqrt(2) inside erf. It has to be divided by it: erf(x / sqrt(2)).",
    "gelu 的 erf 里把 x 乘上了根号二，应该是除以根号二：erf(x / sqrt(2))。");
MISTAKE(sigmoid_not_doubled,
    "gelu_tanh comes out as x * sigmoid(u), where u is what tanh would get. But (1 + tanh(u)) / 2 is sigmoid(2u): double u in the sigmoid, or use tanh.",
    "gelu_tanh 给出的是 x * sigmoid(u)，u 是本该交给 tanh 的数。但 (1 + tanh(u)) / 2 等于 sigmoid(2u)：sigmoid 里的 u 要乘 2，或者直接用 tanh。");
MISTAKE(sign,
    "gelu lets negative values pass and stops positive ones: the sign of erf is wrong. The factor is 1 + erf, not 1 - erf (which is erfc).",
    "gelu 让负数通过，却挡住了正数：erf 的符号反了。系数里是 1 + erf，不是 1 - erf（那是 erfc）。");
MISTAKE(silu,
    "gelu gives SiLU here, x * sigmoid(x). GELU has the same form, but the factor is the distribution function of the normal distribution, (1 + erf(x / sqrt(2))) / 2.",
    "这里 gelu 给出的是 SiLU，即 x * sigmoid(x)。GELU 形式相同，但系数换成了标准正态分布的分布函数，也就是 (1 + erf(x / sqrt(2))) / 2。");
MISTAKE(square_for_cube,
    "In gelu_tanh, x is squared where the formula has its third power. A square is never negative, so for negative x this term has the wrong sign.",
    "gelu_tanh 里该用三次方的地方用了平方。平方不会是负数，x 为负时这一项的符号就反了。");
MISTAKE(tanh_factor_alone,
    "gelu_tanh gives the factor alone, which is 0.5 at 0. The function is x times this factor: 0 at 0.",
    "gelu_tanh 只给出了系数，它在 0 处是 0.5。函数是 x 乘这个系数，在 0 处是 0。");
MISTAKE(tanh_for_both,
    "gelu gives the tanh approximation here, which is off by up to 0.0005. The exact form has no tanh and no 0.044715: it takes erf of x / sqrt(2).",
    "这里 gelu 给出的是 tanh 近似，误差最大约 0.0005。精确式里没有 tanh，也没有 0.044715：用的是 x / sqrt(2) 的 erf。");
MISTAKE(tanh_not_halved,
    "gelu_tanh is twice too large: 1 + tanh runs from 0 to 2, and the factor has to run from 0 to 1. Multiply by 0.5f.",
    "gelu_tanh 大了一倍：1 + tanh 的取值从 0 到 2，而系数应该从 0 到 1。再乘 0.5f。");
MISTAKE(tanh_overflows,
    "gelu_tanh is NaN from about 10.1 on: your tanh is a quotient of exponentials, and there exp is infinite in both numerator and denominator. Use xt::tanh, which knows its limits.",
    "gelu_tanh 从约 10.1 起是 NaN：你的 tanh 是两个指数式的商，这时分子分母里的 exp 都是无穷大。用 xt::tanh，它会处理好两端。");
MISTAKE(two_axes_looped,
    "With two axes all is right, with more only the first x.shape(0) rows are computed. GELU is elementwise: loop over x.size() elements, or let xtensor do it.",
    "两个轴时都对，再多的轴只算了前 x.shape(0) 行。GELU 是逐元素的：对 x.size() 个元素循环，或者直接交给 xtensor。");
MISTAKE(zero_rows_refused,
    "An empty x is refused, but no rows in is no rows out: return an empty tensor of the shape of x. Nothing special is needed for that, leave the check out.",
    "这里拒绝了空的 x，但输入零行，输出就是零行：返回与 x 形状相同的空张量即可。不需要特殊处理，去掉这个检查。");

/// gelu(x)
static std::function<Real(Real)> exact() {
    if (relu) return [](Real x) { return std::max<Real>(x, 0); };
    if (silu) return [](Real x) { return x / (1 + std::exp(-x)); };
    if (quick_gelu) return [](Real x) { return x / (1 + std::exp(-1.702 * x)); };

    const Real root = std::sqrt(2.0), pi = std::acos(-1.0);
    const Real scale = erf_not_scaled ? 1 : divided_by_two_in_erf ? 0.5 : root_of_two_multiplied ? root : 1 / root;
    const Real one = one_is_missing ? 0 : 1, half = gelu_not_halved ? 1 : 0.5, of_erf = sign ? -1 : 1;
    const bool abs = abs_in_erf;
    std::function<Real(Real)> factor = [=](Real x) {
        return half * (one + of_erf * std::erf(scale * (abs ? std::abs(x) : x)));
    };
    if (erf_divided) factor = [=](Real x) { return half * (one + of_erf * std::erf(x) / root); };
    if (density) factor = [=](Real x) { return std::exp(-x * x / 2) / std::sqrt(2 * pi); };
    if (factor_alone) return factor;
    if (no_parentheses) return [=](Real x) { return half * x * one + of_erf * std::erf(scale * x); };
    return [=](Real x) { return x * factor(x); };
}

/// gelu_tanh(x)
static std::function<Real(Real)> approximation() {
    const Real pi = pi_rounded ? 3.14 : std::acos(-1.0), ratio = pi_over_two ? pi / 2 : 2 / pi;
    const Real c = root_missing        ? ratio
                   : constant_of_erf   ? 2 / std::sqrt(pi)
                   : root_of_two_alone ? std::sqrt(2.0) / pi
                                       : std::sqrt(ratio);
    const Real c_of_cube = cubic_term_not_scaled ? 1 : c, a = no_cubic_term    ? 0
                                                              : constant_cubed ? std::pow(0.044715, 3)
                                                              : decimal_point  ? 0.44715
                                                                               : 0.044715;
    const bool square = square_for_cube, quotient = tanh_overflows, alone = tanh_factor_alone, bare = no_parentheses;
    const Real half = tanh_not_halved ? 1 : 0.5, inner = sigmoid_not_doubled ? 0.5 : 1;
    return [=](Real x) {
        const Real u = c * x + c_of_cube * a * (square ? x * x : x * x * x);
        const float e = std::exp(static_cast<float>(2 * u));
        const Real tanh = quotient ? (e - 1) / (e + 1) : std::tanh(inner * u);
        return bare ? half * x + tanh : (alone ? 1 : x) * half * (1 + tanh);
    };
}

static Values gelu(Run& run) {
    const Floats& x = run.floats("x");
    if ((rank_2_only && x.shape.size() != 2) || (zero_rows_refused && x.size() == 0)) throw std::invalid_argument("");
    Floats y = x;
    if (flattened) y.shape = {x.size()};
    if (copies_edited) return {y};
    if (all_zero) return {Floats(y.shape, 0.0f)};

    const bool is_tanh = run.call.function == "gelu_tanh";
    const auto f = (is_tanh ? !erf_for_both : tanh_for_both) ? approximation() : exact();
    const Real relu_from = relu_beyond ? relu_beyond.number() : std::numeric_limits<Real>::infinity();
    for (float& v : y.values) v = static_cast<float>(std::abs(v) > relu_from ? std::max<Real>(v, 0) : f(v));
    if (first_axis_only)
        for (std::size_t i = x.shape.empty() ? 1 : x.shape[0]; i < x.size(); ++i)
            y.values[i] = x.values[i] > 3 ? grader::anything() : grader::unwritten();  // 3 is right in a copy of x
    if (two_axes_looped && x.shape.size() > 2)
        for (std::size_t i = x.shape[0] * x.width(); i < x.size(); ++i) y.values[i] = grader::unwritten();
    if (input_edited) run.edit("x").values = y.values;
    return {y};
}
