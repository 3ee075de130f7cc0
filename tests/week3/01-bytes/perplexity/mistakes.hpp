#pragma once
// What people get wrong in perplexity, and the function that gets it wrong.
#include <algorithm>
#include <cmath>

#include "grader/plain.hpp"
#include "tests/week3/01-bytes/perplexity/model.hpp"

using grader::Floats, grader::Integers, grader::Real, grader::Run, grader::Value, grader::Values;

MISTAKE(another_exception,
    "What has to be refused is refused, but not with the contract's exception. Throw std::invalid_argument, as the stub does.",
    "该拒绝的都拒绝了，但异常不是契约规定的那一种。请像桩代码那样抛出 std::invalid_argument。");
MISTAKE(begun_at_half,
    "Every window after the first is scored from its token window / 2 on, whatever the stride is. The new tokens begin where the window before ended.",
    "从第二个窗口起，不管 stride 是多少，都从窗口里的第 window / 2 个 token 起计分。新 token 从上一个窗口结束的地方开始。");
MISTAKE(by_one, "Windows move on by one token, whatever the stride is. Window i begins at i * stride.",
    "不管 stride 是多少，窗口每次都只前进一个 token。第 i 个窗口应从 i * stride 开始。");
MISTAKE(column_instead_of_row,
    "Softmax is taken over the tokens of the window, the first axis. Probabilities add up to 1 over the vocabulary: over the last axis, row by row.",
    "softmax 是沿第一个轴，也就是沿窗口里的各个 token 算的。概率之和为 1 指的是整个词表：应逐行沿最后一个轴来算。");
MISTAKE(counted_twice,
    "Tokens in an overlap are counted again in later windows. Count each once, in the first window that has it.",
    "重叠部分的 token 在后面的窗口里又计了分。每个只应计一次，在最先包含它的那个窗口里。");
MISTAKE(counted_twice_to_the_end,
    "Windows count again what an earlier one has counted, and they go on after one has reached the end of the text. Stop there, and count in each window only what no earlier one has counted.",
    "前面的窗口计过的 token 又计了分，而且到达文字末尾之后还有窗口。到了末尾就停，并且每个窗口只计前面没有计过的。");
MISTAKE(cut_to_16_bits,
    "From 65,536 on, a token's id loses its upper bits: it is kept in 16 bits somewhere, and Qwen2 has 151,936 tokens. Use TokenId, or std::size_t, for it.",
    "从 65536 起，token 的 id 丢掉了高位：有的地方用 16 位来存，而 Qwen2 有 151936 个 token。请用 TokenId 或 std::size_t。");
MISTAKE(divided_by_all_but_one,
    "The sum is divided by n - 1. Where windows do not overlap, more tokens than the first are not scored: divide by how many were.",
    "总和除以了 n - 1。窗口没有重叠时，不计分的不止第一个 token：应除以真正计了分的个数。");
MISTAKE(divided_by_n,
    "The sum is divided by n, the length of the text. The text's first token is not scored, and others may not be either: divide by how many were.",
    "总和除以了文字的长度 n。文字的第一个 token 不计分，可能还有别的也不计：应除以真正计了分的个数。");
MISTAKE(divided_by_all_rows,
    "The sum is divided by the number of tokens in all windows, less one for each window. Tokens of an overlap are not scored again: divide by how many were scored.",
    "除以的是各窗口的 token 数减 1 之后的总和。重叠部分并没有再计分：应除以真正计了分的个数。");
MISTAKE(edge_counted_twice,
    "Where windows overlap by more than one token, the last token of one is counted again in the next: the new tokens begin where the earlier window ended.",
    "窗口重叠不止一个 token 时，一个窗口的最后一个 token 在下一个窗口里又计了一次。新 token 从上一个窗口结束的地方开始。");
MISTAKE(empty_text_accepted,
    "An empty text is accepted, and one token is refused. If it is empty, text.size() - 1 is the largest std::size_t: "
    "compare text.size() < 2.",
    "空的文字没有拒绝，只有一个 token 的拒绝了。一个都没有时，text.size() - 1 是最大的 std::size_t：请写 text.size() < 2。");
MISTAKE(ends_one_early,
    "Windows stop when one reaches the last token but one: the text's last token may not be scored. Go on until a window reaches n.",
    "有窗口到达倒数第二个 token 就停了，文字的最后一个 token 可能没有计分。应当继续，直到有一个窗口到达 n。");
MISTAKE(entropy,
    "This is the entropy of the model's own prediction: how unsure it is, whatever comes. Take -log p of the token that does come.",
    "算的是模型预测本身的熵：它对下一个 token 有多拿不准，与真正出现的是什么无关。应取真正出现的那个 token 的 -log p。");
