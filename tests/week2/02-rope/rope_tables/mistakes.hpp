#pragma once
// What people get wrong in rope_tables, and the function that gets it wrong.
#include <cmath>
#include <cstdint>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Values;

MISTAKE(a_column_for_each_number,
    "There are twice as many columns as there should be, as if i ran over all D numbers of a head instead of its D/2 pairs.",
    "列数多了一倍，好像 i 跑遍了一个头的 D 个数，而不是 D/2 对。");
MISTAKE(angle_added_up_in_float,
    "The angle of a position is that of the one before plus the frequency, in float: each addition rounds, and after thousands of them the angle is off. Multiply, p * frequency, in double.",
    "每个位置的角度是用 float 在前一个的基础上累加频率得到的：每加一次都有舍入误差，加上几千次角度就偏了。应当用 double 相乘：p * frequency。");
MISTAKE(angle_cut_to_whole,
    "The angle is cut to a whole number, perhaps by an int or a std::size_t, so slow pairs stay still for many positions. It should be a double.",
    "角度被截成了整数，也许经过了 int 或 std::size_t，慢的几对要过很多位置才转一下。角度应当是 double。");
MISTAKE(angles_in_degrees,
    "The angles are treated as degrees: they are multiplied by π/180. p * theta^(-2i/D) is in radians, which std::cos and std::sin take.",
    "角度被当成了度，乘了 π/180。p * theta^(-2i/D) 本来就是弧度，std::cos 和 std::sin 要的也是弧度。");
MISTAKE(angles_in_turns,
    "The angles are multiplied by 2π, as if p * theta^(-2i/D) counted whole turns. It is the angle in radians already.",
    "角度乘了 2π，好像 p * theta^(-2i/D) 是圈数。它本来就是弧度。");
MISTAKE(angles_themselves, "The tables hold the angles, not their cosines and sines.",
    "表里放的是角度本身，而不是它的余弦和正弦。");
MISTAKE(
    both_cosines, "Both tables hold the cosines. The second is for the sines.", "两个表里都是余弦。第二个应当放正弦。");
MISTAKE(
    both_sines, "Both tables hold the sines. The first is for the cosines.", "两个表里都是正弦。第一个应当放余弦。");
MISTAKE(computed_in_float,
    "Large angles are off, as if the exponent, the frequency or the angle was a float: near 32,767 neighbouring floats are 0.002 apart. All three should be double; only the cosine and the sine become float.",
    "角度大时有误差，好像指数、频率或角度是 float：在 32767 附近，相邻的 float 相差 0.002。这三样都要用 double，只有余弦和正弦才转成 float。");
MISTAKE(exp_without_theta,
    "The base is e instead of theta: exp(-2i/D). With std::exp, the exponent has to be -2i/D * log(theta).",
    "底数成了 e，而不是 theta：exp(-2i/D)。用 std::exp 时，指数应当是 -2i/D * log(theta)。");
MISTAKE(exponent_from_1,
    "The exponents begin with -2/D: i is counted from 1. It should be counted from 0, so that the first pair turns by one radian for each position.",
    "指数是从 -2/D 开始的：i 从 1 数起了。i 应从 0 数起，这样第一对每过一个位置转 1 弧度。");
MISTAKE(exponent_to_minus_1,
    "The exponents go from 0 to -1, both included, as xt::linspace gives them: -2i/(D - 2). They should be -2i/D, so the last is -(D - 2)/D.",
    "指数从 0 取到了 -1，两端都含，就像 xt::linspace 给出的：-2i/(D - 2)。应当是 -2i/D，最后一个是 -(D - 2)/D。");
MISTAKE(exponent_twice_as_large,
    "The exponent is -4i/D: perhaps -2i divided by D/2, the number of pairs, or i counted in steps of two and doubled again. It should be -2i/D, or -i divided by D/2.",
    "指数成了 -4i/D：可能是 -2i 除以了对的个数 D/2，也可能是 i 已经每次加 2，又乘了 2。应当是 -2i/D，也就是 -i 除以 D/2。");
