#pragma once
// What people get wrong in paged_attention, and the function that gets it wrong.
#include <algorithm>
#include <cstdint>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(any_number_of_heads_accepted,
    "A number of query heads that H_kv does not divide is accepted. Keep the check of the stub.",
    "query 头数不能被 H_kv 整除时也接受了。请保留桩代码里的检查。");
MISTAKE(cached_keys_not_seen,
    "Only the keys from position offset on are seen, those of this call. The keys before them are the text so far: query i sees 0 to offset + i.",
    "只看了位置 offset 以后的 key，也就是这次的。前面那些是已有的文字：第 i 个 query 应看到第 0 到 offset + i 个 key。");
MISTAKE(ceiling_wraps_around,
    "offset + L is checked, but rounding up wraps around: offset + L + page - 1 can be larger than any std::size_t. Compare L with table.size() * page - offset, or round up as n / page + (n % page > 0).",
    "offset + L 检查过了，向上取整时却绕回去了：offset + L + page - 1 可能超出 std::size_t 的范围。请拿 L 和 table.size() * page - offset 比，或者写成 n / page + (n % page > 0)。");
MISTAKE(divided_by_d, "The scores are divided by D instead of its square root.", "分数除以了 D，而不是 D 的平方根。");
MISTAKE(divided_by_key_heads,
    "Head h of the queries goes with head h / H_kv of the keys. A group has H / H_kv heads: h / (H / H_kv). The two are equal only where H is the square of H_kv.",
    "第 h 个 query 头用了第 h / H_kv 个 key 头。一组有 H / H_kv 个头，应是 h / (H / H_kv)。只有 H 等于 H_kv 的平方时两者才相同。");
MISTAKE(empty_table_refused,
    "An empty table is refused, also where no page is needed: without queries and with offset 0, it is long enough.",
    "表是空的就拒绝，不需要页的时候也拒绝了：没有 query、offset 又是 0 时，空表就够了。");
MISTAKE(entries_compared_with_the_page_size,
    "The entries of the table are compared with the number of rows in a page, keys.shape(1). They are numbers of pages: below keys.shape(0).",
    "表里的页号是和一页的行数 keys.shape(1) 比的。它们是页号：应小于 keys.shape(0)。");
MISTAKE(entry_for_each_token,
    "The table is read as if it had an entry for each token, table[j]. It has one for each page: table[j / page].",
    "查表时当成了每个 token 一项：table[j]。表里一项对应一页，应是 table[j / page]。");
MISTAKE(first_entry_alone_checked,
    "Only the first entry of the table is compared with the number of pages. Each entry that counts has to be a page of the store.",
    "只检查了表的第一项是不是存储里的页。用得到的每一项都要检查。");
MISTAKE(first_key_head_for_all,
    "All heads use head 0 of the keys and values. Head h of the queries goes with head h / (H / H_kv).",
    "所有的头用的都是第 0 个 key 头和 value 头。第 h 个 query 头应当用第 h / (H / H_kv) 个。");
MISTAKE(first_page_again_and_again,
    "Each page is taken to be the first of the table, table[0]. Key j is in page table[j / page].",
    "每一页都取了表的第一项 table[0]。第 j 个 key 在第 table[j / page] 页。");
MISTAKE(full_last_page_dropped,
    "Where the text just fills its last page, that page is left out: (offset + L) % page is 0 then, but the page has `page` rows. Take what is left, offset + L - p * page, but not more than page.",
    "文字刚好填满最后一页时，这一页整个漏掉了：这时 (offset + L) % page 是 0，这一页却有 page 行。请取剩下的行数 offset + L - p * page，但不超过 page。");
MISTAKE(full_page_taken_for_empty,
    "Where a query's own key is in the last row of its page, that page is left out: seen % page is 0 then, but the page has `page` rows. Take what is left, seen - p * page, but not more than page.",
    "query 自己的 key 正好在页的最后一行时，这一页整个漏掉了：这时 seen % page 是 0，这一页却有 page 行。请取剩下的行数 seen - p * page，但不超过 page。");
MISTAKE(group_as_remainder,
    "Head h of the queries goes with head h % H_kv of the keys, the remainder. Neighbouring heads share: it is the quotient, h / (H / H_kv).",
    "第 h 个 query 头用了第 h % H_kv 个 key 头，取成了余数。共用的是相邻的头，应取商：h / (H / H_kv)。");
MISTAKE(group_forgotten, "Query head h takes key head h; there are only H_kv of them: it is h / (H / H_kv).",
    "第 h 个 query 头用了第 h 个 key 头，可是 key 头只有 H_kv 个：应是第 h / (H / H_kv) 个。");
MISTAKE(heads_before_rows,
    "A page is read as if its heads came before its rows, H_kv × page × D. Rows come first: page × H_kv × D.",
    "读页的时候，当成了头在行的前面：H_kv × page × D。应是行在前：page × H_kv × D。");
