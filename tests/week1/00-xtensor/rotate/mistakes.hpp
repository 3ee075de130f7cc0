#pragma once
// What people get wrong in rotate, and the function that gets it wrong.
#include <algorithm>
#include <cmath>

#include "grader/plain.hpp"
#include "tests/week1/two_axes.hpp"

using grader::Floats, grader::Integers, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(angle_modulo_pi,
    "The angle is reduced by multiples of pi, but sine and cosine come back after 2 pi: after one pi both have changed their signs. Leave the reduction out, std::sin and std::cos take every angle.",
    "角度按 pi 取了余数，但正弦和余弦的周期是 2 pi：加上一个 pi，两者都变了号。不需要取余数，std::sin 和 std::cos 接受任意角度。");
MISTAKE(atan_for_atan2,
    "The points on the left, with a negative x, land on the opposite side: atan(y / x) cannot tell a point from its opposite, because both have the same y / x. std::atan2(y, x) can; and the formula with cosine and sine needs no angle of the point at all.",
    "左边的点（x 为负）都落到了对面：一个点和它对面的点 y / x 相同，atan(y / x) 分不清。std::atan2(y, x) 分得清；而用余弦和正弦的公式，根本不需要点自己的角度。");
MISTAKE(both_minus, "Both lines have a minus. The line for y needs a plus: y' = x sin + y cos.",
    "两行里都是减号。y 的那一行应当是加号：y' = x sin + y cos。");
MISTAKE(both_plus, "The minus is missing in x's line: x' = x cos - y sin.", "x 的那一行少了负号：x' = x cos - y sin。");
MISTAKE(clockwise,
    "Your points turn clockwise where the angle is positive. They should turn counter-clockwise: x' = x cos - y sin, y' = x sin + y cos.",
    "角度为正时，你的点是顺时针转的，应当逆时针转：x' = x cos - y sin，y' = x sin + y cos。");
MISTAKE(converted_to_degrees,
    "The angle is converted to degrees, but std::cos and std::sin take radians, and that is what it is in. Leave the conversion out.",
    "这里把 angle 换算成了度数，但 std::cos 和 std::sin 要的是弧度，而 angle 本来就是弧度。去掉换算即可。");
MISTAKE(copies_edited,
    "x and y are what they were: perhaps the new numbers went into copies, or were never assigned back. A Tensor made from x, and the v of for (auto v : x), are copies. Assign to x and y, or loop with auto&.",
    "x 和 y 都没有变：也许新的数值写进了副本，或者没有赋值回去。由 x 得到的 Tensor、for (auto v : x) 里的 v 都是副本。请赋值给 x 和 y 本身，循环里用 auto&。");
MISTAKE(cosine_from_sine,
    "Your cosine is never negative, as the root of 1 - sin² is not. Between a quarter turn and three quarters it should be: take std::cos(angle).",
    "你的余弦永远不会是负的，就像 1 - sin² 的平方根。转到四分之一圈和四分之三圈之间，它应当是负的：用 std::cos(angle)。");
MISTAKE(degrees,
    "The angle is taken for degrees and converted, but it is in radians already, as std::cos and std::sin want it. Leave the conversion out.",
    "这里把 angle 当成度数换算了，但它本来就是弧度，正是 std::cos 和 std::sin 要的。去掉换算即可。");
MISTAKE(no_axes_is_nothing,
    "A single number, which has no axes, is not turned, as if there were nothing to do. But x.size() is 1 there.",
    "单个的数没有轴，却被当作没有东西可转。其实这时 x.size() 是 1，也要转。");
MISTAKE(one_axis_only,
    "Only x and y with one axis are accepted. The shape does not matter here, as long as both have the same: leave that check out. Expressions work on any shape, and so does a loop over x.size() elements with flat(i).",
    "这里只接受一个轴的 x 和 y。只要两者形状相同，是什么形状都可以：去掉这个检查。表达式适用于任何形状，用 flat(i) 对 x.size() 个元素循环也一样。");
MISTAKE(only_x_written, "x is right and y is what it was. Assign it: y = x sin + y cos, with the old x.",
    "x 是对的，y 没有变。要赋值：y = x sin + y cos，其中的 x 是旧的 x。");
MISTAKE(only_y_written,
    "y is right and x is what it was: the turned x was computed, perhaps, but not assigned. Assign it to x at the end.",
    "y 是对的，x 没有变：转过的 x 也许算出来了，但没有赋值。最后要把它赋给 x。");
MISTAKE(rows_counted,
    "Only the first shape(0) elements are turned: shape(0) is the number of rows. There are x.size() elements; x.flat(i) is the one at flat position i.",
    "只转了前 shape(0) 个元素：shape(0) 是行数。元素个数是 x.size()，按展平后的位置取元素用 x.flat(i)。");
