#pragma once
// What people get wrong in grouped_query_attention, and the function that gets it wrong.
#include <algorithm>
#include <cstdint>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(aligned_with_the_end_in_one_product,
    "The last query sees all S rows, as with causal_mask(L, S), and every row is read, even where it is NaN. A cache has room after the text: the last query sees key offset + L - 1. Take the first offset + L rows, with a mask of L × (offset + L).",
    "最后一个 query 看到了全部 S 行，好像掩码用的是 causal_mask(L, S)，NaN 也都读了。缓存在文字后面还有空位：最后一个 query 应看到第 offset + L - 1 个 key 为止。请只取前 offset + L 行，掩码是 L × (offset + L)。");
MISTAKE(aligned_with_the_end_of_the_cache,
    "The last query sees all S rows, as with causal_mask(L, S). A cache has room after the text: the last query sees key offset + L - 1, and the mask is L × (offset + L).",
    "最后一个 query 看到了全部 S 行，好像掩码用的是 causal_mask(L, S)。缓存在文字后面还有空位：最后一个 query 应看到第 offset + L - 1 个 key 为止，掩码是 L × (offset + L)。");
MISTAKE(all_by_reshape,
    "Heads were brought to the front as by a reshape, of queries, keys and values, and back by another. A reshape keeps the order of the numbers: transpose.",
    "query、key 和 value 都像是用 reshape 把头移到前面的，最后又用 reshape 移回去。reshape 不改变数值的顺序：请转置。");
MISTAKE(any_number_of_heads_accepted,
    "A number of query heads that H_kv does not divide is accepted. Keep the check of the stub.",
    "query 头数不能被 H_kv 整除时也接受了。请保留桩代码里的检查。");
MISTAKE(cache_cleared,
    "key and value are changed: the rows after offset + L were set to 0. They are the caller's: copy the rows that are seen.",
    "key 和 value 被改了：offset + L 之后的行被设成了 0。它们是调用者的：请复制看得到的那些行。");
MISTAKE(cached_keys_not_seen,
    "Only the keys from row offset on are seen, those of this call. The keys before them are the text so far: query i sees 0 to offset + i.",
    "只看了第 offset 行以后的 key，也就是这次的。前面那些是已有的文字：第 i 个 query 应看到第 0 到 offset + i 个 key。");
MISTAKE(divided_by_d,
    "The scores are divided by D instead of its square root. That also comes of dividing by the root twice: once here, and once in scaled_dot_product_attention, which does it when no scale is given.",
    "分数除以了 D，而不是 D 的平方根。除以两次平方根也会这样：这里一次，scaled_dot_product_attention 又一次，没有传入 scale 时它自己会缩放。");
MISTAKE(divided_by_key_heads,
    "Head h of the queries goes with head h / H_kv of the keys. A group has H / H_kv heads: h / (H / H_kv). The two are equal only where H is the square of H_kv.",
    "第 h 个 query 头用了第 h / H_kv 个 key 头。一组有 H / H_kv 个头，应是 h / (H / H_kv)。只有 H 等于 H_kv 的平方时两者才相同。");
MISTAKE(first_key_head_for_all,
    "All heads use head 0 of the keys and values. Head h of the queries goes with head h / (H / H_kv).",
    "所有的头用的都是第 0 个 key 头和 value 头。第 h 个 query 头应当用第 h / (H / H_kv) 个。");
MISTAKE(first_query_head_of_each_group,
    "All heads of a group use the queries of its first head. They share only keys and values: queries are each head's own.",
    "一组里的头都用了组内第一个头的 query。它们只共用 key 和 value，query 是每个头自己的。");
MISTAKE(group_as_remainder,
    "Head h of the queries goes with head h % H_kv of the keys, the remainder. Neighbouring heads share: it is the quotient, h / (H / H_kv).",
    "第 h 个 query 头用了第 h % H_kv 个 key 头，取成了余数。共用的是相邻的头，应取商：h / (H / H_kv)。");
MISTAKE(group_forgotten, "Query head h takes key head h; there are only H_kv of them: it is h / (H / H_kv).",
    "第 h 个 query 头用了第 h 个 key 头，可是 key 头只有 H_kv 个：应是第 h / (H / H_kv) 个。");
