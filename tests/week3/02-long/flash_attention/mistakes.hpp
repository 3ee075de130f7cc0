#pragma once
// What people get wrong in flash_attention, and the function that gets it wrong.
#include <algorithm>
#include <cstdint>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(aligned_with_last,
    "The last query sees key last - 1, whatever offset is, and the others count back from there. Query i sees the keys up to offset + i.",
    "不管 offset 是多少，最后一个 query 都看到第 last - 1 个 key，其他的从那里往回数。第 i 个 query 应看到第 offset + i 个 key 为止。");
MISTAKE(any_number_of_heads_accepted,
    "A number of query heads that H_kv does not divide is accepted. Keep the check of the stub.",
    "query 头数不能被 H_kv 整除时也接受了。请保留桩代码里的检查。");
MISTAKE(divided_by_d, "The scores are divided by D instead of its square root.", "分数除以了 D，而不是 D 的平方根。");
MISTAKE(divided_by_key_heads,
    "Head h of the queries goes with head h / H_kv of the keys. A group has H / H_kv heads: h / (H / H_kv).",
    "第 h 个 query 头用了第 h / H_kv 个 key 头。一组有 H / H_kv 个头，应是 h / (H / H_kv)。");
MISTAKE(divided_in_each_tile,
    "The output so far is divided by the sum in each tile, and the next tile is added to what is divided already. Divide once, after the last tile.",
    "每块都把已有的 output 除以了总和，下一块又加在除过的结果上。应在最后一块之后除一次。");
MISTAKE(empty_range_refused,
    "A range of no keys, first = last, is refused. It is a part in which nobody sees a key: 0 and -inf.",
    "first 等于 last 时拒绝了。这一部分没有 key，谁也看不到：结果是 0 和 -inf。");
MISTAKE(first_after_last_accepted,
    "first > last is accepted. Throw std::invalid_argument: the caller has confused something.",
    "first 大于 last 时也接受了。应抛出 std::invalid_argument：调用者弄错了。");
MISTAKE(first_ignored, "The keys are taken from row 0 on: the part begins at first.",
    "key 是从第 0 行开始取的：这一部分应从 first 开始。");
MISTAKE(first_key_head_for_all,
    "All heads use head 0 of the keys and values. Head h of the queries goes with head h / (H / H_kv).",
    "所有的头用的都是第 0 个 key 头和 value 头。第 h 个 query 头应当用第 h / (H / H_kv) 个。");
MISTAKE(first_tile_begins_early,
    "The tiles begin at multiples of tile, and so before first: a query that sees keys of the part also sees some before it. Let the first tile begin at first.",
    "各块从 tile 的倍数开始，也就早于 first：看得到这一部分的 query，把它前面的 key 也看了。第一块应从 first 开始。");
MISTAKE(first_tile_only, "Only the first tile counts. Go on to the last one.", "只算了第一块。应当一直算到最后一块。");
MISTAKE(group_as_remainder,
    "Head h of the queries goes with head h % H_kv of the keys, the remainder. Neighbouring heads share: it is the quotient, h / (H / H_kv).",
    "第 h 个 query 头用了第 h % H_kv 个 key 头，取成了余数。共用的是相邻的头，应取商：h / (H / H_kv)。");
MISTAKE(hidden_as_the_lowest,
    "A hidden key has the lowest float as its score instead of -inf. Where a query sees no key, all hidden ones have the same weight, and lse is not -inf. Leave them out, or hide with -inf.",
    "被挡住的 key 的分数是最小的 float，而不是 -inf。query 一个 key 也看不到时，被挡住的 key 就有了相同的权重，lse 也不是 -inf。请跳过它们，或者用 -inf 挡住。");
MISTAKE(hidden_as_zero,
    "The scores of the keys that are hidden become 0, and exp(0 - largest) is a weight like any other. Leave these keys out, or give them the score -inf.",
    "被挡住的 key 的分数成了 0，而 exp(0 - 最大值) 照样是权重。请跳过这些 key，或者让分数是 -inf。");
MISTAKE(hidden_as_zero_without_their_values,
    "The scores of the keys that are hidden become 0. Their values are left out, but exp(0 - largest) is still in the sum, and so in lse. Leave these keys out, or give them the score -inf.",
    "被挡住的 key 的分数成了 0。它们的 value 没有加进来，可 exp(0 - 最大值) 还是加进了总和，也进了 lse。请跳过这些 key，或者让分数是 -inf。");
MISTAKE(hidden_values_enter,
    "The values of a row that a query does not see are multiplied by the weight 0 and added to its result. If the row holds NaN, 0 · NaN is NaN: leave out what a query does not see, also where another query of the tile sees it.",
    "一个 query 看不到的行，value 乘上权重 0 之后也加进了它的结果。这一行若是 NaN，0 · NaN 还是 NaN：一个 query 看不到的就要跳过，哪怕同一块里别的 query 看得到。");
MISTAKE(input_edited,
    "An input is changed: the scale was multiplied into query itself. Work on a tensor of your own, and leave the const_cast out.",
    "输入被改了：scale 直接乘到了 query 上。请另建一个张量来计算，也不要用 const_cast。");
