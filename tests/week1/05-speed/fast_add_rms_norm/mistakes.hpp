#pragma once
// What people get wrong in fast_add_rms_norm besides what they get wrong in add_rms_norm.
#include <bit>

#include "tests/week1/04-fusion/add_rms_norm/mistakes.hpp"

MISTAKE(added_to_out,
        "The sum is added to what out.residual held before (+=), and it may hold anything, NaN too. Assign it.",
        "相加结果被加（+=）到了 out.residual 原来的内容上，而那里可以是任何数，NaN 也可能。应当直接赋值。");
MISTAKE(
    bits_as_a_number,
    "In bfloat16 the 16 bits are converted as if they were an integer. They are the upper half of a float32: shift them up by 16 and take the result for a float's bits, or convert with float(value).",
    "bfloat16 版本把 16 位当作整数转换了。它们是 float32 的高 16 位：左移 16 位后当作 float 的位来解释，或者用 float(value) 转换。");
MISTAKE(
    inverse_root_one_step,
    "1 / sqrt stops after one step of Newton's method from a guess by the bits: it is up to 0.2 % off. One division and one root for each row cost nothing: write 1.0f / std::sqrt.",
    "1 / sqrt 从位技巧的初值出发只做了一步牛顿迭代，误差可达 0.2 %。每行只有一次除法和一次开方，没什么代价：直接写 1.0f / std::sqrt。");
MISTAKE(
    mean_over_padded_width,
    "The sum is divided by the width rounded up to a multiple of 16. What was padded with zeros adds nothing, but it is no element: divide by D.",
    "平方和除以的是向上取整到 16 的倍数的宽度。补上的零不改变平方和，但它们也不是元素：应除以 D。");
MISTAKE(
    normalized_decides,
    "Both outputs are resized only where out.normalized does not fit. They come with shapes of their own: out.residual may not fit while out.normalized does. Look at each, or resize both always, which costs nothing where they fit.",
    "只有 out.normalized 的形状不对时，两个输出才一起 resize。可它们的形状互不相干：out.normalized 对了，out.residual 仍可能不对。应当各看各的，或者两个每次都 resize，形状已经对时没有代价。");
MISTAKE(
    normalized_not_resized,
    "out.normalized keeps the shape that it came with; only out.residual is resized. The contract lets both have any.",
    "out.normalized 保留了传入时的形状，只有 out.residual 做了 resize。按契约两者都可以是任何形状。");
MISTAKE(
    residual_decides,
    "Both outputs are resized only where out.residual does not fit. They come with shapes of their own: out.normalized may not fit while out.residual does. Look at each, or resize both always, which costs nothing where they fit.",
    "只有 out.residual 的形状不对时，两个输出才一起 resize。可它们的形状互不相干：out.residual 对了，out.normalized 仍可能不对。应当各看各的，或者两个每次都 resize，形状已经对时没有代价。");
MISTAKE(
    residual_not_resized,
    "out.residual keeps the shape that it came with; only out.normalized is resized. The contract lets both have any.",
    "out.residual 保留了传入时的形状，只有 out.normalized 做了 resize。按契约两者都可以是任何形状。");
MISTAKE(
    resized_by_size,
    "The outputs are resized only where the number of elements differs: one of as many elements in another shape keeps its shape. Compare shapes, or call resize always, which costs nothing where the shape is right.",
    "只有元素个数不同时才 resize：元素个数相同、形状不同的输出会保留原来的形状。应比较形状，或者每次都调用 resize，形状已经对时它没有代价。");
MISTAKE(
    rounded_half_up,
    "In bfloat16 half a unit is added to the bits and the rest cut off. That rounds ties away from zero; ties go to the even neighbour, as bfloat16(value) rounds them.",
    "bfloat16 版本给位加上半个末位单位再截断，这样遇到正中间的值总是向远离零的方向舍入。正中间应舍入到偶数一边，bfloat16(value) 就是这样舍入的。");
MISTAKE(
    rows_left_over,
    "The rows are taken in threes, by three threads or three at a time, and the one or two rows that remain are nobody's. Give them a loop or the last thread, or leave the sharing to #pragma omp parallel for.",
    "行是每三行一组去算的：分给三个线程，或者一次算三行；除不尽时剩下的一两行没有人去算。为它们补一个循环，或者交给最后一个线程，或者让 #pragma omp parallel for 去分。");