MISTAKE(group_forgotten_for_keys,
    "The values are of the right head, but query head h takes key head h, and there are only H_kv of them. Both are of head h / (H / H_kv).",
    "value 的头是对的，可是第 h 个 query 头用了第 h 个 key 头，而 key 头只有 H_kv 个。两者都应是第 h / (H / H_kv) 个头。");
MISTAKE(group_forgotten_for_values,
    "The keys are of the right head, but query head h takes value head h, and there are only H_kv of them. Both are of head h / (H / H_kv).",
    "key 的头是对的，可是第 h 个 query 头用了第 h 个 value 头，而 value 头只有 H_kv 个。两者都应是第 h / (H / H_kv) 个头。");
MISTAKE(groups_refused,
    "As many heads of keys as of queries are asked for. That is multi-head attention; here each head of keys may serve several.",
    "这里要求 key 头与 query 头一样多，那是多头注意力。这里一个 key 头可以供几个 query 头用。");
MISTAKE(hidden_as_zero,
    "The scores of the keys that are hidden become 0, and exp(0) = 1 is a weight like any other. What is hidden has the score -inf.",
    "被挡住的 key 的分数成了 0，而 exp(0) = 1，照样有权重。要挡住的分数应是 -inf。");
MISTAKE(input_edited, "An input is changed: the scale was multiplied into query itself. Work on a tensor of your own.",
    "输入被改了：scale 直接乘到了 query 上。请另建一个张量来计算。");
MISTAKE(keys_and_values_by_reshape,
    "The heads of keys and values were brought to the front as by a reshape: it keeps the order of the numbers, so positions and heads are mixed. Transpose.",
    "key 和 value 像是用 reshape 把头移到前面的：数值的顺序没有变，位置和头混在了一起。请转置。");
MISTAKE(keys_and_values_exchanged, "Keys and values are swapped: the scores come from value, and what is mixed is key.",
    "key 和 value 用反了：分数是用 value 算的，加权平均的却是 key。");
MISTAKE(keys_of_another_head,
    "The values are of the right head, the keys are not: theirs is taken as the remainder h % H_kv. Both are of head h / (H / H_kv).",
    "value 的头是对的，key 的头不对：取成了余数 h % H_kv。两者都应是第 h / (H / H_kv) 个头。");
MISTAKE(largest_of_hidden_too,
    "The largest score is looked for among the hidden keys too. Where one of them is far above all that the query sees, each exp is 0. Take the maximum of what is seen: hide first, then subtract.",
    "找最大的分数时，把被挡住的 key 也算进去了。其中有一个远高于看得到的分数时，exp 全是 0。最大值只在看得到的里面找：先挡住，再减。");
MISTAKE(largest_starts_at_zero,
    "The largest score is never below 0, as if the search began there. Where all that a query sees score far below zero, each exp is 0. Begin with -inf, or with the first score.",
    "最大的分数从不小于 0，好像是从 0 找起的。一个 query 看得到的分数全都远小于零时，exp 全是 0。应从 -inf 或第一个分数开始。");
MISTAKE(last_head_not_written, "The last query head is never written. There are H of them.",
    "最后一个 query 头没有写。一共有 H 个。");
MISTAKE(mask_for_a_prompt_alone,
    "Nothing is hidden where offset is above 0: with a cache, each query sees all keys, later ones too. One query alone sees all that there is, several do not: query i sees keys 0 to offset + i.",
    "offset 大于 0 时什么也没有挡住：有了缓存，每个 query 就看到所有的 key，连后面的也看到了。只有一个 query 时确实全都看得到，有几个时就不是：第 i 个 query 看到第 0 到 offset + i 个 key。");
MISTAKE(mask_for_heads_below_each_other,
    "The heads of a group were put below each other as rows, and causal_mask was called for all G · L of them, so that a later head sees further than an earlier one, and where there are too few keys it throws. Each head begins again with the mask of query 0.",
    "一组的头上下叠成了矩阵的行，causal_mask 却按全部 G · L 行来算：靠后的头比靠前的看得远，key 不够时还会抛出异常。每个头都应从第 0 个 query 的掩码重新开始。");