MISTAKE(scaled_first,
    "First x and y are multiplied by the cosine, then each takes its part of the other, which is no longer the old one. Both lines need the old x and the old y: keep one of them in a Tensor of its own before you write.",
    "你先把 x 和 y 都乘了 cos，再从对方那里取一份，而对方已经不是旧值了。两行要用的都是旧的 x 和旧的 y：动手写之前，先把其中一个存进单独的 Tensor。");
FAMILY(series_for_sine_and_cosine,
    "Small angles are right, larger ones are not: the sine and the cosine are their series up to the power {}. Take std::sin and std::cos.",
    "角度小时是对的，大了就不对：正弦和余弦用的是级数，只取到 {} 次项。请用 std::sin 和 std::cos。", 2, 3, 4, 5, 6, 7);
MISTAKE(shapes_unchecked,
    "The shapes of x and y are not compared: a y of one element, or of one row, is broadcast without a word. Keep the check of the stub.",
    "没有比较 x 和 y 的形状：只有一个元素或一行的 y 会被悄悄广播。请保留桩代码里的检查。");
MISTAKE(sign_of_the_angle_lost,
    "Negative angles turn the points counter-clockwise, as positive ones do: the angle's sign is lost. Keep it.",
    "角度为负时，点也像角度为正时那样逆时针转：角度的符号丢了。请保留它。");
MISTAKE(sin_and_cos_exchanged,
    "The sine and the cosine are swapped: at angle 0, x' must be x, and the cosine of 0 is 1. x' = x cos - y sin, y' = x sin + y cos.",
    "正弦和余弦用反了：角度为 0 时 x' 应当等于 x，而 0 的余弦是 1。x' = x cos - y sin，y' = x sin + y cos。");
MISTAKE(sin_and_cos_integers,
    "The cosine and the sine are cut to whole numbers, mostly 0: perhaps they are kept in an int. Keep them in a float.",
    "余弦和正弦被截成了整数，多半是 0：它们也许被存进了 int。请用 float。");
MISTAKE(sine_from_cosine,
    "Your sine is never negative, as the root of 1 - cos² is not. Between half a turn and a whole one it should be: take std::sin(angle).",
    "你的正弦永远不会是负的，就像 1 - cos² 的平方根那样。转到半圈和一圈之间，正弦应当是负的：用 std::sin(angle)。");
MISTAKE(sizes_compared,
    "The numbers of elements are compared, not the shapes: (2, 3) and (3, 2) have six each, and have to be refused all the same. Compare x.shape() with y.shape().",
    "比较的是元素个数，不是形状：(2, 3) 和 (3, 2) 都有六个元素，也应当拒绝。请比较 x.shape() 和 y.shape()。");
MISTAKE(small_angles_left_out,
    "An angle near 0 turns nothing: it is taken for 0. It is small, but x and y may be large, and then their products with its sine count. Leave the branch out.",
    "接近 0 的角度被当成了 0，什么也没有转。角度虽小，x 和 y 却可能很大，它们与正弦的乘积就不能忽略。去掉这个分支。");
MISTAKE(written_before_check,
    "Different shapes are refused, but x has been written by then. Compare the shapes before anything is changed.",
    "形状不同时虽然拒绝了，但那时 x 已经被改写。请在改动任何东西之前先比较形状。");
MISTAKE(x_from_new_y,
    "x is computed from the new y. Either the line for x comes after the line for y, or you kept the expression in an auto, and it is only computed when it is assigned to x. Compute it before y is written, into a Tensor: const Tensor turned = ...",
    "x 是用新的 y 算出来的。要么 x 的那一行写在 y 的后面，要么 auto 存下的是表达式，到赋值给 x 时才求值。请在改写 y 之前就把它算进一个 Tensor：const Tensor turned = ...");
MISTAKE(y_from_new_x,
    "y is computed from the new x. Either the line for y comes after the line for x, or you kept the expression in an auto, and it is only computed when it is assigned to y. Keep the old x, or the new one, in a Tensor of its own until y is written.",
    "y 是用新的 x 算出来的。要么 y 的那一行写在 x 的后面，要么 auto 存下的是表达式，到赋值给 y 时才求值。请把旧的 x 或新的 x 存进单独的 Tensor，等 y 写好再说。");
MISTAKE(zero_elements_refused,
    "x and y without elements are refused, but there is nothing wrong with them: nothing is turned, and they stay as they are. Leave the check out.",
    "这里拒绝了没有元素的 x 和 y，但它们并没有错：没有点要转，保持原样就行。去掉这个检查。");
FAMILY(tail_forgotten,
    "The points are turned {} at a time, and those after the last whole step stay where they were. Add a loop for what remains.",
    "每次转 {} 个点，最后一个整步之后的点没有转，还在原处。补一个循环处理剩下的点。", 4, 8, 16);

