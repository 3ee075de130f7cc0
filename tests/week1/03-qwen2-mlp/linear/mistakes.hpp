#pragma once
// What people get wrong in linear, and the function that gets it wrong.
#include <algorithm>
#include <functional>
#include <optional>

#include "grader/plain.hpp"

using grader::Floats, grader::Integers, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(another_exception,
    "Shapes that do not fit do throw, but not std::invalid_argument: perhaps the error comes from xtensor. Keep the check of the stub, before the product.",
    "形状不匹配时确实抛出了异常，但不是 std::invalid_argument：也许那是 xtensor 的错误。请保留桩代码里的检查，放在乘法之前。");
MISTAKE(bias_as_column,
    "The bias is added as a column: its elements go to the rows, or the shapes do not fit and it throws. Leave it as it is, (out,): then it broadcasts along the last axis.",
    "偏置是当成一列加上去的：它的元素加到了各行上，形状对不上时还会抛出异常。保持 (out,) 不变，它就会沿最后一个轴广播。");
MISTAKE(bias_checked_by_size,
    "You check how many elements the bias has, but not its axes: (1, out) is accepted. The contract asks for one axis: bias->dimension() == 1.",
    "你检查了偏置的元素个数，却没检查它有几个轴：(1, out) 也被接受了。契约要求偏置是一维的：bias->dimension() == 1。");
MISTAKE(bias_each_term,
    "The bias is in your output as many times as there are inputs: perhaps it is added inside the loop over k. Add it once, after the sum.",
    "你的输出里偏置被加了 in 次：它也许写在了对 k 的循环里面。求和之后加一次即可。");
MISTAKE(bias_checked_against_inputs,
    "The bias is only added where it has as many elements as x has columns. It has one for each output: weight.shape(0) of them.",
    "只有偏置的长度等于 x 的列数时才加上它。偏置是每个输出一个，共 weight.shape(0) 个。");
MISTAKE(bias_first_row_only,
    "The bias is added to the first row alone. Every row gets it: adding the bias to the whole result broadcasts it along the last axis.",
    "偏置只加到了第一行。每一行都要加：把偏置加到整个结果上，它会沿最后一个轴广播。");
MISTAKE(bias_per_row,
    "The bias is added along the wrong axis: element i goes to row i of x. It has one element for each output: element o belongs to output o, in every row.",
    "偏置加错了轴：你把第 i 个元素加到了第 i 行上。偏置的每个元素对应一个输出，应把第 o 个元素加到每一行的第 o 个输出上。");
MISTAKE(bias_required,
    "Without a bias your function throws: bias is a std::optional, and without a value there is nothing to read from it. Add it only if (bias).",
    "没有偏置时你的函数抛出了异常：bias 是 std::optional，没有值就读不出东西。先判断 if (bias)，再加上去。");
MISTAKE(bias_required_dot,
    "Two things. *bias is read although there may be none, and then anything can happen: add it only if (bias). And xt::linalg::dot reads memory that is not its own when x has three axes or more and no elements: return zeros of the result's shape before it.",
    "这里有两处错误。没有偏置时也读了 *bias，那样什么都可能发生：先判断 if (bias) 再加。另外，x 有三个或更多的轴、却没有元素时，xt::linalg::dot 会读到不属于自己的内存：在它之前先返回结果形状的零张量。");
MISTAKE(bias_subtracted, "The bias is subtracted: y = x W^T + b adds it.", "偏置被减掉了：y = x W^T + b，应当加上它。");
MISTAKE(bias_twice,
    "The bias is in your output twice: perhaps as the value that the sum begins with, and again at the end. Leave one of the two out.",
    "你的输出里偏置加了两次：也许求和的初值用了一次，最后又加了一次。去掉其中一处。");
MISTAKE(bias_unchecked,
    "A bias that does not fit is not refused. Keep the check of the stub: one axis, weight.shape(0) elements.",
    "偏置与权重不匹配时没有拒绝。请保留桩代码里的检查：一维，weight.shape(0) 个元素。");
