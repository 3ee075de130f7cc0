#pragma once
// What people get wrong in embedding, and the function that gets it wrong.
#include <cmath>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(axes_unchecked, "A table with other than two axes is accepted. Keep the stub's require_shapes as first line.",
    "表不是二维时也接受了。第一行要保留桩代码里的 require_shapes。");
MISTAKE(clamped,
    "An id outside of the table is taken for the nearest one in it. Throw std::invalid_argument instead: such a token comes from another vocabulary, and every answer to it is wrong.",
    "表外的 id 被换成了离它最近的一个。应抛出 std::invalid_argument：这样的 token 来自别的词表，给出什么都是错的。");
MISTAKE(column_for_a_row,
    "A column of the table is put into each row of y. It has V numbers, not E: row ids[i] is xt::view(weight, ids[i]).",
    "把表的一列放进了 y 的每一行。一列有 V 个数，不是 E 个：第 ids[i] 行是 xt::view(weight, ids[i])。");
MISTAKE(columns_for_rows,
    "The columns of the table are taken for its rows: each token gets V numbers, one of each row. Row ids[i] has the E numbers of a token.",
    "把表的列当成了行：每个 token 得到 V 个数，每行各取一个。一个 token 的 E 个数在第 ids[i] 行。");
MISTAKE(copied_by_count_not_bytes,
    "Only the first quarter of each row is copied, as by a std::memcpy of E bytes: a float has four. Multiply by sizeof(float), or use std::copy.",
    "每一行只复制了前四分之一，比如用 std::memcpy 复制了 E 个字节：一个 float 有四个字节。请乘上 sizeof(float)，或者用 std::copy。");
MISTAKE(cut_to_16_bits,
    "From 65,536 on, ids lose their upper bits: they are kept in 16 bits somewhere, and Qwen2 has 151,936 tokens. Use TokenId, or std::size_t after the check.",
    "从 65536 起，id 丢掉了高位：有的地方用 16 位来存，而 Qwen2 有 151936 个 token。请用 TokenId，检查过后也可以用 std::size_t。");
MISTAKE(cut_to_32_bits,
    "The ids are cut to 32 bits, so that 2^32 + 1 is taken for 1. A TokenId has 64 bits: compare before you convert.",
    "id 被截成了 32 位，2^32 + 1 于是成了 1。TokenId 有 64 位：先比较，再转换。");
MISTAKE(each_token_once,
    "A repeated token gets no second row. y has a row for each id, the same one where the id is the same.",
    "再次出现的 token 没有再得到一行。每个 id 都有一行，id 相同，行就相同。");
MISTAKE(first_id_checked, "Only the first id is checked: a later one that is not in the table passes. Check each.",
    "只检查了第一个 id，后面的不在表里也没有拒绝。每个都要检查。");
MISTAKE(first_id_for_all, "Every row is that of the first token. Row i of y belongs to ids[i].",
    "每一行都是第一个 token 的。y 的第 i 行应是 ids[i] 的。");
MISTAKE(first_row_not_filled, "Row 0 of y is never written, as where a loop begins at the second token.",
    "y 的第一行没有填，比如循环从第二个 token 才开始。");
MISTAKE(first_token_left_out, "The first token has no row: y has L - 1.", "第一个 token 没有行：y 只有 L - 1 行。");
MISTAKE(ids_from_one,
    "Ids are counted from 1: token 1 gets the first row, and 0 is refused. Token 0 has the first row, weight[0].",
    "id 是从 1 数起的：token 1 取了第一行，0 却被拒绝。第一行 weight[0] 属于 token 0。");
MISTAKE(in_reverse, "The rows are in reverse order: the last token's row comes first.",
    "各行的顺序反了：最后一个 token 的行排在了最前面。");
MISTAKE(last_column_not_filled,
    "The last number of each row is not copied, as where a loop or a copy ends one too early. A row has E numbers.",
    "每一行的最后一个数没有复制，比如循环或复制的终点早了一个。一行有 E 个数。");
MISTAKE(last_id_refused, "Token V - 1, the table's last, is refused. It has a row too.",
    "表里最后一个 token，即 V - 1，被拒绝了。它也有自己的一行。");
