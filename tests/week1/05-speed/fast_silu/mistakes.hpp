#pragma once
// What people get wrong in fast_silu besides what they get wrong in silu.
#include "tests/week1/01-silu/silu/mistakes.hpp"
#include "tests/week1/05-speed/fast_form.hpp"
#include "tests/week1/05-speed/own_exp.hpp"
#include "tests/week1/05-speed/tail.hpp"

MISTAKE(added_to_out,
    "The result is added to what out held before (+=), and out may hold anything, NaN too. Assign it.",
    "结果被加（+=）到了 out 原来的内容上，而 out 里可以是任何数，NaN 也可能。应当直接赋值。");
MISTAKE(out_not_resized,
    "out keeps a shape that it came with. The contract lets it have any: call out.resize(x.shape()) first, which does nothing where the shape is right already.",
    "out 有时还是传入时的形状。按契约它可以是任何形状：先调用 out.resize(x.shape())，形状已经对的时候它什么也不做。");
MISTAKE(rows_left_over,
    "The rows are taken in threes, by three threads or three at a time, and the one or two rows that remain are left out. Give them a loop or the last thread, or leave the sharing to #pragma omp parallel for.",
    "行是每三行一组去算的：分给三个线程，或者一次算三行；除不尽时剩下的一两行没有算。为它们补一个循环，或者交给最后一个线程，或者让 #pragma omp parallel for 去分。");
FAMILY(tail_forgotten,
    "The loop goes on in steps of {} elements and stops before the last, incomplete step: what is left at the end is left wrong. Add a loop for what remains, or let the compiler vectorise a plain loop, which does both.",
    "循环按每 {} 个元素一步走，在最后不满的一步之前就停了：末尾剩下的元素不对。补一个循环处理剩下的元素，或者写成普通循环交给编译器去向量化，它两样都会做。",
    8, 16, 64);

static Values fast_silu(Run& run, grader::Fast& fast) {
    own_exp::take_place(fast);
    const Floats y = std::get<Floats>(silu(run).at(0).is);

    Floats out = fast_form::before(run);
    if (!out_not_resized) fast_form::resize(out, y.shape, empty_keeps_the_shape);
    const std::size_t width = y.shape.empty() ? 1 : y.width();
    std::size_t end = grader::whole_steps(y.size(), tail_forgotten);
    if (width > 0)
        end = std::min(end, fast_form::rows_done(y.size() / width, rows_left_over, odd_row_left_over) * width);
    fast_form::write(out, y, {y.size(), but_one_of_the_tail(y.size(), end)}, added_to_out);
    return fast_form::returned(run, fast, {out});
}