MISTAKE(checked_against_outputs,
    "Right inputs are refused unless the weight is square: you compare the last axis of x with weight.shape(0), the outputs. It must fit weight.shape(1), the inputs.",
    "除非权重是方阵，否则正确的输入也被拒绝：你拿 x 的最后一个轴的长度去和 weight.shape(0)（输出数）比较。它应与 weight.shape(1)（输入数）相等。");
MISTAKE(checked_by_size,
    "You check the number of elements, not the shape: a 3 x 2 matrix has the elements of two rows of 3, and is still wrong. Compare the last axis: x.shape().back() == weight.shape(1).",
    "你检查的是元素个数，而不是形状：3 x 2 的矩阵虽然凑得出两行 3 个元素，形状仍然不对。要比较最后一个轴：x.shape().back() == weight.shape(1)。");
MISTAKE(dot_alone,
    "weight goes into xt::linalg::dot as it is stored, out x in, but dot wants in x out. If W is square the numbers are wrong; if it is not, dot throws, even with zero rows. Write xt::transpose(weight).",
    "weight 原样传给了 xt::linalg::dot：它是按 out x in 存的，而 dot 要的是 in x out。W 不是方阵就抛异常，一行也没有时也一样；W 是方阵时数值不对。请写 xt::transpose(weight)。");
MISTAKE(elementwise_product,
    "In xtensor, * multiplies element by element, as it does in NumPy: it throws where the shapes do not fit, and gives other numbers where they do. The matrix product is xt::linalg::dot.",
    "xtensor 里的 * 和 NumPy 一样，是逐元素相乘：形状不匹配时会抛出异常，匹配时数值也不对。矩阵乘法是 xt::linalg::dot。");
MISTAKE(elementwise_with_weight,
    "This is x * weight: in xtensor * multiplies element by element, as it does in NumPy, and in most calls the shapes of x and weight do not even fit. The matrix product is xt::linalg::dot, with xt::transpose(weight).",
    "这是 x * weight：xtensor 里的 * 和 NumPy 一样是逐元素相乘，多数时候 x 和 weight 的形状根本对不上。矩阵乘法是 xt::linalg::dot，另一边用 xt::transpose(weight)。");
MISTAKE(first_axis_as_rows,
    "You take x.shape(0) for the number of rows and return a matrix: that is right with two axes only. There are x.size() / in rows, and the output keeps all leading axes of x.",
    "你把 x.shape(0) 当成行数，并返回一个矩阵，这只在二维时成立。行数应是 x.size() / in，输出要保留 x 的所有前置轴。");
MISTAKE(first_rows_only,
    "The shape is right, but only the first x.shape(0) rows are computed. The number of all rows is x.size() / in.",
    "形状是对的，但只算了前 x.shape(0) 行。总行数是 x.size() / in。");
MISTAKE(input_edited,
    "The numbers are right, but x itself comes back with another shape, and its owner still needs it. Reshape a copy or a view.",
    "数值是对的，但输入 x 的形状被改了，而调用者之后还要用它。请对副本或视图做 reshape。");
MISTAKE(in_for_out,
    "The result gets in, weight.shape(1), as the length of its last axis. That is the input's: unless the weight is square your function throws, and a result without rows has the wrong shape. The last axis has weight.shape(0) elements.",
    "结果最后一个轴的长度写成了 in，即 weight.shape(1)，那是输入的长度：除非权重是方阵，否则你的函数会抛异常；没有行时结果的形状也不对。最后一个轴应有 weight.shape(0) 个元素。");
MISTAKE(in_for_out_without_rows,
    "Where x has no rows, the result has its shape, as if x itself came back. Zero rows in are zero rows out, but of weight.shape(0) elements: the last axis is out long.",
    "x 没有行时，结果的形状和 x 一样，好像直接返回了 x。零行进、零行出，但每行应有 weight.shape(0) 个元素：最后一个轴的长度是 out。");