MISTAKE(mask_anew_for_each_head,
    "The queries of a group are one matrix, token by token: all heads of the first, then those of the second. But its mask begins anew for each head. Row r of the matrix is query r / (H / H_kv), so each row of the mask is needed H / H_kv times in a row.",
    "一组的 query 排成了一个矩阵，是按 token 排的：先是第一个 token 的各个头，再是第二个的。掩码却是一个头接一个头地排的。矩阵的第 r 行是第 r / (H / H_kv) 个 query，所以掩码的每一行要连着重复 H / H_kv 次。");
MISTAKE(mask_of_one_head,
    "Groups of several heads are refused: perhaps the heads of a group lie below each other as rows, but the mask is L × (offset + L), for one head. It needs these rows once for each head of the group.",
    "一组有几个头时抛出了异常：也许一组的头上下叠成了矩阵的行，掩码却是 L × (offset + L)，只够一个头。组里有几个头，这些行就要重复几遍。");
MISTAKE(mask_rows_repeated,
    "The heads of a group lie below each other, all queries of one and then those of the next, but the mask repeats each row for all heads first. Row r of the stack is query r % L.",
    "一组的头上下叠放，先是一个头的全部 query，再是下一个头的；掩码却先把每一行按头数重复。叠起来的第 r 行是第 r % L 个 query。");
MISTAKE(masked_after_softmax,
    "The weights of hidden keys are set to 0 after the softmax, so that those that are left do not sum to 1. Hide before the softmax, with -inf.",
    "softmax 之后才把被挡住的 key 的权重设成 0，剩下的权重总和就不是 1 了。请在 softmax 之前用 -inf 挡住。");
MISTAKE(no_mask, "Nothing is hidden: each query sees all offset + L keys. Query i sees keys 0 to offset + i.",
    "没有遮挡：每个 query 都看到了全部 offset + L 个 key，连后面的也看到了。第 i 个 query 应只看到第 0 到 offset + i 个。");
MISTAKE(no_queries_refused,
    "A query without rows is refused, but no rows in is no rows out: return an empty tensor of the shape of query.",
    "这里拒绝了没有 query 的情况，但零行输入就是零行输出：返回与 query 形状相同的空张量。");
MISTAKE(no_scale, "The scores are not scaled: multiply them by 1/sqrt(D).", "分数没有缩放：应乘 1/√D。");
MISTAKE(offset_ignored,
    "Query i sees keys 0 to i, as if nothing came before the first query. It is at position offset + i, and sees as far as that.",
    "第 i 个 query 只看到了第 0 到 i 个 key，好像前面什么都没有。它的位置是 offset + i，应当看到那里为止。");
MISTAKE(offset_wraps_around,
    "offset + L is compared with S, and for an offset near the largest std::size_t the sum wraps around to a small number. Check whether offset <= S, and then whether L <= S - offset, as the stub does.",
    "拿 offset + L 与 S 比较时，offset 接近 std::size_t 的最大值，和会绕回成很小的数。应先检查 offset <= S，再检查 L <= S - offset，桩代码就是这样写的。");
MISTAKE(one_row_too_many,
    "offset + L + 1 rows of the cache are taken, or the mask has as many columns: one too many. The last query is at position offset + L - 1, so the rows are 0 to offset + L - 1, which are offset + L.",
    "取了缓存的 offset + L + 1 行，或者掩码有这么多列，多了一行。最后一个 query 的位置是 offset + L - 1，应取第 0 到 offset + L - 1 行，共 offset + L 行。");
MISTAKE(one_row_too_many_read,
    "offset + L + 1 rows of the cache are read: one too many, which in a full cache is not there at all. The last query is at position offset + L - 1, so the rows are 0 to offset + L - 1, which are offset + L.",
    "读了缓存的 offset + L + 1 行，多了一行；缓存装满时，这一行根本不存在。最后一个 query 的位置是 offset + L - 1，应取第 0 到 offset + L - 1 行，共 offset + L 行。");
