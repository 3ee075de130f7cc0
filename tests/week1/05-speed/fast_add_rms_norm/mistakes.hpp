#pragma once
// What people get wrong in fast_add_rms_norm besides what they get wrong in add_rms_norm.
#include <bit>

#include "tests/week1/04-fusion/add_rms_norm/mistakes.hpp"
#include "tests/week1/05-speed/own_sums.hpp"
#include "tests/week1/05-speed/tail.hpp"

MISTAKE(added_to_out,
    "The sum is added to what out.residual held before (+=), and it may hold anything, NaN too. Assign it.",
    "相加结果被加（+=）到了 out.residual 原来的内容上，而那里可以是任何数，NaN 也可能。应当直接赋值。");
MISTAKE(bits_as_a_number,
    "In bfloat16 the 16 bits are converted as if they were an integer. They are the upper half of a float32: shift them up by 16 and take the result for a float's bits, or convert with float(value).",
    "bfloat16 版本把 16 位当作整数转换了。它们是 float32 的高 16 位：左移 16 位后当作 float 的位来解释，或者用 float(value) 转换。");
MISTAKE(normalized_decides,
    "Both outputs are resized only where out.normalized does not fit. They come with shapes of their own: out.residual may not fit while out.normalized does. Look at each, or resize both always, which costs nothing where they fit.",
    "只有 out.normalized 的形状不对时，两个输出才一起 resize。可它们的形状互不相干：out.normalized 对了，out.residual 仍可能不对。应当各看各的，或者两个每次都 resize，形状已经对时没有代价。");
MISTAKE(normalized_not_resized,
    "out.normalized sometimes keeps the shape that it came with; only out.residual is always resized. The contract lets both have any.",
    "out.normalized 有时还是传入时的形状，只有 out.residual 每次都做了 resize。按契约两者都可以是任何形状。");
MISTAKE(residual_decides,
    "Both outputs are resized only where out.residual does not fit. They come with shapes of their own: out.normalized may not fit while out.residual does. Look at each, or resize both always, which costs nothing where they fit.",
    "只有 out.residual 的形状不对时，两个输出才一起 resize。可它们的形状互不相干：out.residual 对了，out.normalized 仍可能不对。应当各看各的，或者两个每次都 resize，形状已经对时没有代价。");
MISTAKE(residual_not_resized,
    "out.residual sometimes keeps the shape that it came with; only out.normalized is always resized. The contract lets both have any.",
    "out.residual 有时还是传入时的形状，只有 out.normalized 每次都做了 resize。按契约两者都可以是任何形状。");
MISTAKE(normalized_resized_by_size,
    "out.normalized is resized only where its number of elements differs; out.residual is resized always. An output with as many elements in another shape keeps its shape: resize both always, which costs nothing where they fit.",
    "只有元素个数不同时 out.normalized 才 resize，out.residual 则总是 resize。元素个数相同、形状不同时它会保留原来的形状：两个都应每次 resize，形状已经对时没有代价。");
MISTAKE(residual_resized_by_size,
    "out.residual is resized only where its number of elements differs; out.normalized is resized always. An output with as many elements in another shape keeps its shape: resize both always, which costs nothing where they fit.",
    "只有元素个数不同时 out.residual 才 resize，out.normalized 则总是 resize。元素个数相同、形状不同时它会保留原来的形状：两个都应每次 resize，形状已经对时没有代价。");
MISTAKE(residual_rank_lost,
    "The numbers are right, but out.residual is resized to rows x D, and its leading axes are gone. It should get the shape of x, as out.normalized does.",
    "数值是对的，但 out.residual 被 resize 成了“行数 x D”，前置轴没有了。它的形状应与 x 相同，和 out.normalized 一样。");
MISTAKE(rounded_half_up,
    "In bfloat16 half a unit is added to the bits and the rest cut off. That rounds ties away from zero; ties go to the even neighbour, as bfloat16(value) rounds them.",
    "bfloat16 版本给位加上半个末位单位再截断，这样遇到正中间的值总是向远离零的方向舍入。正中间应舍入到偶数一边，bfloat16(value) 就是这样舍入的。");
MISTAKE(rows_left_over,
    "The rows are taken in threes, by three threads or three at a time, and the one or two rows that remain are left out. Give them a loop or the last thread, or leave the sharing to #pragma omp parallel for.",
    "行是每三行一组去算的：分给三个线程，或者一次算三行；除不尽时剩下的一两行没有算。为它们补一个循环，或者交给最后一个线程，或者让 #pragma omp parallel for 去分。");
MISTAKE(rounded_sum_read_again,
    "In bfloat16 the rounded sum is divided by the root: perhaps the second loop reads it out of out.residual. Add x and residual once more.",
    "bfloat16 版本用舍入过的和去除以根：也许第二个循环是从 out.residual 里读的。应当把 x 和 residual 再加一次。");