MISTAKE(hidden_scores_0,
    "The softmax of a query goes over all offset + L scores, and those of the keys that it doesn't see are 0: each of these takes a share of the weights. Let them be -infinity, or take as many scores as the query sees keys.",
    "每个 query 的 softmax 都算了全部 offset + L 个分数，看不到的 key 分数是 0，于是也分走了一份权重。应设为负无穷，或者看得到多少个 key，就只取多少个分数。");
MISTAKE(hidden_scores_0_with_their_values,
    "The scores of the keys that a query doesn't see are 0, and 0 is a score like any other: their values are mixed in, too. Let them be -infinity, or take as many scores as the query sees keys.",
    "query 看不到的 key，分数是 0，而 0 也是一个分数：它们的 value 也混了进来。应设为负无穷，或者看得到多少个 key，就只取多少个分数。");
MISTAKE(input_edited,
    "An input is changed: the scale was multiplied into query itself. Work on a tensor of your own, and leave the const_cast out.",
    "输入被改了：scale 直接乘到了 query 上。请另建一个张量来计算，也不要用 const_cast。");
MISTAKE(keys_and_values_exchanged,
    "Keys and values are swapped: the scores come from values, and what is mixed is keys.",
    "key 和 value 用反了：分数是用 value 算的，加权平均的却是 key。");
MISTAKE(keys_without_the_table,
    "The values are those of the table's pages, the keys are not: key j is read from page j / page of the store. Both are in page table[j / page].",
    "value 是按表找的页，key 不是：第 j 个 key 直接读了存储的第 j / page 页。两者都在第 table[j / page] 页。");
MISTAKE(largest_starts_at_zero,
    "The search for the largest score begins at 0, or at another number that all scores can lie below. Where all that a query sees score far below zero, each exp is 0, and 0 / 0 is NaN. Begin with -inf, or with the first score.",
    "找最大的分数时从 0（或别的所有分数都可能比它小的数）开始。一个 query 看得到的分数全都远小于零时，exp 全是 0，0 / 0 就成了 NaN。应从 -inf 或第一个分数开始。");
MISTAKE(last_entry_alone_checked,
    "Only the last entry of the table that counts is compared with the number of pages. Each of them has to be a page of the store.",
    "只检查了用得到的最后一项是不是存储里的页。用得到的每一项都要检查。");
MISTAKE(last_page_alone_counts,
    "Only the last page that a query sees is in its result: each page's result replaces the one before. The pages belong to one softmax.",
    "结果里只有 query 看得到的最后一页：每一页的结果都盖掉了前一页的。所有页要在同一个 softmax 里。");
MISTAKE(later_entries_checked,
    "A table is refused because of an entry that no position needs. Only the first ceil((offset + L) / page) entries count; later ones are not looked at.",
    "表里有一项不对，但没有位置用得到它，这时也拒绝了。只有前 ⌈(offset + L) / page⌉ 项算数，后面的不看。");
MISTAKE(mask_one_further,
    "Each query but the last sees one key too many, that of the next token: query i sees keys 0 to offset + i, its own with them, and no later one.",
    "除了最后一个，每个 query 都多看了一个 key，也就是下一个 token 的：第 i 个 query 应看到第 0 到 offset + i 个 key，包括它自己那个，再往后就看不到了。");
MISTAKE(no_mask,
    "Nothing is hidden: each query sees all offset + L keys, later ones too. Query i sees keys 0 to offset + i.",
    "没有遮挡：每个 query 都看到了全部 offset + L 个 key，连后面的也看到了。第 i 个 query 应只看到第 0 到 offset + i 个。");
MISTAKE(no_queries_refused,
    "A query without rows is refused, but no rows in is no rows out: return an empty tensor of the shape of query.",
    "这里拒绝了没有 query 的情况，但零行输入就是零行输出：返回与 query 形状相同的空张量。");
MISTAKE(no_queries_unchecked,
    "Without queries the table is not checked. It has to have the pages of the first offset positions all the same.",
    "没有 query 时没有检查表。前 offset 个位置的页照样要在表里。");
MISTAKE(no_scale, "The scores are not scaled: multiply them by 1/sqrt(D).", "分数没有缩放：应乘 1/√D。");
MISTAKE(number_of_pages_accepted,
    "An entry that equals the number of pages is accepted. The pages of the store are 0 to pages - 1: refuse what is >= pages.",
    "表里的项等于页数时也接受了。存储的页是第 0 到第 pages - 1 页：大于等于 pages 的都要拒绝。");
MISTAKE(offset_ignored,
    "Query i sees keys 0 to i, as if nothing came before the first query. It is at position offset + i, and sees as far as that.",
    "第 i 个 query 只看到了第 0 到 i 个 key，好像前面什么都没有。它的位置是 offset + i，应当看到那里为止。");
