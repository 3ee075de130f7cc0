#pragma once
// What people get wrong in qwen2_mlp, and the function that gets it wrong.
#include <functional>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(added, "silu(gate) and up are added. Multiply them element by element: the gate decides how much of up passes.",
    "silu(gate) 和 up 被加在了一起。应当逐元素相乘：由 gate 决定 up 通过多少。");
MISTAKE(all_transposed_twice,
    "All three weights enter the product as stored, not transposed. linear transposes by itself: give it the weight, not xt::transpose of it; with xt::linalg::dot, transpose once. Where hidden_dim and dim differ the shapes do not fit, and where they are equal the numbers are wrong.",
    "三个权重相乘时实际上没有转置。linear 自己会转置，直接传权重，不要传 xt::transpose 之后的；用 xt::linalg::dot 时才要自己转置，而且只转置一次。hidden_dim 与 dim 不同时形状对不上，相同时数值就错了。");
MISTAKE(axes_merged,
    "The numbers are right, but with three axes or more the leading ones are merged into one: the output is rows x dim. Give it the shape of x again before you return it.",
    "数值是对的，但 x 有三个以上的轴时，前置轴合成了一个：输出是“行数 × dim”。返回之前，把形状恢复成 x 的形状。");
MISTAKE(cut_off_at_seven, "The gate is cut off at 7, and up at ±7, as gpt-oss does. Here nothing is cut off.",
    "gate 被截断到不超过 7，up 被截断到 ±7，这是 gpt-oss 的做法。这里什么都不截断。");
MISTAKE(dot_for_star,
    "Your function throws, as it does when silu(gate) and up are multiplied by xt::linalg::dot, or x and a weight by *. It is the other way round: silu(gate) and up are multiplied element by element, by *, and x and each weight by linear.",
    "你的函数抛出了异常，就像把 silu(gate) 和 up 交给 xt::linalg::dot，或者用 * 去乘权重时那样。应当反过来：silu(gate) 和 up 用 * 逐元素相乘，x 与每个权重用 linear。");
MISTAKE(down_before_product,
    "W_down is applied to silu(gate) and to up apart, and the two results are multiplied. Multiply first; W_down comes once, last.",
    "W_down 分别作用在 silu(gate) 和 up 上，然后才把两个结果相乘。应当先相乘，最后只用一次 W_down。");
MISTAKE(gate_and_up_swapped,
    "silu is applied to the up projection: your output is W_down (W_gate x * silu(W_up x)). Either gate and up are swapped, or silu is on the wrong one: it belongs to the gate.",
    "silu 用在了 up 上：你的输出是 W_down (W_gate x * silu(W_up x))。要么 gate 和 up 弄反了，要么 silu 用错了地方：它该用在 gate 上。");
FAMILY(gate_cut_off, "The gate is cut off above {} before it goes through silu. Here nothing is cut off.",
    "gate 在进入 silu 之前被截断到不超过 {}。这里什么都不截断。", 7, 10, 20);
MISTAKE(gelu, "The gate applies the exact GELU, with erf: that is GEGLU. Qwen2 uses SwiGLU, with silu on the gate.",
    "门控用的是精确的 GELU（erf），那是 GEGLU。Qwen2 用的是 SwiGLU，gate 上是 silu。");
MISTAKE(gelu_tanh,
    "The gate applies GELU in its tanh form. That is right for Gemma, which uses GEGLU; Qwen2 and Llama use SwiGLU, with silu on the gate.",
    "门控用的是 tanh 形式的 GELU。这对 Gemma 是对的，它用 GEGLU；Qwen2 和 Llama 用的是 SwiGLU，gate 上是 silu。");
MISTAKE(gate_not_reset,
    "The sums of the gate run on from row to row: row 0 is right, each later one still contains the gates of all rows before it. Set them to 0 at the start of each row.",
    "gate 的累加从一行延续到下一行：第 0 行是对的，后面每一行的 gate 都带着前面各行的。每一行开始时都要把它清零。");
MISTAKE(input_edited,
    "The numbers are right, but x itself is changed, and the residual connection still needs it. Write into a tensor of your own.",
    "数值是对的，但输入 x 被改了，而残差连接之后还要用它。请另建一个张量来存结果。");
MISTAKE(input_reshaped,
    "The numbers are right, but x comes back with another shape, flattened to two axes. Reshape a copy, or take xt::reshape_view(x, ...).",
    "数值是对的，但 x 的形状被改了：它被展平成了二维。请对副本做 reshape，或者用 xt::reshape_view(x, ...)。");