MISTAKE(keys_behind_the_queries_enter,
    "Rows after the last query, from offset + L on, are hidden by a mask but still read. They may hold NaN, and 0 · NaN is NaN: the tiles end at min(last, offset + L).",
    "最后一个 query 之后的行（从 offset + L 起）虽然用掩码挡住了，但还是读了。那里可能是 NaN，而 0 · NaN 是 NaN：各块应到 min(last, offset + L) 为止。");
MISTAKE(keys_and_values_exchanged, "Keys and values are swapped: the scores come from value, and what is mixed is key.",
    "key 和 value 用反了：分数是用 value 算的，加权平均的却是 key。");
MISTAKE(large_tile_refused, "A tile that is larger than the range is refused. Then there is one tile, and it is short.",
    "tile 比这一部分还大时拒绝了。这时只有一块，而且不足一块。");
MISTAKE(largest_kept_from_head_to_head,
    "The largest score isn't reset for the next head: it goes on from that of the head before. Where a head scores far below it, each exp is 0. Each query has to begin anew in each head, with -inf.",
    "换到下一个头时没有重置最大值：接着用了上一个头的。这个头的分数低得多时，每个 exp 都是 0。每个 query 在每个头里都要重新从 -inf 开始。");
MISTAKE(largest_not_scaled_in_lse,
    "In lse the largest score is not divided by sqrt(D), though the sum is of scaled scores: it should be scale · largest + log(sum).",
    "lse 里的最大分数没有除以 √D，总和里的分数却是缩放过的：lse 应是 scale · 最大值 + log(总和)。");
MISTAKE(largest_of_hidden_too,
    "The largest score is looked for among the hidden keys too. Where one of them is far above all that the query sees, each exp is 0, as if it had seen nothing. Take the maximum of what is seen.",
    "找最大的分数时，把被挡住的 key 也算进去了。其中有一个远高于看得到的分数时，exp 全是 0，好像什么也没看到。最大值只在看得到的里面找。");
MISTAKE(largest_of_the_tile_alone,
    "The largest score is taken from the new tile only. Where it is far lower than before, exp(before - now) overflows. Keep the larger of both.",
    "最大值只取了新的一块里的。它比以前低得多时，exp(以前 - 现在) 会溢出。应取两者中较大的。");
MISTAKE(largest_starts_at_zero,
    "The largest score begins at 0, or just above it: std::numeric_limits<float>::min() is a tiny positive number. Where all that a query sees score far below zero, each exp is 0, as if it had seen nothing. Begin with -inf.",
    "最大的分数是从 0 开始的，或者刚刚大于 0：std::numeric_limits<float>::min() 是很小的正数。一个 query 看得到的分数全都远小于零时，exp 全是 0，好像什么也没看到。应从 -inf 开始。");
MISTAKE(last_full_tile_dropped, "The last tile is always left out, also a full one. Go on while begin < end.",
    "最后一块总是被丢掉了，满的也一样。只要 begin < end，就应继续。");
MISTAKE(last_after_s_accepted, "last > S is accepted: there are no such rows. Throw std::invalid_argument.",
    "last 大于 S 时也接受了，可是没有这些行。应抛出 std::invalid_argument。");
MISTAKE(last_ignored, "The keys are taken up to the end of key: the part ends before row last.",
    "key 一直取到了末尾：这一部分应到 last 为止，不含第 last 行。");
MISTAKE(last_included, "Row last is seen too. The part is first to last - 1.",
    "第 last 行也看了。这一部分是第 first 到 last - 1 行。");
MISTAKE(last_tile_dropped,
    "The last tile is left out where it has fewer than `tile` keys, perhaps because the number of tiles is rounded down. Round up, and let the last tile end at last.",
    "最后一块的 key 不足一块时被丢掉了，也许块数是向下取整的。应向上取整，最后一块到 last 为止。");
MISTAKE(last_tile_only, "Only the last tile counts: what the tiles before it gave is overwritten, or its factor is 0.",
    "只有最后一块算数：前面各块的结果被覆盖了，或者乘了 0。");
MISTAKE(last_tile_too_long,
    "The last tile has `tile` keys even where fewer are left, and reads beyond last. It should end at min(begin + tile, last).",
    "剩下的 key 不足一块时，最后一块还是取了 tile 个，读到了 last 之后。应到 min(begin + tile, last) 为止。");
MISTAKE(log2_of_the_sum,
    "lse is largest + log2(sum). The scores are exponents of e: it is the natural logarithm, std::log.",
    "lse 成了最大值 + log2(总和)。分数是 e 的指数，应取自然对数 std::log。");
MISTAKE(log_forgotten, "lse is largest + sum: the logarithm is missing. It should be largest + log(sum).",
    "lse 成了最大值 + 总和，少取了对数：应是最大值 + log(总和)。");
FAMILY(low_tile_left_out,
    "A tile is left out where its largest score is more than {} below the largest so far. Its weights are small then, but its values may be large: every key that a query sees counts.",
    "一块里最大的分数比目前的最大值小 {} 以上时，就把这一块略去了。它的权重虽小，value 却可能很大：query 看得到的每个 key 都要算。",
    8, 10, 20);
MISTAKE(lse_heads_first, "lse is returned as H × L, as in FlashAttention. Here it is L × H.",
    "返回的 lse 是 H × L，那是 FlashAttention 的排法。这里应是 L × H。");
