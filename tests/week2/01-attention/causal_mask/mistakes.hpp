#pragma once
// What people get wrong in causal_mask, and the function that gets it wrong.
#include <algorithm>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(added_axis,
    "The mask has a third axis, of length 1, as transformers' masks have one for the heads. The contract asks for L × S.",
    "掩码多了一个长度为 1 的轴，transformers 的掩码确实给注意力头留了这样的轴。契约要求的是 L × S。");
MISTAKE(aligned_at_the_top_left,
    "Query i sees the keys 0 to i: the mask is aligned at the top left. With more keys than queries, the queries are the last L tokens, so query i sees the keys 0 to i + S - L, and the last one sees all.",
    "query i 只看得到 key 0 到 i：掩码是按左上角对齐的。key 比 query 多时，query 是最后 L 个 token，所以 query i 看得到 key 0 到 i + S - L，最后一个全看得到。");
MISTAKE(all_hidden,
    "All of the mask is -inf: no query sees anything, and softmax then gives NaN. Where j <= i + S - L the mask is 0.",
    "整个掩码都是 -inf：哪个 query 都什么也看不到，softmax 就得到 NaN。j <= i + S - L 的地方应当是 0。");
MISTAKE(all_seen_after_others,
    "Nothing is hidden where keys come before the first query, as if one token came at a time. Several may come: the mask is then the same, S - L columns further right.",
    "前面已有 key 时什么也没有遮住，好像每次只来一个 token。也可能一次来几个：遮法一样，只是往后移 S - L。");
MISTAKE(diagonal_hidden,
    "A token does not see itself, and the first of L = S tokens sees nothing at all. Key i + S - L is still visible: hide from i + S - L + 1 on.",
    "token 看不到自己，L = S 时第一个 token 什么也看不到。key i + S - L 是看得到的，从 i + S - L + 1 起才挡住。");
MISTAKE(fewer_keys_accepted,
    "Fewer keys than queries are accepted. The contract refuses that: keep the check of the stub.",
    "key 比 query 少时也接受了。契约要求拒绝：请保留桩代码里的检查。");
MISTAKE(hidden_as_lowest,
    "What is hidden holds the lowest finite float, about -3.4e38, as transformers' code does it. The contract asks for -inf: -std::numeric_limits<float>::infinity().",
    "挡住的位置填的是最小的有限 float，约 -3.4e38，transformers 的代码就是这样写的。契约要求的是 -inf：-std::numeric_limits<float>::infinity()。");
MISTAKE(hidden_as_nan,
    "What should be 0 is NaN. Perhaps a triangle of ones and zeros was multiplied by -inf, and 0 times -inf is NaN: choose with xt::where, or an if. Or the mask began as xt::empty, which fills nothing: begin with xt::zeros.",
    "应当是 0 的位置成了 NaN。可能是用 0 和 1 的三角形去乘 -inf，而 0 乘 -inf 是 NaN：请用 xt::where 或者 if 来选择。也可能是掩码从 xt::empty 开始，它不填任何数：请从 xt::zeros 开始。");
MISTAKE(kept_by_keys,
    "A mask is kept from one call to the next and found again by the number of its keys alone. With as many keys and another number of queries the mask is another: compare both numbers, or make it anew, which costs little.",
    "掩码留到了下一次调用，只凭 key 的个数去找。key 同样多、query 个数不同时，掩码是另一个：两个数都要比较，或者干脆重新造，花不了多少。");
MISTAKE(kept_by_keys_and_cut,
    "A mask is kept from one call to the next, and where as many keys and fewer queries come, its first rows are taken. The queries are the last of the tokens, so it would have to be its last rows.",
    "掩码留到了下一次调用；key 同样多、query 变少时，取的是它最前面的几行。query 是最后几个 token，要取的话也应取最后几行。");
MISTAKE(kept_by_size,
    "A mask is kept from one call to the next and used again where as many numbers are asked for. 2 × 6 are as many as 3 × 4, and the mask is another: compare both L and S, or make it anew, which costs little.",
    "掩码留到了下一次调用，要的数值个数相同就拿来再用。2 × 6 和 3 × 4 个数相同，掩码却不同：L 和 S 都要比较，或者干脆重新造，花不了多少。");
MISTAKE(minus_inf_and_one,
    "What is visible is 1. The mask is added to the scores, so it should be 0, which leaves them as they are.",
    "看得到的位置填的是 1。掩码是加到分数上的，0 才不改变分数。");
MISTAKE(more_keys_refused,
    "More keys than queries are refused here. With a cache that is the usual case: the first S - L keys are known from before, and all queries see them.",
    "这里拒绝了 key 比 query 多的情况。有缓存时这是常态：前 S - L 个 key 是以前就有的，所有 query 都看得到它们。");
MISTAKE(new_keys_only,
    "The keys from before, the first S - L of them, are hidden, so the queries see only one another. All queries see those keys.",
    "以前的 key，也就是前 S - L 个，被挡住了，query 只看得到彼此。所有 query 都应看得到这些 key。");