MISTAKE(last_unit_missed,
    "The last of the hidden elements is missing from the product with w_down. A loop over them runs while j < hidden_dim.",
    "与 w_down 相乘时少了最后一个 hidden 元素。循环条件应是 j < hidden_dim。");
MISTAKE(no_down,
    "The down projection is missing: you return silu(gate) * up, whose last axis has hidden_dim elements. Bring it back to dim with w_down.",
    "缺了 down：你返回的是 silu(gate) * up，最后一个轴的长度是 hidden_dim。还要用 w_down 把它变回 dim。");
MISTAKE(no_gate,
    "The gate is missing: your output is W_down silu(W_up x), a feed-forward layer without a gate. The layer multiplies silu(W_gate x) by W_up x.",
    "缺了门控：你的输出是 W_down silu(W_up x)，只是普通的前馈层。这一层要用 silu(W_gate x) 去乘 W_up x。");
MISTAKE(no_silu, "silu is missing: your output is W_down (W_gate x * W_up x). Apply it to the gate before the product.",
    "缺了 silu：你的输出是 W_down (W_gate x * W_up x)。相乘之前，先对 gate 做 silu。");
MISTAKE(no_up,
    "The up projection is missing: your output is W_down silu(W_gate x), a feed-forward layer without a gate. Multiply silu(W_gate x) by W_up x.",
    "缺了 up：你的输出是 W_down silu(W_gate x)，只是没有门控的前馈层。silu(W_gate x) 还要乘上 W_up x。");
MISTAKE(nothing_transposed,
    "All three weights enter the product as stored, not transposed. linear transposes by itself: give it the weight, not xt::transpose of it; with xt::linalg::dot, transpose once. Where hidden_dim and dim differ the shapes do not fit, and where they are equal the numbers are wrong.",
    "三个权重相乘时实际上没有转置。linear 自己会转置，直接传权重，不要传 xt::transpose 之后的；用 xt::linalg::dot 时才要自己转置，而且只转置一次。hidden_dim 与 dim 不同时形状对不上，相同时数值就错了。");
MISTAKE(one_added_to_up, "1 is added to up, as gpt-oss does. Here up is multiplied as it is.",
    "up 加了 1，gpt-oss 是这样做的。这里 up 原样相乘。");
MISTAKE(rank_1_refused,
    "With a single vector it throws, but x may have no leading axis at all: then it is one row. linear takes it as it is.",
    "x 是一维时抛出了异常，但 x 可以一个前置轴也没有，这时它就是一行。linear 能直接处理。");
MISTAKE(rank_2_only,
    "Only matrices are accepted here. x may have any number of leading axes, or none; linear takes them all, so nothing has to be refused.",
    "这里只接受二维的输入。前置轴可以有任意多个，也可以没有；linear 都能处理，不必拒绝。");
MISTAKE(rank_3_at_most,
    "Up to three axes are accepted, four are refused. x may have any number of leading axes; linear takes them all.",
    "最多接受三维，四维就拒绝了。前置轴可以有任意多个，linear 都能处理。");
MISTAKE(rank_lost,
    "The numbers are right, but the leading axes are gone: the output is rows x dim. Give it the shape of x again before you return it.",
    "数值是对的，但前置轴没有了：输出成了 行数 × dim。返回之前，把形状恢复成 x 的形状。");
MISTAKE(relu_after_silu,
    "Where silu of the gate is below 0, yours is 0, as if ReLU came after silu, or in its place where the gate is negative. Leave it out: silu alone is the activation, and its negative values count.",
    "silu(gate) 小于 0 的地方，你的结果是 0：好像在 silu 之后又做了 ReLU，或者 gate 为负时用 ReLU 代替了它。去掉这一步：激活函数只有 silu，它的负值也要算。");
MISTAKE(relu,
    "The gate applies ReLU: that is ReGLU. Qwen2 uses SwiGLU, with silu on the gate: negative values of the gate do not become zero.",
    "门控用的是 ReLU，那是 ReGLU。Qwen2 用的是 SwiGLU，gate 上是 silu：负值不会变成零。");
MISTAKE(reshaped_for_transposed,
    "The weights are read as if they were reshaped, not transposed: the shapes fit, but the elements are in their old order. Use xt::transpose.",
    "权重像是做了 reshape，而不是转置：形状对上了，但元素的次序没有变，数值就错了。请用 xt::transpose。");
