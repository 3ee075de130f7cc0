#pragma once
// What people get wrong in fast_linear besides what they get wrong in linear.
#include "tests/week1/03-qwen2-mlp/linear/mistakes.hpp"
#include "tests/week1/05-speed/fast_form.hpp"
#include "tests/week1/05-speed/tail.hpp"

MISTAKE(beta_is_one,
    "The product is added to what out held before, and out may hold anything, NaN too. Overwrite it (beta is 0 in BLAS), or put the bias there first and add to that (beta is 1).",
    "乘积被加到了 out 原来的内容上，而 out 里可以是任何数，NaN 也可能。应当直接写入，或者先让 out 装好偏置；用 BLAS 时，前一种 beta 取 0，后一种取 1。");
MISTAKE(beta_is_one_in_many_rows,
    "With many rows the product is added to what out held before, and out may hold anything, NaN too. Overwrite it (gemm's beta is 0), or put the bias there first and add to that (beta is 1).",
    "多行时乘积被加到了 out 原来的内容上，而 out 里可以是任何数，NaN 也可能。应当直接写入，或者先让 out 装好偏置；用 gemm 时，前一种 beta 取 0，后一种取 1。");
MISTAKE(beta_is_one_in_many_rows_where_out_fits,
    "With many rows, and an out that has the right shape already, the product is added to what out held; only an out that is resized begins at zero. Out may hold anything, NaN too: set it to zero, or to the bias, in every call.",
    "多行而 out 的形状已经对的时候，乘积被加到了它原来的内容上，只有 resize 过的才从零开始。out 里可以是任何数，NaN 也可能：每次调用都要先把它清零，或者放好偏置。");
MISTAKE(beta_is_one_in_many_rows_without_bias,
    "With many rows and no bias the product is added to what out held before, and out may hold anything, NaN too. Let gemm's beta be 0 there, or fill out with zeros first.",
    "多行而没有偏置时，乘积被加到了 out 原来的内容上，而 out 里可以是任何数，NaN 也可能。这时让 gemm 的 beta 为 0，或者先把 out 填成零。");
MISTAKE(beta_is_one_in_one_row_without_bias,
    "With one row and no bias the product is added to what out held before, and out may hold anything, NaN too. Let gemv's beta be 0 there, or fill out with zeros first.",
    "只有一行而没有偏置时，乘积被加到了 out 原来的内容上，而 out 里可以是任何数，NaN 也可能。这时让 gemv 的 beta 为 0，或者先把 out 填成零。");
MISTAKE(beta_is_one_without_bias,
    "Without a bias the product is added to what out held before, and out may hold anything, NaN too. Let beta be 0 there, or fill out with zeros first.",
    "没有偏置时，乘积被加到了 out 原来的内容上，而 out 里可以是任何数，NaN 也可能。这时让 beta 为 0，或者先把 out 填成零。");
MISTAKE(bias_lost_in_many_rows,
    "With many rows the bias is not added. gemm knows no bias: add it to every row, before with beta = 1 or afterwards.",
    "多行时没有加偏置。gemm 不知道偏置：每一行都要加，可以先放进 out 并取 beta = 1，也可以事后再加。");
MISTAKE(bias_lost_in_one_row,
    "With one row the bias is not added. gemv begins with beta times what out holds, so put the bias there and let beta be 1, or add it afterwards in both paths.",
    "只有一行时没有加偏置。gemv 的起点是 beta 乘以 out 里的内容：可以先把偏置放进去并取 beta 为 1，或者在两条路径之后都加上偏置。");
MISTAKE(bias_twice_in_many_rows,
    "With many rows the bias is added twice: perhaps out is prepared with it, for a beta of 1, and it is added once more afterwards. Once is right.",
    "多行时偏置加了两次：也许先放进了 out 并取 beta 为 1，之后又加了一次。加一次才对。");
MISTAKE(first_row_by_gemv,
    "The weight was multiplied by one vector only, the first row; the other rows are not written. gemv is for one row: call it for each, or gemm for many.",
    "只算了一次矩阵乘向量，即第一行的；其余的行没有写出。gemv 只管一行：每行调用一次，或者多行用 gemm。");
MISTAKE(lanes_not_added,
    "Sixteen sums were kept for each output, one in each lane, and only the first is used. Add all sixteen up.",
    "每个输出有 16 个部分和，每个通道（lane）一个，却只用了第一个。要把 16 个都加起来。");
MISTAKE(leading_dimension_of_x,
    "The rows of x are taken to be `out` elements apart, but they are `in` elements apart: the leading dimension of x is `in`.",
    "把 x 相邻两行的间隔当成了 out 个元素，实际是 in 个：x 的 leading dimension 是 in。");
