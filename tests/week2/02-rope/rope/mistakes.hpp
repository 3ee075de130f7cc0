#pragma once
// What people get wrong in rope, and the function that gets it wrong.
#include "grader/plain.hpp"

MISTAKE(angles_by_neighbour,
    "The halves are paired, but the angles are those of neighbours: numbers 2i and 2i + 1 of a head use column i, and so the two of a pair are turned by different angles. Both use the column of their pair.",
    "配对的是前后两半，角度却是按相邻两数分的：一个头的第 2i 和 2i + 1 个数用了第 i 列，一对里的两个数转的角度就不同了。它们应当用同一列。");
MISTAKE(column_of_the_number,
    "The tables are read at column 2i, as where neighbours are pairs, and not at i: they have D/2 columns, so that the later pairs get the angles of the next position.",
    "读表时用的是第 2i 列，好像配对的是相邻的两个数，而不是第 i 列：表只有 D/2 列，靠后的几对读到的是下一个位置的角度。");
MISTAKE(first_as_it_was,
    "The second half of each head is turned, and the first is left as it was in x. Both numbers of a pair change: y[i] = x[i] cos - x[i + D/2] sin.",
    "每个头只转了后一半，前一半还是 x 原来的样子。一对里的两个数都要变：y[i] = x[i] cos - x[i + D/2] sin。");
MISTAKE(first_from_the_new_second,
    "The first half is computed from the second as it is after the turn, not from x[i + D/2] as it was. Keep its old value, or read from x and write into another tensor.",
    "算前一半时用的是已经转过的后一半，不是原来的 x[i + D/2]。先留下原来的值，或者从 x 读、写到另一个张量里。");
MISTAKE(first_not_written,
    "The second half of each head is turned, and the first is never written. Both numbers of a pair change: y[i] = x[i] cos - x[i + D/2] sin.",
    "每个头只转了后一半，前一半没有写。一对里的两个数都要变：y[i] = x[i] cos - x[i + D/2] sin。");
MISTAKE(halves_read_neighbours_written,
    "The pairs are read as halves, x[i] and x[i + D/2], and written as neighbours, (y[2i], y[2i + 1]). Reading and writing both use i and i + D/2.",
    "读的时候配对的是 x[i] 和 x[i + D/2]，写的时候却是相邻的 (y[2i], y[2i + 1])。两边都应是 i 和 i + D/2。");
MISTAKE(interleaved,
    "The pairs are neighbours, (x[2i], x[2i + 1]), as in the paper. This function pairs the halves: (x[i], x[i + D/2]).",
    "配对的是相邻的两个数 (x[2i], x[2i + 1])，论文就是这样写的。这个函数配对的是前后两半：(x[i], x[i + D/2])。");
MISTAKE(neighbours_read_halves_written,
    "The pairs are read as neighbours, (x[2i], x[2i + 1]), and written as halves, y[i] and y[i + D/2]. Reading and writing both use i and i + D/2.",
    "读的时候配对的是相邻的 (x[2i], x[2i + 1])，写的时候却是 y[i] 和 y[i + D/2]。两边都应是 i 和 i + D/2。");
MISTAKE(no_minus, "Both halves are added, and the minus is missing: the first is x[i] cos - x[i + D/2] sin.",
    "前后两半都是相加，少了减号：前一半应是 x[i] cos - x[i + D/2] sin。");
MISTAKE(only_cos,
    "The numbers are multiplied by the cosine, and the sine is left out. Each takes its partner's share, too: - x[i + D/2] sin in the first half, + x[i] sin in the second.",
    "只乘了 cos，没有用到 sin。每个数还要加上与它配对的数的那一份：前一半是 - x[i + D/2] sin，后一半是 + x[i] sin。");
MISTAKE(pairs_mirrored, "Number i is paired with number D - 1 - i, counted from the end. Its partner is i + D/2.",
    "第 i 个数与倒数过来的第 D - 1 - i 个数配成了一对。与它配对的应是第 i + D/2 个。");
MISTAKE(partners_exchanged_in_the_result,
    "The two results are swapped: what belongs in y[i] is in y[i + D/2], and the other way round.",
    "两个结果放反了：该放在 y[i] 的放到了 y[i + D/2]，反之亦然。");
