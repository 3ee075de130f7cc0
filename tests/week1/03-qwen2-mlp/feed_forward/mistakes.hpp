#pragma once
// What people get wrong in feed_forward, and the function that gets it wrong.
#include <functional>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(absolute_value,
    "Negative hidden elements come out with their sign turned: this is the absolute value. ReLU makes them zero, max(0, ...).",
    "隐藏层的负元素被翻成了正数：这是绝对值。ReLU 要把它们变成零，即 max(0, ...)。");
MISTAKE(axes_merged,
    "The numbers are right, but with three axes or more the leading ones are merged into one: the result is rows x E. Give it the shape that x had.",
    "数值是对的，但 x 有三个以上的轴时，前置轴合成了一个：结果是“行数 x E”。请把结果恢复成 x 的形状。");
MISTAKE(b1_after_relu,
    "b1 is added after ReLU: your output equals W2 (max(0, W1 x) + b1) + b2. ReLU must see the sum W1 x + b1, or the bias cannot decide what is switched off.",
    "b1 加在了 ReLU 之后：你的输出等于 W2 (max(0, W1 x) + b1) + b2。ReLU 要作用于整个 W1 x + b1，否则偏置无法决定哪些元素变成零。");
MISTAKE(b1_where_positive,
    "Whether a number is kept is decided by the sign of W1 x, before b1 is added. ReLU looks at W1 x + b1.",
    "一个数留不留，看的是 W1 x 的正负，那时还没有加 b1。ReLU 看的应是 W1 x + b1。");
MISTAKE(b1_twice, "b1 is in your output twice. Hand it to linear, or add it yourself.",
    "b1 加了两次。要么交给 linear，要么自己加。");
MISTAKE(b2_twice, "b2 is in your output twice. Hand it to linear, or add it yourself.",
    "b2 加了两次。要么交给 linear，要么自己加。");
MISTAKE(bias_shapes_unchecked,
    "A bias of another shape is accepted and broadcast: one element is added everywhere, a row of two axes passes too. b1 is (I,) and b2 is (E,); keep the checks of the stub.",
    "别的形状的偏置也被接受并广播：一个元素会加到所有位置，二维的一行也能通过。b1 是 (I,)，b2 是 (E,)；请保留桩代码里的检查。");
MISTAKE(biases_along_rows,
    "The biases are added down the rows: element i of b goes to all of row i. A bias has one element for each output and is the same for every row; it goes along the last axis.",
    "偏置加错了方向：b 的第 i 个元素加到了整个第 i 行上。偏置的每个元素对应一个输出，对每一行都一样，应沿最后一个轴相加。");
MISTAKE(biases_swapped,
    "The biases are swapped: b2 is added in front of ReLU and b1 at the end. b1 belongs to w1 and has one element for each hidden element.",
    "两个偏置用反了：ReLU 之前加的是 b2，最后加的是 b1。b1 与 w1 配对，隐藏层的每个元素对应 b1 的一个元素。");
MISTAKE(biases_twice, "Each bias is in your output twice. Hand it to linear, or add it yourself.",
    "每个偏置都加了两次。要么交给 linear，要么自己加。");
MISTAKE(gelu,
    "The function in between is GELU. This is right for BERT and GPT-2, which keep this layer and change only the function; the Transformer of 2017 has ReLU, max(0, x).",
    "中间的函数是 GELU。对 BERT 和 GPT-2 来说这是对的，它们保留这一层，只换了激活函数；2017 年的 Transformer 用的是 ReLU，即 max(0, x)。");
MISTAKE(gelu_tanh,
    "The function in between is GELU in its tanh form, which GPT-2 uses. The Transformer of 2017 has ReLU, max(0, x).",
    "中间的函数是 tanh 形式的 GELU，GPT-2 用的就是它。2017 年的 Transformer 用的是 ReLU，即 max(0, x)。");
MISTAKE(hidden_in_an_int,
    "The hidden numbers lose their fractions, as std::max<int>(0, v) makes them. Write std::max(0.0f, v).",
    "中间层的数丢掉了小数部分，例如 std::max<int>(0, v) 就会这样。应写 std::max(0.0f, v)。");
MISTAKE(input_edited,
    "The numbers are right, but x itself is changed, and its owner still needs it for the residual connection. Return a tensor of your own.",
    "数值是对的，但输入 x 被改了，而调用者在残差连接里还要用它。请另建一个张量来返回。");
MISTAKE(leading_axes_lost,
    "The numbers are right, but the leading axes are gone: the result always has two. Give it the shape that x had.",
    "数值是对的，但前置轴没有了：结果总是只有两个轴。请把结果恢复成 x 的形状。");
