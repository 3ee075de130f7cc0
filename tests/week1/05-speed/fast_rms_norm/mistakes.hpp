#pragma once
// What people get wrong in fast_rms_norm besides what they get wrong in rms_norm.
#include <bit>

#include "tests/week1/02-rms-norm/rms_norm/mistakes.hpp"

MISTAKE(added_to_out,
        "The result is added to what out held before (+=), and out may hold anything, NaN too. Assign it.",
        "结果被加（+=）到了 out 原来的内容上，而 out 里可以是任何数，NaN 也可能。应当直接赋值。");
MISTAKE(
    half_of_the_sum,
    "The mean has the squares of half of each row alone: of two sums, or of two threads, one arrives in it. Add both.",
    "均值里只有每一行一半的平方：用了两个累加器或两个线程，却只加了其中一个。要把两个都加上。");
MISTAKE(
    inverse_root_one_step,
    "1 / sqrt stops after one step of Newton's method from a guess by the bits: it is up to 0.2 % off. One division "
    "and one root for each row cost nothing: write 1.0f / std::sqrt.",
    "1 / sqrt 从位技巧的初值出发只做了一步牛顿迭代，误差可达 0.2 %。每行只有一次除法和一次开方，没什么代价：直接写"
    " 1.0f / std::sqrt。");
MISTAKE(mean_over_padded_width,
        "The sum is divided by the width rounded up to a multiple of 16. What was padded with zeros adds nothing, but "
        "it is no element: divide by dim.",
        "平方和除以的是向上取整到 16 的倍数的宽度。补上的零不改变平方和，但它们也不是元素：应除以 dim。");
MISTAKE(next_row_in_the_sum,
        "The last step of 16 is taken whole, so that squares of the next row, or of what lies behind the last, are "
        "summed too. Stop at dim.",
        "最后一步也取了整整 16 个，于是把下一行的平方也加了进来，最后一行则读到了张量之外。到 dim 就要停。");
MISTAKE(
    out_not_resized,
    "out keeps a shape that it came with. The contract lets it have any: call out.resize(x.shape()) first, which "
    "does nothing where the shape is right already.",
    "out 有时还是传入时的形状。按契约它可以是任何形状：先调用 out.resize(x.shape())，形状已经对的时候它什么也不做。");
MISTAKE(resized_by_size,
        "out is resized only where the number of elements differs: one of as many elements in another shape keeps its "
        "shape. Compare shapes, or call out.resize(x.shape()) always, which costs nothing where the shape is right.",
        "只有元素个数不同时才 resize：元素个数相同、形状不同的 out 会保留原来的形状。应比较形状，或者每次都调用"
        " out.resize(x.shape())，形状已经对时它没有代价。");
MISTAKE(rows_left_over,
        "The rows are taken in threes, by three threads or three at a time, and the one or two rows that remain are "
        "nobody's. Give them a loop or the last thread, or leave the sharing to #pragma omp parallel for.",
        "行是每三行一组去算的：分给三个线程，或者一次算三行；除不尽时剩下的一两行没有人去算。为它们补一个循环，或者交给"
        "最后一个线程，或者让 #pragma omp parallel for 去分。");
MISTAKE(
    shared_by_threads,
    "One thread alone is right; several give wrong numbers, and other ones in each run. They write what others "
    "still read or write. What each needs for itself, a scratch row or a row's sum, is declared inside of the "
    "parallel loop; a sum of all threads takes reduction(+:sum); what the next loop reads wants a barrier before "
    "it, which nowait takes away; and what each writes of out is its own alone.",
    "只用一个线程时是对的，用几个线程时每次结果都不一样：有的线程在写别的线程还要读、也在写的地方。每个线程自己要用"
    "的东西（临时的一行、一行的累加器）应当在并行循环里面声明；所有线程共同的和要用 reduction(+:sum)；下一个循环要读"
    "的，之前要有屏障，写了 nowait 就没有屏障；out 的每一处也只能由一个线程来写。");