MISTAKE(residual_added,
    "x is added to the output. The residual connection belongs to the block around this layer: return only W_down (...).",
    "输出里加上了 x。残差连接属于外层的 block，这里只返回 W_down (...) 的结果。");
MISTAKE(shape_unchecked,
    "A wrong last axis is not refused: computing x.size() / dim rows whatever the shape mixes elements of different rows. Keep the stub's require_shapes as the first line.",
    "最后一个轴的长度不对时没有拒绝：不管形状如何都按 x.size() / dim 行来算，会把不同行的元素混在一起。第一行保留桩代码里的 require_shapes。");
MISTAKE(sigmoid,
    "The gate applies sigmoid, as in the original GLU. Qwen2 uses SwiGLU: silu(z) = z * sigmoid(z), so the gate's own value is a factor too.",
    "门控用的是 sigmoid，那是最初的 GLU。Qwen2 用的是 SwiGLU：silu(z) = z * sigmoid(z)，还要乘上 gate 自身的值。");
MISTAKE(sigmoid_on_up,
    "The up projection goes through a sigmoid: silu(gate) * sigmoid(up). Only the gate gets an activation; up goes into the product as it is.",
    "up 多经过了一个 sigmoid：silu(gate) * sigmoid(up)。只有 gate 有激活函数，up 原样参与相乘。");
MISTAKE(sign_of_exponent,
    "The gate is multiplied by sigmoid(-gate), which closes where it should open. Call your own silu, or write z / (1 + exp(-z)).",
    "gate 乘的是 sigmoid(-gate)，该开的时候关。直接调用你写好的 silu，或者写成 z / (1 + exp(-z))。");
MISTAKE(silu_after_product,
    "silu is applied to the product: silu(gate * up). Apply it to the gate alone, then multiply: silu(gate) * up.",
    "silu 作用在了乘积上：silu(gate * up)。应当只作用于 gate，再相乘：silu(gate) * up。");
MISTAKE(silu_before_gate, "silu is applied to x before W_gate. It belongs after: silu(W_gate x).",
    "silu 在 W_gate 之前就作用到了 x 上。它应当在之后：silu(W_gate x)。");
MISTAKE(silu_on_both, "silu is applied to both gate and up. Only the gate gets it; up goes into the product as it is.",
    "gate 和 up 都加了 silu。只有 gate 要加，up 原样参与相乘。");
MISTAKE(silu_on_output,
    "silu is applied to the output of W_down and not to the gate. It belongs to the gate, before the product.",
    "silu 作用在了 W_down 的输出上。它该用在 gate 上，在相乘之前。");
MISTAKE(silu_on_output_too,
    "silu is applied once more, to the output of W_down. The last step of the layer is linear: return what W_down gives.",
    "W_down 的输出又做了一次 silu。这一层的最后一步是线性的：直接返回 W_down 的结果。");
MISTAKE(silu_overflows,
    "The formula is right on paper, but exp(z) becomes infinite for a large gate, and infinity / infinity is NaN. Call your own silu, or divide by 1 + exp(-z).",
    "公式在纸面上是对的，但 gate 很大时 exp(z) 变成无穷大，而无穷大除以无穷大是 NaN。直接调用你写好的 silu，或者除以 1 + exp(-z)。");
MISTAKE(silu_twice, "The gate goes through silu twice: silu(silu(W_gate x)). Once is right.",
    "gate 做了两次 silu：silu(silu(W_gate x))。只应做一次。");
MISTAKE(sums_not_reset,
    "The sums of gate and up run on from row to row: row 0 is right, and each later row still contains those of all rows before it. Let each sum begin at 0, for every row.",
    "gate 和 up 的累加一行接一行地继续下去：第 0 行是对的，后面每一行都混进了前面各行的和。每一行的每个和都应从 0 开始。");
MISTAKE(up_alone, "Only W_up x goes on to W_down: the gate is not used at all. Multiply W_up x by silu(W_gate x).",
    "往下走的只有 W_up x：gate 根本没有用上。W_up x 要乘上 silu(W_gate x)。");
MISTAKE(w_down_not_transposed,
    "w_down enters the product as stored, not transposed. linear transposes by itself: give it the weight, not xt::transpose of it; with xt::linalg::dot, transpose once. Where hidden_dim and dim differ the shapes do not fit, and where they are equal the numbers are wrong.",
    "w_down 相乘时实际上没有转置。linear 自己会转置，直接传权重，不要传 xt::transpose 之后的；用 xt::linalg::dot 时才要自己转置，而且只转置一次。hidden_dim 与 dim 不同时形状对不上，相同时数值就错了。");
