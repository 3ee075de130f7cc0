#pragma once
// What people get wrong whichever numbers they pair: rope and rope_interleaved each include this after mistakes of the
// same kind whose words name the numbers.
#include <bit>
#include <cstdint>
#include <functional>

#include "grader/plain.hpp"

using grader::Floats, grader::Run, grader::Shape, grader::Values;

MISTAKE(all_rows_at_offset, "All rows are turned by the angles of position offset. Row r is at position offset + r.",
    "每一行用的都是位置 offset 的角度。第 r 行的位置应是 offset + r。");
MISTAKE(axes_unchecked,
    "The number of axes is not checked. x has three, L × H × D: with fewer or more, x.shape(2) is not the width of a head. Keep the check of the stub.",
    "没有检查轴的个数。x 有三个轴 L × H × D：多了或少了，x.shape(2) 就不是头的宽度。请保留桩代码里的检查。");
MISTAKE(every_head_a_position_further,
    "Each head of a row gets its own position, offset + r * H + h, as if x had L * H rows. All heads of row r are at position offset + r.",
    "一行里的每个头各占了一个位置 offset + r * H + h，好像 x 有 L * H 行。第 r 行的所有头都在位置 offset + r。");
MISTAKE(first_head_only,
    "Only the first head of each row is turned; the others are left as they were in x. All heads of a row are turned by the same angles.",
    "每一行只转了第一个头，其余的还是 x 原来的样子。同一行的每个头都要转。");
MISTAKE(first_head_only_written,
    "Only the first head of each row is written, the others are not. All heads of a row are turned by the same angles.",
    "每一行只写了第一个头，其余的没有写。同一行的每个头都要转。");
MISTAKE(first_row_only,
    "Only the first row is turned; the others are left as they were in x. Row r is turned by the angles of position offset + r.",
    "只转了第一行，其余的还是 x 原来的样子。第 r 行要转位置 offset + r 的角度。");
MISTAKE(heads_before_rows, "The result is H × L × D: rows and heads are swapped. It should be L × H × D, as x is.",
    "结果成了 H × L × D，行和头的轴反了。它应当和 x 一样，是 L × H × D。");
MISTAKE(heads_joined, "The result has two axes, L × (H · D). It should have the shape of x, L × H × D.",
    "结果只有两个轴，是 L × (H · D)。它的形状应当和 x 一样：L × H × D。");
MISTAKE(input_edited, "x itself is changed: perhaps your code turns it in place. Write into a tensor of your own.",
    "输入 x 被改了：也许你在原地做了旋转。请另建一个张量来存结果。");
MISTAKE(last_head_as_it_was,
    "The last head of each row is left as it was in x: perhaps the loop over the heads ends one too early. With one head nothing is turned.",
    "每一行的最后一个头还是 x 原来的样子：也许对头的循环早结束了一次。只有一个头时，什么也没有转。");
MISTAKE(last_pair_as_it_was,
    "The last pair of each head is left as it was in x: perhaps the loop over the pairs ends one too early. There are D/2 pairs, 0 to D/2 - 1.",
    "每个头的最后一对还是 x 原来的样子：也许对各对的循环早结束了一次。一共有 D/2 对，从 0 到 D/2 - 1。");
MISTAKE(last_position_refused,
    "The last position of the tables is refused: offset + L may be as many as there are positions. Refuse only what is more.",
    "表里的最后一个位置被拒绝了：offset + L 可以等于位置的个数，更大时才拒绝。");
MISTAKE(leading_axes_accepted, "x with more than three axes is accepted. The contract asks for L × H × D.",
    "轴多于三个的 x 也被接受了。契约要求的是 L × H × D。");
MISTAKE(narrower_heads_accepted, "Tables that are too wide are accepted. D is exactly twice the tables' width.",
    "太宽的表也被接受了。D 应当恰好是表宽的两倍。");
MISTAKE(no_rows_accepted_anywhere,
    "An x without rows is accepted at any offset. The contract refuses an offset beyond the tables even then: check first, return afterwards.",
    "没有行时，不管 offset 是多少都接受了。即使这样，契约也要求拒绝超出表的 offset：先检查，再返回。");
MISTAKE(no_rows_refused, "An x without rows is refused, but then there is nothing to turn: you return no rows.",
    "这里拒绝了零行，但零行只是没有要转的，返回零行就行。");