MISTAKE(squares_read_from_out,
        "The squares are taken of what out held before, not of x: an answer that was made to work in place. Read x.",
        "平方取自 out 原来的内容，而不是 x：像是把原地计算的写法搬了过来。应当读 x。");
FAMILY(lanes_not_added,
       "{} sums were kept, one in each lane, and only the first is used. Add all of them up before the mean.",
       "一共有 {} 个部分和，每个位置（lane）一个，却只用了第一个。求均值之前要把它们都加起来。", 8, 16, 64);
FAMILY(lanes_not_reset,
       "The {} sums, one in each lane, are set to zero once and not for every row: each row's mean has the squares of "
       "all rows before it in it. Declare them inside of the loop over the rows.",
       "{} 个部分和（每个位置一个）只清零了一次，没有每行清零：每一行的均值里都混进了前面各行的平方。把它们声明在逐行的"
       "循环里面。",
       8, 16, 64);
FAMILY(squares_of_tail_missed,
       "The squares are summed in steps of {} elements, and those after the last whole step are left out of the mean. "
       "Add them in a loop of their own.",
       "平方和按每 {} 个元素一步累加，最后一个整步之后的元素没有算进去。用一个单独的循环把它们加上。", 4, 8, 16, 32,
       64);
FAMILY(tail_forgotten,
       "Both loops go on in steps of {} elements and stop before the last, incomplete step: the squares after it are "
       "left out of the mean, and nothing is written there. Add a loop for what remains to each.",
       "两个循环都按每 {} 个元素一步走，在最后不满的一步之前就停了：之后的平方没有算进均值，out 的那些位置也还是原来的"
       "内容。两个循环都要补上处理剩余元素的循环。",
       4, 8, 16, 32, 64);
FAMILY(tail_not_written,
       "Each row is written in steps of {} elements, and those after the last whole step are wrong. Write them in a "
       "loop of their own.",
       "每行按每 {} 个元素一步写出，最后一个整步之后的元素不对。用一个单独的循环把它们写完。", 4, 8, 16, 32, 64);

static Values fast_rms_norm(Run& run, grader::Fast& fast) {
    const Floats& x = run.floats("x");
    Floats out = run.has("out before") ? run.floats("out before") : Floats({0}, 0.0f);
    const auto resize = [&](const Shape& shape) {
        if (!out_not_resized && !(resized_by_size && out.size() == Floats::count(shape))) grader::resize(out, shape);
    };
    resize(x.shape);

    Real lanes = 0;  // what the sums that go on in whole steps hold after the row before
    if (half_of_the_sum || next_row_in_the_sum || mean_over_padded_width || lanes_not_added || lanes_not_reset ||
        squares_of_tail_missed || tail_forgotten)
        fast.add_up = [&](std::size_t n, const std::function<Real(std::size_t)>& term) {
            const std::size_t padded = (n + 15) / 16 * 16;
            std::size_t end =
                std::min(grader::whole_steps(n, squares_of_tail_missed), grader::whole_steps(n, tail_forgotten));
            if (half_of_the_sum) end = (end + 1) / 2;
            if (next_row_in_the_sum) end = padded;
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
    if (squares_read_from_out) fast.read = &out;

    const Floats y = std::get<Floats>(rms_norm(run).at(0).is);
    if (y.shape != x.shape) resize(y.shape);
    const std::size_t D = y.width(), rows = rows_left_over ? y.rows() / 3 * 3 : y.rows();
    const std::size_t width =
        std::min(grader::whole_steps(D, tail_not_written), grader::whole_steps(D, tail_forgotten));
    const bool added = added_to_out;
    for (std::size_t i = 0, end = std::min(y.size(), out.size()); i < end; ++i) {
        const bool written = i % D < width && i / D < rows;
        out.values[i] = !written ? grader::unwritten() : added ? out.values[i] + y.values[i] : y.values[i];
    }
    if (shared_by_threads) fast.by_threads = {Floats(out.shape, grader::anything())};
    return {shared_by_threads && !run.has("threads") ? Floats(out.shape, grader::anything()) : out};
}