MISTAKE(w_down_reshaped,
    "w_down is read as if it were I x E: the weight of unit i for output e is taken from the place i * dim + e, where reshape would put it too. It is E x I, so the weight is at e * hidden_dim + i.",
    "w_down 被当作 I x E 来读了：第 i 个隐藏元素对输出 e 的权重取自位置 i * dim + e，reshape 的结果也是这样。它的形状是 E x I，应取位置 e * hidden_dim + i。");
MISTAKE(w_down_square_as_stored,
    "A square w_down is multiplied as it is stored, any other one is transposed. That the shapes fit says nothing: every weight is transposed.",
    "w_down 是方阵时没有转置就相乘了，其他形状都转置了。形状对得上说明不了什么：权重都要转置。");
MISTAKE(w_down_transposed_twice,
    "w_down enters the product as stored, not transposed. linear transposes by itself: give it the weight, not xt::transpose of it; with xt::linalg::dot, transpose once. Where hidden_dim and dim differ the shapes do not fit, and where they are equal the numbers are wrong.",
    "w_down 相乘时实际上没有转置。linear 自己会转置，直接传权重，不要传 xt::transpose 之后的；用 xt::linalg::dot 时才要自己转置，而且只转置一次。hidden_dim 与 dim 不同时形状对不上，相同时数值就错了。");
MISTAKE(w_gate_not_transposed,
    "w_gate enters the product as stored, not transposed. linear transposes by itself: give it the weight, not xt::transpose of it; with xt::linalg::dot, transpose once. Where hidden_dim and dim differ the shapes do not fit, and where they are equal the numbers are wrong.",
    "w_gate 相乘时实际上没有转置。linear 自己会转置，直接传权重，不要传 xt::transpose 之后的；用 xt::linalg::dot 时才要自己转置，而且只转置一次。hidden_dim 与 dim 不同时形状对不上，相同时数值就错了。");
MISTAKE(w_gate_transposed_twice,
    "w_gate enters the product as stored, not transposed. linear transposes by itself: give it the weight, not xt::transpose of it; with xt::linalg::dot, transpose once. Where hidden_dim and dim differ the shapes do not fit, and where they are equal the numbers are wrong.",
    "w_gate 相乘时实际上没有转置。linear 自己会转置，直接传权重，不要传 xt::transpose 之后的；用 xt::linalg::dot 时才要自己转置，而且只转置一次。hidden_dim 与 dim 不同时形状对不上，相同时数值就错了。");
MISTAKE(w_gate_twice,
    "W_gate is used for both, w_up not at all: your output is W_down (silu(W_gate x) * (W_gate x)). The second factor is W_up x.",
    "两处用的都是 W_gate，没有用到 w_up：你的输出是 W_down (silu(W_gate x) * (W_gate x))。第二个因子应当是 W_up x。");
MISTAKE(w_up_not_transposed,
    "w_up enters the product as stored, not transposed. linear transposes by itself: give it the weight, not xt::transpose of it; with xt::linalg::dot, transpose once. Where hidden_dim and dim differ the shapes do not fit, and where they are equal the numbers are wrong.",
    "w_up 相乘时实际上没有转置。linear 自己会转置，直接传权重，不要传 xt::transpose 之后的；用 xt::linalg::dot 时才要自己转置，而且只转置一次。hidden_dim 与 dim 不同时形状对不上，相同时数值就错了。");
MISTAKE(w_up_transposed_twice,
    "w_up enters the product as stored, not transposed. linear transposes by itself: give it the weight, not xt::transpose of it; with xt::linalg::dot, transpose once. Where hidden_dim and dim differ the shapes do not fit, and where they are equal the numbers are wrong.",
    "w_up 相乘时实际上没有转置。linear 自己会转置，直接传权重，不要传 xt::transpose 之后的；用 xt::linalg::dot 时才要自己转置，而且只转置一次。hidden_dim 与 dim 不同时形状对不上，相同时数值就错了。");
MISTAKE(w_up_twice,
    "W_up is used for both, w_gate not at all: your output is W_down (silu(W_up x) * (W_up x)). silu takes W_gate x.",
    "两处用的都是 W_up，没有用到 w_gate：你的输出是 W_down (silu(W_up x) * (W_up x))。silu 的输入应当是 W_gate x。");
