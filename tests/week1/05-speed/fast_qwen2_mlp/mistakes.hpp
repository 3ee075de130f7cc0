#pragma once
// What people get wrong in fast_qwen2_mlp besides what they get wrong in qwen2_mlp.
#include <set>

#include "tests/week1/03-qwen2-mlp/qwen2_mlp/mistakes.hpp"
#include "tests/week1/05-speed/fast_form.hpp"
#include "tests/week1/05-speed/own_exp.hpp"

MISTAKE(added_to_out,
    "The last product is added to what out held before, and out may hold anything, NaN too. Overwrite it (in BLAS, beta is 0), or set out to 0 first if you add up several products.",
    "最后一个乘积被加到了 out 原来的内容上，而 out 里可以是任何数，NaN 也可能。应当直接写入（用 BLAS 时 beta 取 0）；要分几次相加的话，先把 out 清零。");
MISTAKE(bits_as_a_number,
    "The 16 bits of a bfloat16 weight are converted as if they were an integer. They are the upper half of a float32: shift them up by 16 and take the result for a float's bits, or convert with float(value).",
    "把 bfloat16 权重的 16 位当作整数转换了。它们是 float32 的高 16 位：左移 16 位后当作 float 的位来解释，或者用 float(value) 转换。");
MISTAKE(block_is_the_distance,
    "With bfloat16 weights and several rows, the products with a block of 64 rows of the weight are written with 64 as the distance between the rows of the output (ldc). A row has all outputs, and that is the distance.",
    "权重是 bfloat16 而 x 有多行时，权重每 64 行一块的乘积是按 64 的行距（ldc）写出的。一行里是全部输出，行距就是这个数。");
MISTAKE(first_row_only,
    "Only the first row is computed, the others are not written: one product of a matrix and a vector is one row. Call it for each row, or gemm for many.",
    "只算了第一行，其余的行没有写出：一次矩阵乘向量只管一行。每行调用一次，或者多行用 gemm。");
MISTAKE(first_row_only_in_bfloat16,
    "With bfloat16 weights only the first row is computed, the others are not written. Call a fast path for one row for each, or widen the weights block by block for many.",
    "权重是 bfloat16 时只算了第一行，其余的行没有写出。单行的快速路径要每行调用一次，或者为多行把权重一块一块地展开成 float32。");
MISTAKE(hidden_not_reset,
    "The hidden row is added to what it held for the row before: only the first row is right. Assign it, or set it to zero for each row.",
    "中间层的一行被加到了上一行留下的内容上：只有第一行是对的。应当赋值，或者每一行开始前清零。");
MISTAKE(hidden_of_the_first_row,
    "The last product takes the hidden values of row 0 for every row. Each row has its own.",
    "最后一个乘积对每一行用的都是第 0 行的中间结果。每一行都有自己的。");
MISTAKE(hidden_rounded_to_bfloat16,
    "With bfloat16 weights what lies between the products is rounded to bfloat16. It should stay float32: it is small and costs nothing, and 16 bits of it are lost.",
    "权重是 bfloat16 时，把乘积之间的中间结果舍入成了 bfloat16。它仍应是 float32：它很小，不花什么代价，舍入却会丢掉 16 位。");
MISTAKE(hidden_shared_unevenly,
    "The I elements of the hidden row are taken in threes, by three threads or three at a time, and the one or two that remain stay zero. Give them a loop or the last thread, or leave the sharing to #pragma omp parallel for.",
    "中间层的 I 个元素是每三个一组去算的：分给三个线程，或者一次算三个；除不尽时剩下的一两个一直是零。为它们补一个循环，或者交给最后一个线程，或者让 #pragma omp parallel for 去分。");
MISTAKE(one_row_by_first_axis,
    "Where the first axis of x is 1 only the first row is computed, although there may be more. The number of rows is x.size() / dim.",
    "x 的第一个轴长度为 1 时，即使有好几行，也只算了第一行。行数是 x.size() / dim。");
MISTAKE(out_not_resized,
    "out keeps a shape that it came with. The contract lets it have any: call out.resize(x.shape()) first, which does nothing where the shape is right already.",
    "out 有时还是传入时的形状。按契约它可以是任何形状：先调用 out.resize(x.shape())，形状已经对的时候它什么也不做。");
MISTAKE(out_rounded_to_bfloat16,
    "With bfloat16 weights the output is rounded to bfloat16. The contract keeps it float32.",
    "权重是 bfloat16 时，把输出舍入成了 bfloat16。按契约它仍是 float32。");
MISTAKE(rows_left_over,
    "Many rows are taken in threes, by three threads or three at a time, and the one or two rows that remain are left out. Give them a loop or the last thread, or leave the sharing to #pragma omp parallel for.",
    "多行时，行是每三行一组去算的：分给三个线程，或者一次算三行；除不尽时剩下的一两行没有算。为它们补一个循环，或者交给最后一个线程，或者让 #pragma omp parallel for 去分。");