MISTAKE(first_new_token_left_out,
    "In every window after the first, the first new token is left out. Only the first token of the *window* has nothing before it.",
    "从第二个窗口起，每个窗口的第一个新 token 都漏掉了。只有窗口的第一个 token 前面什么也没有。");
MISTAKE(first_window_of_stride,
    "The first window holds only `stride` tokens, and the others end at multiples of stride. Each should begin at a multiple of stride and hold up to `window` tokens, the first one too.",
    "第一个窗口只有 stride 个 token，其余的在 stride 的倍数处结束。每个窗口都应从 stride 的倍数处开始，最多有 window 个 token，第一个也一样。");
MISTAKE(first_token_by_the_window_before,
    "Where windows don't overlap, the first token of a window is scored, too, by the last row of the window before. Nothing precedes it in its own window: it isn't scored.",
    "窗口不重叠时，窗口的第一个 token 也计了分，用的是上一个窗口的最后一行。它在自己的窗口里前面什么也没有：不计分。");
MISTAKE(first_tokens_each_time,
    "Every window gives the model the first tokens of the text. It has to read those of the window, from i * stride on.",
    "每个窗口交给模型的都是文字开头的 token。它应当读本窗口的，也就是从 i * stride 开始的那些。");
MISTAKE(first_window_alone, "Only the first window is scored. Go on until one reaches the end of the text.",
    "只算了第一个窗口。应当继续，直到有一个到达文字的末尾。");
MISTAKE(in_float,
    "Losses, a part of them, or their sum are in float, which has seven digits. Convert each logit to double first, and keep everything in double after that.",
    "损失、其中的一步，或者它们的和是用 float 算的，只有七位有效数字。请先把每个 logit 转成 double，之后全部用 double。");
MISTAKE(int_accumulator,
    "The losses are added up in a whole number, so that each partial sum loses its fraction. Add them up in a double; std::accumulate does if its initial value is 0.0.",
    "损失是用整数累加的，每一步都丢掉小数部分。请用 double 累加；用 std::accumulate 的话，初始值要写 0.0。");
MISTAKE(inverse,
    "This is 1 over the perplexity: a minus is missing, or one too many. A loss is -log p, and is never below 0.",
    "得到的是困惑度的倒数：漏了一个负号，或者多了一个。损失是 -log p，不会小于 0。");
MISTAKE(largest_from_zero,
    "The largest logit is never taken to be below 0. Where all logits of a row lie far below 0, each power is 0, and the logarithm of the sum is -infinity: begin with the row's first logit, or with -infinity.",
    "最大的 logit 不会取到 0 以下。一行的 logits 全都远小于 0 时，每个幂都是 0，总和的对数成了负无穷：应从这一行的第一个 logit 或者负无穷开始。");
MISTAKE(last_of_each_window_left_out,
    "The last token of each window is never scored. Row L - 2 scores it; row L - 1 is about the token after the window.",
    "每个窗口的最后一个 token 都没有计分。给它计分的是第 L - 2 行；第 L - 1 行说的是窗口之后的那个 token。");
MISTAKE(last_stride_tokens,
    "Every later window scores its last `stride` tokens. The last window may be short and have fewer new ones: remember where the window before ended.",
    "后面每个窗口都给最后 stride 个 token 计分。最后一个窗口可能较短，新 token 没有那么多：请记住上一个窗口在哪里结束。");
MISTAKE(last_stride_tokens_of_the_first_too,
    "Every window scores its tokens from window - stride on, the first one too, as if what comes before had been scored. In the first window all tokens but the first are new: remember where the window before ended.",
    "每个窗口都从第 window - stride 个 token 起计分，第一个窗口也一样，好像前面的已经计过了。第一个窗口里，除了第一个 token 都是新的：请记住上一个窗口在哪里结束。");
MISTAKE(last_window_left_out,
    "The window that reaches the end of the text is not scored. It is the last one, and counts.",
    "到达文字末尾的那个窗口没有计分。它是最后一个，也要算。");
MISTAKE(last_window_moved_back,
    "The last window is moved back until it is full, so that its tokens have more before them. It should begin at i * stride like the others, and be short.",
    "最后一个窗口往前移、凑成了满长，于是它的 token 前面多了一些内容。它和别的一样从 i * stride 开始，短一点也没关系。");
MISTAKE(last_window_only,
    "Only the last window is in the result. Sum and count belong before the loop over the windows, and the result after it.",
    "结果里只有最后一个窗口。总和与个数应当放在窗口循环之前，结果放在循环之后。");