MISTAKE(last_row_not_filled, "The last row of y is not filled, as where a loop ends one token too early.",
    "y 的最后一行没有填，比如循环早结束了一个 token。");
MISTAKE(last_token_left_out, "The last token has no row: y has L - 1.", "最后一个 token 没有行：y 只有 L - 1 行。");
MISTAKE(negative_from_the_end,
    "A negative id counts from the end, as an index of Python's does. Here -1 is no token: refuse it.",
    "负的 id 像 Python 的下标那样从末尾数起了。这里 -1 不是 token，要拒绝。");
MISTAKE(negative_unchecked,
    "Negative ids are not refused. No row of the table belongs to them: check for ids[i] < 0, and throw std::invalid_argument.",
    "负的 id 没有拒绝，表里却没有它对应的行：要检查 ids[i] < 0，并抛出 std::invalid_argument。");
MISTAKE(no_tokens_no_width,
    "Without tokens the result has lost its width. It has to be 0 × E: the next layer checks that.",
    "没有 token 时，结果丢了宽度：应是 0 × E，下一层会检查宽度。");
MISTAKE(no_tokens_refused, "An empty list of ids is refused, but no ids in is no rows out: 0 × E.",
    "没有 token 时拒绝了。没有 id 就没有行：应返回 0 × E。");
MISTAKE(one_number_for_the_row,
    "Each row is one number, repeated, as from weight[ids[i]]: that is no row but the number at that place, counted through the table. Take xt::view(weight, ids[i]).",
    "每一行都是同一个数重复出来的，比如 weight[ids[i]]：它不是一行，而是整张表里依次数到的那一个数。应取 xt::view(weight, ids[i])。");
MISTAKE(only_the_last_token,
    "Only the last token's row is returned. Which rows are needed is for the caller to say: the layers need all, L × E.",
    "只返回了最后一个 token 的行。需要哪些行由调用者决定：各层需要全部，L × E。");
MISTAKE(previous_row, "Each token gets the row before its own, and token 0 has none. Row ids[i] is its own.",
    "每个 token 取的都是自己前面的一行，token 0 就没有行可取。ids[i] 就是它那一行。");
MISTAKE(rows_in_table_order, "Row i of y is row i of the table, whatever the ids: it is weight[ids[i]].",
    "不论 id 是什么，y 的第 i 行都取了表的第 i 行。应取 weight[ids[i]]。");
MISTAKE(scaled_by_root_of_width,
    "The rows are multiplied by sqrt(E). Gemma and the first Transformer do that; Qwen2 and Llama do not: the row is taken as it is.",
    "各行乘上了 √E。Gemma 和最早的 Transformer 是这样做的，Qwen2 和 Llama 不乘：原样取出这一行。");
MISTAKE(sorted, "The rows come in the table's order, as if the ids were sorted first. They belong in the text's order.",
    "各行按表的顺序排列，好像先把 id 排了序。应按文字的顺序排列。");
MISTAKE(stride_forgotten,
    "Row id is taken to begin at number id of the table. It begins at id · E: each row before it has E numbers.",
    "以为第 id 行从表的第 id 个数开始。它从 id · E 开始：前面每一行都有 E 个数。");
MISTAKE(stride_of_rows,
    "Row id is read from place id * V on: that is the number of rows. A row has E numbers, so it begins at id * E.",
    "第 id 行是从 id * V 处读起的，而 V 是行数。一行有 E 个数，应从 id * E 读起。");
MISTAKE(table_edited, "The table itself is changed. Leave it as it is: the next text reads the same table.",
    "表本身被改了。不要动它：下一段文字读的是同一张表。");
MISTAKE(token_zero_is_padding,
    "Token 0 gets a row of zeros, as PyTorch's padding_idx would have it. There is no padding here: token 0 has a row like any other.",
    "token 0 得到一行零，像是 PyTorch 的 padding_idx。这里没有填充：token 0 和别的 token 一样有自己的一行。");