MISTAKE(many_rows_not_transposed,
    "With many rows the weight is read as if it were in x out, as gemm does with CblasNoTrans. It is stored out x in: CblasTrans, and its leading dimension is in.",
    "多行时把权重当成了 in × out 来读，gemm 里权重的转置参数（TransB）是 CblasNoTrans 时就会这样。权重按 out × in 存放：应当用 CblasTrans，它的 leading dimension 是 in。");
MISTAKE(one_row_by_first_axis,
    "Where the first axis of x is 1 only the first row is computed, although there may be more. The number of rows is x.size() / in.",
    "x 的第一个轴长度为 1 时，即使有好几行，也只算了第一行。行数是 x.size() / in。");
MISTAKE(one_row_not_transposed,
    "With one row the weight is read as if it were in x out, as gemv does with CblasTrans. It is stored out x in, row by row as gemv reads it: CblasNoTrans, rows out, columns in.",
    "只有一行时把权重当成了 in × out 来读，gemv 的转置参数是 CblasTrans 时就会这样。权重按 out × in 逐行存放，正是 gemv 要的：用 CblasNoTrans，行数 out，列数 in。");
MISTAKE(out_not_resized,
    "out keeps a shape that it came with. The contract lets it have any: resize it to the shape of x with the last axis out, which does nothing where the shape is right already.",
    "out 有时还是传入时的形状。按契约它可以是任何形状：先把它 resize 成 x 的形状，只把最后一个轴的长度换成 out；形状已经对的时候，这一步什么也不做。");
MISTAKE(outputs_shared_unevenly,
    "With one row the outputs are taken in threes, by three threads or three at a time, and the one or two that remain are left out. Give them a loop or the last thread, or leave the sharing to #pragma omp parallel for.",
    "只有一行时，输出是每三个一组去算的：分给三个线程，或者一次算三个；除不尽时剩下的一两个没有算。为它们补一个循环，或者交给最后一个线程，或者让 #pragma omp parallel for 去分。");
MISTAKE(rows_left_over,
    "Many rows are taken in threes, by three threads or three at a time, and the one or two rows that remain are left out. Give them a loop or the last thread, or leave the sharing to BLAS.",
    "多行时，行是每三行一组去算的：分给三个线程，或者一次算三行；除不尽时剩下的一两行没有算。为它们补一个循环，或者交给最后一个线程，或者让 BLAS 去分。");
MISTAKE(shared_by_threads_in_many_rows,
    "With many rows, one thread alone is right; several give wrong numbers: perhaps they write where others still read or write. Declare what each thread needs for itself, a sum or a scratch row, inside the parallel loop, and let each place of out be written by one thread only.",
    "多行时，只用一个线程是对的，用几个线程就错了：也许有的线程在写别的线程还要读、也在写的地方。每个线程自己要用的东西（累加器、临时的一行）应当在并行循环里面声明；out 的每一处也只能由一个线程来写。");
MISTAKE(shared_by_threads_in_one_row,
    "With one row, one thread alone is right; several give wrong numbers: perhaps they write where others still read or write. Declare what each thread needs for itself, a sum or a scratch row, inside the parallel loop, and let each place of out be written by one thread only.",
    "只有一行时，只用一个线程是对的，用几个线程就错了：也许有的线程在写别的线程还要读、也在写的地方。每个线程自己要用的东西（累加器、临时的一行）应当在并行循环里面声明；out 的每一处也只能由一个线程来写。");
MISTAKE(weight_kept,
    "The weight of an earlier call is still used: a copy, or what was computed with it, is kept and taken for this call's, perhaps because an address or a shape is the same. The numbers may have changed since, and another tensor may lie there now. Read the weight that comes with the call.",
    "用的还是以前某次调用的权重：权重的副本，或者用它算出的东西，被留了下来，也许见到地址或形状相同就当成是这次的。可里面的数可能已经改过，那个地址上也可能换了别的张量。应当读这次调用传进来的权重。");
FAMILY(bias_lost_in_tail,
    "Outputs are computed {} at a time with one row, and those that are left over get no bias. Compute them like the others: let both call one function.",
    "只有一行时输出是 {} 个一组算的，最后不足一组的那些没有加偏置。它们应当和别的输出一样算：让两处调用同一个函数。", 4,
    8);
FAMILY(outputs_left_over,
    "Outputs are computed {} at a time, and those that are left over are wrong. Compute those one at a time.",
    "输出是 {} 个一组算的，最后不足一组的那些不对。剩下的要逐个去算。", 4, 8);