MISTAKE(nothing_checked,
    "Neither the shape of x nor the positions are checked: what does not fit gives numbers without a meaning, or xtensor throws another exception. Keep the check of the stub.",
    "x 的形状和位置都没有检查：不匹配时要么算出没有意义的数，要么由 xtensor 抛出别的异常。请保留桩代码里的检查。");
MISTAKE(offset_alone_checked,
    "Only the first position is checked, offset, and not the last one, offset + L - 1. Keep the check of the stub.",
    "只检查了第一个位置 offset，没有检查最后一个位置 offset + L - 1。请保留桩代码里的检查。");
MISTAKE(offset_at_the_end_refused,
    "An x without rows is refused at the end of the tables: offset may be `positions` where nothing is turned.",
    "这里拒绝了位于表末尾的零行：没有行要转时，offset 可以等于 positions。");
MISTAKE(offset_counted_twice,
    "offset is counted twice: row r is put at position 2 * offset + r. If the tables were already cut at offset, row r of what is left is the right one.",
    "offset 算了两次：第 r 行成了位置 2 * offset + r。如果表已经从 offset 处截开，剩下部分的第 r 行就是要用的那一行。");
MISTAKE(offset_for_cosines_alone,
    "The cosine is that of position offset + r, but the sine that of position r: sin is read without the offset.",
    "余弦用的是位置 offset + r 的，正弦用的却是位置 r 的：读 sin 时漏了 offset。");
MISTAKE(offset_for_one_row_alone,
    "offset counts where there is one row, and several begin at position 0. Row r is at position offset + r, however many there are: a prompt may follow what is in the cache.",
    "只有一行时 offset 起作用，有几行时却从位置 0 开始。不管有几行，第 r 行的位置都是 offset + r：缓存里已有内容时也可能再来一段提示词。");
MISTAKE(offset_for_sines_alone,
    "The sine is that of position offset + r, but the cosine that of position r: cos is read without the offset.",
    "正弦用的是位置 offset + r 的，余弦用的却是位置 r 的：读 cos 时漏了 offset。");
MISTAKE(offset_ignored,
    "offset has no effect: the first row is always at position 0. Row r should be at position offset + r.",
    "offset 没有起作用：第一行总是在位置 0。第 r 行的位置是 offset + r。");
MISTAKE(one_position_too_many_accepted,
    "One position beyond the tables is accepted. They have positions 0 to positions - 1, so offset + L may be `positions` and no more.",
    "多接受了一个超出表的位置。表里是位置 0 到 positions - 1，所以 offset + L 最多等于 positions。");
MISTAKE(position_by_head,
    "The position is counted along the heads: head h is turned by the angles of offset + h, as if x were H × L × D. x is L × H × D: its first axis is the row, and all heads of a row are turned alike.",
    "位置是沿着头数的：头 h 用了位置 offset + h 的角度，好像 x 是 H × L × D。x 是 L × H × D：第一个轴才是行，同一行的所有头转的角度相同。");
MISTAKE(position_as_if_heads_came_first,
    "The positions are those of an x that is H × L × D: head h of row r, number r * H + h of the heads, gets the position offset + (r * H + h) % L. It is L × H × D: divide by H, offset + (r * H + h) / H. With one head nothing shows it.",
    "位置是按 H × L × D 的 x 算的：第 r 行的头 h（所有头里的第 r * H + h 个）用了位置 offset + (r * H + h) % L。x 是 L × H × D：应除以 H，即 offset + (r * H + h) / H。只有一个头时看不出来。");
MISTAKE(position_in_16_bits,
    "From position 65,536 on, rows are turned as if they were at the beginning: positions are kept in 16 bits somewhere. Use std::size_t.",
    "从位置 65536 起，各行又像在开头一样转：有的地方用 16 位来存位置。请用 std::size_t。");
MISTAKE(position_plus_1,
    "Each row is one position too far: row r has the angles of position offset + r + 1. The first position is 0, which turns nothing.",
    "每一行都往后错了一个位置：第 r 行用了位置 offset + r + 1 的角度。第一个位置是 0，那里不转。");
MISTAKE(positions_cut,
    "It is not checked that offset + L positions are in the tables. xt::view does not refuse such a range, it cuts it: where the shapes then do not fit, xtensor throws something else, and otherwise the numbers mean nothing. Keep the check of the stub.",
    "没有检查表里有没有 offset + L 个位置。xt::view 不会拒绝这样的范围，只会把它截断：之后形状对不上时，xtensor 抛出别的异常，否则得到的数没有意义。请保留桩代码里的检查。");