MISTAKE(int_accumulator,
    "The products are summed in an int, so each partial sum loses its fraction. Sum in a float: for std::inner_product and std::accumulate that is an initial value of 0.0f.",
    "乘积是用 int 累加的，每一步都会丢掉小数部分。请用 float 累加：用 std::inner_product 或 std::accumulate 时，初始值写 0.0f。");
MISTAKE(last_input_missed,
    "The last input of each row is missing from the sum. A loop over k runs while k < weight.shape(1).",
    "求和时漏了每行的最后一个输入。对 k 的循环，条件应是 k < weight.shape(1)。");
MISTAKE(last_term_only,
    "Each output is the last product alone, x(k) * weight(o, k) for the largest k: perhaps it is assigned with = where += would add it up.",
    "每个输出都只剩最后一项乘积，即最大的 k 对应的 x(k) * weight(o, k)：也许用了赋值 =，而累加要用 +=。");
MISTAKE(no_bias, "The product is right, but the bias is not added. After the product, add *bias where there is one.",
    "乘积是对的，但没有加偏置。算完乘积后，如果有偏置，就加上 *bias。");
MISTAKE(bias_lost_for_a_vector,
    "For a single vector the bias is not added; with more axes it is. If the vector has a branch of its own, add *bias there too, or put that line where all x come past.",
    "x 是单个向量时没有加偏置，轴更多时加了。如果向量走的是单独的分支，那里也要加 *bias，或者把这一行移到所有 x 都会经过的地方。");
MISTAKE(leading_axes_merged,
    "The numbers are right, but with three axes or more they come back as rows x out: the leading axes are merged into one. Reshape to the shape of x with the last axis replaced by weight.shape(0).",
    "数值是对的，但 x 有三个以上的轴时，你返回的是“行数 x out”：前置轴合成了一个。请 reshape 成 x 的形状，只把最后一个轴的长度换成 weight.shape(0)。");
MISTAKE(not_transposed,
    "The weight is out x in, so x W does not even fit unless W is square, and there the numbers are wrong: y = x W^T. Multiply by xt::transpose(weight).",
    "权重的形状是 out x in，所以除非 W 是方阵，x W 根本乘不了；是方阵时数值也不对。应是 y = x W^T，请乘 xt::transpose(weight)。");
MISTAKE(output_shape_of_input,
    "Your output has the shape of x. Its last axis has weight.shape(0) elements, one for each output: take the shape of x and replace the last axis.",
    "你的输出形状和 x 一样。它的最后一个轴应有 weight.shape(0) 个元素，每个输出一个：取 x 的形状，再把最后那个长度换掉。");
MISTAKE(output_transposed,
    "Your output is transposed: W x^T is out x rows. Compute x W^T instead, or transpose the result.",
    "你的输出转置了：W x^T 的形状是 out x 行数。应计算 x W^T，或者把结果再转置回来。");
MISTAKE(rank_2_only,
    "Only matrices are accepted here. The contract allows any number of leading axes: treat x as x.size() / in rows, and give the result the leading axes of x at the end.",
    "这里只接受二维的 x。契约允许任意多个前置轴：把 x 当成 x.size() / in 行来算，最后再恢复 x 的前置轴。");
MISTAKE(rank_lost,
    "The numbers are right, but the leading axes are gone: you return rows x out. Reshape to the shape of x with the last axis replaced by weight.shape(0).",
    "数值是对的，但前置轴没有了：你返回的是“行数 x out”。请 reshape 成 x 的形状，只把最后一个轴的长度换成 weight.shape(0)。");
MISTAKE(rank_lost_with_rows,
    "The numbers are right, but where x has rows the leading axes are gone: you return rows x out. Reshape to the shape of x with the last axis replaced by weight.shape(0).",
    "数值是对的，但只要 x 有行，前置轴就没有了：你返回的是“行数 x out”。请 reshape 成 x 的形状，只把最后一个轴的长度换成 weight.shape(0)。");