MISTAKE(offset_wraps_around,
    "For an offset near the largest std::size_t, offset + L wraps around to a small number, and the table seems long enough. First check offset <= table.size() * page, then compare L with the difference.",
    "offset 接近 std::size_t 的最大值时，offset + L 会绕回成很小的数，表就好像够长了。应先检查 offset <= table.size() * page，再拿 L 和 table.size() * page - offset 比。");
MISTAKE(one_entry_more_needed,
    "You want the table to have (offset + L) / page + 1 entries, one too many where the last page is just full. It needs (offset + L) / page, rounded up.",
    "要求表有 (offset + L) / page + 1 项，最后一页刚好填满时就多要了一项。应是 (offset + L) / page 向上取整。");
MISTAKE(output_heads_first, "The result is H × L × D, heads first. Transpose it back to L × H × D, as query is.",
    "结果是 H × L × D，头在最前面。请转置回 L × H × D，与 query 一样。");
MISTAKE(output_not_rescaled,
    "Page after page, the largest score so far grows, but the values added up so far still belong to the old one: multiply their sum, too, by exp(old largest - new largest).",
    "一页一页算下去，目前最大的分数变大了，已经累加好的 value 却没有跟着换算。它也要乘以 exp(旧的最大值 - 新的最大值)。");
MISTAKE(output_not_rescaled_key_by_key,
    "Key after key, the largest score so far grows, but the values added up so far still belong to the old one: multiply their sum, too, by exp(old largest - new largest).",
    "一个 key 一个 key 算下去，目前最大的分数变大了，已经累加好的 value 却没有跟着换算。它也要乘以 exp(旧的最大值 - 新的最大值)。");
MISTAKE(output_reshaped_back,
    "The result has the shape L × H × D, but its numbers are in the order H × L × D: a reshape keeps the order. Transpose.",
    "结果的形状是 L × H × D，数值却还是 H × L × D 的顺序：reshape 不改变顺序。请转置。");
MISTAKE(own_page_seen_whole,
    "A query sees its own page to the end: later tokens of the page, and rows that nobody has written. Query i sees keys 0 to offset + i, also within its page.",
    "query 把自己所在的那一页看到了底：这一页里后面的 token，还有没写过的行，都看到了。在自己的页里，第 i 个 query 也应只看到第 offset + i 个 key 为止。");
MISTAKE(own_page_unmasked,
    "Within its own page, a query sees the later tokens, too: pages are hidden, but not rows. Query i sees keys 0 to offset + i, also within its page.",
    "在自己所在的页里，query 把后面的 token 也看到了：只挡住了后面的页，没有挡住页里后面的行。在自己的页里，第 i 个 query 也应只看到第 offset + i 个 key 为止。");
MISTAKE(own_softmax_overflows,
    "The softmax that you wrote here takes exp of the scores as they are: large ones overflow, and inf/inf is NaN. Subtract the largest first, or call softmax.",
    "你在这里写的 softmax 直接对分数取 exp：分数大时溢出，inf/inf 得到 NaN。请先减去最大值，或者调用 softmax。");
FAMILY(page_size_fixed, "A page is taken to have {} rows, whatever the store has. The number of rows is keys.shape(1).",
    "把一页当作有 {} 行，不管存储里是多少。行数是 keys.shape(1)。", 16);
MISTAKE(page_number_as_row,
    "The page's number is taken for its first row: table[j / page] + j % page. Each page before it has `page` rows: table[j / page] * page + j % page.",
    "把页号当成了这一页的第一行：table[j / page] + j % page。前面每一页都有 page 行，应是 table[j / page] * page + j % page。");
MISTAKE(page_number_in_16_bits,
    "Page numbers wrap around at 65,536: somewhere they are kept in 16 bits. Use std::size_t, as the table does.",
    "页号到 65536 就绕回去了：有的地方用 16 位来存。请和表一样用 std::size_t。");
MISTAKE(page_size_from_the_number_of_pages,
    "The number of pages, keys.shape(0), is taken for the number of rows in a page, which is keys.shape(1).",
    "把页数 keys.shape(0) 当成了一页的行数，行数是 keys.shape(1)。");
MISTAKE(pages_added,
    "Each page has a softmax of its own, and the results are added up. Then the weights sum to the number of pages. They should be one softmax: add up exp(score) over all pages, and divide once.",
    "每一页各做各的 softmax，再把结果加起来，权重的总和就成了页数。它们是同一个 softmax：exp(分数) 要对所有页求和，最后除一次。");
MISTAKE(pages_averaged,
    "Each page has a softmax of its own, and the mean of the results is taken. A page then weighs as much as any other, whatever its scores. They should be one softmax: add up exp(score) over all pages, and divide once.",
    "每一页各做各的 softmax，再对结果求平均，于是不管分数高低，各页都一样重。它们是同一个 softmax：exp(分数) 要对所有页求和，最后除一次。");
MISTAKE(pages_taken_as_neighbours,
    "The text is read on from its first page, as if the following pages came right after it in the store. Each page's number is in the table: table[j / page].",
    "从第一页起一直往下读，好像后面的页在存储里就紧挨着它。每一页的页号都在表里：table[j / page]。");