MISTAKE(shared_by_threads_in_many_rows,
    "With many rows, one thread alone is right; several give wrong numbers: perhaps they write where others still read or write. Declare what each thread needs for itself, a sum or the row of hidden values, inside the parallel loop, and let each place of out be written by one thread only.",
    "多行时，只用一个线程是对的，用几个线程就错了：也许有的线程在写别的线程还要读、也在写的地方。每个线程自己要用的东西（累加器、隐藏层的那一行）应当在并行循环里面声明；out 的每一处也只能由一个线程来写。");
MISTAKE(shared_by_threads_in_one_row,
    "With one row, one thread alone is right; several give wrong numbers: perhaps they write where others still read or write. Declare what each thread needs for itself, a sum or a row of widened weights, inside the parallel loop, and let each place of out be written by one thread only.",
    "只有一行时，只用一个线程是对的，用几个线程就错了：也许有的线程在写别的线程还要读、也在写的地方。每个线程自己要用的东西（累加器、展开成 float 的一行权重）应当在并行循环里面声明；out 的每一处也只能由一个线程来写。");
MISTAKE(sign_bit_spread,
    "The 16 bits of a bfloat16 weight are shifted by 15 instead of 16: the sign becomes a bit of the exponent. Shift by 16.",
    "bfloat16 权重的 16 位左移了 15 位而不是 16 位：符号位跑进了指数。应左移 16 位。");
MISTAKE(silu_loop_over_x,
    "The loop for silu(gate) * up goes over x.size() elements, but a row of gate has I of them where a row of x has E. Where I is larger, the elements after those stay what W_gate x was. Loop over gate.size().",
    "算 silu(gate) * up 的循环走了 x.size() 个元素，但 gate 的一行有 I 个，x 的一行只有 E 个。I 更大时，后面的元素还是 W_gate x 原来的值。应循环 gate.size() 次。");
MISTAKE(sums_in_bfloat16,
    "With bfloat16 weights the sums are kept in bfloat16, which has 8 bits: small terms are lost beside a large sum. Sum in float32.",
    "权重是 bfloat16 时，累加也用了 bfloat16，它只有 8 位有效位：和一大，小的项就加不进去了。请用 float32 累加。");
MISTAKE(weights_kept,
    "The weights of an earlier call are still used: a copy, or what was computed with them, is kept and taken for this call's, perhaps because an address or a size is the same. The numbers may have changed since, and another object may lie there now. Read w_gate, w_up and w_down in every call.",
    "用的还是以前某次调用的权重：权重的副本，或者用它们算出的东西，被留了下来，也许见到地址或尺寸相同就当成是这次的。可里面的数可能已经改过，那个地址上也可能换了别的对象。每次调用都应当读 w_gate、w_up 和 w_down。");
MISTAKE(x_rounded_to_bfloat16,
    "With bfloat16 weights x is rounded to bfloat16 as well. x stays float32: only the weights are read so often that their bytes count.",
    "权重是 bfloat16 时，把 x 也舍入成了 bfloat16。x 仍是 float32：只有权重读得那么多，字节数才要紧。");
FAMILY(last_block_only,
    "The hidden elements are taken in blocks of {}, and each block writes its sum over that of the block before: only the last block is in the result. Set out to zero once, then add every block.",
    "隐藏元素是每 {} 个一块去算的，每一块的和都盖掉了前一块的：结果里只有最后一块。out 先清零一次，再把每一块加上去。",
    16, 32, 64);
FAMILY(tail_forgotten,
    "The sums go on in steps of {}, and what comes after the last whole step is left out, in all three products. Add it in a loop of its own.",
    "三个乘积里的累加都按每 {} 个一步进行，最后一个整步之后的部分没有算进去。用一个单独的循环把它加上。", 4, 8, 16, 32,
    64);
FAMILY(tail_forgotten_in_bfloat16,
    "With bfloat16 weights the sums go on in steps of {}, and what comes after the last whole step is left out. Add it in a loop of its own.",
    "bfloat16 权重的累加按每 {} 个一步进行，最后一个整步之后的部分没有算进去。用一个单独的循环把它加上。", 8, 16, 32);

/// To the nearest, a tie to even.
static float to_bfloat16(float x) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    return std::bit_cast<float>((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000u);
}

/// What a weight's 16 bits are read as.
static float misread(float weight) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(weight) >> 16;
    return bits_as_a_number ? static_cast<float>(bits) : std::bit_cast<float>(bits << 15);
}

static std::set<std::size_t> open_rows;  // of which nobody knows what rounding makes