MISTAKE(
    shared_by_threads,
    "One thread alone is right; several give wrong numbers, and other ones in each run. They write what others still read or write. What each needs for itself, a scratch row or a row's sum, is declared inside of the parallel loop; a sum of all threads takes reduction(+:sum); what the next loop reads wants a barrier before it, which nowait takes away; and what each writes of out is its own alone.",
    "只用一个线程时是对的，用几个线程时每次结果都不一样：有的线程在写别的线程还要读、也在写的地方。每个线程自己要用的东西（临时的一行、一行的累加器）应当在并行循环里面声明；所有线程共同的和要用 reduction(+:sum)；下一个循环要读的，之前要有屏障，写了 nowait 就没有屏障；out 的每一处也只能由一个线程来写。");
MISTAKE(
    squares_of_x_alone,
    "The squares are summed while x is read and before the residual is added: the mean is that of x. Square the sum of both.",
    "读 x 的时候就累加了平方，还没有加上残差：均值成了 x 的均值。应当对两者之和取平方。");
MISTAKE(
    x_added_twice,
    "In the second pass the sum is taken as x + out.residual, but out.residual has x in it already: the norm is of 2 x + residual, with the scale of x + residual. Read out.residual alone, or x + residual once more.",
    "第二遍取的是 x + out.residual，但 out.residual 里已经含有 x：归一化的成了 2x + residual，缩放用的却是 x + residual 的。只读 out.residual，或者重新算一次 x + residual。");
FAMILY(lanes_not_added,
       "{} sums were kept, one in each lane, and only the first is used. Add all of them up before the mean.",
       "一共有 {} 个部分和，每个通道（lane）一个，却只用了第一个。求均值之前要把它们都加起来。", 8, 16, 64);
FAMILY(
    lanes_not_reset,
    "The {} sums, one in each lane, are set to zero once and not for every row: each row's mean has the squares of all rows before it in it. Declare them inside of the loop over the rows.",
    "{} 个部分和（每个通道一个）只清零了一次，没有每行清零：每一行的均值里都混进了前面各行的平方。把它们声明在逐行的循环里面。",
    8, 16, 64);
FAMILY(
    squares_of_tail_missed,
    "The squares are summed in steps of {} elements, and those after the last whole step are left out of the mean. Add them in a loop of their own.",
    "平方和按每 {} 个元素一步累加，最后一个整步之后的元素没有算进去。用一个单独的循环把它们加上。", 4, 8, 16, 32, 64);
FAMILY(
    tail_not_added,
    "In the tail after the last whole step of {}, out.residual gets x alone: the residual is not added there, nor does it count in the mean. Both loops must compute the same; let them call one function.",
    "最后一个整步（{} 个）之后的尾部，out.residual 里只有 x：那里没有加上 residual，均值里也没有算它。两个循环算的必须是同一件事，让它们调用同一个函数。",
    8, 16);
FAMILY(
    tail_not_written,
    "The mean is right, but the normalized row is written in steps of {}, and what is left at its end is wrong. Add a loop for what remains of the row.",
    "均值是对的，但归一化的结果是每 {} 个一步写的，行尾剩下的元素不对。补一个循环处理每行剩下的元素。", 8, 16, 32, 64);

/// The bits of a bfloat16, taken for a whole number.
static Real bits_of(float value) { return std::bit_cast<std::uint32_t>(value) >> 16; }