MISTAKE(pages_unchecked,
    "The entries of the table are not compared with the number of pages. Where one is not in the store, throw std::invalid_argument.",
    "没有检查表里的页号是不是在存储里。不在时应抛出 std::invalid_argument。");
MISTAKE(position_in_16_bits,
    "Positions wrap around at 65,536: somewhere they are kept in 16 bits, and a later query sees the wrong keys. Use std::size_t.",
    "位置到 65536 就绕回去了：有的地方用 16 位来存，后面的 query 看到的 key 就不对。请用 std::size_t。");
MISTAKE(queries_by_reshape,
    "The queries are read as if heads came before tokens, H × L × D. Tokens come first: the numbers of token i and head h begin at (i * H + h) * D.",
    "读 query 的时候，当成了头在 token 的前面：H × L × D。应是 token 在前：第 i 个 token、第 h 个头的数从 (i * H + h) * D 开始。");
MISTAKE(quotient_and_remainder_exchanged,
    "Quotient and remainder are swapped: key j is looked for in row j / page of page table[j % page]. It should be row j % page of page table[j / page].",
    "商和余数用反了：第 j 个 key 去找了第 table[j % page] 页的第 j / page 行。应是第 table[j / page] 页的第 j % page 行。");
MISTAKE(rest_cleared,
    "keys and values are changed: the rest of the last page was set to 0. The store is not yours: read only the rows of the text.",
    "keys 和 values 被改了：最后一页的空行被设成了 0。存储不归你管：只读文字的行就好。");
MISTAKE(row_not_reduced,
    "Key j is looked for in row j of its page. A page has only `page` rows, and in it the row is j % page.",
    "第 j 个 key 去找了页里的第 j 行。一页只有 page 行，应是页里的第 j % page 行。");
MISTAKE(rows_behind_hidden_not_left_out,
    "The rest of the last page is hidden by a mask, but still read. What is there may be NaN, and -inf + NaN and 0 · NaN are NaN: leave these rows out.",
    "最后一页的空行虽然用掩码挡住了，但还是读了。那里可能是 NaN，而 -inf + NaN、0 · NaN 都是 NaN：请不要读这些行。");
MISTAKE(root_cut_to_a_whole_number,
    "The root of D is cut to a whole number: of 2 it's 1, and of 8 it's 2. An int holds no fraction: use float.",
    "D 的平方根被截成了整数：2 的是 1，8 的是 2。int 放不下小数：应使用 float。");
MISTAKE(result_not_set_to_0,
    "Values are added to memory that holds anything: an empty tensor, or one made with from_shape, isn't set to 0. Begin with xt::zeros.",
    "value 加到了没有初始化的内存上：empty 或 from_shape 得到的张量不是 0。应从 xt::zeros 开始。");
MISTAKE(scale_of_head_count,
    "The scores are divided by the root of the number of heads, query.shape(1). It should be the root of D, the width of a head: query.shape(2).",
    "分数除以的是头数 query.shape(1) 的平方根。应除以 D，也就是一个头的宽度 query.shape(2) 的平方根。");
MISTAKE(scale_of_key_head_count,
    "The scale is 1/sqrt(H_kv). keys.shape(2) was D in week 2, where keys had three axes; here D is keys.shape(3), or query.shape(2).",
    "scale 用了 1/√H_kv。第 2 周的 key 只有三个轴，keys.shape(2) 就是 D；这里 D 是 keys.shape(3)，也就是 query.shape(2)。");
MISTAKE(scale_of_all_heads,
    "The scale is 1/sqrt(H · D), from the numbers of all heads. A score is a sum over one head: 1/sqrt(D).",
    "scale 用了 1/√(H · D)，把所有头的数都算了进去。一个分数只对一个头求和，应是 1/√D。");
MISTAKE(seen_within_the_page_alone,
    "A query sees the first (offset + i) % page + 1 keys of the text: the remainder says in which row of its page the query's own key is, not how many keys it sees. It should see offset + i + 1.",
    "query 看到的是文字开头的 (offset + i) % page + 1 个 key。这个余数说的是自己的 key 在页里的第几行，不是看得到几个 key。应看到 offset + i + 1 个。");
MISTAKE(sees_one_fewer,
    "Each query sees one key too few: its own is missing, and the first of all sees none, which gives NaN or 0. Query i sees keys 0 to offset + i, its own with them.",
    "每个 query 少看了一个 key：看不到自己那个；最开头的 query 就什么也看不到，得到 NaN 或 0。第 i 个 query 应看到第 0 到 offset + i 个 key，包括自己的。");
MISTAKE(sees_one_more,
    "Each query sees one key too many: query i sees keys 0 to offset + i, its own with them, and no later one.",
    "每个 query 多看了一个 key：第 i 个 query 应看到第 0 到 offset + i 个 key，包括它自己那个，再往后就看不到了。");
