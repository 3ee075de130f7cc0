#pragma once
// What people get wrong in merged_qwen2_mlp, and the function that gets it wrong.
#include <functional>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(axes_merged,
    "The numbers are right, but with three axes or more the leading ones are merged into one: the output is rows x dim. Reshape it to the shape of x at the end.",
    "数值是对的，但 x 有三个以上的轴时，前置轴合成了一个：输出是“行数 × dim”。最后 reshape 成 x 的形状。");
MISTAKE(cut_off_at_seven, "The gate is cut off at 7, and up at ±7, as gpt-oss does. Here nothing is cut off.",
    "gate 被截断到不超过 7，up 被截断到 ±7，这是 gpt-oss 的做法。这里什么都不截断。");
MISTAKE(flattened,
    "The numbers are right, but the leading axes are lost: the output should have the shape of x. Reshape it at the end, or let linear keep the axes.",
    "数值是对的，但前置轴丢了：输出的形状应与 x 相同。在最后 reshape，或让 linear 保留这些轴。");
MISTAKE(gate_alone, "Up is missing: silu(gate) goes into w_down alone. Multiply it by up first, as silu_and_mul does.",
    "少了 up：只有 silu(gate) 进了 w_down。要先乘上 up，silu_and_mul 做的就是这件事。");
MISTAKE(gate_and_up_swapped,
    "Up is taken from the first rows of w_gate_up and the gate from the others. The first I rows are the gate, and SiLU belongs to the gate.",
    "这里把 w_gate_up 的前 I 行当成了 up，后 I 行当成了 gate。前 I 行才是 gate，SiLU 用在 gate 上。");
MISTAKE(gate_twice,
    "The gate is multiplied by itself: both factors come from the first I rows of w_gate_up. Up comes from the last I.",
    "gate 乘的是它自己：两个因子都来自 w_gate_up 的前 I 行。up 应来自后 I 行。");
MISTAKE(gelu, "The gate goes through GELU: that is GEGLU. Qwen2 takes SiLU.",
    "gate 过的是 GELU：那是 GEGLU。Qwen2 用的是 SiLU。");
MISTAKE(gelu_tanh, "The gate goes through GELU in its tanh form: that is GEGLU, as in Gemma. Qwen2 takes SiLU.",
    "gate 过的是 tanh 形式的 GELU：那是 GEGLU，Gemma 用的就是它。Qwen2 用的是 SiLU。");
MISTAKE(halved_after_dim_rows,
    "Unless hidden_dim and dim are equal your function throws: perhaps w_gate_up is cut after dim rows. It has 2 hidden_dim rows: the gate is the first hidden_dim of them.",
    "hidden_dim 与 dim 不等时，你的函数会抛出异常：也许 w_gate_up 是从第 dim 行切开的。它有 2 hidden_dim 行：gate 是前 hidden_dim 行。");
MISTAKE(input_edited,
    "The numbers are right, but x itself is changed, and its owner still needs it for the residual. Work on a tensor of your own.",
    "数值是对的，但输入 x 被改了，而调用者之后还要用它加残差。请另建一个张量来计算。");
MISTAKE(interleaved,
    "Gate and up are taken from w_gate_up alternately, as even and odd rows. Here they come one after the other: I rows of the gate, then I rows of up. (Some models do store them alternately.)",
    "这里按偶数行、奇数行交替取 gate 和 up。这道练习里它们是一前一后：先是 gate 的 I 行，再是 up 的 I 行。（有的模型确实是交替存放的。）");
MISTAKE(no_down,
    "w_down is missing: you return silu(gate) * up, whose last axis has I elements. Bring it back to dim with w_down.",
    "缺了 w_down：你返回的是 silu(gate) * up，最后一个轴有 I 个元素。还要用 w_down 把它变回 dim。");
MISTAKE(no_gate,
    "The gate is missing: your output is w_down silu(up), a feed-forward layer without a gate. Multiply up by silu(gate).",
    "少了 gate：你的输出是 w_down silu(up)，只是没有门控的前馈层。up 要乘上 silu(gate)。");
MISTAKE(no_silu,
    "The halves are multiplied, but without SiLU. Give the merged product to silu_and_mul, or write silu(gate) * up.",
    "两半相乘了，但没有经过 SiLU。把合并的乘积交给 silu_and_mul，或写成 silu(gate) * up。");
MISTAKE(rank_2_only,
    "Only matrices are accepted here. x may have any number of leading axes, or none; linear takes them all, so nothing has to be refused.",
    "这里只接受有两个轴的输入。x 前面可以有任意多个轴，也可以没有；linear 都能处理，不必拒绝。");