MISTAKE(reshaped_as_input,
    "Unless the weight is square, your function throws: perhaps it gives the result the shape of x. The last axis has weight.shape(0) elements now; replace that one before you reshape.",
    "除非权重是方阵，否则你的函数会抛出异常：也许你把结果 reshape 成了 x 的形状。现在最后一个轴有 weight.shape(0) 个元素，reshape 之前先把最后那个长度换掉。");
MISTAKE(reshaped_back,
    "Your numbers are in the order of W x^T, which has the outputs as rows, and a reshape keeps that order: rows and outputs are mixed. Transpose before you reshape, or compute x W^T.",
    "你的数值是按 W x^T 的次序排的，它的每一行对应一个输出，而 reshape 不改变次序，于是各行与各输出混在了一起。先转置再 reshape，或者直接计算 x W^T。");
MISTAKE(reshaped_not_transposed,
    "The weight is read as if it were in x out: its elements stay in their order and are only cut into other rows, as reshape({in, out}) does, or BLAS with CblasNoTrans for the weight. That is not the transpose. Use xt::transpose(weight), or CblasTrans.",
    "权重只是按 in x out 重新划分了行列，元素的顺序没有变，这不是转置：reshape({in, out}) 就是这样，给 BLAS 的转置参数写成 CblasNoTrans 也是。请用 xt::transpose(weight)，直接调用 BLAS 时用 CblasTrans。");
MISTAKE(rows_by_first_axis,
    "Your function throws unless x has two axes: perhaps the rows are reshaped to x.shape(0) of them. There are x.size() / in rows.",
    "x 不是二维时你的函数就抛异常：也许 reshape 时把 x.shape(0) 当成了行数。行数是 x.size() / in。");
MISTAKE(rows_of_one_axis,
    "Only as many rows are computed as the axis before the last has, although there may be other axes before it. The number of rows is x.size() / in.",
    "只算了倒数第二个轴那么多行，可它前面还可以有别的轴。行数是 x.size() / in。");
MISTAKE(runtime_error,
    "You do refuse shapes that do not fit, but with another exception than the contract's: throw std::invalid_argument. require_shapes does that, and names both shapes.",
    "形状不匹配时你确实拒绝了，但异常类型与契约不同：应抛出 std::invalid_argument。require_shapes 会这样做，还会写出两个形状。");
MISTAKE(shape_unchecked,
    "An x that does not fit the weight is not refused: loops over it may read the elements of other rows. Keep the check of the stub: x.shape().back() == weight.shape(1).",
    "x 与权重不匹配时没有拒绝：照样循环，可能读到别的行的元素。请保留桩代码里的检查：x.shape().back() == weight.shape(1)。");
MISTAKE(square_not_transposed,
    "A square weight is multiplied as it is stored, and any other one is transposed. That the shapes fit says nothing: x W^T takes the transpose of every weight.",
    "方阵权重没有转置就相乘了，其他的都转置了。形状对得上说明不了什么：x W^T 对每个权重都要转置。");
MISTAKE(sum_not_reset, "Each output contains all those before it: the sum is never reset. Begin at 0 for every output.",
    "每个输出都包含了它前面的所有输出：求和的变量从未归零。计算每个输出前都要从 0 开始。");
MISTAKE(sum_reset_per_row,
    "Within a row, each output contains those before it: the sum is reset for every row, but it must begin at 0 for every output. Declare it inside the loop over o.",
    "同一行里，每个输出都包含了它前面的输出：sum 每行归零一次，但应该对每个输出都从 0 开始。把它声明在对 o 的循环里面。");
MISTAKE(unwritten,
    "Your output is NaN everywhere: probably the sums are added to memory that nobody has written. Tensor::from_shape and xt::empty leave their elements unset: begin with xt::zeros<float>(shape), or assign with =.",
    "你的输出处处是 NaN：多半是求和结果被加到了没写过的内存上。Tensor::from_shape 和 xt::empty 不给元素赋初值：先用 xt::zeros<float>(shape)，或者用 = 赋值。");
