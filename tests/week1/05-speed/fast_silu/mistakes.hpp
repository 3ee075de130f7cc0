#pragma once
// What people get wrong in fast_silu besides what they get wrong in silu.
#include "tests/week1/01-silu/silu/mistakes.hpp"
#include "tests/week1/05-speed/fast_form.hpp"
#include "tests/week1/05-speed/own_exp.hpp"
#include "tests/week1/05-speed/tail.hpp"

MISTAKE(added_to_out, "The result is added to what out held before (+=). out may hold anything, NaN too: assign it.",
    "结果被加（+=）到了 out 原来的内容上，而 out 里可以是任何数，NaN 也可能。应当直接赋值。");
MISTAKE(out_not_resized,
    "out keeps a shape that it came with. The contract lets it have any: call out.resize(x.shape()) first, which does nothing where the shape is right already.",
    "out 有时还是传入时的形状。按契约它可以是任何形状：先调用 out.resize(x.shape())，形状已经对的时候它什么也不做。");
MISTAKE(rows_left_over,
    "The rows are taken in threes, by three threads or three at a time, and the one or two rows that remain are left out. Give them a loop or the last thread, or leave the sharing to #pragma omp parallel for.",
    "行是每三行一组去算的：分给三个线程，或者一次算三行；除不尽时剩下的一两行没有算。为它们补一个循环，或者交给最后一个线程，或者让 #pragma omp parallel for 去分。");
FAMILY(block_left_over,
    "Elements are shared in blocks of {}, and those after the last whole block are left out, unless there are fewer than one block holds. Give them to a last, shorter block.",
    "元素是每 {} 个一块分下去算的，最后一个整块之后的元素没有算（不足一块时除外）。最后要有一个较短的块来处理它们。",
    1024, 4096, 16384);

static Values fast_silu(Run& run, grader::Fast& fast) {
    own_exp::take_place(fast);
    const Floats y = std::get<Floats>(silu(run).at(0).is);

    Floats out = fast_form::before(run);
    if (!out_not_resized) fast_form::resize(out, y.shape, empty_keeps_the_shape);
    const std::size_t width = y.shape.empty() ? 1 : y.width();
    std::size_t end = grader::whole_steps(y.size(), tail_forgotten);
    if (block_left_over && Real(y.size()) >= block_left_over.number())
        end = std::min(end, grader::whole_steps(y.size(), block_left_over));
    if (width > 0)
        end = std::min(end, fast_form::rows_done(y.size() / width, rows_left_over, odd_row_left_over) * width);
    fast_form::write(out, y, {y.size(), but_one_of_the_tail(y.size(), end)}, added_to_out);
    return fast_form::returned(run, fast, {out});
}