FAMILY(outputs_left_over_in_one_row,
    "With one row outputs are computed {} at a time, and those left over are not computed at all. Do these one at a time.",
    "只有一行时输出是 {} 个一组算的，最后不足一组的那些没有算。剩下的要逐个去算。", 4, 8);
FAMILY(tail_forgotten_in_one_row,
    "With one row the sums go on in steps of {} inputs, and those after the last whole step are left out. Add them in a loop of their own.",
    "只有一行时，累加按每 {} 个输入一步进行，最后一个整步之后的输入没有算进去。用一个单独的循环把它们加上。", 8, 16);

static Values fast_linear(Run& run, grader::Fast& fast) {
    const Floats &x = run.floats("x"), &weight = run.floats("weight");
    const bool fits = weight.shape.size() == 2 && !x.shape.empty() && x.width() == weight.shape[1] && x.width() > 0;
    const std::size_t outs = fits ? weight.shape[0] : 0, in = x.width(), rows = fits ? x.size() / in : 0;
    const bool one = rows == 1, many = rows > 1;

    fast_reads.clear();
    if (many && leading_dimension_of_x) {
        Floats& read = fast_reads["x"] = Floats(x.shape, grader::anything());
        for (std::size_t i = 0; i < rows && i * outs + in <= x.size(); ++i)
            std::copy_n(x.data() + i * outs, in, read.data() + i * in);
    }
    if (weight_kept && run.has("earlier weight")) fast_reads["weight"] = run.floats("earlier weight");
    if (one ? one_row_not_transposed : many && many_rows_not_transposed) {
        Floats& read = fast_reads.try_emplace("weight", weight).first->second;
        const Floats stored = read;
        for (std::size_t i = 0; i < read.size(); ++i) read.values[i] = stored.values[i % in * outs + i / in];
    }
    const bool bias_lost = one ? bias_lost_in_one_row : many && bias_lost_in_many_rows;
    if (run.has("bias") && bias_lost)
        for (float& each : fast_reads["bias"] = run.floats("bias")) each = 0.0f;
    if (run.has("bias") && ((many && bias_twice_in_many_rows) || (one && bias_lost_in_tail))) {
        Floats& bias = fast_reads.try_emplace("bias", run.floats("bias")).first->second;
        for (std::size_t o = 0; o < bias.size(); ++o)
            bias.values[o] *= many ? 2.0f : o < grader::whole_steps(outs, bias_lost_in_tail) ? 1.0f : 0.0f;
    }
    if (tail_forgotten || lanes_not_added || (one && tail_forgotten_in_one_row))
        fast.add_up = [one, first_lane = bool(lanes_not_added)](std::size_t n, const auto& term) {
            std::size_t end = grader::whole_steps(n, tail_forgotten);
            if (one) end = std::min(end, grader::whole_steps(n, tail_forgotten_in_one_row));
            Real sum = 0;
            for (std::size_t k = 0; k < end; ++k)
                if (!first_lane || k % 16 == 0 || k >= end / 16 * 16) sum += term(k);
            return sum;
        };
    const Floats y = std::get<Floats>(linear(run).at(0).is);

    Floats out = fast_form::before(run);
    const bool out_fits = out.shape == y.shape;
    if (!out_not_resized) fast_form::resize(out, y.shape, empty_keeps_the_shape);
    std::size_t computed = y.rows(), width = grader::whole_steps(y.width(), outputs_left_over);
    if (many) computed = fast_form::rows_done(computed, rows_left_over, odd_row_left_over);
    if (first_row_by_gemv || (one_row_by_first_axis && x.shape.size() > 1 && x.shape[0] == 1)) computed = 1;
    if (one) width = std::min(width, grader::whole_steps(width, outputs_left_over_in_one_row));
    // Who adds the bias in a loop of its own adds it to what is there.
    for (std::size_t o = width; one && outputs_left_over_in_one_row && run.has("bias") && o < out.size(); ++o)
        out.values[o] = grader::anything();
    if (one && outputs_shared_unevenly) width = std::min(width, y.width() / 3 * 3);
    fast_form::write(out, y, {y.width(), but_one_of_the_tail(y.width(), width), computed},
        beta_is_one || (many && beta_is_one_in_many_rows) ||
            (many && out_fits && beta_is_one_in_many_rows_where_out_fits) ||
            ((beta_is_one_without_bias || (many && beta_is_one_in_many_rows_without_bias) ||
                 (one && beta_is_one_in_one_row_without_bias)) &&
                !run.has("bias")));
    return fast_form::returned(run, fast, {out},
        shared_by_threads || (one ? shared_by_threads_in_one_row : many && shared_by_threads_in_many_rows));
}