MISTAKE(lse_in_base_two,
    "lse is in base 2, as in kernels that compute with exp2. Here it is a natural logarithm: multiply by ln 2.",
    "lse 以 2 为底，用 exp2 的 kernel 是这样的。这里是自然对数：请乘 ln 2。");
MISTAKE(lse_is_the_largest, "lse is the largest score. The logarithm of the sum is still to be added.",
    "lse 只是最大的分数，还要加上总和的对数。");
MISTAKE(lse_with_a_third_axis, "lse is returned as L × H × 1. Take the axis of ones off before you return.",
    "返回的 lse 是 L × H × 1。返回之前请去掉长度为 1 的轴。");
MISTAKE(lse_with_the_last_largest,
    "lse is the largest score of the last tile + log(sum). The sum belongs to the largest score of all tiles so far: that one comes before it.",
    "lse 用的是最后一块的最大分数加 log(总和)。总和是相对于到目前为止所有块的最大分数算的：应当加上那一个。");
MISTAKE(lse_without_the_largest,
    "lse is the logarithm of the sum of exp(score - largest). Add the largest score to it again.",
    "lse 是 exp(分数 - 最大值) 之和的对数，最大值没有加回来。");
MISTAKE(mask_added,
    "-inf is added to the scores of hidden keys. That does not hide NaN: NaN + -inf is NaN, and so is 0 · NaN. Leave out what a query does not see.",
    "给被挡住的 key 的分数加上了 -inf。这挡不住 NaN：NaN 加 -inf 还是 NaN，0 · NaN 也是。一个 query 看不到的请跳过。");
MISTAKE(more_positions_than_keys_refused,
    "offset + L > S is refused, as in grouped_query_attention. Here it is allowed: the keys may be a part of those that were read.",
    "offset + L 大于 S 时拒绝了，grouped_query_attention 里是这样。这里是允许的：传入的 key 可能只是已读文字的一部分。");
MISTAKE(no_largest,
    "No largest score is subtracted: exp overflows from 89 on in float32, and far below zero all powers are 0.",
    "没有减去最大的分数：float32 里 exp 到 89 就溢出，远小于零时所有的幂又都是 0。");
MISTAKE(no_mask,
    "Nothing is hidden: each query sees all keys from first to last - 1, later ones too. Query i sees key j when j <= offset + i.",
    "没有遮挡：每个 query 都看到了第 first 到 last - 1 个 key，连后面的也看到了。只有 j <= offset + i 时，第 i 个 query 才看得到第 j 个 key。");
MISTAKE(no_mask_among_the_queries,
    "All queries see as far as the last one, up to offset + L - 1. Query i sees the keys up to offset + i.",
    "所有 query 都看到了最后一个 query 的位置 offset + L - 1 为止。第 i 个 query 应看到第 offset + i 个 key 为止。");
MISTAKE(no_queries_refused,
    "A query without rows is refused, but no rows in is no rows out: return empty tensors of L × H × D and L × H.",
    "这里拒绝了没有 query 的情况，但零行输入就是零行输出：返回 L × H × D 和 L × H 的空张量。");
MISTAKE(no_scale, "The scores are not scaled: multiply them by 1/sqrt(D).", "分数没有缩放：应乘 1/√D。");
MISTAKE(none_told_as_plus_infinity,
    "Where a query sees no key lse is +inf, as in some versions of FlashAttention. Here it is -inf, the logarithm of 0.",
    "query 一个 key 也看不到时，lse 成了 +inf，FlashAttention 的一些版本是这样。这里应是 -inf，也就是 0 的对数。");
MISTAKE(none_told_as_the_lowest,
    "Where a query sees no key lse is the lowest float. It should be -inf, the logarithm of 0.",
    "query 一个 key 也看不到时，lse 成了最小的 float。应是 -inf，也就是 0 的对数。");
MISTAKE(none_told_as_zero, "Where a query sees no key lse is 0. It should be -inf, the logarithm of 0.",
    "query 一个 key 也看不到时，lse 成了 0。应是 -inf，也就是 0 的对数。");
MISTAKE(not_divided, "The weighted values are not divided by the sum of the weights after the last tile.",
    "最后一块之后，加权的 value 没有除以权重之和。");
MISTAKE(nothing_seen_divided,
    "Where a query sees no key its output is NaN: 0 / 0. There the output is 0: divide only where the sum is above 0.",
    "query 一个 key 也看不到时，output 成了 NaN，因为 0 / 0。这时 output 应是 0：总和大于 0 才除。");
MISTAKE(nothing_seen_is_nan,
    "Where a query sees no key output and lse are NaN: the largest score is still -inf, and exp(-inf - -inf) is NaN. Skip a tile in which a query sees nothing.",
    "query 一个 key 也看不到时，output 和 lse 都成了 NaN：最大值还是 -inf，而 exp(-inf - -inf) 是 NaN。一块里什么也看不到时应跳过。");
MISTAKE(offset_ignored,
    "Query i sees the keys up to i, as if nothing came before the first query. It is at position offset + i.",
    "第 i 个 query 只看到第 i 个 key 为止，好像前面什么都没有。它的位置是 offset + i。");
MISTAKE(one_query_sees_all,
    "A single query sees all keys of the range, later ones too. It sees key j when j <= offset.",
    "只有一个 query 时，它看到了这一部分的全部 key，连后面的也看到了。j <= offset 时它才看得到第 j 个 key。");