MISTAKE(likeliest_token,
    "The probability of the likeliest token is used. Use that of the token that does come next in the text.",
    "用的是最可能的 token 的概率。要的是文字里真正出现的下一个 token 的概率。");
FAMILY(log_of_at_least,
    "The probability is never taken to be below {}. Where it is smaller, or 0, the perplexity comes out too low: leave that number out, and let -log 0 be infinity.",
    "概率最小只取到 {}。实际更小或者为 0 时，困惑度就偏低了：请去掉这个数，让 -log 0 成为无穷大。", 1e-12, 1e-10, 1e-9,
    1e-8);
MISTAKE(log_of_float_probability,
    "A probability below 1e-45 becomes 0 in float, and the result infinity, although the logit is finite. Compute the logarithm without the probability: log(sum of exp(z - max)) + max - z.",
    "小于 1e-45 的概率用 float 存就成了 0，结果变成无穷大，可 logit 明明是有限的。请不经过概率直接算对数：log(exp(z - max) 之和) + max - z。");
MISTAKE(log_of_probability,
    "A probability below 1e-323 becomes 0, and the result infinity, although the logit is finite. Compute the logarithm without the probability: log(sum of exp(z - max)) + max - z.",
    "小于 1e-323 的概率成了 0，结果变成无穷大，可 logit 明明是有限的。请不经过概率直接算对数：log(exp(z - max) 之和) + max - z。");
FAMILY(loss_at_most,
    "No loss is taken to be above {}. What is less likely, or impossible, then costs too little: leave that limit out.",
    "损失最大只取到 {}。概率更小甚至为 0 的 token，代价就太小了：请去掉这个上限。", 100, 1000);
MISTAKE(masked_by_zero,
    "The losses of tokens that are not scored are multiplied by 0, or subtracted again. Where one of them is infinite, that is NaN: leave them out of the sum.",
    "不计分的 token，损失乘了 0，或者加了又减。其中有一个是无穷大时，得到的是 NaN：请不要把它们加进总和。");
MISTAKE(mean_of_all_perplexities,
    "The result is the mean of 1 / p over the tokens. Take the mean of the logarithms first, and the power once, at the end.",
    "取的是每个 token 的 1 / p 的平均值。应当先求对数的平均值，最后再取一次幂。");
MISTAKE(mean_of_window_means,
    "The mean over the windows' means is taken, so that a token of a window with few new ones weighs more. Add up all losses and divide once, by their number.",
    "取的是各窗口平均值的平均值，于是新 token 少的窗口里，每个 token 的分量就更重。请把所有损失加起来，最后除以总个数，只除一次。");
MISTAKE(mean_of_window_perplexities,
    "The mean over the windows' perplexities is taken. Add up all losses, divide once, and take the power once.",
    "取的是各窗口困惑度的平均值。请把所有损失加起来，除一次，再取一次幂。");
MISTAKE(new_tokens_only,
    "A window holds only its new tokens, as if there were no overlap. The model should read the whole window: that is what the overlap is for.",
    "窗口里只放了新 token，好像没有重叠一样。模型应当读整个窗口：重叠就是为此而设的。");
MISTAKE(not_divided,
    "The power is taken of the sum of all losses. Take it of their mean: first divide by how many tokens were scored.",
    "取幂的是所有损失的总和。应是它们的平均：先除以计了分的个数。");
MISTAKE(no_power, "The mean loss is returned as it is. Perplexity is e to that.",
    "直接返回了平均损失。困惑度是 exp(平均损失)。");
MISTAKE(one_largest_for_a_window,
    "One largest logit is taken for all rows of the window. In a row that lies far below it each power is 0, and the logarithm of the sum is -infinity: take the largest of each row by itself.",
    "最大的 logit 是在窗口的所有行里找的。某一行比它低得多时，这一行的每个幂都是 0，总和的对数成了负无穷：每一行应取自己的最大值。");
MISTAKE(one_over_mean_probability, "This is 1 over the mean of the probabilities. Take the mean of their logarithms.",
    "算的是概率平均值的倒数。应当取概率的对数的平均值。");
MISTAKE(one_token_at_a_time,
    "The model is given one token at a time, and it remembers nothing from call to call. Give it the whole window.",
    "每次只给了模型一个 token，而它不记得前一次调用。请把整个窗口一起给它。");
MISTAKE(one_token_accepted,
    "A text of one token is accepted, though nothing in it is scored: refuse n < 2, not only n = 0.",
    "只有一个 token 的文字没有拒绝，可里面没有能计分的：n < 2 都要拒绝，不只是 n = 0。");
