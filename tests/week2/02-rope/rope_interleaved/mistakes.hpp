#pragma once
// What people get wrong in rope_interleaved, and the function that gets it wrong.
#include "grader/plain.hpp"

MISTAKE(angles_by_half,
    "The pairs are neighbours, but the angles are those of halves: numbers i and i + D/2 of a head use column i, as in Hugging Face's tables (cat((freqs, freqs))), and so the two of a pair are turned by different angles. Numbers 2i and 2i + 1 use column i.",
    "配对的是相邻的两个数，角度却是按前后两半分的：一个头的第 i 和 i + D/2 个数用了第 i 列，Hugging Face 的表就是这样（cat((freqs, freqs))），一对里的两个数转的角度就不同了。第 2i 和 2i + 1 个数应当都用第 i 列。");
MISTAKE(column_halved,
    "Pair i is turned by column i / 2: i counts pairs already. Only a number's place, from 0 to D - 1, is divided by 2.",
    "第 i 对用的是第 i / 2 列：i 数的已经是对了。只有从 0 到 D - 1 的位置才要除以 2。");
MISTAKE(column_doubled, "Pair i is turned by column 2i, or by 2i - D/2 where the tables end. It has column i.",
    "第 i 对用的是第 2i 列，超出表的就减去 D/2。第 i 对用第 i 列。");
MISTAKE(column_of_the_number,
    "The tables are read at the number's own column, 2i, and not at the pair's, i: they have D/2 columns, so that the later pairs get the angles of the next position.",
    "读表时用的是这个数自己的列号 2i，而不是这一对的列号 i：表只有 D/2 列，靠后的几对读到的是下一个位置的角度。");
MISTAKE(first_as_it_was,
    "The second number of each pair is changed, and the first is left as it was in x. Both numbers of a pair change: y[2i] = x[2i] cos - x[2i + 1] sin.",
    "每一对只改了第二个数，第一个还是 x 原来的样子。一对里的两个数都要变：y[2i] = x[2i] cos - x[2i + 1] sin。");
MISTAKE(first_from_the_new_second,
    "The first number of a pair is computed from the second as it is after the turn, not from x[2i + 1] as it was. Keep its old value, or read from x and write into another tensor.",
    "算第一个数时用的是已经转过的第二个数，不是原来的 x[2i + 1]。先留下原来的值，或者从 x 读、写到另一个张量里。");
MISTAKE(first_not_written,
    "The second number of each pair is written, and the first never. Both numbers of a pair change: y[2i] = x[2i] cos - x[2i + 1] sin.",
    "每一对只写了第二个数，第一个没有写。一对里的两个数都要变：y[2i] = x[2i] cos - x[2i + 1] sin。");
MISTAKE(halves,
    "The pairs are the halves, (x[i], x[i + D/2]), as in rope. This function pairs neighbours: (x[2i], x[2i + 1]).",
    "配对的是前后两半 (x[i], x[i + D/2])，那是 rope 的写法。这个函数配对的是相邻的两个数：(x[2i], x[2i + 1])。");
MISTAKE(halves_read_neighbours_written,
    "The pairs are read as halves, x[i] and x[i + D/2], and written as neighbours, y[2i] and y[2i + 1]. Reading and writing both use 2i and 2i + 1.",
    "读的时候配对的是 x[i] 和 x[i + D/2]，写的时候却是相邻的 y[2i] 和 y[2i + 1]。两边都应是 2i 和 2i + 1。");
MISTAKE(neighbours_read_halves_written,
    "The pairs are read as neighbours, x[2i] and x[2i + 1], and written as halves, y[i] and y[i + D/2]: perhaps stacked along a new axis before the pairs instead of after them, or joined end to end. Reading and writing both use 2i and 2i + 1.",
    "读的时候配对的是相邻的 x[2i] 和 x[2i + 1]，写的时候却是 y[i] 和 y[i + D/2]：可能是首尾相接了，也可能新轴放在了前面。两边都应是 2i 和 2i + 1。");