MISTAKE(output_groups_exchanged,
    "The result has the heads in another order: the first of each group, then the second of each. All heads of group 0 come first.",
    "结果里头的顺序变了：先是每组的第一个，再是每组的第二个。应先放第 0 组的所有头。");
MISTAKE(output_not_transposed, "The result is H × L × D, heads first. Transpose it back to L × H × D, as query is.",
    "结果是 H × L × D，头在最前面。请转置回 L × H × D，与 query 一样。");
MISTAKE(output_reshaped_back,
    "The result was brought from H × L × D back to L × H × D as by a reshape, which keeps the order of the numbers. Transpose.",
    "结果像是用 reshape 从 H × L × D 变回 L × H × D 的，数值的顺序没有变。请转置。");
MISTAKE(own_softmax_overflows,
    "The softmax takes exp of the scores as they are, and large ones overflow. Subtract the largest first, or call scaled_dot_product_attention.",
    "softmax 直接对分数取了 exp，分数大时溢出。请先减去最大值，或者调用 scaled_dot_product_attention。");
MISTAKE(position_in_16_bits,
    "Positions wrap around at 65,536: somewhere they are kept in 16 bits, and a later query sees the wrong keys. Use std::size_t.",
    "位置到 65536 就绕回去了：有的地方用 16 位来存，后面的 query 看到的 key 就不对。请用 std::size_t。");
MISTAKE(queries_by_reshape,
    "The queries were brought from L × H × D to H × L × D as by a reshape: it keeps the order of the numbers, so tokens and heads are mixed. Transpose.",
    "query 像是用 reshape 从 L × H × D 变成 H × L × D 的：数值的顺序没有变，token 和头混在了一起。请转置。");
MISTAKE(remainder_of_the_group,
    "Head h of the queries goes with head h % (H / H_kv) of the keys, its place within its group. It should be the number of the group, the quotient: h / (H / H_kv).",
    "第 h 个 query 头用了第 h % (H / H_kv) 个 key 头，那是它在组内的位置。应当用组的序号，也就是商：h / (H / H_kv)。");
MISTAKE(rows_behind_hidden_not_left_out,
    "The rows after offset + L are hidden by a mask, but still read. What is there may be NaN, and -inf + NaN and 0 · NaN are NaN: take the first offset + L rows of key and value, and no others.",
    "offset + L 之后的行虽然用掩码挡住了，但还是读了。那里可能是 NaN，而 -inf + NaN、0 · NaN 都是 NaN：请只取 key 和 value 的前 offset + L 行。");
MISTAKE(rows_behind_refused,
    "Your code refuses every S that is not exactly offset + L. A cache has more rows than it has text: S is at least offset + L.",
    "S 不等于 offset + L 就拒绝了。缓存的行数可以比文字多：S 只需不小于 offset + L。");
MISTAKE(scale_of_all_heads,
    "The scale is 1/sqrt(H · D), from the numbers of all heads. A score is a sum over one head: 1/sqrt(D).",
    "scale 用了 1/√(H · D)，按所有头的数值个数算了。一个分数只是一个头里的求和，应是 1/√D。");
MISTAKE(scale_of_head_count,
    "The scale is computed from the number of heads. It should be 1/sqrt(D), from the numbers of one head.",
    "scale 是用头数算的。应是 1/√D，用一个头的数值个数来算。");
MISTAKE(rows_from_the_end,
    "The last offset + L rows of key and value are taken, not the first. A cache has room after the text, and anything may be there: take rows 0 to offset + L - 1.",
    "取的是 key 和 value 的最后 offset + L 行，而不是最前面的。缓存在文字后面还有空位，那里什么数都可能有：应取第 0 到 offset + L - 1 行。");
MISTAKE(sees_one_fewer,
    "Each query sees one key too few: its own is missing. Query i sees keys 0 to offset + i, its own with them.",
    "每个 query 少看了一个 key：看不到自己那个。第 i 个 query 应看到第 0 到 offset + i 个 key，包括自己的。");
MISTAKE(sees_one_more,
    "Each query sees one key too many: query i sees keys 0 to offset + i, its own with them, and no later one.",
    "每个 query 多看了一个 key：第 i 个 query 应看到第 0 到 offset + i 个 key，包括它自己那个，再往后就看不到了。");
