#pragma once
// What people get wrong in outer, and the function that gets it wrong.
#include <cmath>
#include <limits>
#include <numeric>

#include "grader/plain.hpp"

using grader::Floats, grader::Integers, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(a_in_an_int,
    "The fractions of a are gone, perhaps because its element is kept in an int before it is multiplied. Keep it in a float.",
    "a 的小数部分没有了：它的元素在相乘之前也许被存进了 int。请用 float。");
MISTAKE(a_reshaped,
    "The numbers are right, but a itself has changed: it is M x 1 now, and its owner still needs it as it was. Reshape a copy (Tensor column = a), or look at a through xt::view with xt::newaxis(), which changes nothing.",
    "数值是对的，但 a 本身变了：它成了 M x 1，而调用者还要用原来的 a。请 reshape 一份副本（Tensor column = a），或者用带 xt::newaxis() 的 xt::view 来看 a，它什么都不改。");
MISTAKE(b_in_an_int,
    "The fractions of b are gone, perhaps because its element is kept in an int before it is multiplied. Keep it in a float.",
    "b 的小数部分没有了：它的元素在相乘之前也许被存进了 int。请用 float。");
MISTAKE(both_columns,
    "Elements of the same place are multiplied, as if both a and b were columns, M x 1 and N x 1. Only a needs the new axis: b is a row as it is.",
    "相乘的是相同位置的元素，好像 a 和 b 都变成了列，形状是 M x 1 和 N x 1。只有 a 需要新轴：b 本来就是一行。");
MISTAKE(bounds_swapped,
    "The bounds of the two loops are swapped: rows should run over a.size(), columns over b.size().",
    "两层循环的上界写反了：行下标应小于 a.size()，列下标应小于 b.size()。");
MISTAKE(elementwise,
    "a * b pairs elements of the same place, and takes only equal lengths, or a length of 1. The outer product pairs each with each: a has to become a column, M x 1, before it is multiplied.",
    "a * b 只把相同位置的元素相乘，而且要求两者一样长，或者有一个长度为 1。外积是两两相乘：相乘之前，要先把 a 变成一列，形状是 M x 1。");
MISTAKE(empty_without_length,
    "Where a or b has no elements, the result is 0 x 0. It should be M x N there too: 0 x N, or M x 0. No branch is needed for it.",
    "a 或 b 没有元素时，结果成了 0 x 0。此时它仍应是 M x N，即 0 x N 或 M x 0。不需要专门的分支。");
MISTAKE(empty_on_one_axis,
    "Where a or b has no elements, the result has one axis of length 0. It should be M x N there too: 0 x N, or M x 0. No branch is needed for it.",
    "a 或 b 没有元素时，结果只有一个长度为 0 的轴。此时它仍应是 M x N，即 0 x N 或 M x 0。不需要专门的分支。");
MISTAKE(flat_result,
    "The products are there, in the right order, but on one axis of M * N. The result has two axes, M x N: make it with Tensor::from_shape({a.size(), b.size()}).",
    "乘积都在，次序也对，但只有一个轴，长 M * N。结果应当有两个轴，形状 M x N：用 Tensor::from_shape({a.size(), b.size()}) 创建。");
MISTAKE(index_divided_by_rows,
    "With one loop over all places k, element k is in row k / N and column k % N, where N = b.size() is the length of a row. Your row is k divided by M = a.size(), which is the same only where M is N.",
    "用一个循环走遍所有位置 k 时，第 k 个元素在第 k / N 行、第 k % N 列，N = b.size() 是一行的长度。你求行号时除以的是 M = a.size()，只有 M 等于 N 时两者才相同。");
MISTAKE(indices_swapped,
    "The two indices of the output are swapped: out(j, i). The row comes first, and rows belong to a: out(i, j). On a square that is the transpose; otherwise elements are overwritten, missed, or written outside of the output.",
    "输出的两个下标写反了：out(j, i)。行下标在前，行对应 a，应当是 out(i, j)。结果是方阵时得到转置；不是方阵时，有的元素被覆盖，有的漏掉，还可能写到输出之外。");
MISTAKE(inner_product,
    "This is the inner product: it multiplies pairs and adds them up to one number, and needs equal lengths. The outer product adds nothing up: M * N products, each at its own place.",
    "这是内积：对应元素相乘再加起来，得到一个数，而且要求两者一样长。外积不相加：M * N 个乘积，各在各的位置。");
MISTAKE(inputs_exchanged,
    "Each element is a(j) * b(i): the indices of the inputs are exchanged. a takes the row's index and b the column's: a(i) * b(j).",
    "每个元素都是 a(j) * b(i)：两个输入的下标用反了。a 用行下标，b 用列下标：a(i) * b(j)。");
MISTAKE(last_column_missed,
    "All is right but the last column, which is not computed. A loop over the columns runs while j < b.size().",
    "只有最后一列不对，它没有算。列循环的条件应是 j < b.size()。");