MISTAKE(one_largest_for_all_queries,
    "All queries of a tile share one largest score. Where another query's scores are far higher, each exp is 0. Each query, and each head of it, has its own.",
    "一块里所有的 query 共用一个最大值。别的 query 分数高得多时，exp 全成了 0。每个 query 的每个头都应有自己的最大值。");
MISTAKE(output_not_transposed, "The output is H × L × D, heads first. It should be L × H × D, as query is.",
    "output 是 H × L × D，头在最前面。应是 L × H × D，与 query 一样。");
MISTAKE(output_not_corrected,
    "Where the largest score grows only the sum is corrected. The output so far needs the same factor, exp(before - now).",
    "最大值变大时只修正了总和。已有的 output 也要乘同一个系数 exp(以前 - 现在)。");
MISTAKE(own_full_last_tile_dropped,
    "Each query leaves out the last tile of those that it sees, also a full one. Go on while begin < end.",
    "每个 query 看得到的最后一块总是被丢掉了，满的也一样。只要 begin < end，就应继续。");
MISTAKE(own_last_tile_dropped,
    "Each query leaves out the last tile that it sees where it sees fewer than `tile` keys of it. Let the last tile end where the query's sight ends.",
    "一个 query 看得到的最后一块不足一块时被丢掉了。最后一块应到它看得到的地方为止。");
MISTAKE(partly_seen_tiles_dropped,
    "A tile that a query sees only in part is left out for that query. It sees the beginning of it: those keys count.",
    "某个 query 只看到一部分的块，整块都跳过了。它看得到这一块的开头：那些 key 也要算。");
MISTAKE(partly_seen_tiles_taken_whole,
    "Where a query sees only a part of a tile, it takes all keys of that tile: later tiles are hidden, but not the later keys of this one. Query i sees key j when j <= offset + i, also within a tile.",
    "某个 query 只看到一部分的块，却把整块的 key 都用上了：后面的块遮住了，这一块里后面的 key 没有。第 i 个 query 应只看到 j <= offset + i 的 key，在块里也一样。");
MISTAKE(position_in_16_bits, "Positions wrap around at 65,536: somewhere they are kept in 16 bits. Use std::size_t.",
    "位置到 65536 就绕回去了：有的地方用 16 位来存。请用 std::size_t。");
MISTAKE(positions_from_first,
    "Positions of keys are counted from first. Keys keep their positions: row j of key is at position j.",
    "key 的位置是从 first 数起的。key 的位置不变：第 j 行就在位置 j。");
MISTAKE(positions_in_the_tile,
    "A key's place in its tile is compared with the query's position. Its position is its row in key: begin + its place.",
    "拿 key 在块里的序号与 query 的位置比较了。key 的位置是它在 key 里的行号：begin + 序号。");
MISTAKE(reversed_correction,
    "The correction is the wrong way round: exp(now - before). What came before was computed with a smaller largest score, so it has to shrink: exp(before - now).",
    "修正的系数反了：成了 exp(现在 - 以前)。以前减去的最大值较小，所以要缩小：exp(以前 - 现在)。");
MISTAKE(remainder_of_the_group,
    "Head h of the queries goes with head h % (H / H_kv) of the keys, its place within its group. It should be the number of the group: h / (H / H_kv).",
    "第 h 个 query 头用了第 h % (H / H_kv) 个 key 头，那是它在组内的位置。应当用组的序号：h / (H / H_kv)。");
MISTAKE(reversed_correction_from_the_first_tile,
    "The correction is exp(new - old), the wrong way round: at the first tile that's infinite, and 0 · infinity is NaN, so nothing is left. It should be exp(old - new), which is 0 at first.",
    "修正系数写成了 exp(新 - 旧)，反了：第一块时它是无穷大，而 0 · 无穷大是 NaN，于是什么也没剩下。应是 exp(旧 - 新)，一开始它是 0。");
MISTAKE(reversed_correction_leaves_nothing,
    "The correction is exp(new - old), the wrong way round: at the first tile that's infinite, and 0 · infinity is NaN. NaN isn't above 0 either, so each query is taken for one that sees no key. It should be exp(old - new), which is 0 at first.",
    "修正系数写成了 exp(新 - 旧)，反了：第一块时它是无穷大，而 0 · 无穷大是 NaN。NaN 也不大于 0，于是每个 query 都被当成什么也没看到。应是 exp(旧 - 新)，一开始它是 0。");
MISTAKE(room_for_a_whole_tile,
    "In a tile that isn't full the largest score is never below 0, perhaps because it is looked for in a whole vector that begins with zeros. Where all scores are far below, each exp is 0. Look only at as many scores as there are.",
    "块不满时，最大的分数不会低于 0，也许是因为找最大值时看了整个初值为零的 vector。所有分数都远小于 0 时，exp 就全是 0。有几个就只看几个。");
MISTAKE(scale_of_head_count,
    "The scale is computed from the number of heads. It should be 1/sqrt(D), from the numbers of one head.",
    "scale 是用头数算的。应是 1/√D，D 是一个头有多少个数。");
MISTAKE(seen_wraps_around_before_first,
    "A query before the part sees all of it: perhaps offset + i + 1 - first wraps around where first is larger. Compare before you subtract: such a query sees nothing.",
    "位于这一部分之前的 query 反而全看到了：也许是 first 更大时，offset + i + 1 - first 回绕了。请先比较再相减：这样的 query 什么也看不到。");