MISTAKE(short_last_page_dropped,
    "The last page is left out where the text does not fill it: only (offset + L) / page pages are taken, and the division rounds down. It has (offset + L) % page rows, which are read, too.",
    "文字没有填满最后一页时，这一页漏掉了：只取了 (offset + L) / page 页，除法是向下取整的。那里还有 (offset + L) % page 行，也要读。");
MISTAKE(short_page_not_seen,
    "A query sees only pages that it sees to the end: seen / page of them, and the division rounds down. Its own page counts, too, with seen % page rows.",
    "query 只看到了它能整页看完的页：取了 seen / page 页，除法是向下取整的。自己所在的页也算，有 seen % page 行。");
MISTAKE(short_last_page_unchecked,
    "The entry of a last page that the text doesn't fill isn't compared with the number of pages: (offset + L) / page is rounded down. Round up.",
    "最后没填满的那一页，表里的项没有与页数比较：(offset + L) / page 向下取整了。应向上取整。");
MISTAKE(short_last_page_not_needed,
    "The table may lack the last page where the text does not fill it: (offset + L) / page is rounded down. Round up.",
    "文字没有填满最后一页时，表里缺了这一页也接受了：(offset + L) / page 是向下取整的。应向上取整。");
MISTAKE(stride_of_query_heads,
    "A row of the store is taken to have H heads, as many as the query has. It has H_kv: in memory, rows are H_kv * D numbers apart.",
    "把存储的一行当作有 H 个头，和 query 一样多。它只有 H_kv 个头：在内存里，相邻两行相隔 H_kv * D 个数。");
MISTAKE(sum_not_rescaled,
    "Page after page, the largest score so far grows, but the sum of the exps still belongs to the old one: multiply the sum, too, by exp(old largest - new largest).",
    "一页一页算下去，目前最大的分数变大了，exp 的总和却没有跟着换算。它也要乘以 exp(旧的最大值 - 新的最大值)。");
MISTAKE(sum_not_rescaled_key_by_key,
    "Key after key, the largest score so far grows, but the sum of the exps still belongs to the old one: multiply the sum, too, by exp(old largest - new largest).",
    "一个 key 一个 key 算下去，目前最大的分数变大了，exp 的总和却没有跟着换算。它也要乘以 exp(旧的最大值 - 新的最大值)。");
MISTAKE(table_for_the_new_tokens_alone,
    "You check only whether the table is long enough for L tokens. It has to have the pages of the offset tokens before them, too: ceil((offset + L) / page).",
    "只检查了表够不够放 L 个新 token。前面 offset 个 token 的页也要在里面：⌈(offset + L) / page⌉ 项。");
MISTAKE(table_for_the_old_tokens_alone,
    "You check only whether the table is long enough for the first offset tokens. It has to have the pages of the new ones, too: ceil((offset + L) / page).",
    "只检查了表够不够放前面 offset 个 token。新 token 的页也要在里面：⌈(offset + L) / page⌉ 项。");
MISTAKE(table_ignored,
    "The table is not used: key j is read from page j / page of the store. It is in page table[j / page].",
    "没有用表：第 j 个 key 直接读了存储的第 j / page 页。它在第 table[j / page] 页。");
MISTAKE(table_length_unchecked,
    "The length of the table is not checked. Where it is too short, throw std::invalid_argument.",
    "没有检查表的长度。表太短时应抛出 std::invalid_argument。");
MISTAKE(table_must_fit_exactly,
    "A table that has more entries than are needed is refused. Pages are reserved ahead: it has at least ceil((offset + L) / page) entries, and later ones are not looked at.",
    "表的项数比需要的多时也拒绝了。页是可以提前预留的：表至少有 ⌈(offset + L) / page⌉ 项，再后面的不看。");
MISTAKE(table_refused_with_another_exception,
    "A table that does not fit is refused, but not with std::invalid_argument, which the contract names and callers catch. table.at(n), for example, throws std::out_of_range.",
    "表不合要求时拒绝了，但抛出的不是 std::invalid_argument；契约写明的、调用者要捕获的都是它。例如 table.at(n) 抛出的是 std::out_of_range。");
MISTAKE(value_rows_behind_read,
    "The keys in the rest of the last page are left out, but the values are not: they have weight 0, and 0 · NaN is NaN. Leave these rows of values out, too.",
    "最后一页空行里的 key 没有用，那里的 value 却用了：权重虽是 0，0 · NaN 还是 NaN。value 的这些行也不要读。");
MISTAKE(values_are_the_keys, "The weights are multiplied with the keys: values is not used.",
    "权重乘的是 key，没有用到 values。");
MISTAKE(values_not_added_up,
    "Each value replaces the ones before it, so that only the last one is in the result, times its weight. Add them up: +=.",
    "每个 value 都盖掉了前面的，结果里只剩最后一个乘它的权重。应当累加：+=。");