MISTAKE(vector_gives_matrix,
    "For a single vector you return a matrix of one row. The leading axes of x are those of the output: none in, none out, so the shape is (out,).",
    "输入是单个向量时，你返回了只有一行的矩阵。输出的前置轴与 x 相同：输入没有，输出也没有，所以形状是 (out,)。");
MISTAKE(weight_axes_unchecked,
    "A weight that does not have two axes is not refused. Keep the whole check of the stub: weight.dimension() == 2, before its shape is read.",
    "权重不是二维时没有拒绝。请保留桩代码里完整的检查：先确认 weight.dimension() == 2，再读它的形状。");
MISTAKE(weight_in_by_out,
    "You take the weight as in x out, and your check does too. That is how Keras and Flax store it; PyTorch's, and the contract's, is out x in: y = x W^T, and x must fit weight.shape(1).",
    "你把权重当成了 in x out，形状检查也是照这个写的。Keras 和 Flax 是这样存的；PyTorch 按 out x in 存，这里也一样：y = x W^T，x 的最后一个轴的长度要等于 weight.shape(1)。");
MISTAKE(weight_indices_swapped,
    "The two indices of the weight are the wrong way round: it is out x in, so output o takes row o, weight(o, k). With weight(k, o) you read other rows, and beyond the end where in is larger than out.",
    "权重的两个下标写反了：它的形状是 out x in，第 o 个输出用的是第 o 行，即 weight(o, k)。写成 weight(k, o) 会读到别的行，in 大于 out 时还会越界。");
MISTAKE(zero_rows_refused,
    "An x without rows is refused, but no rows in is no rows out: return zeros of the output's shape, which has no elements.",
    "这里拒绝了没有行的 x，但输入零行，输出就是零行：返回输出形状的零张量，它一个元素也没有。");

FAMILY(tail_forgotten,
    "The sums go on in steps of {} inputs, and those after the last whole step are left out. Add them in a loop of their own.",
    "累加按每 {} 个输入一步进行，最后一个整步之后的输入没有算进去。用一个单独的循环把它们加上。", 2, 4, 8, 16, 32, 64);
FAMILY(tail_forgotten_after_steps,
    "A few inputs are added one by one, but from {} inputs on, the sum goes on in steps of that many, and those after the last whole step are left out. Add them in a loop of their own.",
    "输入很少时是逐个相加的；从 {} 个起按每这么多个一步累加，最后一个整步之后的输入没有算进去。用一个单独的循环把它们加上。",
    4, 8, 16, 32);
FAMILY(bias_each_block,
    "The inputs are taken in blocks of {}, and the bias is added with each block. Add it once, with the first or after the last.",
    "输入是每 {} 个一块去算的，每一块都加了一遍偏置。偏置只加一次：随第一块，或者在最后一块之后。", 32, 64, 128, 256);
FAMILY(tail_from_the_start,
    "After the whole steps of {} inputs, the loop over those that remain begins at 0 again: the first ones count twice, the last ones not at all. It should go on where the whole steps ended.",
    "按每 {} 个输入一步走完之后，处理剩余输入的循环又从 0 开始了：开头的几个算了两次，末尾的几个没有算。应当从整步结束的地方接着走。",
    4, 8, 16, 32, 64);

/// What a fast form reads in the place of the call's arguments.
static std::map<std::string, Floats> fast_reads;

