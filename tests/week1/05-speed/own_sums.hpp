#pragma once
// A sum and an inverse root of one's own, as people get them wrong in the fast norms.
#include <bit>

#include "tests/week1/05-speed/fast_form.hpp"

MISTAKE(inverse_root_one_step,
    "1 / sqrt stops after one step of Newton's method from a guess by the bits: it is up to 0.2 % off. One division and one root for each row cost nothing: write 1.0f / std::sqrt.",
    "1 / sqrt 从位技巧的初值出发只做了一步牛顿迭代，误差可达 0.2 %。每行只有一次除法和一次开方，没什么代价：直接写 1.0f / std::sqrt。");
FAMILY(first_lane_not_added,
    "{} sums were kept, one in each lane, and the first of them is left out: perhaps the loop that adds them up begins at 1.",
    "一共有 {} 个部分和，每个通道（lane）一个，第一个却没有加进去：也许把它们加起来的循环从 1 开始了。", 8, 16, 64);
FAMILY(lanes_not_added,
    "{} sums were kept, one in each lane, and only the first is used. Add all of them up before the mean.",
    "一共有 {} 个部分和，每个通道（lane）一个，却只用了第一个。求均值之前要把它们都加起来。", 8, 16, 64);
FAMILY(lanes_not_reset,
    "The {} sums, one in each lane, are set to zero once and not for every row: the mean of a later row still contains squares of rows before it. Declare them inside of the loop over the rows.",
    "{} 个部分和（每个通道一个）只清零了一次，没有每行清零：后面的行，均值里会混进前面各行的平方。把它们声明在逐行的循环里面。",
    8, 16, 64);
FAMILY(last_lane_not_added,
    "{} sums were kept, one in each lane, and the last of them is left out: perhaps the loop that adds them up ends one step early.",
    "一共有 {} 个部分和，每个通道（lane）一个，最后一个却没有加进去：也许把它们加起来的循环早结束了一步。", 8, 16, 64);
FAMILY(mean_over_padded_width,
    "The sum is divided by the width rounded up to a multiple of {}. Divide by the width itself.",
    "平方和除以的是向上取整到 {} 的倍数的宽度。应除以宽度本身。", 8, 16, 32, 64);
FAMILY(mean_over_whole_steps,
    "The sum is divided by the number of elements in the whole steps of {}, and where elements remain after them, that is less than the row has. Divide by dim.",
    "平方和除以的是整步（每步 {} 个）里的元素个数；整步之后还有元素时，它比一行的元素少。应除以 dim。", 8, 16, 32, 64);
FAMILY(rows_over_of_several,
    "A single row is right, but several are taken {} at a time, and those that remain after the last whole step are left out. Give them a loop of their own.",
    "只有一行时是对的，多行时每次处理 {} 行，最后一个整步之后剩下的行没有算。用一个单独的循环来处理它们。", 2, 4, 8);
FAMILY(squares_of_tail_missed,
    "The squares are summed in steps of {} elements, and those after the last whole step are left out of the mean. Add them in a loop of their own.",
    "平方和按每 {} 个元素一步累加，最后一个整步之后的元素没有算进去。用一个单独的循环把它们加上。", 4, 8, 16, 32, 64);

/// So many of the rows are computed.
inline std::size_t but_the_rows_over(std::size_t rows) {
    return rows == 1 ? 1 : grader::whole_steps(rows, rows_over_of_several);
}

namespace own_sums {

using grader::Real;

inline Real root_of_one_step(Real mean) {
    const float m = static_cast<float>(mean);
    const float guess = std::bit_cast<float>(0x5F3759DFu - (std::bit_cast<std::uint32_t>(m) >> 1));
    return 1 / Real(guess * (1.5f - 0.5f * m * guess * guess));
}

/// Those that are made, in the place of the twin's. `otherwise` says where a sum of n terms ends that would end at `end`.
inline void take_place(
    grader::Fast& fast, const std::function<std::size_t(std::size_t n, std::size_t end)>& otherwise = {}) {
    if (inverse_root_one_step) fast.root = root_of_one_step;
    if (!otherwise && !mean_over_padded_width && !mean_over_whole_steps && !lanes_not_added && !lanes_not_reset &&
        !first_lane_not_added && !last_lane_not_added && !squares_of_tail_missed)
        return;
    // `lanes` is what the sums that go on in whole steps hold after the row before.
    fast.add_up = [otherwise, lanes = Real(0)](std::size_t n, const std::function<Real(std::size_t)>& term) mutable {
        std::size_t end = grader::whole_steps(n, squares_of_tail_missed);
        if (otherwise) end = otherwise(n, end);
        const grader::Switch& by_lanes = lanes_not_added        ? lanes_not_added
                                         : lanes_not_reset      ? lanes_not_reset
                                         : first_lane_not_added ? first_lane_not_added
                                                                : last_lane_not_added;
        const std::size_t steps = by_lanes ? grader::whole_steps(end, by_lanes) : 0;
        const std::size_t every = lanes_not_added ? std::size_t(lanes_not_added.number()) : 1;
        const std::size_t short_of = last_lane_not_added ? std::size_t(last_lane_not_added.number()) : 0;
        const std::size_t without = first_lane_not_added ? std::size_t(first_lane_not_added.number()) : 0;
        Real sum = 0;
        for (std::size_t k = 0; k < steps; k += every)
            if ((short_of == 0 || k % short_of + 1 < short_of) && (without == 0 || k % without > 0)) sum += term(k);
        if (lanes_not_reset) sum = lanes += sum;
        for (std::size_t k = steps; k < end; ++k) sum += term(k);
        if (mean_over_whole_steps) {
            const std::size_t counted = grader::whole_steps(n, mean_over_whole_steps);
            return counted ? sum * Real(n) / Real(counted) : grader::anything();  // some divide by 0, some by n
        }
        if (!mean_over_padded_width) return sum;
        const Real step = mean_over_padded_width.number();
        return sum * Real(n) / (std::ceil(Real(n) / step) * step);
    };
}

}  // namespace own_sums