MISTAKE(positions_fall_on_heads,
    "The table's rows fall on the heads: shapes are aligned from the right, and in L × D/2 the L meets H. With one head, more is then written than y has room for. The table needs an axis of length 1 for the heads: xt::view(tables.cos, rows, xt::newaxis(), xt::all()).",
    "表的行和头对在了一起：形状是从右边对齐的，L × D/2 里的 L 对上了 H。只有一个头时，还会写到 y 的外面。表里要给头留一个长度为 1 的轴：xt::view(tables.cos, rows, xt::newaxis(), xt::all())。");
MISTAKE(positions_fall_on_heads_joined,
    "The table's rows fall on the heads: shapes are aligned from the right, and in L × D/2 the L meets H. With one head, x is then stretched, and the result has L heads. The table needs an axis of length 1 for the heads: xt::view(tables.cos, rows, xt::newaxis(), xt::all()).",
    "表的行和头对在了一起：形状是从右边对齐的，L × D/2 里的 L 对上了 H。只有一个头时，被广播的是 x，结果变成 L 个头。表里要给头留一个长度为 1 的轴：xt::view(tables.cos, rows, xt::newaxis(), xt::all())。");
MISTAKE(positions_unchecked,
    "It is not checked that offset + L positions are in the tables: beyond them you read memory that is not theirs, or nothing. Keep the check of the stub.",
    "没有检查表里有没有 offset + L 个位置：超出之后读到的是别人的内存，或者什么也没有。请保留桩代码里的检查。");
MISTAKE(range_ends_at_l,
    "The range of rows ends at L, x.shape(0), and not at offset + L. So it has L - offset rows, and where offset is as large as L, none: xt::range takes the first and the end, not the first and the number.",
    "行的范围到 L 就结束了，即 x.shape(0)，而不是 offset + L。这样只剩 L - offset 行；offset 不小于 L 时，一行也没有。xt::range 的第二个参数是终点，不是个数。");
MISTAKE(rows_alone_checked,
    "Only the number of rows, L, is compared with the tables, and not the last position, offset + L - 1. Keep the check of the stub.",
    "只把行数 L 与表比了，没有检查最后一个位置 offset + L - 1。请保留桩代码里的检查。");
MISTAKE(same_angle_for_all_pairs, "All pairs are turned by the angle of pair 0. Pair i has column i of the tables.",
    "每一对用的都是第 0 对的角度。第 i 对应当用表的第 i 列。");
MISTAKE(sine_of_the_cosine,
    "The sine is never negative, as if it were made from the cosine, by std::acos or as the root of 1 - c²: beyond half a turn it should be. tables.sin has it.",
    "正弦从不为负，好像是由余弦算出来的（用 std::acos，或 1 - c² 的平方根）；转过半圈之后，它应当是负的。tables.sin 里就有。");
MISTAKE(two_axes_accepted, "x with two axes, L × D, is accepted. The contract asks for L × H × D.",
    "只有两个轴 L × D 的 x 也被接受了。契约要求的是 L × H × D。");
MISTAKE(unsigned_difference,
    "An offset beyond the tables is accepted: perhaps you test L > positions - offset alone, and the difference of these unsigned numbers is then huge. Keep the check of the stub.",
    "超出了表的 offset 也接受了：也许你只比较了 L > positions - offset，而两者都是无符号数，这时的差极大。请保留桩代码里的检查。");
MISTAKE(wider_heads_accepted,
    "Tables that are too narrow are accepted: heads may be wider than the tables say. D is exactly twice the tables' width.",
    "太窄的表也被接受了：头可以比表宽。D 应当恰好是表宽的两倍。");
MISTAKE(width_compared_by_whole_halves,
    "D / 2 is compared with the tables' width, and the division drops what is left over: an odd D = 2 · width + 1 is accepted. Compare D with twice the width.",
    "比较的是 D / 2 与表的宽度，而整数除法会丢掉余数：D = 2 · 宽度 + 1 这样的奇数也被接受了。应比较 D 与宽度的两倍。");
MISTAKE(width_unchecked, "It is not checked that the tables are half as wide as a head. Keep the check of the stub.",
    "没有检查表的宽度是不是头宽的一半。请保留桩代码里的检查。");