MISTAKE(no_minus, "Both numbers of a pair are sums, and the minus is missing: the first is x[2i] cos - x[2i + 1] sin.",
    "一对里的两个数都是相加，少了减号：第一个应是 x[2i] cos - x[2i + 1] sin。");
MISTAKE(only_cos,
    "The numbers are multiplied by the cosine, and the sine is left out. Each takes its partner's share, too: - x[2i + 1] sin for the first, + x[2i] sin for the second.",
    "只乘了 cos，没有用到 sin。每个数还要加上与它配对的数的那一份：第一个是 - x[2i + 1] sin，第二个是 + x[2i] sin。");
MISTAKE(pairs_one_further,
    "The pairs begin with number 1: (x[2i + 1], x[2i + 2]), and the last number goes with the first. They begin with number 0: (x[2i], x[2i + 1]).",
    "配对是从第 1 个数开始的：(x[2i + 1], x[2i + 2])，最后一个数与第一个配成了一对。应当从第 0 个数开始：(x[2i], x[2i + 1])。");
MISTAKE(partners_exchanged_in_the_result,
    "The two results are swapped: what belongs in y[2i] is in y[2i + 1], and the other way round.",
    "两个结果放反了：该放在 y[2i] 的放到了 y[2i + 1]，反之亦然。");
MISTAKE(partners_not_exchanged, "The sine goes with x[2i] itself, not its partner: y[2i] = x[2i] cos - x[2i] sin.",
    "乘 sin 的是这个数自己，而不是与它配对的数：y[2i] = x[2i] cos - x[2i] sin。");
MISTAKE(reordered_the_same_way_back,
    "For the turn the numbers of a head are put into halves, and the same reordering is then used to put them back. Back takes the inverse: reshape to 2 × D/2, not to D/2 × 2, and transpose. Up to D = 4 nothing shows it.",
    "转之前把一个头里的数重排成了前后两半，转完又用同样的重排放回去。放回去要用逆重排：先 reshape 成 2 × D/2（不是 D/2 × 2），再转置。D 不超过 4 时看不出来。");
MISTAKE(reordered_the_wrong_way_round,
    "You put the numbers of a head into halves for the turn, and back, but the two orders are swapped: (x[i], x[i + D/2]) become neighbours first. Into halves you reshape to D/2 × 2 and transpose, back to 2 × D/2. Up to D = 4 nothing shows it.",
    "你先把一个头里的数重排成前后两半，转完再放回去，但两次重排用反了：一开始成了相邻的反而是 x[i] 和 x[i + D/2]。排成两半要先 reshape 成 D/2 × 2 再转置，放回去才是 2 × D/2。D 不超过 4 时看不出来。");
MISTAKE(second_as_it_was,
    "The first number of each pair is changed, and the second is left as it was in x. Both numbers of a pair change: y[2i + 1] = x[2i + 1] cos + x[2i] sin.",
    "每一对只改了第一个数，第二个还是 x 原来的样子。一对里的两个数都要变：y[2i + 1] = x[2i + 1] cos + x[2i] sin。");
MISTAKE(second_from_the_new_first,
    "The second number of a pair is computed from the first as it is after the turn, not from x[2i] as it was. Keep its old value, or read from x and write into another tensor.",
    "算第二个数时用的是已经转过的第一个数，不是原来的 x[2i]。先留下原来的值，或者从 x 读、写到另一个张量里。");
MISTAKE(second_half_as_it_was,
    "The second half of each head is left as it was in x: perhaps a loop goes over the numbers, two at a time, and ends at D/2. Go over D/2 pairs, or over all D numbers.",
    "每个头的后一半还是 x 原来的样子：也许循环是两个两个地数各数的，却到 D/2 就结束了。应当循环 D/2 对，或者全部 D 个数。");
MISTAKE(second_not_written,
    "The first number of each pair is written, and the second never. Both numbers of a pair change: y[2i + 1] = x[2i + 1] cos + x[2i] sin.",
    "每一对只写了第一个数，第二个没有写。一对里的两个数都要变：y[2i + 1] = x[2i + 1] cos + x[2i] sin。");