MISTAKE(last_row_missed,
    "All is right but the last row, which is not computed. A loop over the rows runs while i < a.size().",
    "只有最后一行不对，它没有算。行循环的条件应是 i < a.size()。");
MISTAKE(one_index_for_both,
    "Each row is one number repeated, a(i) * b(i): both factors have the row's index. b takes the column's: a(i) * b(j).",
    "每一行都是同一个数 a(i) * b(i)：两个因子用的都是行下标。b 应当用列下标：a(i) * b(j)。");
MISTAKE(rank_unchecked,
    "The axes of a and b are not checked: a matrix, or a single number, is taken as if it were a row. Keep the check of the stub.",
    "没有检查 a 和 b 的轴数：矩阵或单个数也被当成一行来算。请保留桩代码里的检查。");
MISTAKE(one_row_without_axis,
    "Where a has a single element, the result has the shape (N,). It should have two axes there too: 1 x N. No branch is needed for it.",
    "a 只有一个元素时，结果的形状成了 (N,)。此时它仍应有两个轴：1 x N。不需要专门的分支。");
MISTAKE(reshaped_not_transposed,
    "The shape is right, but the numbers are in the order of an N x M matrix, as a reshape would leave them. Element (i, j) is a(i) b(j): make a the column and b the row from the start.",
    "形状是对的，但数值是按 N x M 的次序排的，和 reshape 之后一样。元素 (i, j) 应是 a(i) b(j)：一开始就让 a 作列、b 作行。");
MISTAKE(row_for_column,
    "Elements of the same place are multiplied, and the result is one row, as with a new axis before a's own. It has to come after, (M, 1), which is xt::view(a, xt::all(), xt::newaxis()).",
    "相乘的是相同位置的元素，结果是一行：新轴加在 a 原有的轴之前就会这样。新轴应当加在后面，得到 (M, 1)：xt::view(a, xt::all(), xt::newaxis())。");
MISTAKE(sum_for_product, "These are sums, a[i] + b[j], each with each. The outer product multiplies: a[i] * b[j].",
    "这是两两相加：a[i] + b[j]。外积是两两相乘：a[i] * b[j]。");
MISTAKE(transposed,
    "This is N x M, the transpose: rows belong to b here, and columns to a. Rows are a's: a becomes the column, M x 1, and b stays as it is.",
    "这是转置，形状 N x M：你的行对应 b，列对应 a。行应当对应 a：把 a 变成列，形状 M x 1，b 保持原样。");
MISTAKE(truncated_to_integers,
    "The fractions are gone, perhaps because the products are kept in an int, or in an array of int. Keep them in a float.",
    "小数部分没有了：乘积也许被存进了 int，或者装 int 的数组。请用 float。");
MISTAKE(unwritten,
    "Your output is NaN everywhere: probably its elements were never set, or the products were added to memory that was never set. Tensor::from_shape and xt::empty leave them unset: assign every element with =.",
    "你的输出处处是 NaN：多半是它的元素没有被写过，或者乘积加在了没写过的内容上。Tensor::from_shape 和 xt::empty 不给元素赋初值：每个元素都要用 = 赋值。");
MISTAKE(upper_triangle_only,
    "Only the places on and above the diagonal are computed: perhaps the inner loop begins at j = i. It should begin at 0, for every row.",
    "只计算了对角线及其上方的位置：内层循环也许从 j = i 开始了。每一行都应从 0 开始。");
MISTAKE(values_for_shape,
    "Your output has the shape (2,), as Tensor out({m, n}) has: it holds the two numbers m and n, not m x n elements. Braces hold values; a shape goes to Tensor::from_shape({m, n}).",
    "你的输出形状是 (2,)，和 Tensor out({m, n}) 一样：它装的是 m 和 n 两个数，不是 m x n 个元素。花括号里是值；形状要交给 Tensor::from_shape({m, n})。");
FAMILY(tail_forgotten,
    "The columns are taken {} at a time, and those after the last whole step are never written. Give them a loop of their own.",
    "每次处理 {} 列，最后一个整步之后的列没有写。用一个单独的循环把它们写完。", 4, 8);
FAMILY(whole_steps_only,
    "Where b has fewer than {} elements, nothing is written. If the columns are taken in steps, such columns need a loop of their own.",
    "b 的元素少于 {} 个时什么都没有写。如果是分步处理各列，这样的列要用单独的循环来处理。", 4, 8);
MISTAKE(written_to_a_copy,
    "Your output is all zeros: perhaps the products went into a copy. Tensor row = xt::view(out, i, xt::all()) is a tensor of its own, and writing to it does not change out. Assign to the view itself: xt::view(out, i, xt::all()) = ...",
    "你的输出全是零：乘积也许写进了副本。Tensor row = xt::view(out, i, xt::all()) 是另一个张量，之后怎么改都与 out 无关。请直接给视图赋值：xt::view(out, i, xt::all()) = ...");