MISTAKE(no_queries_no_keys, "Without queries the mask is 0 × 0. Its columns stay: the shape should be (0, S).",
    "没有查询时掩码成了 0 × 0。列还在：形状应是 (0, S)。");
MISTAKE(no_queries_refused, "A call with 0 queries is refused, but a mask without rows is fine: return it.",
    "这里拒绝了没有 query 的情况，但零行的掩码没有问题：返回它即可。");
MISTAKE(one_query_one_axis, "For a single query the mask has one axis, (S,). It should have two here as well: 1 × S.",
    "只有一个 query 时，掩码只有一个轴，(S,)。这时也应有两个轴：1 × S。");
MISTAKE(one_query_one_column,
    "For a single query the mask is 1 × 1. The contract asks for a column for each key: L × S.",
    "只有一个 query 时，掩码的形状成了 1 × 1。它应当每个 key 一列：L × S。");
MISTAKE(ones_where_hidden,
    "The mask has 1 where a key is hidden and 0 where it is not, like torch.triu of ones. Here it is added to the scores, so what is hidden must be -inf.",
    "掩码里挡住的位置是 1，看得到的位置是 0，就像对全 1 矩阵做 torch.triu。但这里的掩码要加到分数上，挡住的位置必须是 -inf。");
MISTAKE(ones_where_visible,
    "The mask has 1 where a key is visible and 0 where it is not, like torch.tril of ones, or like a mask of booleans. Here it is added to the scores: 0 where visible, -inf where hidden.",
    "掩码里看得到的位置是 1，挡住的位置是 0，就像对全 1 矩阵做 torch.tril，或像布尔掩码。但这里的掩码要加到分数上：看得到的是 0，挡住的是 -inf。");
MISTAKE(past_hidden, "The mask hides the past and shows the future. Query i should see j <= i + S - L.",
    "掩码挡住了过去，放出了未来。query i 应当看得到的是 j <= i + S - L。");
MISTAKE(plus_inf, "What is hidden is +inf: the minus is missing.", "挡住的位置是 +inf，少了负号。");
MISTAKE(position_in_16_bits,
    "With more than 65,536 keys the wrong ones are hidden: positions are kept in 16 bits somewhere, and wrap around. Use std::size_t.",
    "key 超过 65536 个时挡错了：有的地方用 16 位来存位置，绕回去了。请用 std::size_t。");
MISTAKE(queries_minus_keys,
    "The offset has the wrong sign, L - S where S - L belongs: the more keys there are, the fewer are seen. Where L and S are equal, nothing shows it.",
    "偏移的符号反了，应当是 S - L 的地方写成了 L - S：key 越多，看得到的反而越少。L 与 S 相等时看不出来。");
MISTAKE(rows_upside_down,
    "The rows are in the reverse order: the first query sees most and the last one least. Query i sees i + S - L + 1 keys.",
    "行的顺序反了：第一个 query 看得最多，最后一个看得最少。query i 看得到 i + S - L + 1 个 key。");
MISTAKE(rows_as_long_as_queries,
    "Row i begins at number i · L of the mask, as if rows had a number for each query. They have one for each key: it begins at i · S. Where L and S are equal, nothing shows it.",
    "第 i 行从掩码的第 i · L 个数开始，好像每行的长度是 query 的个数。每个 key 占一个数，应从第 i · S 个开始。L 与 S 相等时看不出来。");
MISTAKE(sees_future,
    "All of the mask is 0, or as good as 0 (std::numeric_limits<float>::min() is a tiny positive number), so nothing is hidden. Where j > i + S - L the mask is -std::numeric_limits<float>::infinity().",
    "整个掩码都是 0，或者几乎是 0（std::numeric_limits<float>::min() 是一个极小的正数），什么也没有挡住。j > i + S - L 的地方应当是 -std::numeric_limits<float>::infinity()。");
MISTAKE(sees_one_later,
    "Each query sees one token too many, the next one: in a model that learns to predict the next token, that gives the answer away. Hide from i + S - L + 1 on.",
    "每个 query 都多看到一个 token，也就是下一个：模型要预测的正是它，这等于泄露答案。应从 i + S - L + 1 起挡住。");
MISTAKE(shape_of_keys_by_keys,
    "The mask is S × S. It should have a row for each query, L of them: the last L of that square.",
    "掩码的形状成了 S × S。它应当每个 query 一行，共 L 行，也就是这个方阵的最后 L 行。");
MISTAKE(transposed, "The mask is S × L, keys by queries: rows and columns are swapped. A row of it belongs to a query.",
    "掩码的形状是 S × L，行和列用反了。每一行应当属于一个 query。");
MISTAKE(unsigned_difference,
    "Below the diagonal all is hidden, too. Perhaps you compute j - i: of two std::size_t that is a huge number where j is smaller. Compare j > i + keys - queries.",
    "对角线以下也全被挡住了。也许你算了 j - i：两个 std::size_t 相减，j 较小时得到一个极大的数。请比较 j > i + keys - queries。");