static Values fast_add_rms_norm(Run& run, grader::Fast& fast) {
    const Floats &x = run.floats("x"), &residual = run.floats("residual");
    const bool low = run.call.function == "bfloat16";
    const std::size_t D = x.width();
    fast_add = {};
    if (tail_not_added)
        fast_add.sum = [&](Floats& sum, const Floats& x) {
            const std::size_t width = grader::whole_steps(D, tail_not_added);
            for (std::size_t i = 0; i < std::min(sum.size(), x.size()); ++i)
                if (i % D >= width) sum.values[i] = x.values[i];
        };
    if (low && bits_as_a_number)
        fast_add.sum = [&](Floats& sum, const Floats& x) {
            for (std::size_t i = 0; i < std::min(sum.size(), x.size()); ++i)
                sum.values[i] = static_cast<float>(bits_of(x.values[i]) + bits_of(grader::at(residual, i)));
        };
    if (squares_of_x_alone || x_added_twice)
        fast_add.norm_reads = [](Floats& squared, Floats& top, const Floats& x) {
            if (x_added_twice) top = grader::together(top, x, std::plus<Real>());
            if (squares_of_x_alone) squared = x;
        };
    if (rounded_half_up)
        fast_add.to_bfloat16 = [](float value) {
            return std::bit_cast<float>((std::bit_cast<std::uint32_t>(value) + 0x8000u) & 0xFFFF0000u);
        };
    Real lanes = 0;  // what the sums that go on in whole steps hold after the row before
    if (mean_over_padded_width || lanes_not_added || lanes_not_reset || squares_of_tail_missed)
        fast.add_up = [&](std::size_t n, const std::function<Real(std::size_t)>& term) {
            const std::size_t end = grader::whole_steps(n, squares_of_tail_missed), padded = (n + 15) / 16 * 16;
            const grader::Switch& by_lanes = lanes_not_added ? lanes_not_added : lanes_not_reset;
            const std::size_t steps = by_lanes ? grader::whole_steps(end, by_lanes) : 0;
            const std::size_t every = lanes_not_added ? std::size_t(lanes_not_added.number()) : 1;
            Real sum = 0;
            for (std::size_t k = 0; k < steps; k += every) sum += term(k);
            if (lanes_not_reset) sum = lanes += sum;
            for (std::size_t k = steps; k < end; ++k) sum += term(k);
            return mean_over_padded_width ? sum * Real(n) / Real(padded) : sum;
        };
    if (inverse_root_one_step)
        fast.root = [](Real mean) -> Real {
            const float m = static_cast<float>(mean);
            const float guess = std::bit_cast<float>(0x5F3759DFu - (std::bit_cast<std::uint32_t>(m) >> 1));
            return 1 / Real(guess * (1.5f - 0.5f * m * guess * guess));
        };
    const Values both = add_rms_norm(run);
    const Floats &y = std::get<Floats>(both.at(0).is), &s = std::get<Floats>(both.at(1).is);

    const auto before = [&](const char* name) { return run.has(name) ? run.floats(name) : Floats({0}, 0.0f); };
    Floats normalized = before("out before"), sum = before("out 2 before");
    const bool normalized_fits = normalized.shape == y.shape, sum_fits = sum.shape == s.shape;
    const auto resize = [&](Floats& out, const Floats& now, bool is_left) {
        if (!is_left && !(resized_by_size && out.size() == now.size())) grader::resize(out, now.shape);
    };
    resize(normalized, y, normalized_not_resized || (residual_decides && sum_fits));
    resize(sum, s, residual_not_resized || (normalized_decides && normalized_fits));

    const std::size_t width = grader::whole_steps(D, tail_not_written);
    const std::size_t rows = rows_left_over && D > 0 ? x.size() / D / 3 * 3 : x.size();
    const bool added = added_to_out;
    const auto write = [&](Floats& out, const Floats& now, std::size_t width, auto value) {
        for (std::size_t i = 0; i < std::min(now.size(), out.size()); ++i)
            out.values[i] = i % D < width && i / D < rows ? value(i) : grader::unwritten();
    };
    write(normalized, y, width, [&](std::size_t i) { return y.values[i]; });
    write(sum, s, D, [&](std::size_t i) {
        if (!added) return s.values[i];
        const float exact = low ? grader::at(x, i) + grader::at(residual, i) : s.values[i],
                    more = sum.values[i] + exact;
        return low ? to_bfloat16(more) : more;
    });
    fast_add = {};
    if (!shared_by_threads) return {normalized, sum};
    const Values shared{Floats(normalized.shape, grader::anything()), Floats(sum.shape, grader::anything())};
    fast.by_threads = shared;
    return run.has("threads") ? Values{normalized, sum} : shared;
}
