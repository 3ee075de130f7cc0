#pragma once
// What people get wrong where something remains or nothing is there: for tests with rows of every width.
#include "grader/plain.hpp"

MISTAKE(empty_keeps_the_shape,
    "Where there are no rows, an output keeps the shape that it came with: perhaps the function returns before it resizes. Resize first, then return.",
    "没有行时，输出保留了传入时的形状：也许函数在 resize 之前就返回了。先 resize，再返回。");
MISTAKE(odd_row_left_over,
    "The rows are taken in twos, by two threads or two at a time, and of an odd number the last is left out. Give it a loop or the last thread, or leave the sharing to #pragma omp parallel for.",
    "行是每两行一组去算的：分给两个线程，或者一次算两行；行数为奇数时最后一行没有算。为它补一个循环，或者交给最后一个线程，或者让 #pragma omp parallel for 去分。");
FAMILY(last_block_lost,
    "Where whole blocks of {} fill a row, or all that your loop runs over, the last one is never written: perhaps the loop over blocks runs while i + block < n, and the loop for the rest begins after that block. The condition is i + block <= n.",
    "每 {} 个一块，整块刚好填满一行（或者循环走过的全部元素）时，最后一块没有写：也许逐块的循环条件写成了 i + 块长 < n，而处理剩余元素的循环又从那一块之后开始。条件应是 i + 块长 <= n。",
    4, 8, 16);
FAMILY(rows_over,
    "The rows are taken {} at a time, and those that remain after the last whole step are left out. Give them a loop of their own.",
    "每次处理 {} 行，最后一个整步之后剩下的行没有算。用一个单独的循环来处理它们。", 4);
FAMILY(tail_one_short,
    "The last element of a row, or of all that your loop runs over, is never written unless whole steps of {} fill it: perhaps the loop over what remains ends one early. Run it while i < n.",
    "只要每步 {} 个的整步没有正好填满一行（或者循环走过的全部元素），最后一个元素就没有写：也许处理剩余元素的循环早结束了一个。循环条件应是 i < n。",
    4, 8, 16);

/// So many of a row's elements are written, of which `written` would be otherwise.
inline std::size_t but_one_of_the_tail(std::size_t width, std::size_t written) {
    if (last_block_lost && written == width && width > 0 && width == grader::whole_steps(width, last_block_lost))
        return width - static_cast<std::size_t>(last_block_lost.number());
    const bool is_short = written == width && width != grader::whole_steps(width, tail_one_short);
    return written - (is_short ? 1 : 0);
}

namespace fast_form {

/// So many of the rows are computed.
inline std::size_t rows_done(std::size_t rows, bool in_threes, bool in_twos = false) {
    return in_threes ? rows / 3 * 3 : in_twos ? rows / 2 * 2 : grader::whole_steps(rows, rows_over);
}

}  // namespace fast_form