MISTAKE(leaky_relu,
    "Negative hidden elements are scaled by 0.01: this is leaky ReLU. The layer of 2017 uses plain ReLU, which makes them zero.",
    "隐藏层的负元素乘了 0.01：这是 leaky ReLU。2017 年的这一层用普通的 ReLU，负元素变成零。");
MISTAKE(min_for_max,
    "The negative half is kept and the positive one becomes zero: this is min(0, ...). ReLU keeps what is positive, max(0, ...).",
    "保留的是负的一半，正的一半变成了零：这是 min(0, ...)。ReLU 保留正数，即 max(0, ...)。");
MISTAKE(no_b1,
    "The first bias is missing: your output equals W2 max(0, W1 x) + b2. b1 belongs to the sum before ReLU, where it shifts the point at which an element switches on.",
    "少了第一个偏置：你的输出等于 W2 max(0, W1 x) + b2。b1 要在 ReLU 之前加上，它决定每个元素从哪一点起不再是零。");
MISTAKE(no_b2,
    "The second bias is missing: your output equals W2 max(0, W1 x + b1). Add b2 to the result; linear takes it as its third argument.",
    "少了第二个偏置：你的输出等于 W2 max(0, W1 x + b1)。结果还要加上 b2，把它作为第三个参数交给 linear 即可。");
MISTAKE(no_relu,
    "Your output is W2 (W1 x + b1) + b2, without ReLU in between. Two linear layers in a row are one linear layer: put max(0, ...) around the first one's result. (In `for (auto v : hidden)` v is a copy, and what is assigned to it is lost: write auto& v.)",
    "你的输出是 W2 (W1 x + b1) + b2，两层之间没有 ReLU。两个线性层直接相连等于一个线性层：请对第一层的结果取 max(0, ...)。（`for (auto v : hidden)` 里的 v 是副本，赋给它的值随后就丢了：要写 auto& v。）");
MISTAKE(rank_1_refused,
    "A single vector is refused, but x may have no leading axis at all: then it is one row. linear takes it as it is.",
    "这里拒绝了只有一个轴的 x，但 x 前面可以一个轴都没有，这时它就是一行。linear 能直接处理。");
MISTAKE(rank_2_only,
    "Only matrices are accepted here. x may have any number of leading axes, and may be a single vector; linear handles them all.",
    "这里只接受二维的 x。前置轴可以有任意多个，也可以是单个向量；这些 linear 都能处理。");
MISTAKE(relu6,
    "Hidden elements above 6 are cut off: this is ReLU6, used in networks for phones. ReLU has no upper end.",
    "大于 6 的隐藏元素被截断了：这是移动端网络用的 ReLU6。ReLU 没有上限。");
MISTAKE(relu_at_the_end,
    "ReLU is at the end of the layer, and nothing comes between the two matrices: your output equals max(0, W2 (W1 x + b1) + b2). Move it between them.",
    "ReLU 放到了整层的末尾，两个矩阵之间什么也没有：你的输出等于 max(0, W2 (W1 x + b1) + b2)。请把它移到两个矩阵之间。");
MISTAKE(relu_doubled, "The hidden elements are twice too large, as h + |h| is. Halve it, or write max(0, h).",
    "隐藏层的元素大了一倍，h + |h| 就是这样。再除以 2，或者直接写 max(0, h)。");
MISTAKE(relu_of_first_matrix,
    "With three axes or more, only the first matrix of hidden numbers goes through ReLU, as with hidden(i, j), which is a place in that matrix. Loop over all of hidden.size() elements, or write xt::maximum(hidden, 0.0f).",
    "三个轴以上时，只有第一个矩阵里的隐藏元素过了 ReLU，例如用 hidden(i, j) 时就会这样：它只是那个矩阵里的位置。请对 hidden.size() 个元素循环，或者写 xt::maximum(hidden, 0.0f)。");
MISTAKE(relu_on_input,
    "ReLU is applied to x, before the first matrix, and not to what that matrix makes. Negative inputs carry information too: apply it to W1 x + b1.",
    "ReLU 作用在了输入 x 上，而不是第一个矩阵的结果上。负的输入同样带有信息：请作用于 W1 x + b1。");
MISTAKE(relu_on_output,
    "ReLU is applied to the result as well: it holds no negative value, where negative ones are expected. There is one ReLU, between the two matrices; the output is left as W2 and b2 make it.",
    "最后的结果也经过了 ReLU，所以没有负值，而这里本应有负值。ReLU 只有一个，在两个矩阵之间；W2 与 b2 算出什么，输出就是什么。");
MISTAKE(relu_squared, "The hidden elements are squared after ReLU, as in Primer. The first Transformer has ReLU alone.",
    "ReLU 之后又取了平方，这是 Primer 的做法。最初的 Transformer 只用 ReLU。");
