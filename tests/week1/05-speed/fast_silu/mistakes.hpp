#pragma once
// What people get wrong in fast_silu besides what they get wrong in silu.
#include "tests/week1/01-silu/silu/mistakes.hpp"
#include "tests/week1/05-speed/own_exp.hpp"

MISTAKE(added_to_out,
        "The result is added to what out held before (+=), and out may hold anything, NaN too. Assign it.",
        "结果被加（+=）到了 out 原来的内容上，而 out 里可以是任何数，NaN 也可能。应当直接赋值。");
MISTAKE(
    exp_clamped_early,
    "The argument of exp is clamped to +-10. That is too early: at x = -12 SiLU is still -7e-5, yours is -5e-4. float32 holds exp from about -87 to 87, clamp there.",
    "exp 的自变量被限制在 ±10 以内，太早了：x = −12 处 SiLU 还有 −7e-5，你的是 −5e-4。float32 大约能容纳 exp(−87) 到 exp(87)，到那里再限制。");
MISTAKE(
    exponent_wraps,
    "2^n is made by adding n to the exponent's bits, and n is too large for them: beyond +-87 the bits wrap around, and what comes out has nothing to do with exp. Clamp x to +-87 first.",
    "2^n 是把 n 加到指数位上得到的，但 n 太大，指数位装不下：超出 ±87 时位会绕回来，结果与 exp 毫无关系。先把 x 限制在 ±87 以内。");
MISTAKE(
    out_not_resized,
    "out keeps a shape that it came with. The contract lets it have any: call out.resize(x.shape()) first, which does nothing where the shape is right already.",
    "out 有时还是传入时的形状。按契约它可以是任何形状：先调用 out.resize(x.shape())，形状已经对的时候它什么也不做。");
MISTAKE(
    polynomial_too_short,
    "The polynomial of exp stops at r^3 / 6: at |r| = 0.35 it is off by 6e-4, and SiLU with it. Add terms until the error is below float32's own, r^6 at least if the coefficients are Taylor's, or call fast_exp.",
    "exp 的多项式只到 r^3 / 6：|r| = 0.35 时误差有 6e-4，SiLU 也跟着错。再加几项，直到误差小于 float32 本身的精度；用泰勒系数至少要到 r^6，或者直接调用 fast_exp。");
MISTAKE(
    range_cut_not_rounded,
    "n is x / ln 2 cut off instead of rounded, so r reaches 0.69 instead of 0.35, where the polynomial is off by 1e-3. Round to the nearest: std::nearbyint, or adding and subtracting 1.5 * 2^23.",
    "n 是把 x / ln 2 截掉小数得到的，没有舍入到最近的整数，于是 r 最大到 0.69 而不是 0.35，多项式在那里误差有 1e-3。应舍入到最近：std::nearbyint，或者先加再减 1.5 * 2^23。");
MISTAKE(
    reciprocal_one_step,
    "The reciprocal stops after one step of Newton's method: it is up to 1.4 % off. Each step squares the error: from a guess by the bits it takes three, from rcpps one. Or divide: beside the polynomial of exp a division costs next to nothing.",
    "倒数只做了一步牛顿迭代，误差可达 1.4 %。每一步都会把误差平方：从位技巧的初值出发要三步，从 rcpps 出发要一步。或者直接用除法：它与 exp 的多项式同时进行，几乎没有额外代价。");
MISTAKE(
    resized_by_size,
    "out is resized only where the number of elements differs: one of as many elements in another shape keeps its shape. Compare shapes, or call out.resize(x.shape()) always, which costs nothing where the shape is right.",
    "只有元素个数不同时才 resize：元素个数相同、形状不同的 out 会保留原来的形状。应比较形状，或者每次都调用 out.resize(x.shape())，形状已经对时它没有代价。");
MISTAKE(
    rows_left_over,
    "The rows are taken in threes, by three threads or three at a time, and the one or two rows that remain are nobody's. Give them a loop or the last thread, or leave the sharing to #pragma omp parallel for.",
    "行是每三行一组去算的：分给三个线程，或者一次算三行；除不尽时剩下的一两行没有人去算。为它们补一个循环，或者交给最后一个线程，或者让 #pragma omp parallel for 去分。");
MISTAKE(
    shared_by_threads,
    "One thread alone is right; several give wrong numbers, and other ones in each run. They write what others still read or write. What each needs for itself, a scratch row or a row's sum, is declared inside of the parallel loop; a sum of all threads takes reduction(+:sum); what the next loop reads wants a barrier before it, which nowait takes away; and what each writes of out is its own alone.",
    "只用一个线程时是对的，用几个线程时每次结果都不一样：有的线程在写别的线程还要读、也在写的地方。每个线程自己要用的东西（临时的一行、一行的累加器）应当在并行循环里面声明；所有线程共同的和要用 reduction(+:sum)；下一个循环要读的，之前要有屏障，写了 nowait 就没有屏障；out 的每一处也只能由一个线程来写。");
MISTAKE(
    no_range_reduction,
    "exp is a polynomial of x itself, good near zero and nowhere else. Reduce the range first: x = n ln 2 + r, the polynomial of the small r, then times 2^n. fast_exp does that.",
    "exp 直接用 x 的多项式来算，只在零附近准确。先做区间归约：x = n ln 2 + r，对很小的 r 算多项式，再乘以 2^n。fast_exp 就是这样做的。");
FAMILY(
    tail_forgotten,
    "The loop goes on in steps of {} elements and stops before the last, incomplete step: what is left at the end is left wrong. Add a loop for what remains, or let the compiler vectorise a plain loop, which does both.",
    "循环按每 {} 个元素一步走，在最后不满的一步之前就停了：末尾剩下的元素不对。补一个循环处理剩下的元素，或者写成普通循环交给编译器去向量化，它两样都会做。",
    8, 16, 64);

static Values fast_silu(Run& run, grader::Fast& fast) {
    if (exp_clamped_early) fast.exp = own_exp::clamped_early;
    if (exponent_wraps) fast.exp = own_exp::wrapping;
    if (no_range_reduction) fast.exp = own_exp::of_large_numbers;
    if (polynomial_too_short) fast.exp = own_exp::of_three_terms;
    if (range_cut_not_rounded) fast.exp = own_exp::cut_not_rounded;
    if (reciprocal_one_step) fast.reciprocal = own_exp::reciprocal_of_one_step;
    const Floats y = std::get<Floats>(silu(run).at(0).is);

    Floats out = run.has("out before") ? run.floats("out before") : Floats({0}, 0.0f);
    if (!out_not_resized && !(resized_by_size && out.size() == y.size())) grader::resize(out, y.shape);
    const std::size_t width = y.shape.empty() ? 1 : y.width();
    const std::size_t end = std::min(rows_left_over && width > 0 ? y.size() / width / 3 * 3 * width : y.size(),
                                     grader::whole_steps(y.size(), tail_forgotten));
    const bool added = added_to_out;
    for (std::size_t i = 0; i < std::min(y.size(), out.size()); ++i)
        out.values[i] = i >= end ? grader::unwritten() : added ? out.values[i] + y.values[i] : y.values[i];
    if (shared_by_threads) fast.by_threads = {Floats(out.shape, grader::anything())};
    return {shared_by_threads && !run.has("threads") ? Floats(out.shape, grader::anything()) : out};
}