static Values rotate(Run& run) {
    Floats x = run.floats("x"), y = run.floats("y");
    float angle = static_cast<float>(run.number("angle"));
    if (degrees) angle = angle * 3.14159265f / 180.0f;
    if (converted_to_degrees) angle = angle * 180.0f / 3.14159265f;
    if (sign_of_the_angle_lost) angle = std::abs(angle);
    float c = std::cos(angle), s = std::sin(angle);
    if (cosine_from_sine) c = std::sqrt(1 - s * s);
    const bool digits_lost = sine_from_cosine && std::abs(s) < 0.1f;
    if (sine_from_cosine) s = std::sqrt(1 - c * c);
    if (angle_modulo_pi) {
        const double rest = std::fmod(double{angle}, std::acos(-1.0));
        c = static_cast<float>(std::cos(rest)), s = static_cast<float>(std::sin(rest));
    }
    if (series_for_sine_and_cosine) {
        Real term = 1, sums[2] = {1, 0};
        for (int k = 1; k <= series_for_sine_and_cosine.number(); ++k) {
            term *= angle / k * (k % 2 == 0 ? -1 : 1);
            sums[k % 2] += term;
        }
        // Of an angle as large the last digits decide.
        const bool is_open = std::abs(angle) > 1000;
        c = is_open ? grader::anything() : float(sums[0]), s = is_open ? grader::anything() : float(sums[1]);
    }
    if (sin_and_cos_exchanged) std::swap(c, s);
    if (sin_and_cos_integers) c = std::trunc(c), s = std::trunc(s);

    const Real of_y = both_plus || clockwise ? 1 : -1, of_x = clockwise ? -1 : 1, of_own = both_minus ? -1 : 1;
    const auto line_of_x = [&] { return grader::together(x, y, [&](Real v, Real w) { return v * c + of_y * w * s; }); };
    const auto line_of_y = [&] {
        return grader::together(x, y, [&](Real v, Real w) { return of_x * v * s + of_own * w * c; });
    };

    const Shape its_shape = y.shape;
    if (sizes_compared && !shapes_unchecked && x.size() == y.size()) y.shape = x.shape;  // a loop over all elements
    if (x.shape != y.shape && !shapes_unchecked) {
        if (written_before_check) run.edit("x") = line_of_x();
        throw std::invalid_argument("");
    }
    if ((one_axis_only && x.shape.size() != 1) || (zero_elements_refused && x.size() == 0))
        throw std::invalid_argument("");

    const Floats old_x = x, old_y = y;
    if (scaled_first) {
        for (Floats* one : {&x, &y})
            for (float& v : one->values) v *= c;
        x = grader::together(x, y, [&](Real v, Real w) { return v + of_y * w * s; });
        y = grader::together(x, y, [&](Real v, Real w) { return of_own * w + of_x * v * s; });
    } else if (y_from_new_x) {
        x = line_of_x();
        y = line_of_y();
    } else {
        const Floats turned = line_of_x();
        y = line_of_y();
        x = x_from_new_y ? line_of_x() : turned;
    }
    if (atan_for_atan2)
        for (std::size_t i = 0; i < std::min({x.size(), y.size(), old_x.size()}); ++i) {
            if (old_x.values[i] < 0) x.values[i] = -x.values[i], y.values[i] = -y.values[i];
            if (old_x.values[i] == 0) x.values[i] = y.values[i] = grader::anything();
        }
    for (std::size_t i = grader::whole_steps(x.size(), tail_forgotten); i < std::min(x.size(), old_x.size()); ++i) {
        x.values[i] = old_x.values[i];
        if (i < y.size()) y.values[i] = grader::at(old_y, i);
    }
    const bool kept =
        copies_edited || (no_axes_is_nothing && x.shape.empty()) || (small_angles_left_out && std::abs(angle) < 1e-3f);
    if (only_x_written || kept) y = old_y;
    if (only_y_written || kept) x = old_x;

    only_two_axes(x, [&](std::size_t i) { return old_x.values[i]; });
    only_two_axes(y, [&](std::size_t i) { return old_y.values[i]; });
    if (rows_counted)
        for (Floats* one : {&x, &y}) {
            const Floats& old = one == &x ? old_x : old_y;
            const std::size_t rows = old.shape.empty() ? 0 : old.shape[0];
            for (std::size_t i = rows; i < one->size(); ++i)
                one->values[i] = old.shape.empty() ? grader::anything() : grader::at(old, i);
        }
    if (digits_lost)
        for (Floats* one : {&x, &y}) *one = Floats(one->shape, grader::rounding());
    // There the last digits of theirs decide.
    if ((converted_to_degrees || angle_modulo_pi) && std::abs(angle) > 1000)
        for (Floats* one : {&x, &y}) *one = Floats(one->shape, grader::anything());
    if (sizes_compared && !shapes_unchecked) y.shape = its_shape;
    return {x, y};
}