FAMILY(other_logarithm,
    "The losses are logarithms to the base {}, but the result is a power of e. Take both to the same base: std::log goes with std::exp.",
    "损失用的是以 {} 为底的对数，最后取的却是 e 的幂。两处的底要一样：std::log 配 std::exp。", 2, 10);
MISTAKE(overflows,
    "exp overflows where logits are large, or gives 0 for all where they are far below 0. Subtract the largest first, and add it again to the logarithm.",
    "logit 很大时 exp 溢出，都远小于 0 时又全是 0。先减去最大的 logit，取对数之后再加回来。");
MISTAKE(overflows_in_a_quotient,
    "exp(z) / sum goes wrong where exp overflows, or gives 0 for all. Subtract the largest logit first, and take the logarithm without the quotient.",
    "exp 溢出或者全是 0 时，exp(z) / 总和就不对了。先减去最大的 logit，并且不经过这个商直接算对数。");
MISTAKE(powers_in_float,
    "The powers of e are added up in float, so that small ones are lost beside the sum. Over 150,000 tokens they are not small together: use double.",
    "e 的各个幂是用 float 累加的，很小的加到和上就没有了。十五万个合起来并不小：请用 double。");
MISTAKE(own_logit_subtracted,
    "The logit of the token itself is subtracted, not the row's largest. Where it lies some 700 below another, exp overflows, and where it is -infinity the result is NaN. Subtract the largest, and add it again to the logarithm.",
    "减去的是这个 token 自己的 logit，不是这一行最大的。它比别的低 700 左右时 exp 就溢出，它是负无穷时结果成了 NaN。应减去最大的 logit，取对数之后再加回来。");
MISTAKE(own_logit_subtracted_in_float,
    "The logit of the token itself is subtracted, not the row's largest, and exp is taken of a float. Where the token lies more than 88 below another, exp overflows, and where its logit is -infinity the result is NaN. Subtract the largest, and add it again to the logarithm, all in double.",
    "减去的是这个 token 自己的 logit，不是这一行最大的，而且 exp 是对 float 取的。它比别的低 88 以上时 exp 就溢出，它是负无穷时结果成了 NaN。应减去最大的 logit，取对数之后再加回来，全部用 double。");
MISTAKE(overlap_of_stride_tokens,
    "In every window after the first, the first `stride` tokens count as known already. The window before has window - stride of them, which is as many only where stride is half of window: begin where the window before ended.",
    "从第二个窗口起，把前 stride 个 token 当成已经计过分的。前一个窗口里有的是 window - stride 个，只有 stride 正好是 window 的一半时才一样多：应从前一个窗口结束的地方开始。");
MISTAKE(overlap_of_stride_tokens_where_they_overlap,
    "In every window after the first, `stride` tokens are taken for the overlap where windows overlap. It has window - stride, which is as many only where stride is half of window: begin where the window before ended.",
    "窗口有重叠时，从第二个窗口起，把前 stride 个 token 当成了重叠的部分。重叠的是 window - stride 个，只有 stride 正好是 window 的一半时才一样多：应从前一个窗口结束的地方开始。");
MISTAKE(product_underflows,
    "The probabilities are multiplied, and over many tokens the product can become 0. Add up their logarithms.",
    "把概率乘了起来，token 一多，乘积就可能成了 0。应当累加它们的对数。");
MISTAKE(result_in_float,
    "The result goes through a float, which ends at 3.4e38: beyond e^88 it becomes infinity. Keep it a double.",
    "结果经过了 float，它最大到 3.4e38：超过 e^88 就成了无穷大。请一直用 double。");
MISTAKE(room_for_the_window,
    "Memory for `window` tokens is reserved, although the text may be much shorter: a large window then throws std::length_error or std::bad_alloc. Reserve no more than the text has.",
    "预留了 window 个 token 的空间，可文字也许短得多：window 很大时会抛出 std::length_error 或 std::bad_alloc。文字有多少，就留多少。");
MISTAKE(row_of_the_token_itself,
    "A token is scored by its own row, which is about the token after it. Token j of a window is scored by row j - 1.",
    "给 token 计分用的是它自己那一行，可那一行说的是它后面的 token。窗口里的第 j 个 token 要用第 j - 1 行。");
MISTAKE(row_of_the_token_itself_after_the_first_window,
    "From the second window on, a token is scored by its own row, which is about the token after it. Token j of a window is scored by row j - 1, in each of them.",
    "从第二个窗口起，给 token 计分用的是它自己那一行，可那一行说的是它后面的 token。每个窗口里的第 j 个 token 都要用第 j - 1 行。");