MISTAKE(exponent_without_2,
    "The exponent is -i/D, without the 2, so that the slow pairs turn too fast. With i from 0 to D/2 - 1 it is -2i/D.",
    "指数写成了 -i/D，少了 2，慢的几对于是转得太快。i 从 0 到 D/2 - 1，指数应当是 -2i/D。");
MISTAKE(halves_repeated,
    "The tables have D columns: all angles, then all of them again, as Hugging Face stores them (cat((freqs, freqs))). The contract asks for each angle once: positions × D/2.",
    "表有 D 列：全部角度排一遍，再重复一遍，Hugging Face 就是这样存的（cat((freqs, freqs))）。契约要求每个角度只出现一次：positions × D/2。");
MISTAKE(last_column_not_filled,
    "The last column of both tables is never filled. There are D/2 of them, one for each pair.",
    "两张表的最后一列都没有填。一共有 D/2 列，每一对一列。");
MISTAKE(neighbours_repeated,
    "The tables have D columns: each angle twice in a row, once for each number of a pair. The contract asks for it once for each pair: positions × D/2.",
    "表有 D 列：每个角度连着出现两次，一对里的每个数各一次。契约要求每一对只有一个：positions × D/2。");
MISTAKE(no_pairs_refused, "A head_dim of 0 is refused, but 0 is even: rows without numbers are fine.",
    "这里拒绝了 head_dim 为 0 的情况，但 0 是偶数，每行没有数也没关系。");
MISTAKE(no_positions_refused, "0 positions are refused, but a table without rows is fine.",
    "这里拒绝了没有位置的情况，但零行的表没有问题。");
MISTAKE(odd_head_dim_accepted,
    "An odd head_dim is accepted, and the number that has no partner left out. The contract refuses it: keep the check of the stub.",
    "head_dim 是奇数也被接受了，配不成对的那个数被丢掉了。契约要求拒绝：请保留桩代码里的检查。");
MISTAKE(one_row_too_many, "The tables have positions + 1 rows. There is one for each position from 0 to positions - 1.",
    "表有 positions + 1 行。位置 0 到 positions - 1 各一行。");
MISTAKE(pair_instead_of_position, "Position and pair are swapped: row p, column i has the angle i * theta^(-2p/D).",
    "位置和对的编号用反了：第 p 行第 i 列成了角度 i * theta^(-2p/D)。");
MISTAKE(pairs_in_reverse_order,
    "The columns are in the reverse order: the slowest pair comes first. Column 0 is the fastest, theta^0 = 1.",
    "列的顺序反了：最慢的一对排在了最前面。第 0 列是最快的一对，theta^0 = 1。");
MISTAKE(position_in_16_bits,
    "From position 65,536 on, the tables begin again: positions are kept in 16 bits somewhere. Use std::size_t.",
    "从位置 65536 起，表又从头开始了：有的地方用 16 位来存位置。请用 std::size_t。");
MISTAKE(position_plus_1,
    "The positions are counted from 1: row p has the angles of position p + 1. Row 0 is position 0, where cos is 1 and sin is 0.",
    "位置从 1 数起了：第 p 行是位置 p + 1 的角度。第 0 行是位置 0，cos 为 1，sin 为 0。");
MISTAKE(same_angle_for_all_pairs,
    "All pairs turn by the same angle, p. Where the exponent is -2i/D of whole numbers, the division gives 0 for every i: make them double first.",
    "每一对都转了同样的角度 p。如果指数 -2i/D 是用整数算的，那么对每个 i 除法的结果都是 0：应先转成 double。");
MISTAKE(sin_and_cos_exchanged,
    "The two tables are swapped: cos holds the sines and sin the cosines. At position 0 cos is 1 and sin is 0.",
    "两个表放反了：cos 里是正弦，sin 里是余弦。在位置 0，cos 是 1，sin 是 0。");