MISTAKE(residual_added,
    "Your output is x + FFN(x). The residual connection belongs to the block around this layer and is added there: return only what the layer computes.",
    "你的输出是 x + FFN(x)。残差连接属于外面的块，由那里来加：这里只返回这一层的结果。");
MISTAKE(shapes_left_to_linear,
    "Only linear checks the shapes. It sees whether each matrix fits what goes in, but not whether w2 gives back as many elements as x has: keep the checks of the stub.",
    "形状只靠 linear 来检查。它能看出每个矩阵与输入是否相符，却看不出 w2 的输出是否与 x 一样宽：请保留桩代码里的检查。");
MISTAKE(shapes_unchecked,
    "Shapes that do not fit are not refused: elements are read from wherever the index leads. The contract asks for std::invalid_argument: keep the checks of the stub.",
    "形状不符时照样计算，下标指到哪里就读哪里。契约要求抛出 std::invalid_argument：请保留桩代码里的检查。");
MISTAKE(sigmoid,
    "The function in between is the sigmoid: every hidden element lies between 0 and 1. The layer of 2017 has ReLU, max(0, x).",
    "中间的函数是 sigmoid，隐藏层的元素都落在 0 与 1 之间。2017 年的这一层用的是 ReLU，即 max(0, x)。");
MISTAKE(silu,
    "The function in between is SiLU. Qwen2 uses it, but inside a gated layer, which comes next in this chapter. Here it is ReLU, max(0, x).",
    "中间的函数是 SiLU。Qwen2 用它，但那是在门控层里，本章随后就会讲到。这里用的是 ReLU，即 max(0, x)。");
MISTAKE(step,
    "The hidden elements are 0 or 1: the value itself is lost. ReLU lets a positive element through as it is, x > 0 ? x : 0.",
    "隐藏层的元素只剩 0 和 1：数值本身丢了。ReLU 让正数原样通过，即 x > 0 ? x : 0。");
MISTAKE(tanh_for_relu,
    "The function in between is tanh: every hidden element lies between -1 and 1. The layer of 2017 has ReLU, max(0, x).",
    "中间的函数是 tanh，隐藏层的元素都落在 -1 与 1 之间。2017 年的这一层用的是 ReLU，即 max(0, x)。");
MISTAKE(w1_transposed_twice,
    "w1 enters the product as stored, not transposed. linear transposes by itself: give it the weight, not xt::transpose of it. Where w1 is square the numbers are wrong, elsewhere the shapes do not fit.",
    "w1 相乘时实际上没有转置。linear 自己会转置，直接传权重，不要传 xt::transpose 之后的。w1 是方阵时数值错误，其他情况下形状不符。");
MISTAKE(w2_transposed_twice,
    "w2 enters the product as stored, not transposed. linear transposes by itself: give it the weight, not xt::transpose of it. Where w2 is square the numbers are wrong, elsewhere the shapes do not fit.",
    "w2 相乘时实际上没有转置。linear 自己会转置，直接传权重，不要传 xt::transpose 之后的。w2 是方阵时数值错误，其他情况下形状不符。");
MISTAKE(weights_reshaped,
    "The weights are read as if they were in x out: the shape is right, but the numbers are in the wrong places. A reshape, too, keeps the order of the elements; linear takes the weights as they are.",
    "权重被当作 in x out 来读了：形状对了，数却不在原来的位置。reshape 也不改变元素的排列次序；权重直接交给 linear 就行。");
MISTAKE(wrong_exception,
    "Shapes that do not fit are refused, but not with std::invalid_argument, which the contract names and callers catch. Keep the checks of the stub.",
    "不符合的形状被拒绝了，但抛出的不是 std::invalid_argument。契约写明的、调用者要捕获的都是它。请保留桩代码里的检查。");
MISTAKE(zero_rows_refused,
    "An x without rows is refused. There is nothing wrong with it: no rows go in, no rows come out, and the shape stays. linear does that without help.",
    "没有行的 x 被拒绝了。这样的输入并没有错：零行进，零行出，形状不变。linear 本来就能处理。");