MISTAKE(relu, "The gate goes through ReLU: that is ReGLU. Qwen2 takes SiLU.",
    "gate 过的是 ReLU：那是 ReGLU。Qwen2 用的是 SiLU。");
MISTAKE(refused_by_linear,
    "Every call throws, perhaps because the x and weight that linear is given do not fit. It transposes the weight itself, so give it w_gate_up and w_down as they are; and what goes into w_down is I numbers a row, as silu_and_mul gives them, not 2I.",
    "每次调用都抛出异常，也许是因为传给 linear 的 x 与权重形状不符。linear 自己会转置，w_gate_up 和 w_down 直接传；传给 w_down 的每行应是 I 个数，也就是 silu_and_mul 的结果，不是 2I 个。");
MISTAKE(residual_added,
    "x is added to the output. The residual connection is outside the MLP: the block that calls it adds.",
    "输出里加上了 x。残差连接在 MLP 之外，由调用它的那一层来加。");
MISTAKE(shape_unchecked,
    "A last axis other than dim has to be refused with std::invalid_argument. Keep the check of the stub.",
    "最后一个轴的长度不等于 dim 时，应抛出 std::invalid_argument 拒绝。请保留桩代码里的检查。");
MISTAKE(sigmoid, "The gate is the sigmoid alone: that is GLU. SiLU is x * sigmoid(x).",
    "gate 只过了 sigmoid：那是 GLU。SiLU 是 x * sigmoid(x)。");
MISTAKE(sigmoid_of_up,
    "Up goes through a sigmoid: silu(gate) * sigmoid(up). Only the gate gets an activation; up is multiplied as it is.",
    "up 多经过了一个 sigmoid：silu(gate) * sigmoid(up)。只有 gate 有激活函数，up 原样相乘。");
MISTAKE(sign_of_exponent,
    "The gate is multiplied by sigmoid(-gate), which closes where it should open. Give the merged product to silu_and_mul.",
    "gate 乘的是 sigmoid(-gate)，该开的时候关。把合并的乘积交给 silu_and_mul 即可。");
MISTAKE(silu_after_down,
    "SiLU is applied at the end, to the output. It belongs to the gate, before the product with up.",
    "这里在最后对输出求了 SiLU。它应该用在 gate 上，在与 up 相乘之前。");
MISTAKE(silu_twice,
    "The gate goes through SiLU twice: silu_and_mul alone does it once. Give it the merged product as it is.",
    "gate 过了两次 SiLU：silu_and_mul 本身就会做一次。把合并的乘积原样交给它。");
MISTAKE(silu_of_both, "SiLU is applied to the whole merged product, up included. Only the gate goes through SiLU.",
    "整个合并的乘积都过了 SiLU，连 up 也算进去了。只有 gate 要过 SiLU。");
MISTAKE(silu_of_product, "SiLU is applied to gate * up. Apply it to the gate first, then multiply by up.",
    "这里对 gate * up 求了 SiLU。应先对 gate 求 SiLU，再与 up 相乘。");
MISTAKE(silu_on_output_too,
    "SiLU is applied once more, to the output of w_down. The last step of the layer is linear: return what w_down gives.",
    "w_down 的输出又做了一次 SiLU。这一层的最后一步是线性的：直接返回 w_down 的结果。");
MISTAKE(sum_for_product,
    "Gate and up are added, or each goes through w_down alone and the results are added, which is the same. A gate opens and closes, so it multiplies: silu(gate) * up, then one product with w_down.",
    "这里把 gate 与 up 相加了，或者让两半各自过 w_down 再相加，两种写法结果相同。门控是开和关，所以要相乘：先算 silu(gate) * up，再与 w_down 做一次乘法。");
MISTAKE(sums_not_reset,
    "The sums of gate and up run on from row to row: row 0 is right, and each later row still contains those of all rows before it. Set the buffer to zero for every row, or let each sum begin at 0.",
    "gate 和 up 的累加一行接一行地继续下去：第 0 行是对的，后面每一行都混进了前面各行的和。每一行开始时把缓冲区清零，或者让每个和都从 0 开始。");
MISTAKE(up_after_dim_rows,
    "You look for up dim rows after its gate. It is hidden_dim rows after it: row j of the gate and row hidden_dim + j of w_gate_up belong together. The two are the same only where hidden_dim and dim are equal.",
    "up 取的是 gate 之后第 dim 行。它前面有 hidden_dim 行 gate：与第 j 行的 gate 相配的，是 w_gate_up 的第 hidden_dim + j 行。只有 hidden_dim 与 dim 相等时两者才相同。");