MISTAKE(wrong_exception,
    "What does not fit is refused, but not with std::invalid_argument, which the contract names and callers catch. Keep the check of the stub.",
    "不匹配时拒绝了，但抛出的不是 std::invalid_argument；契约写明的、调用者要捕获的都是它。请保留桩代码里的检查。");
MISTAKE(x_returned, "x comes back as it was: nothing is turned.", "返回的就是 x，什么也没有转。");

/// Which two numbers of a head are pair i, and where in the tables' row their angles are.
struct Pairs {
    using Two = std::pair<std::size_t, std::size_t>;
    std::function<Two(std::size_t i, std::size_t half)> read, written, columns;
};

static Values turned(Run& run, const Pairs& pairs) {
    const Floats &x = run.floats("x"), &cos = run.floats("cos"), &sin = run.floats("sin");
    const auto offset = static_cast<std::size_t>(run.number("offset"));
    const std::size_t positions = cos.shape[0], half = cos.shape[1], rank = x.shape.size();
    const auto refuse = [] { wrong_exception ? throw std::out_of_range("") : throw std::invalid_argument(""); };
    const Values whatever{Floats(x.shape, grader::anything())};

    if (rank != 3) {
        if (nothing_checked) grader::xtensor_throws();
        if (axes_unchecked || (leading_axes_accepted && rank > 3) || (two_axes_accepted && rank == 2)) return whatever;
        refuse();
    }
    const std::size_t L = x.shape[0], H = x.shape[1], D = x.shape[2];
    const bool is_as_wide = D == 2 * half, is_inside = offset <= positions && L <= positions - offset;
    const std::size_t left = offset < positions ? std::min(L, positions - offset) : 0;  // rows of the tables, in a view
    if (nothing_checked && !(is_as_wide && is_inside)) {
        std::size_t first = 0, second = 0;  // so many of the numbers are there
        for (std::size_t i = 0; i < half; ++i)
            first += pairs.read(i, half).first < D, second += pairs.read(i, half).second < D;
        grader::broadcast({L, first}, {left, half}), grader::broadcast({L, second}, {left, half});
        return whatever;
    }
    if (!is_as_wide) {
        if (width_unchecked || (narrower_heads_accepted && D < 2 * half) || (wider_heads_accepted && D > 2 * half) ||
            (width_compared_by_whole_halves && D / 2 == half))
            return whatever;
        refuse();
    }
    if (positions_cut && !is_inside) {
        grader::broadcast({L}, {left});
        return whatever;
    }
    const bool is_refused = positions_unchecked              ? false
                            : offset_alone_checked           ? offset > positions || (offset == positions && L > 0)
                            : rows_alone_checked             ? L > positions
                            : unsigned_difference            ? L > positions - offset
                            : one_position_too_many_accepted ? offset + L > positions + 1
                            : no_rows_accepted_anywhere      ? L > 0 && offset + L > positions
                                                             : !is_inside;
    if (is_refused || (last_position_refused && offset + L == positions) ||
        (offset_at_the_end_refused && offset == positions) || (no_rows_refused && L == 0))
        refuse();
    if (!is_inside && L > 0) return whatever;
    if (x_returned) return {x};

    // The rows of the tables, n of them from `start` on. What is broadcast needs one, or as many as it meets.
    const bool from_0 = offset_ignored || (offset_for_one_row_alone && L > 1);
    const std::size_t start = from_0 ? 0 : offset_counted_twice ? 2 * offset : offset;
    const std::size_t n = range_ends_at_l ? (start < L ? L - start : 0) : L;
    const bool falls_on_heads = positions_fall_on_heads || positions_fall_on_heads_joined;
    if (n == 0 && L == 1) return {Floats(x.shape, grader::never_written())};  // and nothing throws
    Shape shape = grader::broadcast(x.shape, falls_on_heads ? Shape{n, 1} : Shape{n, 1, 1});
    if (shape != x.shape && positions_fall_on_heads) return whatever;  // more is written than there is room for
    const bool first_only = all_rows_at_offset || (n == 1 && (L > 1 || falls_on_heads)),
               by_head = falls_on_heads || position_by_head, on_and_on = every_head_a_position_further,
               in_16_bits = position_in_16_bits, first_pair = same_angle_for_all_pairs,
               heads_first = position_as_if_heads_came_first;
    const auto position = [&](std::size_t r, std::size_t h) {
        const std::size_t local = first_only    ? 0
                                  : by_head     ? h
                                  : on_and_on   ? r * H + h
                                  : heads_first ? (r * H + h) % L
                                                : r;
        const std::size_t p = start + local + (position_plus_1 ? 1 : 0);
        return in_16_bits ? static_cast<std::uint16_t>(p) : p;
    };

    std::vector<Pairs::Two> read, written, columns;
    for (std::size_t i = 0; i < half; ++i) {
        read.push_back(pairs.read(i, half)), written.push_back(pairs.written(i, half));
        if (partners_exchanged_in_the_result) std::swap(written.back().first, written.back().second);
        columns.push_back(first_pair ? Pairs::Two{0, 0} : pairs.columns(i, half));
    }
    const float never = grader::never_written();
    const bool is_alone = std::bit_cast<std::uint32_t>(never) == grader::unwritten_bits;
    const bool exchanged = sin_and_cos_exchanged, second_exchanged = second_sin_and_cos_exchanged, alone = only_cos,
               own = partners_not_exchanged, second_first = first_from_the_new_second,
               first_first = second_from_the_new_first, keeps_first = first_as_it_was, keeps_second = second_as_it_was,
               no_first = first_not_written, no_second = second_not_written, one_head = first_head_only,
               one_head_written = first_head_only_written, one_row = first_row_only,
               short_of_last = last_pair_as_it_was, short_heads = last_head_as_it_was,
               unsigned_sine = sine_of_the_cosine, late_cosine = offset_for_cosines_alone,
               late_sine = offset_for_sines_alone;
    const float first_sign = no_minus || turned_the_other_way ? 1 : -1,
                second_sign = two_minus || turned_the_other_way ? -1 : 1, own_sign = second_turned_about ? -1 : 1;
    Floats y(shape, 0.0f);
    for (std::size_t row = 0; row < shape[0] * shape[1]; ++row) {
        const std::size_t r = row / shape[1], h = row % shape[1];
        const float* numbers = x.row(r * H + (H == 1 ? 0 : h));
        for (std::size_t i = 0; i < half; ++i) {
            const std::size_t at = position(r, h) * half, before = at - std::min(at, start * half);
            const std::size_t of_cos = late_sine ? before : at, of_sin = late_cosine ? before : at;
            float c = grader::at(cos, of_cos + columns[i].first), s = grader::at(sin, of_sin + columns[i].first);
            float c2 = grader::at(cos, of_cos + columns[i].second), s2 = grader::at(sin, of_sin + columns[i].second);
            if (exchanged) std::swap(c, s), std::swap(c2, s2);
            if (second_exchanged) std::swap(c2, s2);
            if (alone) s = s2 = 0;
            if (unsigned_sine) s = std::abs(s), s2 = std::abs(s2);
            const float a = numbers[read[i].first], b = numbers[read[i].second];
            const auto first = [&](float partner) { return a * c + first_sign * (own ? a : partner) * s; };
            const auto second = [&](float partner) {
                return own_sign * b * c2 + second_sign * (own ? b : partner) * s2;
            };
            float one = first(second_first ? second(a) : b), other = second(first_first ? first(b) : a);
            // A right angle, or none, gives numbers of x back, whatever is done with them: that shows nothing.
            const float open = c * s == 0 && is_alone ? grader::anything() : never;
            if (keeps_first) one = a;
            if (keeps_second) other = b;
            if (no_first) one = open;
            if (no_second) other = open;
            if ((one_head && h > 0) || (one_row && r > 0) || (short_of_last && i + 1 == half) ||
                (short_heads && h + 1 == shape[1]))
                one = a, other = b;
            if (one_head_written && h > 0) one = other = never;
            y.row(row)[written[i].first] = one, y.row(row)[written[i].second] = other;
        }
    }
    if (input_edited) run.edit("x") = y;
    if (heads_before_rows) {
        Floats by_head({shape[1], shape[0], D}, 0.0f);
        for (std::size_t row = 0; row < y.rows(); ++row)
            std::copy_n(y.row(row), D, by_head.row(row % shape[1] * shape[0] + row / shape[1]));
        y = by_head;
    }
    if (heads_joined) y.shape = {y.shape[0], y.shape[1] * D};
    return {y};
}
