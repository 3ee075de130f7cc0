#pragma once
// What people get wrong in fast_rms_norm besides what they get wrong in rms_norm.
#include "tests/week1/02-rms-norm/rms_norm/mistakes.hpp"
#include "tests/week1/05-speed/own_sums.hpp"
#include "tests/week1/05-speed/tail.hpp"

MISTAKE(added_to_out, "The result is added to what out held before (+=). out may hold anything, NaN too: assign it.",
    "结果被加（+=）到了 out 原来的内容上，而 out 里可以是任何数，NaN 也可能。应当直接赋值。");
MISTAKE(half_of_the_sum,
    "The mean has the squares of only the first half of each row: perhaps two threads share it, and only one's sum is counted. Add both.",
    "均值里只有每一行前一半的平方：也许分给了两个线程，却只加了其中一个的和。要把两个都加上。");
MISTAKE(next_row_in_the_sum,
    "The last step of 16 is taken whole, so that squares of the next row, or of what lies after the last, are summed too. Stop at dim.",
    "最后一步也取了整整 16 个，于是把下一行的平方也加了进来，最后一行则读到了张量之外。到 dim 就要停。");
MISTAKE(out_not_resized,
    "out keeps a shape that it came with. The contract lets it have any: call out.resize(x.shape()) first, which does nothing where the shape is right already.",
    "out 有时还是传入时的形状。按契约它可以是任何形状：先调用 out.resize(x.shape())，形状已经对的时候它什么也不做。");
MISTAKE(rows_left_over,
    "The rows are taken in threes, by three threads or three at a time, and the one or two rows that remain are left out. Give them a loop or the last thread, or leave the sharing to #pragma omp parallel for.",
    "行是每三行一组去算的：分给三个线程，或者一次算三行；除不尽时剩下的一两行没有算。为它们补一个循环，或者交给最后一个线程，或者让 #pragma omp parallel for 去分。");
FAMILY(tail_forgotten,
    "Both loops go on in steps of {} elements and stop before the last, incomplete step: the squares after it are left out of the mean, and nothing is written there. Add a loop for what remains to each.",
    "两个循环都按每 {} 个元素一步走，在最后不满的一步之前就停了：之后的平方没有算进均值，out 的那些位置也还是原来的内容。两个循环都要补上处理剩余元素的循环。",
    4, 8, 16, 32, 64);
FAMILY(tail_not_written,
    "Each row is written in steps of {} elements, and those after the last whole step are wrong. Write them in a loop of their own.",
    "每行按每 {} 个元素一步写出，最后一个整步之后的元素不对。用一个单独的循环把它们写完。", 4, 8, 16, 32, 64);
FAMILY(weight_lost_in_tail,
    "After the whole steps of {} elements, what remains of a row lacks the weight. Multiply by it there, too.",
    "每 {} 个元素一步走完之后，一行剩余的元素没有乘 weight。那里也要乘。", 4, 8, 16, 32);

static Values fast_rms_norm(Run& run, grader::Fast& fast) {
    const Floats& x = run.floats("x");
    Floats out = fast_form::before(run);
    const auto resize = [&](const Shape& shape) {
        if (!out_not_resized) fast_form::resize(out, shape, empty_keeps_the_shape);
    };
    resize(x.shape);

    if (half_of_the_sum || next_row_in_the_sum || tail_forgotten)
        own_sums::take_place(fast, [](std::size_t n, std::size_t end) {
            end = std::min(end, grader::whole_steps(n, tail_forgotten));
            return next_row_in_the_sum ? (n + 15) / 16 * 16 : half_of_the_sum ? (end + 1) / 2 : end;
        });
    else own_sums::take_place(fast);

    Floats y = std::get<Floats>(rms_norm(run).at(0).is);
    for (std::size_t i = 0; weight_lost_in_tail && i < y.size(); ++i)
        if (i % y.width() >= grader::whole_steps(y.width(), weight_lost_in_tail)) {
            const float weight = grader::at(run.floats("weight"), i % y.width());
            y.values[i] = weight != 0 ? y.values[i] / weight : grader::anything();
        }
    if (y.shape != x.shape) resize(y.shape);
    const std::size_t D = y.width(), rows = std::min(but_the_rows_over(y.rows()),
                                         fast_form::rows_done(y.rows(), rows_left_over, odd_row_left_over));
    const std::size_t width =
        std::min(grader::whole_steps(D, tail_not_written), grader::whole_steps(D, tail_forgotten));
    fast_form::write(out, y, {D, but_one_of_the_tail(D, width), rows}, added_to_out);
    return fast_form::returned(run, fast, {out});
}