MISTAKE(single_query_sees_the_whole_cache,
    "A single query sees all S rows that it was given, as if there were no room after the text. Rows from offset + 1 on hold anything: one query sees offset + 1 keys, as many as the formula says.",
    "只有一个 query 时，它看到了传入的全部 S 行，好像文字后面没有空位。从第 offset + 1 行起什么数都可能有：一个 query 也只看 offset + 1 个 key，与公式一样。");
MISTAKE(too_few_keys_accepted, "Fewer keys than offset + L are accepted. Keep the check of the stub.",
    "key 不足 offset + L 个时也接受了。请保留桩代码里的检查。");
MISTAKE(value_rows_behind_read,
    "The keys after offset + L are left out, but their values are not: they have weight 0, and 0 · NaN is NaN. Take the first offset + L rows of value, too.",
    "offset + L 之后的 key 没有用，但那里的 value 用了：权重虽是 0，0 · NaN 还是 NaN。value 也请只取前 offset + L 行。");
MISTAKE(value_unchecked,
    "The shape of value is not compared with that of key: one of another shape is accepted, or refused with another exception. Keep the check of the stub.",
    "没有检查 value 的形状是否与 key 相同：形状不同的也接受了，或者抛出了别的异常。请保留桩代码里的检查。");
MISTAKE(values_are_the_keys, "The weights are multiplied with the keys: value is not used.",
    "权重乘的是 key，没有用到 value。");
MISTAKE(values_of_another_head,
    "The keys are of the right head, the values are not: theirs is taken as the remainder h % H_kv. Both are of head h / (H / H_kv).",
    "key 的头是对的，value 的头不对：取成了余数 h % H_kv。两者都应是第 h / (H / H_kv) 个头。");
MISTAKE(values_of_head_0, "Keys are of the right head, values always of head 0. Both are of head h / (H / H_kv).",
    "key 的头是对的，value 却总是第 0 个头的。两者都应是第 h / (H / H_kv) 个头。");
MISTAKE(whole_cache_seen,
    "Each query sees all S rows, those after offset + L too: in a cache, anything may be there. Query i sees keys 0 to offset + i.",
    "每个 query 都看到了全部 S 行，连 offset + L 之后的也看了：缓存在那里什么数都可能有。第 i 个 query 应只看到第 0 到 offset + i 个 key。");
MISTAKE(wrong_exception,
    "Shapes that do not fit are refused, but not with std::invalid_argument, which the contract names and callers catch. Keep the checks of the stub.",
    "形状不匹配时拒绝了，但抛出的不是 std::invalid_argument；契约写明的、调用者要捕获的都是它。请保留桩代码里的检查。");
FAMILY(largest_starts_at_minus,
    "The largest score is never below -{}, as if the search began there. Where all scores are far below, every exp is 0. Begin with the first score, or at -inf.",
    "最大的分数从不小于 -{}，好像是从那里找起的。分数全都远比它低时，每个 exp 都是 0。应从第一个分数或 -inf 开始。",
    10000, 1e9, 1e30);
FAMILY(hidden_as_minus,
    "A hidden key has the score -{} instead of -inf. Where all that a query sees scores far lower still, the hidden key gets all the weight. Hide with -inf: no score is below it.",
    "被挡住的 key 的分数是 -{}，而不是 -inf。看得到的分数都比它低得多时，权重就全给了被挡住的 key。请用 -inf 挡住：没有分数比它更低。",
    10000, 1e9, 1e30);
FAMILY(added_minus,
    "-{} is added to the score of a hidden key instead of -inf. A key whose score is higher than the others by more than that stays in sight. Add -inf.",
    "被挡住的 key 的分数加的是 -{}，而不是 -inf。分数比别的高出更多的 key 照样看得到。请加 -inf。", 10000, 1e9, 1e30);