MISTAKE(wrong_stride,
    "A row of the result has N = b.size() elements, so element (i, j) is at the flat position i * N + j. You step by M = a.size().",
    "结果的一行有 N = b.size() 个元素，所以元素 (i, j) 展平后的位置是 i * N + j。你的步长是 M = a.size()。");
MISTAKE(zeros_skipped,
    "Rows whose a is 0 are left out, and so nothing is written there. Their products are 0, or NaN where b is not finite: compute them like the others.",
    "a 为 0 的行被跳过了，于是那里什么都没有写。那里的乘积是 0，b 不是有限的数时是 NaN：照常计算即可。");
MISTAKE(zero_elements_refused,
    "An a or b without elements is refused, but the result then has zero rows or zero columns. Nothing special is needed: leave the check out.",
    "这里拒绝了没有元素的 a 或 b，但此时结果只是零行或零列。不需要特殊处理，去掉这个检查。");

static Values outer(Run& run) {
    const Floats *a = &run.floats("a"), *b = &run.floats("b");
    const bool sum = sum_for_product;
    const bool in_int = truncated_to_integers;
    const bool a_cut = a_in_an_int, b_cut = b_in_an_int;
    const auto cut = [](Real v) { return std::abs(v) < 2147483648.0 ? std::trunc(v) : grader::anything(); };
    const auto meet = [=](Real v, Real w) -> Real {
        if (a_cut) v = cut(v);
        if (b_cut) w = cut(w);
        const Real one = sum ? v + w : v * w;
        if (!in_int) return one;
        return cut(one);
    };

    if (a->shape.size() != 1 || b->shape.size() != 1) {
        if (!rank_unchecked) throw std::invalid_argument("");
        Floats column = *a;
        column.shape = {a->size(), 1};
        return {grader::together(column, *b, meet)};
    }
    if (zero_elements_refused && (a->size() == 0 || b->size() == 0)) throw std::invalid_argument("");
    if (a_reshaped) run.edit("a").shape = {a->size(), 1};
    if (values_for_shape) return {Floats({2}, grader::anything())};

    if (inner_product || elementwise || row_for_column || both_columns) {
        if (inner_product && a->size() != b->size()) grader::xtensor_throws();
        Floats y = grader::together(*a, *b, meet);
        if (inner_product) y = Floats({1}, static_cast<float>(std::accumulate(y.begin(), y.end(), Real(0))));
        else if (row_for_column) y.shape = {1, y.size()};
        else if (both_columns) y.shape = {y.size(), 1};
        return {y};
    }

    if (transposed || reshaped_not_transposed) std::swap(a, b);
    const std::size_t M = a->size(), N = b->size();
    Floats out({M, N}, grader::never_written());
    if (unwritten) out = Floats({M, N}, std::numeric_limits<float>::quiet_NaN());
    if (written_to_a_copy) out = Floats({M, N}, 0.0f);
    if (!unwritten && !written_to_a_copy) {
        std::size_t rows = bounds_swapped ? N : M, columns = bounds_swapped ? M : N;
        if (last_row_missed && rows > 0) --rows;
        if (last_column_missed && columns > 0) --columns;
        const bool of_row = one_index_for_both, exchanged = inputs_exchanged;
        // How far an element is from the next in its column, and in its row: xtensor steps by 0 along an axis of one.
        std::size_t down = M == 1 ? 0 : N, right = N == 1 ? 0 : 1;
        if (indices_swapped) std::swap(down, right);
        if (wrong_stride) down = M, right = 1;
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = upper_triangle_only ? i : 0; j < columns; ++j)
                if (const std::size_t place = i * down + j * right; place < out.size())
                    out.values[place] = static_cast<float>(
                        meet(grader::at(*a, exchanged ? j : i), grader::at(*b, of_row || exchanged ? i : j)));
    }
    for (std::size_t i = 0; upper_triangle_only && i < M; ++i)  // that infinity is not there cannot be seen
        for (std::size_t j = 0; j < std::min(i, N); ++j)
            if (std::isinf(meet(a->values[i], b->values[j]))) out.values[i * N + j] = grader::anything();
    if (index_divided_by_rows && !unwritten && !written_to_a_copy)
        for (std::size_t k = 0; k < out.size(); ++k)
            out.values[k] = static_cast<float>(meet(grader::at(*a, k / M), grader::at(*b, k % N)));
    const bool none = whole_steps_only && Real(N) < whole_steps_only.number(), skips = zeros_skipped;
    const std::size_t done = none ? 0 : grader::whole_steps(N, tail_forgotten);
    for (std::size_t k = 0; (done < N || skips) && k < out.size(); ++k)
        if (k % N >= done || (skips && a->values[k / N] == 0)) out.values[k] = grader::never_written();
    if (reshaped_not_transposed) out.shape = {N, M};
    if (flat_result) out.shape = {M * N};
    if (one_row_without_axis && M == 1) out.shape = {N};
    if (empty_without_length && M * N == 0) out.shape = {0, 0};
    if (empty_on_one_axis && M * N == 0) out.shape = {0};
    return {out};
}