MISTAKE(up_not_reset,
    "The sums of up run on from row to row: row 0 is right, each later one still contains up of all rows before it. Set them to 0 at the start of each row.",
    "up 的累加从一行延续到下一行：第 0 行是对的，后面每一行的 up 都带着前面各行的。每一行开始时都要把它清零。");
MISTAKE(wrong_exception,
    "A wrong last axis is refused, but not with std::invalid_argument, which the contract names and callers catch; xt::linalg::dot throws another type, too. Keep the stub's require_shapes as the first line.",
    "最后一个轴的长度不对时拒绝了，但抛出的不是 std::invalid_argument；契约写明的、调用者要捕获的都是它，而 xt::linalg::dot 自己抛的是别的类型。第一行保留桩代码里的 require_shapes。");
FAMILY(taken_for_zero_below,
    "Where the gate is below -{} it is taken for shut: silu gives 0 there. It is small, but not that small, and up may be large. Leave the branch out.",
    "gate 小于 -{} 时被当成完全关上，silu 取了 0。它在那里很小，但没有那么小，而且 up 可能很大。去掉这个分支。", 4, 5,
    8, 10);
FAMILY(units_left_over,
    "The hidden elements are taken {} at a time, and where there are more, those after the last whole step are left out. Take them in a last, shorter step.",
    "隐藏元素每次取 {} 个；比这多时，最后一个整步之后的那些没有算。最后要有较短的一步来处理它们。", 8, 16, 32);
MISTAKE(zero_rows_refused,
    "An empty x is refused, but no rows in is no rows out: return an empty tensor of the shape of x. linear does that by itself, leave the check out.",
    "这里拒绝了空的 x，但输入零行，输出就是零行：返回与 x 形状相同的空张量即可。linear 本来就会这样做，去掉这个检查。");

/// What a fast form does to what lies between the products, and the weights that it reads in the place of the call's.
static std::function<void(Floats& hidden)> fast_hidden;
static std::map<std::string, Floats> fast_weights;

enum class Stored { right, not_transposed, transposed_twice, reshaped };

static Floats product(const Floats& x, const Floats& w, Stored how) {
    if (how != Stored::reshaped) return grader::times_weight(x, w, how != Stored::right);
    Floats reshaped = w;
    reshaped.shape = {w.shape[1], w.shape[0]};
    return grader::times_weight(x, reshaped, true);
}

static Floats of_each(Floats x, const std::function<Real(Real)>& f) {
    for (float& one : x.values) one = float(f(one));
    return x;
}

/// What the gate goes through.
static Floats activation(Floats gate) {
    const auto exp = grader::exp_of;
    if (relu) return of_each(gate, [](Real z) { return std::max(z, 0.0); });
    if (gelu) return of_each(gate, [](Real z) { return z * (1 + std::erf(z / std::sqrt(2.0))) / 2; });
    if (gelu_tanh)
        return of_each(gate, [](Real z) { return z * (1 + std::tanh(0.7978845608 * (z + 0.044715 * z * z * z))) / 2; });
    const auto reciprocal = grader::reciprocal_of;
    if (sigmoid) return of_each(gate, [&](Real z) { return reciprocal(1 + exp(-z)); });
    if (sign_of_exponent) return of_each(gate, [&](Real z) { return z * reciprocal(1 + exp(z)); });
    if (silu_overflows) {
        return of_each(gate, [&](Real z) {
            const auto power = float(exp(z));  // infinite from 88.7 on
            return float(z) * power / (1 + power);
        });
    }
    return of_each(gate, [&](Real z) {
        if (relu_after_silu && z < 0) return 0.0;
        return taken_for_zero_below && z < -taken_for_zero_below.number() ? 0 : z * reciprocal(1 + exp(-z));
    });
}