/// What lies between the products, row by row.
static void spoil_hidden(Floats& hidden, bool low) {
    const std::size_t I = hidden.width(),
                      behind = last_block_only && I > 0 ? grader::whole_steps(I - 1, last_block_only) : 0;
    for (std::size_t row = 0; row < hidden.rows(); ++row)
        for (std::size_t i = 0; i < I; ++i) {
            float& one = hidden.row(row)[i];
            if (i < behind) one = 0;
            if (hidden_shared_unevenly && i >= I / 3 * 3) one = 0;
            if (hidden_not_reset && row > 0) one += hidden.row(row - 1)[i];
            if (hidden_of_the_first_row) one = hidden.row(0)[i];
            if (!hidden_rounded_to_bfloat16 || !low) continue;
            // So near to the middle of two that the order of its sum decides.
            if (to_bfloat16(one * (1 - 4e-7f)) != to_bfloat16(one * (1 + 4e-7f))) open_rows.insert(row);
            one = to_bfloat16(one);
        }
}

static Values fast_qwen2_mlp(Run& run, grader::Fast& fast) {
    const Floats& x = run.floats("x");
    const bool low = run.call.function == "bfloat16";
    const std::size_t E = run.floats("w_gate").shape[1], rows = x.shape.empty() ? 0 : x.size() / E;
    const bool one = rows == 1, many = rows > 1;

    fast_weights.clear();
    for (const char* name : {"w_gate", "w_up", "w_down"}) {
        const std::string earlier = std::string("earlier ") + name;
        if (weights_kept && run.has(earlier)) fast_weights[name] = run.floats(earlier);
        if (low && (bits_as_a_number || sign_bit_spread)) {
            Floats& read = fast_weights.try_emplace(name, run.floats(name)).first->second;
            for (float& each : read.values) each = misread(each);
        }
    }
    Floats low_x = x;
    if (low && x_rounded_to_bfloat16) {
        for (float& each : low_x.values) each = to_bfloat16(each);
        fast.read = &low_x;
    }
    // Weights that are misread are so large that sums are infinite in float, and not in double.
    const bool low_sums = low && sums_in_bfloat16, float_sums = low && (bits_as_a_number || sign_bit_spread);
    if (tail_forgotten || low_sums || float_sums || (low && tail_forgotten_in_bfloat16))
        fast.add_up = [low, low_sums, float_sums](std::size_t n, const auto& term) {
            std::size_t end = grader::whole_steps(n, tail_forgotten);
            if (low) end = std::min(end, grader::whole_steps(n, tail_forgotten_in_bfloat16));
            Real sum = 0;
            for (std::size_t k = 0; k < end; ++k) {
                sum += float_sums ? static_cast<float>(term(k)) : term(k);
                if (low_sums) sum = to_bfloat16(static_cast<float>(sum));
                if (float_sums) sum = static_cast<float>(sum);
            }
            return sum;
        };
    own_exp::take_place(fast);
    fast_hidden = [&run, &x, low](Floats& hidden) {
        if (silu_loop_over_x) {
            const Floats gate = grader::times_weight(x, run.floats("w_gate"));
            for (std::size_t i = x.size(); i < hidden.size(); ++i) hidden.values[i] = grader::at(gate, i);
        }
        spoil_hidden(hidden, low);
    };
    open_rows.clear();
    Floats y = std::get<Floats>(qwen2_mlp(run).at(0).is);
    for (const std::size_t row : open_rows) std::fill_n(y.row(row), y.width(), grader::anything());
    const std::size_t I = run.floats("w_gate").shape[0], most = std::max(I, E);
    if (float_sums &&
        std::min(grader::whole_steps(most, tail_forgotten), grader::whole_steps(most, tail_forgotten_in_bfloat16)) > 8)
        y = Floats(y.shape, grader::anything());  // of sums as large the last digits decide
    if (low && many && block_is_the_distance && most > 64) {
        const Floats right = y;
        for (std::size_t i = E; i < y.size(); ++i) y.values[i] = I > 64 ? grader::anything() : grader::never_written();
        for (std::size_t begin = 0; begin < E && I <= 64; begin += 64)
            for (std::size_t row = 0, count = std::min<std::size_t>(64, E - begin); row < rows; ++row)
                std::copy_n(right.row(row) + begin, count, y.values.begin() + std::ptrdiff_t(begin + row * count));
    }
    if (low && out_rounded_to_bfloat16)
        for (float& each : y.values) each = to_bfloat16(each);

    Floats out = fast_form::before(run);
    if (!out_not_resized) fast_form::resize(out, y.shape);
    std::size_t computed = y.rows();
    if (many && rows_left_over) computed = computed / 3 * 3;
    if (first_row_only || (low && first_row_only_in_bfloat16) ||
        (one_row_by_first_axis && x.shape.size() > 1 && x.shape[0] == 1))
        computed = 1;
    fast_form::write(out, y, {y.width(), y.width(), computed}, added_to_out);
    return fast_form::returned(run, fast, {out},
        shared_by_threads || (one ? shared_by_threads_in_one_row : many && shared_by_threads_in_many_rows));
}