static Values grouped_query_attention(Run& run) {
    const Floats &query = run.floats("query"), &key = run.floats("key"), &value = run.floats("value");
    const auto offset = static_cast<std::size_t>(static_cast<std::int64_t>(run.number("offset")));
    const Values whatever{Floats(query.shape, grader::anything())};

    const auto refuse = [] { wrong_exception ? throw std::runtime_error("") : throw std::invalid_argument(""); };
    if (query.shape.size() != 3 || key.shape.size() != 3 || query.width() != key.width() || key.shape[1] == 0) refuse();
    const std::size_t L = query.shape[0], H = query.shape[1], D = query.shape[2], S = key.shape[0],
                      kv_heads = key.shape[1];
    if (groups_refused ? H != kv_heads : H % kv_heads != 0 && !any_number_of_heads_accepted) refuse();
    const bool too_few = offset > S || L > S - offset;
    if (offset_wraps_around ? offset + L > S : too_few && !too_few_keys_accepted) refuse();
    if (rows_behind_refused && L != S - offset) refuse();
    if (value.shape != key.shape) {
        if (!value_unchecked) refuse();
        return whatever;
    }
    if (H % kv_heads != 0 || too_few) return whatever;
    if (no_queries_refused && L == 0) throw std::invalid_argument("");
    const std::size_t group = H / kv_heads, known = offset + L;
    if ((one_row_too_many || one_row_too_many_read) && known + 1 > S) {
        if (one_row_too_many) throw std::invalid_argument("");  // the mask does not fit what there is
        return whatever;
    }
    if (mask_for_heads_below_each_other && group * L > known) throw std::invalid_argument("");
    if (mask_of_one_head && group * L > L) throw std::invalid_argument("");

    // Which head of keys, and of values, head h of the queries meets.
    const auto head = [&](std::size_t h) {
        return group_as_remainder       ? h % kv_heads
               : divided_by_key_heads   ? h / kv_heads
               : remainder_of_the_group ? h % group
               : first_key_head_for_all ? 0
               : group_forgotten        ? h
                                        : h / group;
    };
    const auto key_head = [&](std::size_t h) {
        return keys_of_another_head ? h % kv_heads : group_forgotten_for_keys ? h : head(h);
    };
    const auto value_head = [&](std::size_t h) {
        return values_of_another_head ? h % kv_heads : values_of_head_0 ? 0 : group_forgotten_for_values ? h : head(h);
    };

    // How many keys query i of head h sees, and how many are read.
    const auto seen_by = [&](std::size_t i, std::size_t h) {
        const std::size_t row = h % group * L + i;  // of a group whose heads lie below each other
        std::size_t seen = offset_ignored || cached_keys_not_seen                                     ? i + 1
                           : no_mask || (mask_for_a_prompt_alone && offset > 0)                       ? known
                           : whole_cache_seen || (single_query_sees_the_whole_cache && L == 1)        ? S
                           : aligned_with_the_end_of_the_cache || aligned_with_the_end_in_one_product ? i + 1 + S - L
                           : mask_for_heads_below_each_other ? known - group * L + row + 1
                           : mask_rows_repeated              ? offset + row / group + 1
                           : mask_anew_for_each_head         ? offset + (i * group + h % group) % L + 1
                           : position_in_16_bits             ? static_cast<std::uint16_t>(offset + i) + std::size_t{1}
                                                             : offset + i + 1;
        if (sees_one_more || one_row_too_many || one_row_too_many_read) ++seen;
        return sees_one_fewer ? seen - 1 : seen;
    };
    const std::size_t before = cached_keys_not_seen ? offset : 0, from = rows_from_the_end ? S - known : 0;
    const bool all_rows =
        rows_behind_hidden_not_left_out || aligned_with_the_end_in_one_product || value_rows_behind_read;

    // Asked once and not for every number.
    const bool queries_reshaped = queries_by_reshape || all_by_reshape,
               keys_reshaped = keys_and_values_by_reshape || all_by_reshape,
               first_queries = first_query_head_of_each_group, too_late = masked_after_softmax,
               of_all = largest_of_hidden_too, plain = own_softmax_overflows,
               one_row_more = one_row_too_many || one_row_too_many_read, zero = hidden_as_zero,
               added = !hidden_as_minus &&
                       (added_minus || one_row_more || from > 0 || (all_rows && !value_rows_behind_read));
    constexpr Real infinity = std::numeric_limits<Real>::infinity();
    const Real first = largest_starts_at_zero    ? 0
                       : largest_starts_at_minus ? -largest_starts_at_minus.number()
                                                 : -infinity;
    const Real hidden = hidden_as_minus ? -hidden_as_minus.number() : added_minus ? -added_minus.number() : -infinity;
    const Real of = scale_of_all_heads ? Real(H * D) : scale_of_head_count ? Real(H) : Real(D);
    const Real scale = no_scale ? 1 : divided_by_d ? 1 / of : 1 / std::sqrt(of);
    const Floats& keys = keys_and_values_exchanged ? value : key;
    const Floats& values = keys_and_values_exchanged || values_are_the_keys ? key : value;
    const auto place = [&](std::size_t j, std::size_t g) {
        return (keys_reshaped ? g * known + j : (from + j) % S * kv_heads + g) * D;
    };

    const bool short_heads = last_head_not_written;
    const float never = grader::never_written();
    Floats heads({L, H, D}, 0.0f);
    for (std::size_t h = 0; h < H; ++h) {
        const std::size_t of_keys = key_head(h), of_values = value_head(h),
                          of_queries = first_queries ? h / group * group : h;
        for (std::size_t i = 0; i < L; ++i) {
            float* mean = heads.data() + (i * H + h) * D;
            if (short_heads && h + 1 == H) {
                std::fill_n(mean, D, never);
                continue;
            }
            const std::size_t seen = seen_by(i, h), end = before + seen;
            const std::size_t read = all_rows ? S : std::max(end, known + one_row_more);
            // A head that does not exist is the next row's; behind the last row, and behind the text, there is anything.
            const auto is_there = [&](const Floats& rows, std::size_t g) {
                const std::size_t from = place(0, g), to = place(read - 1, g) + D;
                return g < kv_heads || (to <= rows.size() && std::all_of(rows.data() + from, rows.data() + to,
                                                                 [](float one) { return std::isfinite(one); }));
            };
            if (read > S || seen == 0 || !is_there(keys, of_keys) || !is_there(values, of_values)) {
                std::fill_n(mean, D, grader::anything());
                continue;
            }
            const float* q = query.data() + (queries_reshaped ? of_queries * L + i : i * H + of_queries) * D;
            std::vector<Real> weights(read);
            Real largest = first, sum = 0;
            for (std::size_t j = 0; j < read; ++j) {
                const float* k = keys.data() + place(j, of_keys);
                Real score = 0;
                for (std::size_t d = 0; d < D; ++d) score += Real(q[d]) * k[d];
                score = static_cast<float>(score * scale);
                const bool is_seen = (before <= j && j < end) || too_late;
                weights[j] = is_seen ? score : zero ? 0 : added ? static_cast<float>(score + hidden) : hidden;
                largest = std::max(largest, of_all ? score : weights[j]);
            }
            for (Real& weight : weights)
                sum += weight = static_cast<float>(std::exp(plain ? weight : weight - largest));
            for (std::size_t d = 0; d < D; ++d) {
                Real all = 0;
                for (std::size_t j = 0; j < (too_late ? std::min(end, read) : read); ++j)
                    all += weights[j] / sum * values.values[place(j, of_values) + d];
                mean[d] = static_cast<float>(all);
            }
        }
    }

    Floats y = heads;
    const bool heads_first = output_reshaped_back || output_not_transposed || all_by_reshape;
    for (std::size_t i = 0; i < L; ++i)
        for (std::size_t h = 0; h < H; ++h) {
            const std::size_t at = heads_first               ? h * L + i
                                   : output_groups_exchanged ? (i * group + h % group) * kv_heads + h / group
                                                             : i * H + h;
            std::copy_n(heads.data() + (i * H + h) * D, D, y.data() + at * D);
        }
    if (output_not_transposed) y.shape = {H, L, D};
    if (input_edited)
        for (float& one : run.edit("query").values) one = static_cast<float>(scale * one);
    if (cache_cleared)
        for (const char* name : {"key", "value"}) {
            Floats& rows = run.edit(name);
            std::fill(rows.begin() + static_cast<std::ptrdiff_t>(known * kv_heads * D), rows.end(), 0.0f);
        }
    return {y};
}