MISTAKE(too_large_clamped,
    "An id of V or more is taken for the last one. Throw std::invalid_argument instead: such a token comes from another vocabulary, and every answer to it is wrong.",
    "V 或更大的 id 被换成了最后一个。应抛出 std::invalid_argument：这样的 token 来自别的词表，给出什么都是错的。");
MISTAKE(too_large_unchecked,
    "Ids of V and more are not refused. The last row of the table is that of token V - 1: above it, throw std::invalid_argument.",
    "大于或等于 V 的 id 没有拒绝，表里却没有它对应的行。最后一个 token 是 V - 1，超过它就要抛出 std::invalid_argument。");
MISTAKE(unknown_left_out,
    "An id outside of the table is passed over, so that y has fewer rows than there are ids. Throw std::invalid_argument instead.",
    "表外的 id 被跳过了，y 的行数于是比 id 少。应抛出 std::invalid_argument。");
MISTAKE(up_to_all_numbers_accepted,
    "An id is compared with V · E, the count of all numbers in the table, so ids from V on are accepted and read beyond it. There are V rows: weight.shape(0).",
    "拿 id 去比的是表里全部数的个数 V · E，从 V 起的 id 于是也接受了，读到了表外。表有 V 行：weight.shape(0)。");
MISTAKE(v_accepted,
    "Id V is accepted, the first one after the table, as with > where >= belongs. V rows are 0 to V - 1.",
    "接受了 id V，它正好在表的末尾之后，比如该写 >= 的地方写成了 >。V 行的编号是 0 到 V - 1。");
MISTAKE(values_for_a_shape,
    "Tensor y({L, E}) has two numbers, L and E: these brackets hold values, not lengths of axes. xt::empty<float>({L, E}) makes L rows of E.",
    "Tensor y({L, E}) 里只有两个数，L 和 E：这样的括号里写的是值，不是各轴的长度。要 L 行 E 列，应写 xt::empty<float>({L, E})。");
MISTAKE(wrong_exception,
    "Ids that are not in the table are refused, but not with std::invalid_argument, which the contract names and callers catch. at() of a container, for example, throws std::out_of_range.",
    "表里没有的 id 是拒绝了，但抛出的不是 std::invalid_argument；契约写明的、调用者要捕获的都是它。例如容器的 at() 抛出的是 std::out_of_range。");
MISTAKE(zero_refused, "Token 0 is refused. It has a row too, the first.",
    "token 0 被拒绝了。它也有自己的一行，就是第一行。");
MISTAKE(zeros_for_unknown,
    "An id outside of the table gets a row of zeros. Throw std::invalid_argument instead: nobody notices zeros, and the model goes on with them.",
    "表外的 id 得到一行零。应抛出 std::invalid_argument：全零的一行没有人会注意到，模型会拿着它接着算。");