/// What comes between the two products.
static Floats activation(Floats hidden) {
    const auto f = [](auto of) { return std::function<Real(Real)>(of); };
    const auto chosen = absolute_value     ? f([](Real v) { return std::abs(v); })
                        : min_for_max      ? f([](Real v) { return std::min(v, 0.0); })
                        : hidden_in_an_int ? f([](Real v) { return std::trunc(std::max(v, 0.0)); })
                        : leaky_relu       ? f([](Real v) { return v > 0 ? v : 0.01 * v; })
                        : relu_doubled     ? f([](Real v) { return 2 * std::max(v, 0.0); })
                        : relu6            ? f([](Real v) { return std::clamp(v, 0.0, 6.0); })
                        : relu_squared     ? f([](Real v) { return v > 0 ? v * v : 0; })
                        : step             ? f([](Real v) { return v > 0 ? 1 : 0; })
                        : sigmoid          ? f([](Real v) { return 1 / (1 + std::exp(-v)); })
                        : tanh_for_relu    ? f([](Real v) { return std::tanh(v); })
                        : silu             ? f([](Real v) { return v / (1 + std::exp(-v)); })
                        : gelu             ? f([](Real v) { return v * (1 + std::erf(v / std::sqrt(2.0))) / 2; })
                        : gelu_tanh
                            ? f([](Real v) { return v * (1 + std::tanh(0.79788456 * (v + 0.044715 * v * v * v))) / 2; })
                            : f([](Real v) { return std::max(v, 0.0); });
    for (float& one : hidden.values) one = static_cast<float>(chosen(one));
    return hidden;
}

static Floats product(const Floats& x, Floats w, bool transposed_twice) {
    if (w.shape.size() != 2) throw std::invalid_argument("");
    if (weights_reshaped) w.shape = {w.shape[1], w.shape[0]};
    return grader::times_weight(x, w, weights_reshaped != transposed_twice);
}

static Floats plus_bias(const Floats& y, const Floats& bias, bool left_out, bool twice) {
    if (left_out) return y;
    if (!bias_shapes_unchecked && bias.shape != Shape{y.width()}) throw std::invalid_argument("");
    Floats b = bias;
    if (biases_along_rows) {
        if (y.shape.size() != 2 || y.shape[0] != b.size()) grader::xtensor_throws();
        b.shape = {b.size(), 1};
    }
    const Floats once = grader::together(y, b, std::plus<Real>());
    return twice || biases_twice ? grader::together(once, b, std::plus<Real>()) : once;
}

static Values feed_forward(Run& run) {
    const Floats &x = run.floats("x"), &w1 = run.floats("w1"), &w2 = run.floats("w2");
    const Floats &b1 = run.floats(biases_swapped ? "b2" : "b1"), &b2 = run.floats(biases_swapped ? "b1" : "b2");
    const std::size_t rank = x.shape.size();

    const bool fits =
        w1.shape.size() == 2 && rank > 0 && x.width() == w1.shape[1] && w2.shape == Shape{w1.shape[1], w1.shape[0]};
    const bool biases_fit = w1.shape.size() == 2 && run.floats("b1").shape == Shape{w1.shape[0]} &&
                            run.floats("b2").shape == Shape{w1.shape[1]};
    if (shapes_unchecked && !(fits && biases_fit)) return {Floats(x.shape, grader::anything())};
    if (!shapes_left_to_linear && (!fits || (!biases_fit && !bias_shapes_unchecked))) {
        if (wrong_exception) throw std::runtime_error("");
        throw std::invalid_argument("");
    }
    if ((rank_1_refused && rank < 2) || (rank_2_only && rank != 2) || (zero_rows_refused && x.size() == 0))
        throw std::invalid_argument("");

    Floats rows = relu_on_input ? activation(x) : x;
    if (leading_axes_lost || (axes_merged && rank > 2)) rows.shape = {rows.rows(), rows.width()};
    Floats hidden =
        plus_bias(product(rows, w1, w1_transposed_twice), b1, no_b1 || b1_after_relu || b1_where_positive, b1_twice);
    const Floats plain = hidden;
    if (!no_relu && !relu_on_input && !relu_at_the_end) hidden = activation(hidden);
    const std::size_t axes = hidden.shape.size(),
                      activated = axes > 2 ? hidden.shape[axes - 2] * hidden.width() : hidden.size();
    for (std::size_t i = activated; relu_of_first_matrix && i < hidden.size(); ++i) hidden.values[i] = plain.values[i];
    if (b1_where_positive && !no_b1) {
        const Floats biased = plus_bias(hidden, b1, false, b1_twice);
        for (std::size_t i = 0; i < hidden.size(); ++i)
            if (hidden.values[i] > 0) hidden.values[i] = biased.values[i];
    }
    if (b1_after_relu) hidden = plus_bias(hidden, b1, no_b1, b1_twice);
    Floats y = plus_bias(product(hidden, w2, w2_transposed_twice), b2, no_b2, b2_twice);
    if (relu_at_the_end || relu_on_output) y = activation(y);
    if (residual_added) y = grader::together(y, x, std::plus<Real>());
    if (input_edited && y.size() == x.size()) run.edit("x").values = y.values;
    return {y};
}