MISTAKE(sees_one_fewer, "Each query sees one key too few: its own is missing. Query i sees key j when j <= offset + i.",
    "每个 query 少看了一个 key：看不到自己那个。j <= offset + i 时，第 i 个 query 看得到第 j 个 key。");
MISTAKE(sees_one_more, "Each query sees one key too many. Query i sees key j when j <= offset + i.",
    "每个 query 多看了一个 key。j <= offset + i 时，第 i 个 query 才看得到第 j 个 key。");
MISTAKE(state_kept_from_head_to_head,
    "Largest score and sum are not reset for the next head: they go on from those of the head before. Each query has to begin anew in each head, with -inf and 0.",
    "换到下一个头时，没有重置最大分数和总和，而是接着上一个头的算。每个 query 的每个头都应重新从 -inf 和 0 开始。");
MISTAKE(sum_not_corrected,
    "Where the largest score grows only the output is corrected. The sum so far needs the same factor, exp(before - now).",
    "最大值变大时只修正了 output。已有的总和也要乘同一个系数 exp(以前 - 现在)。");
MISTAKE(sum_of_the_last_tile,
    "The output comes from all tiles, but the sum only from the last one: it begins at 0 again in each tile. Correct it and go on, as with the output.",
    "output 是所有块的，总和却只有最后一块的：每块都从 0 重新开始了。应当像 output 那样，修正之后接着加。");
MISTAKE(tile_of_zero_accepted, "tile = 0 is not refused. Throw std::invalid_argument.",
    "tile 为 0 时没有拒绝。应抛出 std::invalid_argument。");
MISTAKE(tiles_averaged,
    "Each tile has its own softmax, and the outputs of the tiles are averaged. A tile counts as much as the sum of its powers: see merge_attention.",
    "每块各做各的 softmax，再把各块的 output 平均。每块占多少，应看它的 exp(分数) 之和：参见 merge_attention。");
MISTAKE(tiles_begin_at_multiples,
    "The tiles begin at multiples of tile, and so before first: rows that do not belong to the part are seen. Let the first tile begin at first.",
    "各块从 tile 的倍数开始，也就早于 first：看到了不属于这一部分的行。第一块应从 first 开始。");
MISTAKE(tiles_counted_from_zero,
    "There are as many tiles as the range needs, but the first one begins at row 0. It should begin at first.",
    "块数是按这一部分算的，第一块却从第 0 行开始了。应从 first 开始。");
MISTAKE(value_unchecked,
    "The shape of value is not compared with that of key: one of another shape is accepted, or refused with another exception. Keep the check of the stub.",
    "没有检查 value 的形状是否与 key 相同：形状不同的也接受了，或者抛出了别的异常。请保留桩代码里的检查。");
MISTAKE(values_are_the_keys, "The weights are multiplied with the keys: value is not used.",
    "权重乘的是 key，没有用到 value。");
MISTAKE(values_kept_from_head_to_head,
    "What the values add up to isn't set back to 0 for the next head. The first correction, exp(-inf) = 0, wipes numbers out, but 0 · NaN is NaN: a NaN among the values of one key head gets into the results of the others. Begin with zeros in each head.",
    "换到下一个头时，value 的累加没有清零。第一次修正时乘的是 exp(-inf) = 0，普通的数都会抹掉，可 0 · NaN 还是 NaN：一个 key 头的 value 里有 NaN，就会混进别的头的结果。每个头都应从零开始。");
MISTAKE(values_of_another_head,
    "The keys are of the right head, the values are not: theirs is taken as the remainder h % H_kv. Both are of head h / (H / H_kv).",
    "key 的头是对的，value 的头不对：取成了余数 h % H_kv。两者都应是第 h / (H / H_kv) 个头。");
MISTAKE(values_of_head_0,
    "The keys are of the right head, the values always of head 0. Both are of head h / (H / H_kv).",
    "key 的头是对的，value 却总是第 0 个头的。两者都应是第 h / (H / H_kv) 个头。");
MISTAKE(whole_table,
    "512 tokens in tiles of 16 take 0.5 MB and more, as where all L × S scores of a head are in memory at once. Only the scores of one tile may exist at a time.",
    "512 个 token，每块 16 个，用了 0.5 MB 以上，像是一个头的全部 L × S 个分数同时占着内存。同一时间只应有一块的分数。");
MISTAKE(wrong_exception,
    "What does not fit is refused, but not with std::invalid_argument, which the contract names and callers catch.",
    "不合要求时拒绝了，但抛出的不是 std::invalid_argument；契约写明的、调用者要捕获的都是它。");
FAMILY(eps_added,
    "{} is added to the sum before dividing. The sum is at least 1 where a query sees a key, so there is nothing to guard against: treat a query that sees none by itself.",
    "除之前给总和加上了 {}。只要看到了 key，总和就不小于 1，没有什么要防的；什么也没看到的 query 请单独处理。", 1e-6);
FAMILY(largest_starts_at_minus,
    "The largest score begins at -{}. Where all that a query sees score far below that, each exp is 0, as if it had seen nothing. Begin with -inf.",
    "最大的分数是从 -{} 开始的。一个 query 看得到的分数全都远小于它时，exp 全是 0，好像什么也没看到。应从 -inf 开始。",
    1e4, 1e9);