MISTAKE(values_unchecked,
    "The shape of values is not compared with that of keys: one of another shape is accepted, or refused with another exception. Keep the check of the stub.",
    "没有检查 values 的形状是否与 keys 相同：形状不同的也接受了，或者抛出了别的异常。请保留桩代码里的检查。");
MISTAKE(values_without_the_table,
    "The keys are those of the table's pages, the values are not: value j is read from page j / page of the store. Both are in page table[j / page].",
    "key 是按表找的页，value 不是：第 j 个 value 直接读了存储的第 j / page 页。两者都在第 table[j / page] 页。");
MISTAKE(wrong_exception,
    "Shapes that do not fit are refused, but not with std::invalid_argument, which the contract names and callers catch. Keep the checks of the stub.",
    "形状不匹配时拒绝了，但抛出的不是 std::invalid_argument；契约写明的、调用者要捕获的都是它。请保留桩代码里的检查。");

namespace {

constexpr Real infinity = std::numeric_limits<Real>::infinity();
constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

/// Where the numbers of a position and a head begin in the store.
class Places {
public:
    Places(const Floats& keys, const std::vector<std::int64_t>& table, std::size_t query_heads)
        : keys_(keys), table_(table), query_heads_(query_heads) {}

    std::size_t operator()(std::size_t position, std::size_t head, bool uses_table = true) const {
        const std::size_t page = keys_.shape[1], kv_heads = keys_.shape[2], D = keys_.shape[3];
        const std::size_t quotient = position / size_, remainder = position % size_;
        const std::size_t entry = swapped_ ? remainder : for_each_ ? position : quotient;
        const std::size_t row = swapped_ ? quotient : not_reduced_ || neighbours_ ? position : remainder;
        std::size_t number = quotient;
        if (uses_table && !ignored_) {
            const std::size_t asked = neighbours_ || first_alone_ ? 0 : entry;
            if (asked >= table_.size()) return nowhere;
            number = in_16_bits_ ? static_cast<std::uint16_t>(table_[asked]) : static_cast<std::size_t>(table_[asked]);
        }
        if (number > keys_.size() || row > keys_.size()) return nowhere;
        const std::size_t stride = as_row_ ? 1 : page, heads = as_queries_ ? query_heads_ : kv_heads;
        const std::size_t at =
            heads_first_ ? ((number * kv_heads + head) * page + row) * D : ((number * stride + row) * heads + head) * D;
        return at + D <= keys_.size() ? at : nowhere;
    }

private:
    const Floats& keys_;
    const std::vector<std::int64_t>& table_;
    std::size_t query_heads_;
    std::size_t size_ = page_size_fixed                      ? static_cast<std::size_t>(page_size_fixed.number())
                        : page_size_from_the_number_of_pages ? std::max<std::size_t>(keys_.shape[0], 1)
                                                             : keys_.shape[1];
    bool swapped_ = quotient_and_remainder_exchanged, for_each_ = entry_for_each_token, not_reduced_ = row_not_reduced,
         neighbours_ = pages_taken_as_neighbours, ignored_ = table_ignored, heads_first_ = heads_before_rows,
         as_row_ = page_number_as_row, first_alone_ = first_page_again_and_again, in_16_bits_ = page_number_in_16_bits,
         as_queries_ = stride_of_query_heads;
};

/// Weighted means over the pages that a query sees; its own softmax, or one for all of them.
struct Mixture {
    bool added = pages_added, averaged = pages_averaged, last_alone = last_page_alone_counts,
         output = output_not_rescaled, sum = sum_not_rescaled, output_by_key = output_not_rescaled_key_by_key,
         sum_by_key = sum_not_rescaled_key_by_key, plain = own_softmax_overflows, replaced = values_not_added_up,
         zeros = hidden_scores_0;
    Real first = largest_starts_at_zero ? 0 : -infinity;