MISTAKE(x_added_twice,
    "In the second pass the sum is taken as x + out.residual, but out.residual has x in it already: the norm is of 2 x + residual, with the scale of x + residual. Read x + residual once more, or, in float32, out.residual alone: in bfloat16 that is rounded already.",
    "第二遍取的是 x + out.residual，但 out.residual 里已经含有 x：归一化的成了 2x + residual，缩放用的却是 x + residual 的。重新算一次 x + residual；float32 版本也可以只读 out.residual，bfloat16 版本不行，那里的和已经舍入过了。");
FAMILY(tail_not_added,
    "In the tail after the last whole step of {}, out.residual gets x alone: the residual is not added there, nor does it count in the mean. Both loops must compute the same; let them call one function.",
    "最后一个整步（{} 个）之后的尾部，out.residual 里只有 x：那里没有加上 residual，均值里也没有算它。两个循环算的必须是同一件事，让它们调用同一个函数。",
    8, 16);
FAMILY(residual_missed_in_squares_of_tail,
    "After the last whole step of {}, the squares are those of x alone: the residual is not added there. Both loops must compute the same; let them call one function.",
    "最后一个整步（{} 个）之后，平方取的只是 x：那里没有加上 residual。两个循环算的必须是同一件事，让它们调用同一个函数。",
    8, 16, 32, 64);
FAMILY(sum_not_written_in_tail,
    "out.residual is written in steps of {}, and what is left at the end of a row is wrong there. Add a loop for what remains of the row.",
    "out.residual 是每 {} 个一步写的，行尾剩下的元素不对。补一个循环处理每行剩下的元素。", 8, 16, 32, 64);
FAMILY(tail_not_written,
    "The normalized row is written in steps of {}, and what is left at its end is wrong. Add a loop for what remains of the row.",
    "归一化的结果是每 {} 个一步写的，行尾剩下的元素不对。补一个循环处理每行剩下的元素。", 8, 16, 32, 64);

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
    if (x_added_twice || (low && rounded_sum_read_again))
        fast_add.top = [low](Floats& top, const Floats& x) {
            if (low && rounded_sum_read_again)
                for (float& sum : top.values) sum = to_bfloat16(sum);
            if (x_added_twice) top = grader::together(top, x, std::plus<Real>());
        };
    if (residual_missed_in_squares_of_tail)
        fast_add.squared = [D](Floats& squared, const Floats& x) {
            const std::size_t width = grader::whole_steps(D, residual_missed_in_squares_of_tail);
            for (std::size_t i = 0; i < std::min(squared.size(), x.size()); ++i)
                if (i % D >= width) squared.values[i] = x.values[i];
        };
    if (rounded_half_up)
        fast_add.to_bfloat16 = [](float value) {
            return std::bit_cast<float>((std::bit_cast<std::uint32_t>(value) + 0x8000u) & 0xFFFF0000u);
        };
    own_sums::take_place(fast);
    const Values both = add_rms_norm(run);
    const Floats &y = std::get<Floats>(both.at(0).is), &s = std::get<Floats>(both.at(1).is);

    Floats normalized = fast_form::before(run, 0), sum = fast_form::before(run, 1);
    const bool normalized_fits = normalized.shape == y.shape, sum_fits = sum.shape == s.shape;
    const bool normalized_kept = normalized_resized_by_size && normalized.size() == y.size(),
               sum_kept = residual_resized_by_size && sum.size() == s.size();
    if (!normalized_not_resized && !(residual_decides && sum_fits) && !normalized_kept)
        fast_form::resize(normalized, y.shape, empty_keeps_the_shape);
    if (!residual_not_resized && !(normalized_decides && normalized_fits) && !sum_kept)
        fast_form::resize(sum, residual_rank_lost ? Shape{s.rows(), s.width()} : s.shape, empty_keeps_the_shape);

    const std::size_t rows = D > 0 ? std::min(but_the_rows_over(x.size() / D),
                                         fast_form::rows_done(x.size() / D, rows_left_over, odd_row_left_over))
                                   : x.size();
    Floats written = s;
    if (added_to_out)
        for (std::size_t i = 0; i < std::min(sum.size(), s.size()); ++i) {
            const float exact = low ? grader::at(x, i) + grader::at(residual, i) : s.values[i];
            written.values[i] = low ? to_bfloat16(sum.values[i] + exact) : sum.values[i] + exact;
        }
    fast_form::write(normalized, y, {D, but_one_of_the_tail(D, grader::whole_steps(D, tail_not_written)), rows});
    fast_form::write(sum, written, {D, but_one_of_the_tail(D, grader::whole_steps(D, sum_not_written_in_tail)), rows});
    fast_add = {};
    return fast_form::returned(run, fast, {normalized, sum});
}