MISTAKE(sin_negated,
    "The sines have the wrong sign, as if the angles were negative: that turns the other way. The table holds +sin; the minus belongs into rope, and only once.",
    "正弦的符号反了，相当于角度取了负：会朝反方向转。表里放的是 +sin；负号在 rope 里才用，而且只用一处。");
MISTAKE(sin_from_cos, "No sine is below 0, as where it is made from the cosine, √(1 - cos²). From π to 2π they are.",
    "正弦从不小于 0，好像是用 √(1 - cos²) 从余弦算出来的；可从 π 到 2π，正弦是负的。");
MISTAKE(sin_never_written, "The table of sines is never filled. Write both tables.", "正弦表没有填。两个表都要写。");
MISTAKE(theta_inverted,
    "The exponent has the wrong sign: theta^(2i/D), or p divided by theta^(-2i/D). Later pairs turn more slowly, not faster: p * theta^(-2i/D).",
    "指数的符号反了：写成了 theta^(2i/D)，或者用 p 除以了 theta^(-2i/D)。越靠后的一对应当转得越慢，而不是越快：p * theta^(-2i/D)。");
MISTAKE(theta_not_used, "theta has no effect: the base is always 10,000. Qwen2's is 1,000,000, so use the argument.",
    "theta 没有起作用：底数总是 10000。Qwen2 的是 1000000，请使用传入的参数。");
MISTAKE(transposed, "The tables are D/2 × positions: rows and columns are swapped. A row belongs to a position.",
    "表的形状是 D/2 × positions，行和列用反了。每一行应当属于一个位置。");
MISTAKE(turn_in_float,
    "The angle is first brought below a turn, and the 2π for that is a float: it is 1.7e-7 too large, and counts once for each turn. std::cos and std::sin take any angle.",
    "先把角度减到一圈以内，而用的 2π 是 float：它大了 1.7e-7，每转一圈就多错一次。std::cos 和 std::sin 什么角度都接受。");
MISTAKE(unsigned_exponent,
    "The exponent is computed from an unsigned number: -i or -2 * i of a std::size_t is no negative number but one near 2^64, and theta to such a power overflows. Make i a double first.",
    "指数是用无符号数算的：对 std::size_t 取 -i 或 -2 * i，得到的不是负数，而是接近 2^64 的数，theta 的这么多次方早已溢出。应先把 i 转成 double。");
MISTAKE(wrong_exception,
    "An odd head_dim is refused, but not with std::invalid_argument, which the contract names and callers catch.",
    "head_dim 是奇数时拒绝了，但抛出的不是 std::invalid_argument；契约写明的、调用者要捕获的都是它。");