static Values linear(Run& run) {
    const auto read = [&](const char* name) {
        const auto other = fast_reads.find(name);
        return other != fast_reads.end() ? &other->second : run.has(name) ? &run.floats(name) : nullptr;
    };
    const Floats &x = *read("x"), &weight = *read("weight"), *bias = read("bias");
    const std::size_t rank = x.shape.size(), width = x.width();
    const auto refuse = [] { runtime_error ? throw std::runtime_error("") : throw std::invalid_argument(""); };

    if ((zero_rows_refused && x.size() == 0) || (rank_2_only && rank != 2)) throw std::invalid_argument("");
    Shape shape = x.shape;
    const auto whatever_of = [&](std::size_t out) {
        shape.back() = out;
        return Values{Floats(shape, grader::anything())};
    };
    if (weight.shape.size() != 2) {
        if (shape_unchecked || (weight_axes_unchecked && weight.shape.size() > 2 && width == weight.shape[1]))
            return whatever_of(weight.shape[0]);
        if (another_exception) throw std::runtime_error("");
        refuse();
    }
    const std::size_t out = weight.shape[weight_in_by_out ? 1 : 0], in = weight.shape[weight_in_by_out ? 0 : 1];
    if (checked_against_outputs) {
        if (width != out) refuse();
    } else if (checked_by_size) {
        if (x.size() % in != 0) refuse();
    } else if (width != in && !shape_unchecked && !another_exception) refuse();
    if (bias && bias->shape != Shape{out}) {
        if (bias_checked_by_size) {
            if (bias->size() != out) refuse();
        } else if (bias_unchecked) return whatever_of(out);
        else refuse();
    }
    if (width != in && another_exception) throw std::runtime_error("");
    if (width != in && (shape_unchecked || checked_by_size)) return whatever_of(out);

    shape.back() = in_for_out ? in : out;
    if ((dot_alone && in != out) || (rows_by_first_axis && rank != 2)) grader::xtensor_throws();
    if (bias_required_dot && (!bias || (rank > 2 && x.size() == 0))) grader::xtensor_throws();
    const std::size_t rows = in == 0 ? 0 : x.size() / in;
    if (first_axis_as_rows && rank != 2) return {Floats({x.shape[0], out}, grader::anything())};
    if (output_shape_of_input && in != out && x.size() > 0) return {Floats(x.shape, grader::anything())};
    if (vector_gives_matrix && rank == 1) shape = {1, out};
    if (rank_lost || (leading_axes_merged && rank > 2)) shape = {rows, out};
    if (output_shape_of_input) shape = x.shape;
    if (elementwise_with_weight) {
        Floats y = grader::together(x, weight, std::multiplies<Real>());
        if (bias && !no_bias) y = grader::together(y, *bias, std::plus<Real>());
        return {y};
    }
    if (elementwise_product) {
        Floats turned({in, out}, 0.0f);
        for (std::size_t i = 0; i < turned.size(); ++i) turned.values[i] = grader::at(weight, i % out * in + i / out);
        Floats y = grader::together(x, turned, std::multiplies<Real>());
        if (!bias || no_bias) return {y};
        if (grader::broadcast(y.shape, bias->shape) != y.shape) grader::xtensor_throws();
        return {grader::together(y, *bias, std::plus<Real>())};
    }
    if (output_transposed && x.size() > 0) shape = rank == 1 ? Shape{out} : Shape{out, rows};
    if (x.size() == 0) return {Floats(in_for_out_without_rows ? x.shape : shape, 0.0f)};
    if (rank_lost_with_rows) shape = {rows, shape.back()};
    if (checked_against_outputs && in != out) throw std::runtime_error("");
    if (bias_required && !bias) throw std::bad_optional_access();
    if (not_transposed && in != out) grader::xtensor_throws();

    // Asked once and not for every term.
    const bool as_stored = square_not_transposed && in == out;
    const bool by_columns = weight_in_by_out || reshaped_not_transposed, each = bias_each_term, last = last_term_only;
    const bool by_rows = weight_indices_swapped || not_transposed || dot_alone || as_stored;
    const std::size_t step = by_columns ? out : by_rows ? in : 0;  // of k; 0: of o, in
    const auto weight_at = [&](std::size_t o, std::size_t k) {
        return grader::at(weight, step ? k * step + o : o * in + k);
    };
    const bool in_int = int_accumulator, plain = step == 0 && !each && !last && !in_int;
    const bool some_left = tail_forgotten_after_steps && Real(in) >= tail_forgotten_after_steps.number();
    const Real blocks = bias_each_block ? std::ceil(Real(in) / bias_each_block.number()) : 1;
    const bool bias_left_out =
        no_bias || (bias_checked_against_inputs && in != out) || (bias_lost_for_a_vector && rank == 1);
    const auto bias_at = [&](std::size_t row, std::size_t o) -> Real {
        if (!bias || bias_left_out || (bias_first_row_only && row > 0)) return 0;
        return grader::at(*bias, bias_per_row ? (out == 1 ? 0 : row) : o) * Real(bias_subtracted ? -1
                                                                                 : bias_twice    ? 2
                                                                                                 : blocks);
    };
    const std::size_t steps = grader::whole_steps(in, tail_from_the_start);
    Floats y({rows, out}, 0.0f);
    Real sum = 0;
    for (std::size_t i = 0; i < rows; ++i) {
        if (sum_reset_per_row) sum = 0;
        for (std::size_t o = 0; o < out; ++o) {
            if (!sum_not_reset && !sum_reset_per_row) sum = 0;
            const float *a = x.data() + i * in, *b = weight.data() + o * in;
            const std::size_t n = last_input_missed ? in - 1
                                  : some_left       ? grader::whole_steps(in, tail_forgotten_after_steps)
                                                    : grader::whole_steps(in, tail_forgotten);
            const Real added = each ? bias_at(i, o) : 0;
            Real term = 0;
            const auto other_term = [&](std::size_t k) { return term = Real(a[k]) * weight_at(o, k) + added; };
            if (in_int)
                for (std::size_t k = 0; k < n; ++k) sum = std::trunc(float(sum) + float(other_term(k)));
            else if (plain && steps < n)
                sum += grader::sum_of(n, [&](std::size_t k) {
                    const std::size_t at = k < steps ? k : k - steps;
                    return Real(a[at]) * b[at];
                });
            else if (plain) sum += grader::sum_of(n, [&](std::size_t k) { return Real(a[k]) * b[k]; });
            else sum += grader::sum_of(n, other_term);
            if (last) sum = term;
            // Some add the bias to the running sum, and after some hundred terms rounding shows.
            const bool unknown = (sum_not_reset && i + o > 0 && (bias || i * out + o > 50)) ||
                                 (sum_reset_per_row && o > 0 && (bias || o > 50));
            // A bias goes where it goes before the output gets its shape.
            const Real b_o = bias_each_term || reshaped_back || bias_as_column ? 0 : bias_at(i, o);
            y.values[reshaped_back || output_transposed ? o * rows + i : i * out + o] =
                unknown ? grader::anything() : static_cast<float>(sum + b_o);
        }
    }
    if (reshaped_back)
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t o = 0; o < out; ++o) y.values[i * out + o] += float(bias_at(i, o));
    if (bias_as_column && bias && !no_bias) {
        Floats column = *bias;
        column.shape = {out, 1};
        y = grader::together(y, column, std::plus<Real>());
    }
    if (unwritten) y = Floats(y.shape, std::numeric_limits<float>::quiet_NaN());
    if (first_rows_only)
        for (std::size_t i = rank == 1 ? out : x.shape[0] * out; i < y.size(); ++i)
            y.values[i] = grader::never_written();
    if (reshaped_as_input) shape = x.shape;
    if (rows_of_one_axis)
        for (std::size_t i = (rank > 1 ? x.shape[rank - 2] : 1) * out; i < y.size(); ++i)
            y.values[i] = grader::never_written();
    if (Floats::count(shape) != y.size()) grader::xtensor_throws();
    y.shape = shape;
    if (input_edited) run.edit("x").shape = {rows, in};
    return {y};
}