static Values qwen2_mlp(Run& run) {
    const Floats& x = run.floats("x");
    const auto weight = [&](const char* name) -> const Floats& {
        const auto other = fast_weights.find(name);
        return other == fast_weights.end() ? run.floats(name) : other->second;
    };
    const Floats &w_gate = weight("w_gate"), &w_up = weight("w_up"), &w_down = weight("w_down");
    const std::size_t rank = x.shape.size(), I = w_gate.shape[0], E = w_gate.shape[1];

    if ((rank == 0 || x.width() != E) && !shape_unchecked) {
        if (wrong_exception) throw std::runtime_error("");
        throw std::invalid_argument("");
    }
    if ((rank_1_refused && rank < 2) || (rank_2_only && rank != 2) || (rank_3_at_most && rank > 3) ||
        (zero_rows_refused && x.size() == 0))
        throw std::invalid_argument("");

    // Who multiplies without linear has to transpose once, and to see to zero rows.
    const bool by_dot = reshaped_for_transposed || nothing_transposed || w_gate_not_transposed || w_up_not_transposed ||
                        w_down_not_transposed;
    const auto stored = [&](bool not_transposed, bool transposed_twice) {
        return reshaped_for_transposed                                 ? Stored::reshaped
               : nothing_transposed || not_transposed                  ? Stored::not_transposed
               : !by_dot && (all_transposed_twice || transposed_twice) ? Stored::transposed_twice
                                                                       : Stored::right;
    };
    const Stored gate_is = stored(w_gate_not_transposed, w_gate_transposed_twice),
                 up_is = stored(w_up_not_transposed, w_up_transposed_twice),
                 down_is = w_down_reshaped                     ? Stored::reshaped
                           : w_down_square_as_stored && I == E ? Stored::not_transposed
                                                               : stored(w_down_not_transposed, w_down_transposed_twice);
    if (x.size() == 0 && by_dot) return {x};

    Floats rows = grader::fast.read ? *grader::fast.read : x;
    if (shape_unchecked || rank_lost || input_reshaped || (axes_merged && rank > 2)) rows.shape = {rows.size() / E, E};
    rows.values.resize(Floats::count(rows.shape));
    if (input_reshaped) run.edit("x").shape = rows.shape;

    Floats gate = product(silu_before_gate ? activation(rows) : rows, w_up_twice ? w_up : w_gate, gate_is);
    Floats up = product(rows, w_gate_twice ? w_gate : w_up, up_is);
    const bool gate_runs_on = sums_not_reset || gate_not_reset, up_runs_on = sums_not_reset || up_not_reset;
    for (Floats* one : {&gate, &up})
        if (one == &gate ? gate_runs_on : up_runs_on)
            for (std::size_t i = one->width(); i < one->size(); ++i) one->values[i] += one->values[i - one->width()];
    if (cut_off_at_seven) {
        gate = of_each(gate, [](Real z) { return std::min<Real>(z, 7); });
        up = of_each(up, [](Real z) { return std::clamp<Real>(z, -7, 7); });
    }
    if (gate_cut_off) gate = of_each(gate, [](Real z) { return std::min<Real>(z, gate_cut_off.number()); });
    if (gate_and_up_swapped) std::swap(gate, up);
    if (silu_on_both) up = activation(up);
    if (one_added_to_up) up = of_each(up, [](Real z) { return z + 1; });
    // With no silu on the gate, that would be a gate of sigmoid whose two are exchanged, and is told as such.
    if (sigmoid_on_up && !no_silu) up = of_each(up, [](Real z) { return 1 / (1 + std::exp(-z)); });
    if (!no_silu && !silu_before_gate && !silu_on_output && !silu_after_product)
        gate = activation(silu_twice ? activation(gate) : gate);
    if (no_gate) gate = activation(up);

    Floats y;
    if (down_before_product) {
        y = grader::together(product(gate, w_down, down_is), product(up, w_down, down_is), std::multiplies<Real>());
    } else {
        const bool sum = added;
        Floats hidden = no_up || no_gate ? gate
                        : up_alone       ? up
                        : dot_for_star
                            ? grader::times_weight(gate, up, true)
                            : grader::together(gate, up, [&](Real a, Real b) { return sum ? a + b : a * b; });
        if (silu_after_product) hidden = activation(hidden);
        if (fast_hidden) fast_hidden(hidden);
        if (units_left_over && Real(hidden.width()) >= units_left_over.number())
            for (std::size_t i = 0; i < hidden.size(); ++i)
                if (i % hidden.width() >= grader::whole_steps(hidden.width(), units_left_over)) hidden.values[i] = 0;
        if (last_unit_missed)
            for (std::size_t r = 0; r < hidden.rows(); ++r) hidden.row(r)[hidden.width() - 1] = 0;
        y = no_down ? hidden : product(hidden, w_down, down_is);
    }
    if (silu_on_output || silu_on_output_too) y = activation(y);
    if (residual_added) y = grader::together(rank_lost ? rows : x, y, std::plus<Real>());
    if ((shape_unchecked || input_reshaped) && !no_down) {
        y.shape = x.shape;
        y.values.resize(x.size(), 0.0f);
    }
    if (input_edited) run.edit("x") = y;
    return {y};
}