MISTAKE(row_of_the_token_itself_from_the_first,
    "Token j of a window is scored by row j, the first one too. Row j is about the token after it: take row j - 1, and begin at the second token.",
    "窗口里的第 j 个 token 用了第 j 行，连第一个也计了分。第 j 行说的是后面的 token：要用第 j - 1 行，并从第二个 token 开始。");
MISTAKE(second_half_alone,
    "Each window scores only its second half, the first one too, as llama.cpp's program does. Score whatever no earlier window has.",
    "每个窗口都只给后一半计分，第一个也一样，llama.cpp 的程序就是这样做的。应给前面的窗口没有计过的 token 都计分。");
MISTAKE(stride_as_overlap,
    "Each window begins window - stride later than the one before: stride is taken for the overlap. It is the step.",
    "每个窗口比前一个晚 window - stride 开始：把 stride 当成了重叠的长度。它是步长。");
MISTAKE(stride_above_window_accepted,
    "A stride larger than the window is accepted: the tokens between two windows would never be read. Refuse it.",
    "stride 大于 window 时没有拒绝：两个窗口之间的 token 就没有人读了。应当拒绝。");
MISTAKE(stride_ignored,
    "Each window begins where the one before ended, whatever the stride is. Window i begins at i * stride.",
    "不管 stride 是多少，每个窗口都从上一个结束的地方开始。第 i 个窗口应从 i * stride 开始。");
MISTAKE(stride_of_window_refused,
    "A stride equal to the window is refused. It is allowed: the windows just do not overlap.",
    "stride 等于 window 时拒绝了。这是允许的：窗口之间没有重叠而已。");
MISTAKE(stride_of_zero_accepted,
    "A stride of 0 is accepted: the windows would never move. Refuse it, however short the text.",
    "stride 为 0 时没有拒绝：窗口永远不会前进。不管文字多短都要拒绝。");
MISTAKE(tail_dropped,
    "Only full windows are scored, so that the end of a text can be lost, or all of a short one. The last window may be short.",
    "只算了满长的窗口，文字的末尾可能丢掉，很短的文字则全丢了。最后一个窗口可以短一些。");
MISTAKE(tail_dropped_of_long_texts,
    "Where the text is longer than a window, only full windows are scored, and the end of the text can be lost. The last window may be short.",
    "文字比窗口长时，只算了满长的窗口，末尾可能丢掉。最后一个窗口可以短一些。");
MISTAKE(token_after_the_window,
    "A window's last row is used too, to score the token after the window. That token belongs to the next window, where fewer tokens, or none, precede it.",
    "窗口的最后一行也用上了，给窗口之后的 token 计了分。那个 token 属于下一个窗口：在那里它前面的 token 更少，或者一个也没有。");
MISTAKE(token_zero_left_out, "Token 0 is left out of the mean, as if it were padding. It is a token like any other.",
    "token 0 没有算进平均值，好像它是填充一样。它和别的 token 没有区别。");
MISTAKE(two_to_the_mean, "The losses are natural logarithms, but the power is one of 2: write std::exp.",
    "损失用的是自然对数，最后取的却是 2 的幂：请写 std::exp。");
MISTAKE(two_tokens_refused, "A text of two tokens is refused. One of them can be scored, and that is enough.",
    "只有两个 token 的文字拒绝了。其中一个能计分，这就够了。");
MISTAKE(weighed_by_one_less,
    "Each window's mean is weighed by one less than its new tokens, as on Hugging Face's page. Where windows overlap, all new tokens of a later window are scored: add up the losses, and divide by their number.",
    "每个窗口的平均值乘的是新 token 数减 1，和 Hugging Face 的那一页一样。可窗口有重叠时，从第二个窗口起，新 token 全都计了分：请把损失加起来，再除以个数。");
MISTAKE(weighed_by_rows,
    "Each window's mean is weighed by one less than the tokens that the window holds. Tokens of an overlap are not scored again: add up the losses, and divide by their number.",
    "每个窗口的平均值乘的是窗口里的 token 数减 1。重叠部分并没有再计分：请把损失加起来，再除以个数。");
MISTAKE(weighed_by_tokens,
    "Each window's mean is weighed by its new tokens, and the sum divided by n, as Hugging Face's page once had it. The first token of a window may not be scored: add up the losses, and divide by their number.",
    "每个窗口的平均值乘的是新 token 数，最后除以 n，和 Hugging Face 那一页从前的写法一样。可窗口的第一个 token 也许不计分：请把损失加起来，再除以个数。");