MISTAKE(whole_square_made,
    "With many keys memory runs out: perhaps you make the mask of all S tokens, S × S, and take rows of it. For 70,000 keys that is 20 GB. Make only the L rows.",
    "key 很多时内存不够：也许你先做了全部 S 个 token 的掩码，S × S，再从中取出几行。70000 个 key 就要占 20 GB。请只做需要的 L 行。");
MISTAKE(wrong_exception,
    "Fewer keys than queries are refused, but not with std::invalid_argument, which the contract names and callers catch.",
    "key 比 query 少时拒绝了，但抛出的不是 std::invalid_argument；契约写明的、调用者要捕获的都是它。");
FAMILY(hidden_as_minus,
    "What is hidden holds -{}. The contract asks for -inf: -std::numeric_limits<float>::infinity().",
    "挡住的位置填的是 -{}。契约要求的是 -inf：-std::numeric_limits<float>::infinity()。", 1e9, 1e10, 1e5, 1e4, 1e3, 100,
    1e30);

static Values causal_mask(Run& run) {
    const auto number = [&](const char* name) { return static_cast<std::int64_t>(run.number(name)); };
    auto queries = number("queries"), keys = number("keys");
    std::int64_t kept = queries;  // rows of the mask of as many keys that was made just before
    if (run.has("queries before") && number("keys before") == keys) kept = number("queries before");
    if (kept_by_size && run.has("queries before") && number("queries before") * number("keys before") == queries * keys)
        queries = number("queries before"), keys = number("keys before");
    if (kept_by_keys) queries = kept;
    const auto shape = [](std::int64_t rows, std::int64_t columns) {
        return Shape{std::size_t(rows), std::size_t(columns)};
    };
    if (keys < queries) {
        if (wrong_exception) throw std::runtime_error("");
        // The rows' ends, below 0, wrap around.
        if (fewer_keys_accepted) return {Floats(shape(queries, keys), grader::anything())};
        throw std::invalid_argument("");
    }
    if ((more_keys_refused && keys > queries) || (no_queries_refused && queries == 0)) throw std::invalid_argument("");

    const std::int64_t rows = shape_of_keys_by_keys ? keys : queries;
    if ((whole_square_made ? keys : rows) * keys > 1 << 28) throw std::runtime_error("");  // no memory
    std::int64_t ahead = aligned_at_the_top_left || shape_of_keys_by_keys ? 0
                         : queries_minus_keys                             ? queries - keys
                                                                          : keys - queries;
    if (kept_by_keys_and_cut && kept > queries) ahead = keys - kept;
    if (all_seen_after_others && keys > queries) ahead = keys;
    if (diagonal_hidden) --ahead;
    if (sees_one_later) ++ahead;

    const float infinity = std::numeric_limits<float>::infinity();
    const float seen = minus_inf_and_one || ones_where_visible ? 1
                       : hidden_as_nan                         ? std::numeric_limits<float>::quiet_NaN()
                                                               : 0;
    const float hidden = ones_where_visible || sees_future ? 0
                         : ones_where_hidden               ? 1
                         : hidden_as_lowest                ? std::numeric_limits<float>::lowest()
                         : hidden_as_minus                 ? static_cast<float>(-hidden_as_minus.number())
                         : plus_inf                        ? infinity
                                                           : -infinity;

    // Asked once and not for every element.
    const bool backwards = past_hidden, none = all_hidden, unsigned_too = unsigned_difference, only_new = new_keys_only,
               in_16_bits = position_in_16_bits, from_below = rows_upside_down;
    const auto is_seen = [&](std::int64_t i, std::int64_t j) {
        const std::int64_t last = i + ahead;
        if (none || (only_new && j < keys - queries) || (unsigned_too && j < i)) return false;  // j - i is huge
        if (in_16_bits) return static_cast<std::uint16_t>(j) <= static_cast<std::uint16_t>(last);
        return backwards ? j >= last : j <= last;
    };
    if (no_queries_no_keys && queries == 0) return {Floats(shape(0, 0), 0.0f)};
    if (one_query_one_axis && queries == 1) return {Floats({std::size_t(keys)}, seen)};
    if (one_query_one_column && queries == 1) return {Floats({1, 1}, seen)};
    const bool short_rows = rows_as_long_as_queries;
    const std::int64_t row = short_rows ? queries : keys;
    Floats mask(shape(rows, keys), seen);
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < keys; ++j) {
            const bool is_hidden = !is_seen(from_below ? rows - 1 - i : i, j);
            if (is_hidden || !short_rows) mask.values[std::size_t(i * row + j)] = is_hidden ? hidden : seen;
        }

    if (transposed) {
        const Floats before = mask;
        mask.shape = shape(keys, rows);
        for (std::size_t k = 0; k < mask.size(); ++k)
            mask.values[k] = before.values[k % std::size_t(rows) * std::size_t(keys) + k / std::size_t(rows)];
    }
    if (added_axis) mask.shape.insert(mask.shape.begin(), 1);
    return {mask};
}
