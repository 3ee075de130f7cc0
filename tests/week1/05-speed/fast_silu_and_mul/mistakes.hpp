#pragma once
// What people get wrong in fast_silu_and_mul besides what they get wrong in silu_and_mul.
#include "tests/week1/04-fusion/silu_and_mul/mistakes.hpp"
#include "tests/week1/05-speed/fast_form.hpp"
#include "tests/week1/05-speed/own_exp.hpp"
#include "tests/week1/05-speed/tail.hpp"

MISTAKE(added_to_out, "The result is added to what out held before (+=). out may hold anything, NaN too: assign it.",
    "结果被加（+=）到了 out 原来的内容上，而 out 里可以是任何数，NaN 也可能。应当直接赋值。");
MISTAKE(halves_by_turns,
    "Blocks of 16 are taken alternately, sixteen gates and sixteen ups. The halves of a row are not mixed: the gates are its first I elements, the ups its last I.",
    "按 16 个一块交替取数：16 个 gate，再 16 个 up。一行的两半并不交错：gate 是前 I 个元素，up 是后 I 个。");
MISTAKE(out_not_resized,
    "out keeps a shape that it came with. The contract lets it have any: resize it to the shape of x with half the last axis, which does nothing where the shape is right already.",
    "out 有时还是传入时的形状。按契约它可以是任何形状：先把它 resize 成 x 的形状，只把最后一个轴的长度减半；形状已经对的时候，这一步什么也不做。");
MISTAKE(rows_left_over,
    "The rows are taken in threes, by three threads or three at a time, and the one or two rows that remain are left out. Give them a loop or the last thread, or leave the sharing to #pragma omp parallel for.",
    "行是每三行一组去算的：分给三个线程，或者一次算三行；除不尽时剩下的一两行没有算。为它们补一个循环，或者交给最后一个线程，或者让 #pragma omp parallel for 去分。");
MISTAKE(shape_of_input, "out gets the shape of x, which is twice as wide as the result. Halve the last axis.",
    "out 取了 x 的形状，比结果宽一倍。最后一个轴的长度要减半。");
MISTAKE(up_of_the_next_row,
    "The gate is read from row r, the up from row r + 1, as if a pointer were advanced by 2 I after the gate instead of by I.",
    "gate 读自第 r 行，up 却读自第 r + 1 行，好像读完 gate 之后指针前进了 2 I，而不是 I。");
FAMILY(rows_over_of_several,
    "A single row is right, but several are taken {} at a time, and those that remain after the last whole step are left out. Give them a loop of their own.",
    "只有一行时是对的，多行时每次处理 {} 行，最后一个整步之后剩下的行没有算。用一个单独的循环来处理它们。", 2, 4, 8);
FAMILY(tail_forgotten,
    "Each row goes on in steps of {} elements and stops before the last, incomplete step: what is left at the end of a row is wrong. Add a loop for what remains of the row, or let the compiler vectorise a plain loop, which does both.",
    "每一行按每 {} 个元素一步走，在最后不满的一步之前就停了：行尾剩下的元素不对。补一个循环处理每行剩下的元素，或者写成普通循环交给编译器去向量化，它两样都会做。",
    4, 8, 16, 32, 64);
FAMILY(up_lost_in_tail,
    "After the whole steps of {} elements, what remains of a row is silu(gate) alone. Multiply by up there, too.",
    "每 {} 个元素一步走完之后，一行剩余的元素只有 silu(gate)。那里也要乘 up。", 4, 8, 16, 32);

/// Where the gate of element i of a row is read, and its up.
static std::pair<std::size_t, std::size_t> places_of(std::size_t row, std::size_t i, std::size_t half) {
    const std::size_t begin = row * 2 * half;
    if (halves_by_turns) {
        const std::size_t lanes = 16, whole = half / lanes * lanes;
        const std::size_t at = begin + (i < whole ? i / lanes * 2 * lanes + i % lanes : whole + i);
        return {at, at + (i < whole ? lanes : half - whole)};
    }
    return {begin + i, begin + (up_of_the_next_row ? 3 : 1) * half + i};
}

static Values fast_silu_and_mul(Run& run, grader::Fast& fast) {
    const Floats& x = run.floats("x");
    const std::size_t half = x.shape.empty() ? 0 : x.width() / 2;
    Floats moved = x;
    if (half > 0 && (halves_by_turns || up_of_the_next_row || up_lost_in_tail)) {
        for (std::size_t row = 0; row < x.rows(); ++row)
            for (std::size_t i = 0; i < half; ++i) {
                const auto [gate, up] = places_of(row, i, half);
                moved.values[row * 2 * half + i] = grader::at(x, gate);
                moved.values[row * 2 * half + half + i] = grader::at(x, up);
                if (up_lost_in_tail && i >= grader::whole_steps(half, up_lost_in_tail))
                    moved.values[row * 2 * half + half + i] = 1;
            }
        fast.read = &moved;
    }
    own_exp::take_place(fast);
    const Floats y = std::get<Floats>(silu_and_mul(run).at(0).is);

    Floats out = fast_form::before(run);
    if (shape_of_input) return {Floats(x.shape, grader::anything())};
    if (!out_not_resized) fast_form::resize(out, y.shape, empty_keeps_the_shape);
    const std::size_t I = y.width(), several = y.rows() == 1 ? 1 : grader::whole_steps(y.rows(), rows_over_of_several),
                      rows = std::min(several, fast_form::rows_done(y.rows(), rows_left_over, odd_row_left_over)),
                      columns = but_one_of_the_tail(I, grader::whole_steps(I, tail_forgotten));
    fast_form::write(out, y, {I, last_column_missed && I > 0 ? std::min(columns, I - 1) : columns, rows}, added_to_out);
    return fast_form::returned(run, fast, {out});
}