FAMILY(hidden_as_minus,
    "A hidden key has the score -{} instead of -inf. Where a query sees no key, or only lower scores, the hidden keys get the weight. Leave them out, or hide with -inf.",
    "被挡住的 key 的分数是 -{}，而不是 -inf。query 一个 key 也看不到，或者看得到的分数更低时，权重就给了被挡住的 key。请跳过它们，或者用 -inf 挡住。",
    10000, 1e9, 1e30);
FAMILY(hidden_as_minus_with_their_values,
    "A hidden key has the score -{} instead of -inf. Where a query sees no key, the hidden keys get the weight, and their mean is its output. Leave them out: there the output is 0, and lse -inf.",
    "被挡住的 key 的分数是 -{}，而不是 -inf。query 一个 key 也看不到时，权重就给了被挡住的 key，输出成了它们的平均。请跳过它们：这时输出是 0，lse 是 -inf。",
    1e9, 1e30);

static Values flash_attention(Run& run) {
    const Floats &query = run.floats("query"), &key = run.floats("key"), &value = run.floats("value");
    const auto whole = [&](const char* name) {
        return static_cast<std::size_t>(static_cast<std::int64_t>(run.number(name)));
    };
    const std::size_t offset = whole("offset"), first = whole("first"), last = whole("last"), tile = whole("tile");
    const Shape of_lse(query.shape.begin(), query.shape.begin() + std::min<std::ptrdiff_t>(2, std::ssize(query.shape)));
    const Values whatever{Floats(query.shape, grader::anything()), Floats(of_lse, grader::anything())};

    const auto refuse = [] { wrong_exception ? throw std::runtime_error("") : throw std::invalid_argument(""); };
    if (query.shape.size() != 3 || key.shape.size() != 3 || query.width() != key.width() || key.shape[1] == 0) refuse();
    const std::size_t L = query.shape[0], H = query.shape[1], D = query.shape[2], S = key.shape[0],
                      kv_heads = key.shape[1];
    if (H % kv_heads != 0 && !any_number_of_heads_accepted) refuse();
    if (value.shape != key.shape) {
        if (!value_unchecked) refuse();
        return whatever;
    }
    if (tile == 0) {
        if (!tile_of_zero_accepted) refuse();
        return whatever;
    }
    if (first > last && !first_after_last_accepted) refuse();
    if (last > S && !last_after_s_accepted) refuse();
    if (H % kv_heads != 0 || first > last || last > S) return whatever;
    if ((empty_range_refused && first == last) || (no_queries_refused && L == 0) ||
        (more_positions_than_keys_refused && offset + L > S) ||
        (large_tile_refused && first < last && tile > last - first))
        throw std::invalid_argument("");
    const std::size_t group = H / kv_heads;

    // The keys of the part, and how many of them query i sees.
    const bool at_multiples = tiles_begin_at_multiples || first_tile_begins_early;
    const std::size_t begin = first_ignored || tiles_counted_from_zero ? 0 : at_multiples ? first / tile * tile : first;
    const std::size_t end = tiles_counted_from_zero ? last - first : last_included ? last + 1 : last_ignored ? S : last;
    const bool wraps = seen_wraps_around_before_first;
    const auto seen_by = [&](std::size_t i) {
        if (no_mask || (one_query_sees_all && L == 1)) return end;
        std::size_t seen = offset_ignored              ? i + 1
                           : no_mask_among_the_queries ? offset + L
                           : aligned_with_last         ? (last + i + 1 > L ? last + i + 1 - L : 0)
                           : positions_from_first      ? first + offset + i + 1
                           : position_in_16_bits       ? static_cast<std::uint16_t>(offset + i) + std::size_t{1}
                                                       : offset + i + 1;
        if (wraps && seen < first) return end;
        if (sees_one_more) ++seen;
        if (sees_one_fewer) --seen;
        if (first_tile_begins_early && std::min(seen, end) <= first) return begin;
        return seen;
    };
    const auto key_head = [&](std::size_t h) {
        return group_as_remainder       ? h % kv_heads
               : divided_by_key_heads   ? h / kv_heads
               : remainder_of_the_group ? h % group
               : first_key_head_for_all ? 0
                                        : h / group;
    };
    const auto value_head = [&](std::size_t h) {
        return values_of_another_head ? h % kv_heads : values_of_head_0 ? 0 : key_head(h);
    };

    // Asked once and not for every number.
    constexpr Real infinity = std::numeric_limits<Real>::infinity();
    const bool with_theirs = hidden_as_minus_with_their_values;
    const bool skips = with_theirs && !keys_behind_the_queries_enter;  // where the weight is 0
    const bool as_minus = hidden_as_minus || with_theirs, as_lowest = hidden_as_the_lowest,
               without_values = hidden_as_zero_without_their_values, as_zero = hidden_as_zero || without_values,
               added = mask_added,
               finite = as_minus || as_lowest || as_zero,  // hidden keys have a score like others
        read_behind = keys_behind_the_queries_enter || with_theirs,
               read_hidden = read_behind || finite || added || hidden_values_enter, in_tile = positions_in_the_tile,
               plain = no_largest, of_all = largest_of_hidden_too, of_tile = largest_of_the_tile_alone,
               shared = one_largest_for_all_queries, reversed = reversed_correction, keep_output = output_not_corrected,
               keep_sum = sum_not_corrected, forgets = last_tile_only, keeps_state = state_kept_from_head_to_head,
               keeps_largest = largest_kept_from_head_to_head, keeps_values = values_kept_from_head_to_head,
               new_sum = sum_of_the_last_tile, stops = first_tile_only, too_long = last_tile_too_long,
               drops = last_tile_dropped, own = own_last_tile_dropped, own_full = own_full_last_tile_dropped,
               drops_full = last_full_tile_dropped, averages = tiles_averaged, divides = divided_in_each_tile,
               nan_of_none = nothing_seen_is_nan, partly = partly_seen_tiles_dropped,
               whole_tiles = partly_seen_tiles_taken_whole, padded = room_for_a_whole_tile;
    const Real hidden = with_theirs ? -hidden_as_minus_with_their_values.number()
                        : as_minus  ? -hidden_as_minus.number()
                        : as_lowest ? Real(std::numeric_limits<float>::lowest())
                        : as_zero   ? 0
                                    : -infinity;
    const Real of = scale_of_head_count ? Real(H) : Real(D);
    const Real scale = no_scale ? 1 : divided_by_d ? 1 / of : 1 / std::sqrt(of);
    const Real start = largest_starts_at_zero    ? 0
                       : largest_starts_at_minus ? -largest_starts_at_minus.number()
                                                 : -infinity;
    const bool nan_is_none = reversed_correction_leaves_nothing,
               reversed_at_once = reversed_correction_from_the_first_tile || nan_is_none;
    const Floats& keys = keys_and_values_exchanged ? value : key;
    const Floats& values = keys_and_values_exchanged || values_are_the_keys ? key : value;
    const auto power = [](Real x) { return Real(static_cast<float>(std::exp(x))); };

    Floats output(query.shape, 0.0f), lse({L, H}, 0.0f);
    std::vector<Real> last_largest, last_sum, last_all;  // of the head before
    for (std::size_t h = 0; h < H; ++h) {
        const std::size_t of_keys = key_head(h), of_values = value_head(h);
        // Of all queries of this head.
        std::vector<Real> largest(L, start), sum(L, 0), all(L * D, 0), score, latest(L, start);
        std::vector<Real> tiles(L, 0);
        if (keeps_state && h > 0) largest = last_largest, sum = last_sum;
        if (keeps_largest && h > 0) largest = last_largest;
        if (keeps_values && h > 0) all = last_all;
        std::vector<bool> open(L, of_keys >= kv_heads || of_values >= kv_heads), saw(L, false), nan(L, false);
        for (std::size_t from = begin; from < end; from += tile) {
            if ((drops && from + tile > end) || (drops_full && from + tile >= end)) break;
            if (stops && from > begin) break;
            const std::size_t to = too_long ? from + tile : std::min(from + tile, end);
            const std::size_t read = std::min({to, S, read_behind ? S : offset + L});
            const auto score_of = [&](std::size_t i, std::size_t j) {
                const float *q = query.row(i * H + h), *k = keys.row(j * kv_heads + of_keys);
                Real product = 0;
                for (std::size_t d = 0; d < D; ++d) product += Real(q[d]) * k[d];
                return Real(static_cast<float>(product * scale));
            };
            const auto seen_in_tile = [&](std::size_t i) {
                const std::size_t seen = in_tile ? from + offset + i + 1 : seen_by(i);
                if (seen > from && std::min(to, seen) > S) open[i] = true;
                if (whole_tiles && seen > from) return std::min(to, S) - from;
                return seen <= from ? 0 : std::min({to, seen, S}) - from;
            };
            Real highest = -infinity;
            if (shared)
                for (std::size_t i = 0; i < L; ++i)
                    for (std::size_t j = 0, seen = seen_in_tile(i); j < seen && !open[i]; ++j)
                        highest = std::max(highest, score_of(i, from + j));
            for (std::size_t i = 0; i < L; ++i) {
                const std::size_t seen = seen_in_tile(i);
                if (open[i]) continue;
                if ((own && seen < tile) || (own_full && from + tile >= std::min(end, seen_by(i)))) continue;
                if (partly && seen < to - from) continue;
                const std::size_t count = read_hidden || of_all ? std::max(seen, read > from ? read - from : 0) : seen;
                if (count == 0 || (seen == 0 && !read_hidden)) continue;
                if (seen > 0 || finite) saw[i] = true;
                score.resize(count);
                Real top = shared ? highest : -infinity;
                for (std::size_t j = 0; j < count; ++j) {
                    const Real one = score_of(i, from + j);
                    const bool is_hidden = j >= seen;
                    if (is_hidden && added && std::isnan(one)) nan[i] = true;
                    if (!is_hidden && std::isnan(one)) open[i] = true;  // what a maximum makes of NaN, nobody knows
                    score[j] = is_hidden ? hidden : one;
                    top = std::max(top, of_all && is_hidden ? one : score[j]);
                }
                if (seen == 0 && !finite) {  // a mask hides all of it
                    top = largest[i];
                    if (top == -infinity) top = 0;
                }
                if (padded && seen < std::min(tile, end - begin) && top < 0) {
                    // Between these, floats are so small that hardly a digit is left of them.
                    const Real most = std::max(top, largest[i]);
                    if (most > -104 && most < -87) open[i] = true;
                    top = 0;
                }
                if (low_tile_left_out && top < largest[i] - low_tile_left_out.number()) continue;
                latest[i] = top;
                Real now = of_tile ? top : std::max(largest[i], top);
                if (plain) now = 0;
                const Real before = largest[i];
                Real factor = before == -infinity ? 0 : power(reversed ? now - before : before - now);
                if (plain || averages) factor = 1;
                if (forgets) factor = 0;
                Real of_tile_alone = 0;
                if (reversed_at_once) factor = before == -infinity ? infinity : power(now - before);
                sum[i] *= keep_sum ? (forgets ? 0 : 1) : new_sum ? 0 : factor;
                Real* mean = all.data() + i * D;
                for (std::size_t d = 0; d < D; ++d) mean[d] *= keep_output ? (forgets ? 0 : 1) : factor;
                std::vector<Real> tile_mean(averages ? D : 0, 0);
                const std::size_t used = read_hidden ? count : seen;
                for (std::size_t j = 0; j < used; ++j) {
                    const Real weight = power(score[j] - (averages && !plain ? top : now));
                    of_tile_alone += weight;
                    if ((skips && weight == 0) || (without_values && j >= seen)) continue;
                    const float* v = values.row((from + j) * kv_heads + of_values);
                    Real* to_add = averages ? tile_mean.data() : mean;
                    for (std::size_t d = 0; d < D; ++d) to_add[d] += weight * v[d];
                }
                if (averages) {
                    for (std::size_t d = 0; d < D; ++d) mean[d] += tile_mean[d] / of_tile_alone;
                    tiles[i] += 1;
                    const Real correction = before == -infinity ? 0 : power(before - now);
                    sum[i] = sum[i] * correction + of_tile_alone * power(top - now);
                } else {
                    sum[i] += of_tile_alone;
                }
                if (divides)
                    for (std::size_t d = 0; d < D; ++d) mean[d] /= sum[i];
                largest[i] = plain ? 0 : now;
            }
        }
        last_largest = largest, last_sum = sum, last_all = all;
        for (std::size_t i = 0; i < L; ++i) {
            float *to = output.row(i * H + h), &log = lse.values[i * H + h];
            if (open[i]) {
                std::fill_n(to, D, grader::anything());
                log = grader::anything();
                continue;
            }
            const bool none = !saw[i] || (reversed_at_once && nan_is_none);
            const Real of_lse = lse_with_the_last_largest ? latest[i] : largest[i];
            const Real top = largest_not_scaled_in_lse ? of_lse / scale : of_lse;
            const Real base = log2_of_the_sum ? std::log2(sum[i]) : log_forgotten ? sum[i] : std::log(sum[i]);
            log = static_cast<float>(none                      ? -infinity
                                     : lse_is_the_largest      ? top
                                     : lse_without_the_largest ? base
                                     : lse_in_base_two         ? (top + base) / std::log(2.0)
                                                               : top + base);
            const Real divisor = averages                 ? tiles[i]
                                 : not_divided || divides ? 1
                                                          : sum[i] + (eps_added ? eps_added.number() : 0);
            // An answer that divides only where the sum is above 0 leaves the output at 0 where the sum is NaN.
            if (of_tile && std::isnan(sum[i])) log = grader::rounding();
            const bool by_guard = sum[i] == 0 || (std::isnan(sum[i]) && !reversed_at_once);
            for (std::size_t d = 0; d < D; ++d)
                to[d] = by_guard ? grader::rounding() : static_cast<float>(all[i * D + d] / divisor);
            if (none) {
                // NaN comes of a tile that is hidden. Some go through those after the last query, others don't.
                const bool hidden_tile = begin < end, perhaps = begin >= offset + L;
                const float nan_or_not = !hidden_tile ? 0.0f : perhaps ? grader::anything() : NAN;
                std::fill_n(to, D, nothing_seen_divided ? NAN : nan_of_none ? nan_or_not : 0.0f);
                if (nan_of_none && hidden_tile) log = nan_or_not;
                if (none_told_as_zero) log = 0;
                if (none_told_as_plus_infinity) log = INFINITY;
                if (none_told_as_the_lowest) log = std::numeric_limits<float>::lowest();
            }
            if (nan[i]) std::fill_n(to, D, NAN), log = NAN;
        }
    }

    if (input_edited)
        for (float& one : run.edit("query").values) one = static_cast<float>(scale * one);
    const auto heads_first = [&](Floats& array, std::size_t width) {
        const Floats tokens_first = array;
        std::swap(array.shape[0], array.shape[1]);
        for (std::size_t row = 0; row < L * H; ++row)
            std::copy_n(tokens_first.data() + row * width, width, array.data() + (row % H * L + row / H) * width);
    };
    if (output_not_transposed) heads_first(output, D);
    if (lse_heads_first) heads_first(lse, 1);
    if (lse_with_a_third_axis) lse.shape.push_back(1);
    if (run.has("compared_rows")) {
        const std::size_t rows = whole("compared_rows");
        for (Floats* array : {&output, &lse}) {
            if (array->shape[0] < rows) continue;
            array->values.resize(array->size() / array->shape[0] * rows);
            array->shape[0] = rows;
        }
    }
    Values outputs{output, lse};
    if (run.has("compared_memory")) outputs.emplace_back(whole_table ? "0.5 MB or more" : "below 0.5 MB");
    return outputs;
}