MISTAKE(partners_not_exchanged,
    "The sine goes with the number itself instead of its partner: y[i] = x[i] cos - x[i] sin. In rotate_half the halves change places.",
    "乘 sin 的是这个数自己，而不是与它配对的数：y[i] = x[i] cos - x[i] sin。在 rotate_half 里，前后两半要交换位置。");
MISTAKE(second_as_it_was,
    "The first half of each head is turned, and the second is left as it was in x. Both numbers of a pair change: y[i + D/2] = x[i + D/2] cos + x[i] sin.",
    "每个头只转了前一半，后一半还是 x 原来的样子。一对里的两个数都要变：y[i + D/2] = x[i + D/2] cos + x[i] sin。");
MISTAKE(second_from_the_new_first,
    "The second half is computed from the first as it is after the turn, not from x[i] as it was. Keep its old value, or read from x and write into another tensor.",
    "算后一半时用的是已经转过的前一半，不是原来的 x[i]。先留下原来的值，或者从 x 读、写到另一个张量里。");
MISTAKE(second_half_a_row_further,
    "The second half reads column i + D/2 of the tables, which only have D/2 columns: what comes there is the next position. Both numbers of pair i use column i.",
    "后一半读的是表的第 i + D/2 列，而表只有 D/2 列：读到的是下一个位置。第 i 对的两个数用的都是第 i 列。");
MISTAKE(second_not_written,
    "The first half of each head is turned, and the second is never written. Both numbers of a pair change: y[i + D/2] = x[i + D/2] cos + x[i] sin.",
    "每个头只转了前一半，后一半没有写。一对里的两个数都要变：y[i + D/2] = x[i + D/2] cos + x[i] sin。");
MISTAKE(second_sin_and_cos_exchanged,
    "The second half has cos and sin swapped: x[i] cos + x[i + D/2] sin. The cosine goes with the number itself: x[i + D/2] cos + x[i] sin.",
    "后一半里 cos 和 sin 用反了：写成了 x[i] cos + x[i + D/2] sin。乘 cos 的应是这个数自己：x[i + D/2] cos + x[i] sin。");
MISTAKE(second_turned_about,
    "The second half has its terms the wrong way round: x[i] sin - x[i + D/2] cos. Both are added: x[i + D/2] cos + x[i] sin.",
    "后一半里 x[i + D/2] cos 的符号反了：写成了 x[i] sin - x[i + D/2] cos。两项应当相加：x[i + D/2] cos + x[i] sin。");
MISTAKE(sin_and_cos_exchanged,
    "cos and sin are swapped: y[i] = x[i] sin - x[i + D/2] cos. The cosine goes with the number's own part.",
    "cos 和 sin 用反了：y[i] = x[i] sin - x[i + D/2] cos。乘 cos 的应是这个数自己。");
MISTAKE(turned_the_other_way,
    "The pairs are turned the other way, by minus the angle. It should be x[i] cos - x[i + D/2] sin, and then x[i + D/2] cos + x[i] sin.",
    "转的方向反了，相当于转了负的角度。前一半应是 x[i] cos - x[i + D/2] sin，后一半应是 x[i + D/2] cos + x[i] sin。");
MISTAKE(two_minus, "Both halves are subtracted. The second is added: x[i + D/2] cos + x[i] sin.",
    "前后两半都是相减。后一半应当相加：x[i + D/2] cos + x[i] sin。");

#include "tests/week2/02-rope/rope/turned.hpp"

static Values rope(Run& run) {
    // Asked once and not for every pair.
    const bool reads_neighbours = interleaved || neighbours_read_halves_written, mirrored = pairs_mirrored;
    const bool writes_neighbours = interleaved || halves_read_neighbours_written;
    const auto pair = [&](bool neighbours, std::size_t i, std::size_t half) -> Pairs::Two {
        if (neighbours) return {2 * i, 2 * i + 1};
        return {i, mirrored ? 2 * half - 1 - i : i + half};
    };
    const bool of_the_number = column_of_the_number, further = second_half_a_row_further,
               by_neighbour = angles_by_neighbour;
    return turned(run, {[&](std::size_t i, std::size_t half) { return pair(reads_neighbours, i, half); },
                           [&](std::size_t i, std::size_t half) { return pair(writes_neighbours, i, half); },
                           [&](std::size_t i, std::size_t half) -> Pairs::Two {
                               if (by_neighbour) return {i / 2, (i + half) / 2};
                               const std::size_t column = of_the_number ? 2 * i : i;
                               return {column, further ? column + half : column};
                           }});
}