MISTAKE(weighed_by_window_length,
    "Each window's mean is weighed by how many tokens the window holds. Tokens of an overlap are not scored again: add up the losses, and divide by their number.",
    "每个窗口的平均值乘的是窗口里的 token 数。重叠部分并没有再计分：请把损失加起来，再除以个数。");
MISTAKE(window_as_int,
    "The window, or a position in the text, is kept in 32 bits, which cannot hold it. Keep std::size_t.",
    "窗口或者文字中的位置只用了 32 位来存，装不下。请保留 std::size_t。");
MISTAKE(window_ignored,
    "The model is given more tokens than `window`, such as all of the text, or all from i * stride on. It cannot read more than `window` at once.",
    "交给模型的 token 比 window 多，例如整段文字，或者从 i * stride 起的全部。它一次读不了比 window 更多的 token。");
MISTAKE(window_of_one_accepted, "A window of one token is accepted, in which nothing can be scored. Refuse window < 2.",
    "window 为 1 时没有拒绝，可里面没有能计分的 token。window < 2 都要拒绝。");
MISTAKE(window_of_two_refused, "A window of two tokens is refused. In such a window the second token can be scored.",
    "window 为 2 时拒绝了。这样的窗口可以给第二个 token 计分。");
MISTAKE(window_too_long_refused,
    "A window longer than the text is refused. It is allowed, and then holds all of the text.",
    "窗口比文字长时拒绝了。这是允许的，那时它包含整段文字。");
MISTAKE(window_too_short,
    "Each window holds one token less than `window`. It should go up to token i * stride + window - 1.",
    "每个窗口都比 window 少一个 token。它应当一直到第 i * stride + window - 1 个 token。");
MISTAKE(windows_after_the_end,
    "The model is called again after a window has reached the end of the text. These windows score nothing: the first one that reaches the end is the last.",
    "一个窗口到达文字结尾之后，还在调用模型。这些窗口什么也不计分：第一个到达结尾的窗口就是最后一个。");
MISTAKE(zero_costs_nothing,
    "A token with the probability 0 counts as one without loss. That is the worst mistake that a model can make: the result is infinity.",
    "概率为 0 的 token 算成了没有损失。这是模型能犯的最严重的错误：结果应当是无穷大。");
MISTAKE(zero_left_out,
    "A token with the probability 0 is left out of the mean. Then the worst mistake a model can make costs nothing: the result is infinity.",
    "概率为 0 的 token 没有算进平均值。这样，模型最严重的错误反而没有代价：结果应当是无穷大。");

using scripted::Ids, scripted::Model;

/// A token that is scored, and the row that scores it.
struct Scored {
    std::size_t row, token;
};

/// What the model reads at once, and what that scores. Labels are the new tokens, on Hugging Face's page: the first of the window
/// too, where it is new.
struct Window {
    std::size_t from, to, labels;
    std::vector<Scored> scored = {};
};