MISTAKE(up_alone, "Only the up half goes on: the gate is not used at all. Multiply up by silu(gate).",
    "往下走的只有 up 那一半：gate 根本没有用上。up 要乘上 silu(gate)。");
MISTAKE(up_one_too_early,
    "Up begins one row too early, at row hidden_dim - 1, the last one of the gate. It begins at row hidden_dim.",
    "up 早了一行，从第 hidden_dim - 1 行开始，那是 gate 的最后一行。应从第 hidden_dim 行开始。");
MISTAKE(vector_gives_matrix,
    "For a single vector you return a matrix of one row. The output should have the shape of x.",
    "输入是单个向量时，你返回了只有一行的矩阵。输出的形状应与 x 相同。");
MISTAKE(up_twice,
    "Up is multiplied by itself: both factors come from the last I rows of w_gate_up. The gate comes from the first I.",
    "up 乘的是它自己：两个因子都来自 w_gate_up 的后 I 行。gate 应来自前 I 行。");
MISTAKE(w_down_square_as_stored,
    "A square w_down is multiplied as it is stored, any other one is transposed. That the shapes fit says nothing: every weight is transposed.",
    "w_down 是方阵时按存储的样子相乘，不是方阵时才转置。形状对得上说明不了什么：每个权重都要转置。");
MISTAKE(w_down_transposed_twice,
    "w_down enters the product as stored, not transposed. linear transposes by itself: give it the weight, not xt::transpose of it. Where w_down is square the numbers are wrong, elsewhere the shapes do not fit.",
    "w_down 相乘时实际上没有转置。linear 自己会转置，直接传权重，不要传 xt::transpose 之后的。w_down 是方阵时数值错误，其他情况下形状不符。");
MISTAKE(w_gate_up_transposed_twice,
    "w_gate_up enters the product as stored, not transposed. linear transposes by itself: give it the weight, not xt::transpose of it. Where w_gate_up is square the numbers are wrong, elsewhere the shapes do not fit.",
    "w_gate_up 相乘时实际上没有转置。linear 自己会转置，直接传权重，不要传 xt::transpose 之后的。w_gate_up 是方阵时数值错误，其他情况下形状不符。");
MISTAKE(w_down_reshaped,
    "w_down is read as if it were reshaped, not transposed: its elements are in their old order. linear transposes the weight itself: hand it over as it is stored.",
    "w_down 像是做了 reshape，而不是转置：元素的次序没有变。linear 自己会转置权重：把权重原样交给它。");
MISTAKE(w_gate_up_reshaped,
    "w_gate_up is read as if it were reshaped, not transposed: its elements are in their old order. linear transposes the weight itself: hand it over as it is stored.",
    "w_gate_up 像是做了 reshape，而不是转置：元素的次序没有变。linear 自己会转置权重：把权重原样交给它。");
MISTAKE(whole_product_halved,
    "The merged product is halved as one long row, so that with more than one row elements of different rows meet. Each row has its own gate and up: halve the last axis.",
    "这里把合并的乘积当成一长行来切，行数大于一时，不同行的元素配在了一起。每一行都有自己的 gate 和 up：要切的是最后一个轴。");
MISTAKE(wrong_exception,
    "A wrong last axis is refused, but not with std::invalid_argument, which the contract names and callers catch. Keep the check of the stub.",
    "最后一个轴不对时拒绝了，但抛出的不是 std::invalid_argument。契约写明的、调用者要捕获的都是它。请保留桩代码里的检查。");
MISTAKE(zero_rows_refused,
    "An x without rows is refused, but no rows in is no rows out. Nothing special is needed for that.",
    "零行的 x 被拒绝了，但输入零行，输出就是零行，不需要特殊处理。");

static Floats of_each(Floats x, const std::function<Real(Real)>& f) {
    for (float& one : x.values) one = static_cast<float>(f(one));
    return x;
}

/// What the gate goes through.
static Floats activation(const Floats& gate) {
    if (no_silu) return gate;
    if (relu) return of_each(gate, [](Real z) { return std::max(z, 0.0); });
    if (gelu) return of_each(gate, [](Real z) { return z * (1 + std::erf(z / std::sqrt(2.0))) / 2; });
    if (gelu_tanh)
        return of_each(gate, [](Real z) { return z * (1 + std::tanh(0.79788456 * (z + 0.044715 * z * z * z))) / 2; });
    if (sigmoid) return of_each(gate, [](Real z) { return 1 / (1 + std::exp(-z)); });
    if (sign_of_exponent) return of_each(gate, [](Real z) { return z / (1 + std::exp(z)); });
    return of_each(gate, [](Real z) { return z / (1 + std::exp(-z)); });
}