MISTAKE(second_sin_and_cos_exchanged,
    "The second number of a pair has cos and sin swapped: x[2i] cos + x[2i + 1] sin. The cosine goes with the number itself: x[2i + 1] cos + x[2i] sin.",
    "第二个数里 cos 和 sin 用反了：写成了 x[2i] cos + x[2i + 1] sin。乘 cos 的应是这个数自己：x[2i + 1] cos + x[2i] sin。");
MISTAKE(second_turned_about,
    "The second number of a pair has its terms the wrong way round: x[2i] sin - x[2i + 1] cos. Both are added: x[2i + 1] cos + x[2i] sin.",
    "第二个数里 x[2i + 1] cos 的符号反了：写成了 x[2i] sin - x[2i + 1] cos。两项应当相加：x[2i + 1] cos + x[2i] sin。");
MISTAKE(sin_and_cos_exchanged,
    "cos and sin are swapped: y[2i] = x[2i] sin - x[2i + 1] cos. The cosine goes with the number's own part.",
    "cos 和 sin 用反了：y[2i] = x[2i] sin - x[2i + 1] cos。乘 cos 的应是这个数自己。");
MISTAKE(turned_the_other_way,
    "The pairs are turned the other way, by minus the angle. It should be x[2i] cos - x[2i + 1] sin, and then x[2i + 1] cos + x[2i] sin.",
    "转的方向反了，相当于转了负的角度。第一个数应是 x[2i] cos - x[2i + 1] sin，第二个数应是 x[2i + 1] cos + x[2i] sin。");
MISTAKE(two_minus, "Both numbers of a pair are differences. The second is a sum: x[2i + 1] cos + x[2i] sin.",
    "一对里的两个数都是相减。第二个应当相加：x[2i + 1] cos + x[2i] sin。");

#include "tests/week2/02-rope/rope/turned.hpp"

static Values rope_interleaved(Run& run) {
    // Asked once and not for every pair.
    const bool reads_halves = halves || halves_read_neighbours_written, one_further = pairs_one_further;
    const bool writes_halves = halves || neighbours_read_halves_written, wrong_way = reordered_the_wrong_way_round;
    const auto pair = [&](bool halves, std::size_t i, std::size_t half) -> Pairs::Two {
        const auto place = [&](std::size_t k) { return k % 2 * half + k / 2; };
        if (wrong_way) return {place(i), place(i + half)};
        if (halves) return {i, i + half};
        return one_further ? Pairs::Two{2 * i + 1, (2 * i + 2) % (2 * half)} : Pairs::Two{2 * i, 2 * i + 1};
    };
    const bool of_the_number = column_of_the_number, by_half = angles_by_half, halved = column_halved,
               doubled = column_doubled;
    Values y = turned(run, {[&](std::size_t i, std::size_t half) { return pair(reads_halves, i, half); },
                               [&](std::size_t i, std::size_t half) { return pair(writes_halves, i, half); },
                               [&](std::size_t i, std::size_t half) -> Pairs::Two {
                                   if (halved) return {i / 2, i / 2};
                                   if (doubled) return {2 * i % half, 2 * i % half};
                                   if (by_half) return {2 * i % half, (2 * i + 1) % half};
                                   return of_the_number ? Pairs::Two{2 * i, 2 * i} : Pairs::Two{i, i};
                               }});
    const Floats& x = run.floats("x");
    if (auto* result = std::get_if<Floats>(&y[0].is); result && second_half_as_it_was && result->shape == x.shape)
        for (std::size_t row = 0; row < x.rows(); ++row) {
            const std::size_t from = (x.width() / 2 + 1) / 2 * 2;
            std::copy(x.row(row) + from, x.row(row) + x.width(), result->row(row) + from);
        }
    if (auto* result = std::get_if<Floats>(&y[0].is); result && reordered_the_same_way_back && result->shape == x.shape)
        for (std::size_t k = 0; k < 2 * x.rows(); ++k) {  // into halves, twice
            float* row = result->row(k / 2);
            const std::size_t half = x.width() / 2;
            const std::vector<float> before(row, row + x.width());
            for (std::size_t i = 0; i < x.width(); ++i) row[i] = before[2 * (i % half) + i / half];
        }
    return y;
}