    /// `values` has D numbers for each score; from is the position of the first, `hidden` how many come after the last.
    std::vector<Real> operator()(const std::vector<Real>& scores, const std::vector<const float*>& values,
        std::size_t D, std::size_t page, std::size_t from, std::size_t hidden) const {
        const bool apart = added || averaged || last_alone;
        const bool by_key = output_by_key || sum_by_key;
        const std::size_t step = apart ? page : by_key ? 1 : output || sum ? page : scores.size();
        std::vector<Real> all(D, 0), mean(D, 0);
        Real largest = first, total = 0, parts = 0;
        for (std::size_t begin = 0; begin < scores.size(); ++parts) {
            const std::size_t end = std::min(scores.size(), begin + step - (step > 1 ? (from + begin) % step : 0));
            if (apart) mean.assign(D, 0), total = 0, largest = first;
            const Real top = std::max(largest, *std::max_element(scores.begin() + static_cast<std::ptrdiff_t>(begin),
                                                   scores.begin() + static_cast<std::ptrdiff_t>(end)));
            const Real before = top == largest ? 1 : std::exp(largest - top);
            total *= sum || sum_by_key ? 1 : before;
            for (Real& one : mean) one *= output || output_by_key ? 1 : before;
            for (std::size_t j = begin; j < end; ++j) {
                const Real weight = static_cast<float>(std::exp(plain ? scores[j] : scores[j] - top));
                total += weight;
                for (std::size_t d = 0; d < D; ++d) mean[d] = (replaced ? 0 : mean[d]) + weight * values[j][d];
            }
            largest = top, begin = end;
            if (!apart) continue;
            for (std::size_t d = 0; d < D; ++d) all[d] = (last_alone ? 0 : all[d]) + mean[d] / total;
        }
        if (zeros) total += hidden == 0 ? 0 : Real(hidden) * std::exp(plain ? 0 : -largest);
        for (std::size_t d = 0; d < D; ++d) mean[d] = !apart ? mean[d] / total : averaged ? all[d] / parts : all[d];
        return mean;
    }
};

/// Refuses a table that lacks what is needed.
void check_table(
    const std::vector<std::int64_t>& table, std::size_t offset, std::size_t L, std::size_t pages, std::size_t page) {
    const auto refuse = [] {
        table_refused_with_another_exception ? throw std::runtime_error("") : throw std::invalid_argument("");
    };
    const std::size_t known = offset + L, up = (known + page - 1) / page;
    if (empty_table_refused && table.empty()) refuse();
    if (known < offset && !offset_wraps_around && !table_length_unchecked) refuse();
    const auto rounded_up = [&](std::size_t n) { return n / page + (n % page > 0); };
    const std::size_t needed = offset_wraps_around || ceiling_wraps_around ? up
                               : short_last_page_not_needed                ? known / page
                               : one_entry_more_needed                     ? known / page + 1
                               : table_for_the_old_tokens_alone            ? rounded_up(offset)
                               : table_for_the_new_tokens_alone            ? rounded_up(L)
                                                                           : rounded_up(known);
    if (table_must_fit_exactly && table.size() != needed) refuse();
    if (table.size() < needed && !table_length_unchecked) refuse();
    const std::size_t checked = later_entries_checked       ? table.size()
                                : short_last_page_unchecked ? std::min(known / page, table.size())
                                                            : std::min(needed, table.size());
    const std::size_t first = last_entry_alone_checked && checked > 0 ? checked - 1 : 0;
    const std::size_t end = first_entry_alone_checked ? std::min<std::size_t>(checked, 1) : checked;
    for (std::size_t n = first; n < end && !pages_unchecked; ++n) {
        const auto number = static_cast<std::size_t>(table[n]);
        const std::size_t most = entries_compared_with_the_page_size ? page : pages;
        if (number >= most && !(number_of_pages_accepted && number == most)) refuse();
    }
    if (known > table.size() * page && ceiling_wraps_around)
        throw std::runtime_error("");  // so much memory is not there
}

}  // namespace