static Floats product(const Floats& x, Floats w, bool transposed_twice, bool reshaped) {
    if (reshaped) w.shape = {w.shape[1], w.shape[0]};
    return grader::times_weight(x, w, transposed_twice != reshaped);
}

static Values merged_qwen2_mlp(Run& run) {
    const Floats &x = run.floats("x"), &w_gate_up = run.floats("w_gate_up"), &w_down = run.floats("w_down");
    const std::size_t rank = x.shape.size(), E = w_down.shape[0];

    if ((rank == 0 || x.width() != E) && !shape_unchecked) {
        if (wrong_exception) throw std::runtime_error("");
        throw std::invalid_argument("");
    }
    if ((rank_2_only && rank != 2) || (zero_rows_refused && x.size() == 0)) throw std::invalid_argument("");
    if (shape_unchecked && x.size() == 0) return {x};

    if (refused_by_linear) throw std::invalid_argument("");
    Floats rows = x;
    if (shape_unchecked || flattened || (axes_merged && rank > 2) || (vector_gives_matrix && rank == 1))
        rows.shape = {x.size() / E, E};
    if (Floats::count(rows.shape) != x.size()) grader::xtensor_throws();
    if (halved_after_dim_rows && w_gate_up.shape[0] != 2 * E) grader::xtensor_throws();
    const Floats both = product(rows, w_gate_up, w_gate_up_transposed_twice, w_gate_up_reshaped);
    if (both.width() % 2 != 0) throw std::invalid_argument("");

    Floats gate = both;
    gate.shape.back() /= 2;
    gate.values.resize(both.size() / 2);
    Floats up = gate;
    const std::size_t I = gate.width();
    const bool in_turns = interleaved, as_one_row = whole_product_halved,
               after_dim = up_after_dim_rows && !in_turns && !as_one_row;
    for (std::size_t i = 0; i < gate.size(); ++i) {
        const std::size_t at = as_one_row ? i : i / I * 2 * I + i % I * (in_turns ? 2 : 1);
        gate.values[i] = both.values[at];
        // Behind the row there is the next one, or no more memory: it depends on what is read.
        if (after_dim && i % I + E >= 2 * I) up.values[i] = grader::anything();
        else
            up.values[i] = both.values[at + (as_one_row            ? gate.size()
                                                : in_turns         ? 1
                                                : after_dim        ? E
                                                : up_one_too_early ? I - 1
                                                                   : I)];
    }
    if (sums_not_reset)
        for (std::size_t i = I; i < gate.size(); ++i)
            gate.values[i] += gate.values[i - I], up.values[i] += up.values[i - I];
    if (cut_off_at_seven) {
        gate = of_each(gate, [](Real z) { return std::min<Real>(z, 7); });
        up = of_each(up, [](Real z) { return std::clamp<Real>(z, -7, 7); });
    }
    if (gate_and_up_swapped) std::swap(gate, up);
    if (gate_twice) up = gate;
    if (up_twice) gate = up;

    if (silu_of_both) up = activation(up);
    if (sigmoid_of_up && !no_silu && !up_alone) up = of_each(up, [](Real z) { return 1 / (1 + std::exp(-z)); });
    if (!silu_of_product && !silu_after_down) gate = activation(silu_twice ? activation(gate) : gate);
    const bool sum = sum_for_product;
    Floats hidden = gate_alone ? gate
                    : no_gate  ? activation(up)
                    : up_alone ? up
                               : grader::together(gate, up, [&](Real a, Real b) { return sum ? a + b : a * b; });
    if (silu_of_product) hidden = activation(hidden);
    Floats y = no_down ? hidden
                       : product(hidden, w_down, w_down_transposed_twice || (w_down_square_as_stored && I == E),
                             w_down_reshaped);
    if (silu_after_down || silu_on_output_too) y = activation(y);
    if (shape_unchecked) {
        if (y.size() != x.size()) grader::xtensor_throws();
        y.shape = x.shape;
    }
    if (residual_added) y = grader::together(x, y, std::plus<Real>());
    if (input_edited) run.edit("x") = y;
    return {y};
}