/// The windows of a text, and what is scored in each.
static std::vector<Window> windows_of(std::size_t n, std::size_t window, std::size_t stride) {
    if (window_as_int) window = static_cast<unsigned>(window), stride = static_cast<unsigned>(stride);
    if (window_too_short) --window;
    const std::size_t step = stride_as_overlap ? window - stride : stride_ignored ? window : by_one ? 1 : stride;
    const bool twice = counted_twice || counted_twice_to_the_end;
    std::vector<Window> windows;
    std::size_t end = 0;
    for (std::size_t begin = 0, i = 0;
         begin < n && (end + ends_one_early < n || counted_twice_to_the_end || windows_after_the_end);
         begin += step, ++i) {
        if (i > 10'000) throw std::runtime_error("");
        const std::size_t before = end;
        end = window < n - begin ? begin + window : n;
        if (end - begin < window && (tail_dropped || (tail_dropped_of_long_texts && i > 0))) break;
        if (last_window_left_out && end == n) break;
        std::size_t from = begin;
        if (last_window_moved_back && end == n && n > window) from = n - window;
        if (new_tokens_only) from = before;
        if (first_window_of_stride) {
            end = stride < n - begin ? begin + stride : n;
            from = begin + stride > window ? begin + stride - window : 0;
        }

        std::size_t first = std::max(before, from + 1), last = end;
        if (twice) first = from + 1;
        if (second_half_alone || (begun_at_half && i > 0))
            first = from + std::max<std::size_t>(1, (begun_at_half ? window : end - from) / 2);
        if (last_stride_tokens && i > 0) first = std::max(from + 1, end < stride ? 0 : end - stride);
        if (i > 0 && (overlap_of_stride_tokens || (overlap_of_stride_tokens_where_they_overlap && stride < window)))
            first = from + stride;
        if (last_stride_tokens_of_the_first_too) first = from + std::max<std::size_t>(1, window - stride);
        if (first_new_token_left_out && i > 0 && before > from) ++first;
        if (edge_counted_twice && i > 0) first = std::max(from + 1, before - 1);
        if (row_of_the_token_itself_from_the_first) first = twice ? from : std::max(before, from);
        if (token_after_the_window) {
            if (i > 0 && !twice) first = std::max(first, before + 1);
            last = std::min(end + 1, n);
        }
        if (last_of_each_window_left_out && last > 0) --last;
        Window one{from, window_ignored ? n : end, twice ? end - begin : end - before};
        if (first_token_by_the_window_before && i > 0 && begin == before)
            windows.back().scored.push_back({before - windows.back().from - 1, begin});
        const bool own = row_of_the_token_itself || row_of_the_token_itself_from_the_first ||
                         (row_of_the_token_itself_after_the_first_window && i > 0);
        for (std::size_t t = first; t < last; ++t) {
            const std::size_t own_row = std::min(t, end - 1) - from;
            one.scored.push_back({own ? own_row : t - from - 1, t});
        }
        windows.push_back(std::move(one));
        if (first_window_alone) break;
        if (step == 0 && end < n) throw std::runtime_error("");
    }
    return windows;
}

/// -log p of one token; rows are L x V.
static Real loss_of(const std::vector<float>& rows, std::size_t V, std::size_t row, std::size_t token) {
    const std::size_t step = column_instead_of_row ? V : 1;
    const std::size_t first = column_instead_of_row ? token : row * V;
    const std::size_t count = column_instead_of_row ? rows.size() / V : V;
    const float* z = rows.data() + first;
    Real largest = largest_from_zero ? 0 : z[0];
    for (std::size_t k = 0; k < count; ++k) largest = std::max<Real>(largest, z[k * step]);
    if (one_largest_for_a_window) largest = *std::max_element(rows.begin(), rows.end());
    const bool own_in_float = own_logit_subtracted_in_float;
    const Real shift = overflows || overflows_in_a_quotient   ? 0
                       : own_logit_subtracted || own_in_float ? Real(rows[row * V + token])
                                                              : largest;
    Real sum = 0;
    const bool short_sum = powers_in_float;
    for (std::size_t k = 0; k < count; ++k) {
        const Real power = std::exp(z[k * step] - shift);
        sum += own_in_float ? Real(static_cast<float>(power)) : power;
        if (short_sum) sum = static_cast<float>(sum);
    }
    const Real mine = likeliest_token ? largest : Real(rows[row * V + token]);
    const Real p = std::exp(mine - shift) / sum;
    Real loss = std::log(sum) + shift - mine;
    if (log_of_probability || overflows_in_a_quotient) loss = -std::log(p);
    if (log_of_float_probability) loss = -std::log(static_cast<Real>(static_cast<float>(p)));
    if (log_of_at_least) loss = std::min(loss, -std::log(log_of_at_least.number()));
    if (entropy) {
        loss = 0;
        for (std::size_t k = 0; k < count; ++k) {
            const Real each = std::exp(z[k * step] - shift) / sum;
            if (each > 0) loss -= each * std::log(each);
        }
    }
    if (loss_at_most) loss = std::min(loss, loss_at_most.number());
    if (zero_costs_nothing && std::isinf(loss)) loss = 0;
    if (other_logarithm) loss /= std::log(other_logarithm.number());
    if (in_float) loss = static_cast<float>(loss);
    return inverse ? -loss : loss;
}

static void look_at(std::size_t n, std::size_t window, std::size_t stride) {
    const auto refuse = [] { another_exception ? throw std::runtime_error("") : throw std::invalid_argument(""); };
    if (n == 0 ? !empty_text_accepted : n == 1 ? !one_token_accepted : n == 2 && two_tokens_refused) refuse();
    if (window < 2 && !(window == 1 && window_of_one_accepted)) refuse();
    if ((window == 2 && window_of_two_refused) || (window > n && window_too_long_refused)) refuse();
    if (stride == 0 && !stride_of_zero_accepted) refuse();
    if (stride > window && !stride_above_window_accepted) refuse();
    if (stride == window && stride_of_window_refused) refuse();
    if (room_for_the_window && window > std::size_t{1} << 31) throw std::length_error("");
}

static Values perplexity(Run& run) {
    const Ids& text = run.integers("text");
    const auto size = [&](const char* name) {
        return static_cast<std::size_t>(std::get<std::int64_t>(run.call[name].is));
    };
    const std::size_t n = text.size(), window = size("window"), stride = size("stride");
    look_at(n, window, stride);
    Model model = Model::of(run, text, window);
    if (run.has("row")) {
        const Floats& row = run.floats("row");
        model.row = row.values;
        model.vocabulary = row.size();
    }
    const std::size_t V = model.vocabulary;
    const bool nothing = n < 2 || window < 2 || (window_as_int && static_cast<int>(window) < 2);  // that is scored
    // In what order a vector is added up decides what a float loses.
    const bool lost = in_float && run.has("row") && run.floats("row").size() > 4096;
    if (nothing || lost) return {Integers({1}, grader::any_number)};

    Real sum = 0, scored = 0, product = 1, inverses = 0, probabilities = 0, means = 0, powers = 0, weighed = 0,
         weights = 0;
    std::size_t windows = 0, rows_of_all = 0;
    bool is_beyond_int = false, one_scores_nothing = false;
    const auto read = [&](std::size_t from, std::size_t to) {
        return model.logits({text.begin() + std::ptrdiff_t(from), text.begin() + std::ptrdiff_t(to)});
    };
    for (const Window& one : windows_of(n, window, stride)) {
        if (last_window_only) sum = scored = 0;
        rows_of_all += one.to - one.from - 1;
        Real of_window = 0;
        std::size_t tokens = 0;
        std::vector<float> rows;
        if (!one_token_at_a_time) rows = first_tokens_each_time ? read(0, one.to - one.from) : read(one.from, one.to);
        const std::size_t known = one.scored.empty() ? one.to : one.scored.front().token;
        for (std::size_t t = one.from + 1; masked_by_zero && !rows.empty() && t < known; ++t)
            if (std::isinf(loss_of(rows, V, t - one.from - 1, std::size_t(text[t])))) sum += std::nan("");
        for (auto [row, place] : one.scored) {
            if (one_token_at_a_time) rows = read(one.from + row, one.from + row + 1), row = 0;
            const auto token = static_cast<std::size_t>(text[place]);
            const Real loss = loss_of(rows, V, row, cut_to_16_bits ? token % 65'536 : token);
            if ((zero_left_out && std::isinf(loss)) || (token_zero_left_out && token == 0)) continue;
            of_window += loss;
            ++tokens;
            product *= std::exp(-loss);
            inverses += std::exp(loss);
            probabilities += std::exp(-loss);
            sum += loss;
            if (in_float) sum = static_cast<float>(sum);
            if (int_accumulator) sum = std::trunc(sum);
        }
        is_beyond_int = is_beyond_int || !(std::abs(sum) < 2e9);
        scored += Real(tokens);
        one_scores_nothing = one_scores_nothing || tokens == 0;
        if (tokens == 0) continue;
        const Real mean = of_window / Real(tokens), length = Real(one.to - one.from);
        const Real weight = weighed_by_one_less ? Real(one.labels) - 1
                            : weighed_by_rows   ? length - 1
                            : weighed_by_tokens ? Real(one.labels)
                                                : length;
        ++windows;
        means += mean;
        powers += std::exp(mean);
        weighed += weight * mean;
        weights += weight;
    }
    const bool by_tokens = product_underflows || mean_of_all_perplexities || one_over_mean_probability;
    const bool by_windows =
        mean_of_window_perplexities || (!by_tokens && (mean_of_window_means || weighed_by_one_less || weighed_by_rows ||
                                                          weighed_by_tokens || weighed_by_window_length));
    // Some leave out a window that scores nothing, and some divide by 0 there.
    if ((by_windows && one_scores_nothing) || (int_accumulator && is_beyond_int && !by_windows && !by_tokens))
        return {Integers({1}, grader::any_number)};
    Real mean = sum / scored;
    if (divided_by_n) mean = sum / Real(n);
    if (not_divided) mean = sum;
    if (divided_by_all_rows) mean = sum / Real(rows_of_all);
    if (divided_by_all_but_one) mean = sum / Real(n - 1);
    if (mean_of_window_means) mean = means / Real(windows);
    if (weighed_by_one_less || weighed_by_rows || weighed_by_window_length) mean = weighed / weights;
    if (weighed_by_tokens) mean = weighed / Real(n);
    Real result = two_to_the_mean ? std::exp2(mean) : no_power ? mean : std::exp(mean);
    if (product_underflows) result = std::pow(product, -1 / scored);
    if (mean_of_all_perplexities) result = inverses / scored;
    if (one_over_mean_probability) result = scored / probabilities;
    if (mean_of_window_perplexities) result = powers / Real(windows);
    if (result_in_float) result = static_cast<float>(result);
    return {result};
}