/// The angles' cosines and sines, from row `from` on where that is what is compared.
static Values rope_tables(Run& run) {
    const auto D = static_cast<std::size_t>(run.number("head_dim"));
    const auto positions = static_cast<std::size_t>(run.number("positions"));
    const auto theta = static_cast<float>(run.number("theta"));
    if (D % 2 != 0 && wrong_exception) throw std::runtime_error("");
    if ((D % 2 != 0 && !odd_head_dim_accepted) || (D == 0 && no_pairs_refused) ||
        (positions == 0 && no_positions_refused))
        throw std::invalid_argument("");

    const std::size_t half = a_column_for_each_number ? D : D / 2, rows = positions + (one_row_too_many ? 1 : 0);
    const std::size_t from = run.has("compared_from") ? std::size_t(run.number("compared_from")) : 0;
    // A long table of another shape is returned whole. It is wrong at sight, and its last rows are enough of its numbers.
    const std::size_t left_out = rows != positions || transposed ? from : 0;

    // Asked once and not for every angle.
    const bool swapped = pair_instead_of_position, short_positions = position_in_16_bits,
               added_up = angle_added_up_in_float, in_float = computed_in_float, whole = angle_cut_to_whole,
               bare = angles_themselves, short_turn = turn_in_float, absolute = sin_from_cos;
    const Real first_pair = exponent_from_1 ? 1 : 0, first_position = position_plus_1 ? 1 : 0;
    const Real factor = (theta_inverted ? 1 : -1) * (exponent_without_2 ? 1.0 : exponent_twice_as_large ? 4.0 : 2.0);
    const Real divisor = exponent_to_minus_1 ? std::max(Real(D) - 2, 1.0) : Real(D);
    const Real base = theta_not_used ? 10000 : exp_without_theta ? std::exp(1.0) : theta;
    const Real unit = (angles_in_degrees ? M_PI / 180 : 1) * (angles_in_turns ? 2 * M_PI : 1);
    const bool no_exponent = same_angle_for_all_pairs, wraps = unsigned_exponent;
    const auto frequency_of = [&](std::size_t pair) -> Real {
        const Real i = Real(pair) + first_pair;
        // Near 2^64, unless i is 0.
        const Real exponent = no_exponent      ? 0
                              : wraps && i > 0 ? (18446744073709551616.0 + factor * i) / divisor
                                               : factor * i / divisor;
        if (in_float) return std::pow(static_cast<float>(base), static_cast<float>(exponent));
        return std::pow(base, exponent);
    };

    Floats cos({rows - from + left_out, half}, grader::anything()), sin = cos;
    const bool sines_first = both_sines || sin_and_cos_exchanged,
               cosines_second = both_cosines || sin_and_cos_exchanged;
    const Real sign = sin_negated ? -1 : 1;
    const float never = grader::never_written();
    const bool unwritten = sin_never_written, reversed = pairs_in_reverse_order, short_of_last = last_column_not_filled;
    for (std::size_t i = 0; i < half; ++i) {
        const Real frequency = swapped ? 0 : frequency_of(i);
        const auto step = static_cast<float>(frequency * unit);
        auto sum = static_cast<float>(first_position * step);
        if (added_up)
            for (std::size_t p = 0; p < from; ++p) sum += step;
        for (std::size_t p = from; p < rows; ++p, sum += step) {
            const Real q = Real(short_positions ? static_cast<std::uint16_t>(p) : p) + first_position;
            Real angle = (swapped ? Real(i) * frequency_of(p) : added_up ? sum : q * frequency * unit);
            if (whole) angle = std::floor(angle);
            if (short_turn) angle = std::fmod(angle, Real(static_cast<float>(2 * M_PI)));
            // Which floats it went through decides what comes out. Whole angles are exact.
            const bool rounded = in_float && angle > 40 && frequency != 1;
            const Real c = bare ? angle : std::cos(angle), s = bare       ? angle
                                                               : absolute ? std::abs(std::sin(angle))
                                                                          : std::sin(angle);
            const std::size_t at = (p - from + left_out) * half + (reversed ? half - 1 - i : i);
            if (short_of_last && i + 1 == half) {
                // Zeros are right where a sine is 0.
                cos.values[at] = never, sin.values[at] = s == 0 ? grader::anything() : never;
                continue;
            }
            cos.values[at] = rounded ? grader::rounding() : static_cast<float>(sines_first ? s : c);
            sin.values[at] = rounded     ? grader::rounding()
                             : unwritten ? never
                                         : static_cast<float>(sign * (cosines_second ? c : s));
        }
    }

    Values tables;
    for (Floats* table : {&cos, &sin}) {
        const std::size_t height = table->shape[0];
        if (halves_repeated || neighbours_repeated) {
            const Floats once = std::move(*table);
            *table = Floats({height, 2 * half}, 0.0f);
            for (std::size_t k = 0; k < table->size(); ++k) {
                const std::size_t column = k % (2 * half);
                table->values[k] =
                    once.values[k / (2 * half) * half + (neighbours_repeated ? column / 2 : column % half)];
            }
        }
        if (transposed) {
            const Floats by_position = std::move(*table);
            const std::size_t width = by_position.shape[1];
            *table = Floats({width, height}, 0.0f);
            for (std::size_t p = 0; p < height; ++p)
                for (std::size_t k = 0; k < width; ++k)
                    table->values[k * height + p] = by_position.values[p * width + k];
        }
        tables.push_back(std::move(*table));
    }
    return tables;
}