static Values paged_attention(Run& run) {
    const Floats &query = run.floats("query"), &keys = run.floats("keys"), &values = run.floats("values");
    const std::vector<std::int64_t>& table = run.integers("table");
    const auto offset = static_cast<std::size_t>(static_cast<std::int64_t>(run.number("offset")));
    const Values whatever{Floats(query.shape, grader::anything())};

    const auto refuse = [] { wrong_exception ? throw std::runtime_error("") : throw std::invalid_argument(""); };
    if (query.shape.size() != 3 || keys.shape.size() != 4 || query.width() != keys.width()) refuse();
    if (keys.shape[1] == 0 || keys.shape[2] == 0) refuse();
    const std::size_t L = query.shape[0], H = query.shape[1], D = query.shape[2];
    const std::size_t page = keys.shape[1], kv_heads = keys.shape[2];
    if (H % kv_heads != 0 && !any_number_of_heads_accepted) refuse();
    if (values.shape != keys.shape) {
        if (!values_unchecked) refuse();
        return whatever;
    }
    if (no_queries_refused && L == 0) throw std::invalid_argument("");
    if (!(no_queries_unchecked && L == 0)) check_table(table, offset, L, keys.shape[0], page);
    if (H % kv_heads != 0 || offset + L < offset) return whatever;
    const std::size_t group = H / kv_heads, known = offset + L;

    const auto head = [&](std::size_t h) {
        return group_as_remainder       ? h % kv_heads
               : divided_by_key_heads   ? h / kv_heads
               : first_key_head_for_all ? 0
               : group_forgotten        ? h
                                        : h / group;
    };
    const auto seen_by = [&](std::size_t i) {
        std::size_t seen = offset_ignored || cached_keys_not_seen ? i + 1
                           : seen_within_the_page_alone           ? (offset + i) % page + 1
                           : no_mask                              ? known
                           : position_in_16_bits ? static_cast<std::uint16_t>(offset + i) + std::size_t{1}
                                                 : offset + i + 1;
        if (own_page_unmasked) seen = std::max(seen, std::min(known, (offset + i) / page * page + page));
        if (mask_one_further) seen = std::max(seen, std::min(known, seen + 1));
        if (sees_one_more) ++seen;
        if (sees_one_fewer) --seen;
        if (own_page_seen_whole) seen = (seen + page - 1) / page * page;
        if (full_page_taken_for_empty && seen % page == 0) seen -= std::min(seen, page);
        if (short_page_not_seen) seen -= seen % page;
        if (full_last_page_dropped && known % page == 0) seen = std::min(seen, known - std::min(known, page));
        if (short_last_page_dropped) seen = std::min(seen, known / page * page);
        return seen;
    };
    // Asked once and not for every number.
    const Places place(keys, table, H);
    const Mixture mixture;
    const std::size_t before = cached_keys_not_seen ? offset : 0;
    const bool of_keys = !keys_without_the_table, of_values = !values_without_the_table,
               rest_of_values = rows_behind_hidden_not_left_out || value_rows_behind_read,
               rest_of_keys = rows_behind_hidden_not_left_out, reshaped = queries_by_reshape,
               as_zero = hidden_scores_0_with_their_values;
    const Real of = scale_of_all_heads        ? Real(H * D)
                    : scale_of_head_count     ? Real(H)
                    : scale_of_key_head_count ? Real(kv_heads)
                                              : Real(D);
    const Real scale = no_scale       ? 1
                       : divided_by_d ? 1 / of
                                      : 1 / (root_cut_to_a_whole_number ? std::floor(std::sqrt(of)) : std::sqrt(of));
    const Floats& first = keys_and_values_exchanged ? values : keys;
    const Floats& second = keys_and_values_exchanged || values_are_the_keys ? keys : values;

    Floats heads({L, H, D}, 0.0f);
    for (std::size_t h = 0; h < H; ++h) {
        const std::size_t g = head(h);
        for (std::size_t i = 0; i < L; ++i) {
            float* mean = heads.data() + (i * H + h) * D;
            const float* q = query.data() + (reshaped ? h * L + i : i * H + h) * D;
            const std::size_t seen = seen_by(i);
            // An axis of one has the stride 0 in xtensor: keys(…) finds head 0 there whatever it is asked, a pointer doesn't.
            bool is_there = seen > 0 && seen <= (table.size() + 1) * page && (kv_heads > 1 || g == 0);
            std::vector<Real> scores(is_there ? seen : 0);
            std::vector<const float*> rows(scores.size());
            for (std::size_t j = 0; j < seen && is_there; ++j) {
                const std::size_t k = place(before + j, g, of_keys), v = place(before + j, g, of_values);
                is_there = k != nowhere && v != nowhere;
                if (!is_there) break;
                Real score = 0;
                for (std::size_t d = 0; d < D; ++d) score += Real(q[d]) * first.values[k + d];
                scores[j] = static_cast<float>(score * scale);
                rows[j] = second.data() + v;
            }
            for (std::size_t j = seen; j < known && is_there && as_zero; ++j) {
                const std::size_t v = place(before + j, g, of_values);
                is_there = v != nowhere;
                scores.push_back(0);
                rows.push_back(second.data() + (is_there ? v : 0));
            }
            Real spoilt = 0;  // by a NaN in rows that count nothing
            std::vector<Real> spoilt_each(D, 0);
            for (std::size_t j = known; j % page != 0 && is_there && (rest_of_keys || rest_of_values); ++j) {
                const std::size_t k = place(j, g, of_keys), v = place(j, g, of_values);
                is_there = k != nowhere && v != nowhere;
                for (std::size_t d = 0; d < D && is_there; ++d) {
                    if (rest_of_keys) spoilt += 0 * Real(first.values[k + d]);
                    if (rest_of_values) spoilt_each[d] += 0 * Real(second.values[v + d]);
                }
            }
            if (!is_there || result_not_set_to_0) {
                std::fill_n(mean, D, is_there ? grader::unwritten() : grader::anything());
                continue;
            }
            const std::vector<Real> mixed = mixture(scores, rows, D, page, before, known - std::min(known, seen));
            for (std::size_t d = 0; d < D; ++d) mean[d] = static_cast<float>(mixed[d] + spoilt + spoilt_each[d]);
        }
    }

    Floats y = heads;
    if (output_heads_first || output_reshaped_back)
        for (std::size_t i = 0; i < L; ++i)
            for (std::size_t h = 0; h < H; ++h)
                std::copy_n(heads.data() + (i * H + h) * D, D, y.data() + (h * L + i) * D);
    if (output_heads_first) y.shape = {H, L, D};
    if (input_edited)
        for (float& one : run.edit("query").values) one = static_cast<float>(scale * one);
    if (rest_cleared)
        for (std::size_t j = known; j % page != 0; ++j)
            if (const std::size_t at = place(j, 0); at != nowhere && at + kv_heads * D <= keys.size())
                for (const char* name : {"keys", "values"}) std::fill_n(run.edit(name).data() + at, kv_heads * D, 0.0f);
    return {y};
}