static Values embedding(Run& run) {
    const Floats& weight = run.floats("weight");
    const Shape& shape = weight.shape;
    std::vector<std::int64_t> ids = run.integers("ids");

    if (shape.size() != 2) axes_unchecked ? grader::xtensor_throws() : throw std::invalid_argument("");
    const std::size_t rows = shape[0], E = shape[1];
    const auto V = static_cast<std::int64_t>(rows);
    if (ids.empty() && no_tokens_refused) throw std::invalid_argument("");
    if (ids.empty() && no_tokens_no_width) return {Floats({0}, 0.0f)};

    if (unknown_left_out) std::erase_if(ids, [&](std::int64_t id) { return id < 0 || id >= V; });
    if (sorted) std::sort(ids.begin(), ids.end());
    if (each_token_once) {
        std::vector<std::int64_t> once;
        for (const std::int64_t id : ids)
            if (std::find(once.begin(), once.end(), id) == once.end()) once.push_back(id);
        ids = once;
    }

    const std::size_t L = ids.size(), width = columns_for_rows ? rows : E;
    Floats y({L, width}, 0.0f);
    for (std::size_t i = 0; i < L; ++i) {
        float* const to = y.data() + (in_reverse ? L - 1 - i : i) * width;
        if (first_row_not_filled && i == 0) {
            std::fill_n(to, width, grader::unwritten());
            continue;
        }
        if (last_row_not_filled && i + 1 == L) {
            std::fill_n(to, width, grader::unwritten());
            break;
        }
        const auto cut = [](std::int64_t id) { return cut_to_32_bits ? static_cast<std::int32_t>(id) : id; };
        std::int64_t id = cut(ids[i]);
        if (too_large_clamped) id = std::min(id, V - 1);
        if (negative_from_the_end && id < 0) id += V;
        const std::int64_t first = ids_from_one ? 1 : 0;
        const std::int64_t behind =
            up_to_all_numbers_accepted
                ? static_cast<std::int64_t>(weight.size())
                : static_cast<std::int64_t>(columns_for_rows ? E : rows) + (ids_from_one || v_accepted ? 1 : 0);
        const bool refused = (id < first && !negative_unchecked) || (id >= behind && !too_large_unchecked);
        if ((zero_refused && id == 0) || (last_id_refused && id == V - 1)) throw std::invalid_argument("");
        if (clamped) {
            if (V == 0) throw std::invalid_argument("");
        } else if (refused && !zeros_for_unknown && !(first_id_checked && i > 0)) {
            wrong_exception ? throw std::out_of_range("") : throw std::invalid_argument("");
        }

        std::int64_t row = first_id_for_all               ? cut(ids[0])
                           : rows_in_table_order && V > 0 ? static_cast<std::int64_t>(i) % V
                                                          : id;
        if (ids_from_one || previous_row) --row;
        if (cut_to_16_bits) row = static_cast<std::uint16_t>(row);
        if (clamped) row = std::clamp<std::int64_t>(row, 0, V - 1);
        if ((token_zero_is_padding && id == 0) || (zeros_for_unknown && (row < 0 || row >= V))) continue;
        // So far away there is no memory: the process ends there.
        if (std::abs(row) > std::int64_t{1} << 31 && !negative_unchecked) throw std::runtime_error("");
        const bool down_a_column = column_for_a_row || columns_for_rows;
        if (values_for_a_shape || (down_a_column && rows != width && rows != 1 && width != 1)) grader::xtensor_throws();

        // An axis of length 1 has the stride 0 in xtensor, whatever the index.
        const std::size_t column = E == 1 ? 0 : static_cast<std::size_t>(row);
        const std::size_t start = down_a_column || one_number_for_the_row ? column
                                  : stride_forgotten                      ? static_cast<std::size_t>(row)
                                  : stride_of_rows                        ? static_cast<std::size_t>(row) * rows
                                                                          : static_cast<std::size_t>(row) * E;
        const std::size_t step = one_number_for_the_row ? 0 : !down_a_column ? 1 : rows == 1 ? 0 : E;
        const bool is_row = row >= 0 && row < (columns_for_rows ? static_cast<std::int64_t>(E) : V);
        for (std::size_t k = 0; k < width; ++k)
            to[k] = is_row ? grader::at(weight, start + k * step) : grader::anything();
        if (last_column_not_filled && width > 0)
            to[width - 1] = to[width - 1] == 0 ? grader::anything() : grader::never_written();
        if (copied_by_count_not_bytes)
            for (std::size_t k = width / 4; k < width; ++k)
                to[k] = k * 4 < width || to[k] == 0 ? grader::anything() : grader::never_written();
    }

    if (values_for_a_shape) y = Floats({2}, {static_cast<float>(L), static_cast<float>(width)});
    if (scaled_by_root_of_width)
        for (float& one : y.values) one *= std::sqrt(static_cast<float>(E));
    if (table_edited && !ids.empty() && ids[0] >= 0 && ids[0] < V)
        std::fill_n(run.edit("weight").data() + static_cast<std::size_t>(ids[0]) * E, E, 0.0f);
    if (y.shape.size() == 2 && L > 0) {
        const auto end = y.values.end();
        const auto row = static_cast<std::ptrdiff_t>(width);
        if (first_token_left_out) y = Floats({L - 1, width}, {y.values.begin() + row, end});
        else if (last_token_left_out) y = Floats({L - 1, width}, {y.values.begin(), end - row});
        else if (only_the_last_token) y = Floats({1, width}, {end - row, end});
    }
    return {y};
}
