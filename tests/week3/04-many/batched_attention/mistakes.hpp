#pragma once
// What people get wrong in batched_attention, and the function that gets it wrong.
#include <algorithm>
#include <map>
#include <numeric>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(any_axes_accepted, "An x of three axes is accepted. The contract asks for two: keep the check of the stub.",
    "x 有三个轴时也接受了。契约要求两个轴：请保留桩代码里的检查。");
MISTAKE(attention_before_the_write,
    "Attention reads the pages before the keys and values of this pass are in them: those rows hold anything then. Call write first.",
    "这一次的 key 和 value 还没写进页里，注意力就读了：那几行这时什么数都可能有。应先 write。");
MISTAKE(attention_from_zero,
    "The offset that paged_attention gets is 0, so the rows of a request see only its first positions. It should be cache->length.",
    "传给 paged_attention 的 offset 是 0，一个请求的各行就只看到了最前面的几个位置。应是 cache->length。");
MISTAKE(cache_not_read,
    "A row sees only the rows of its own request in this pass, not what the request's cache had before.",
    "每一行只看到了自己那个请求这一次的行，没有看到缓存里原有的。");
MISTAKE(cache_not_written,
    "The keys and values of this pass are not written into the caches. Call write(layer, key, value) of each request's cache.",
    "这一次的 key 和 value 没有写进缓存。请对每个请求的缓存调用 write(layer, key, value)。");
MISTAKE(committed,
    "The rows are committed in this layer already, so the next layer would find nothing reserved. The caller commits, after the last layer.",
    "在这一层就 commit 了，下一层就没有预留的位置了。应由调用完所有层的代码来 commit。");
MISTAKE(committed_in_the_last_layer,
    "The last layer commits the rows. The caller does that for all caches, after all layers: leave the lengths alone here, whichever layer it is.",
    "最后一层在这里就 commit 了。这是调用者的事，要等所有层都算完：不管是哪一层，这里都不要动 length。");
MISTAKE(committed_and_taken_back,
    "After the call the lengths are as before, but nothing is reserved any more, as if commit were taken back: the next layer can't write. Leave the reservation alone: write alone is enough for attention to see the rows.",
    "调用之后 length 没有变，预留却没有了，就像 commit 之后又把 length 改了回去：下一层就写不进去了。不要动预留：只要 write 过，注意力就能看到这几行。");
MISTAKE(first_cache_for_all, "All requests use the cache of the first one. Each entry of batch brings its own.",
    "所有请求用的都是第一个的缓存。batch 的每一项都有自己的缓存。");
MISTAKE(first_length_for_all,
    "All requests are taken to be as long as the first one: batch[0].cache->length. Each is as long as its own cache says.",
    "把所有请求都当作和第一个一样长：用了 batch[0].cache->length。每个多长，要看它自己的缓存。");
MISTAKE(first_rows_of_keys,
    "The keys of every request are cut from row 0 of k on. Its rows begin where those of the requests before it end.",
    "每个请求的 key 都是从 k 的第 0 行切起的。应当从前面各个请求的行之后切起。");
MISTAKE(first_rows_of_queries,
    "The queries of every request are cut from row 0 of q on. Its rows begin where those of the requests before it end.",
    "每个请求的 query 都是从 q 的第 0 行切起的。应当从前面各个请求的行之后切起。");
MISTAKE(first_rows_of_values,
    "The values of every request are cut from row 0 of v on. Its rows begin where those of the requests before it end.",
    "每个请求的 value 都是从 v 的第 0 行切起的。应当从前面各个请求的行之后切起。");
MISTAKE(head_dim_of_e,
    "A width is taken from x where it should come from head_dim: E / H for a head, or the shape of x for the joined heads. H · head_dim is not E in every model.",
    "宽度取自 x，而应当取自 head_dim：每个头用了 E / H，或者合并各头时用了 x 的形状。H · head_dim 不一定等于 E。");
MISTAKE(head_dim_of_e_for_all_heads,
    "The heads are made as if H D were E, with head_dim as E / H, say: where it isn't, that throws. Take attention.head_dim.",
    "分头时当作 H D 等于 E，比如 head_dim 用了 E / H：不等时会抛出异常。应取 attention.head_dim。");
MISTAKE(input_edited, "x itself is changed. Work on a tensor of your own.", "输入 x 被改了。请另建一个张量来计算。");
MISTAKE(interleaved,
    "Head h takes the outputs h, h + H, h + 2H, …, as if the last axis were D × H. It should take D side by side: H × D.",
    "第 h 个头取了第 h、h + H、h + 2H……个输出，好像最后一个轴是 D × H。它应取相邻的 D 个：H × D。");
MISTAKE(joined_head_by_head,
    "The heads of a request are joined head after head: all rows of head 0, then those of head 1. In a row of L × H D the heads of one token lie side by side: reshape without transposing.",
    "一个请求的各个头是一个头接一个头拼起来的：先是头 0 的所有行，再是头 1 的。L × H D 的一行里，是同一个 token 的各个头并排：直接 reshape，不要转置。");
MISTAKE(joined_heads_as_wide_as_x,
    "The joined heads get as many columns as x has. They need H · head_dim of them, which is not E in every model: where it isn't, the heads don't fit and xtensor throws.",
    "拼接各头时，列数取成了 x 的列数。应是 H · head_dim，它不是在每个模型里都等于 E：不等时各头放不进去，xtensor 会抛出异常。");
MISTAKE(k_proj_and_v_proj_exchanged, "k_proj and v_proj are swapped: keys come from v_proj and values from k_proj.",
    "k_proj 和 v_proj 用反了：key 来自 v_proj，value 来自 k_proj。");
MISTAKE(keys_and_values_exchanged, "write gets value and key, in this order: it is write(layer, key, value).",
    "write 的两个参数写反了：应是 write(layer, key, value)。");
MISTAKE(keys_cut_into_query_heads,
    "Keys or values are cut into H heads, as many as the queries have: where H_kv is another number, that throws. They have num_key_value_heads.",
    "key 或 value 按 query 的头数 H 来切分：H_kv 与它不同时，会抛出异常。它们有 num_key_value_heads 个头。");
MISTAKE(keys_turned_from_zero,
    "The keys of each request are turned from position 0 on, the queries from where they are. Both begin at cache->length.",
    "每个请求的 key 都从位置 0 开始旋转，query 却从自己的位置开始。两个都应从 cache->length 开始。");
MISTAKE(last_row_alone,
    "Only the last row of each request gets a result. That's enough for logits, but not for the layers that follow: they need all rows.",
    "每个请求只有最后一行有结果。算 logits 时够了，但后面的层要用到所有的行。");
MISTAKE(layer_0_for_all, "Keys and values go into layer 0 of the caches, and are read there, whatever `layer` says.",
    "不管 layer 是多少，key 和 value 都写进了缓存的第 0 层，也从那里读。");
MISTAKE(layer_0_read,
    "Attention gets keys or values of layer 0, whatever `layer` says: store.keys[layer] and store.values[layer].",
    "不管 layer 是多少，注意力拿到的 key 或 value 总是第 0 层的：应是 store.keys[layer] 和 store.values[layer]。");
MISTAKE(length_moved, "cache->length is moved here. commit() does that, when all layers have written their rows.",
    "在这里就改了 cache->length。应等所有层都写过之后，由 commit() 来改。");
MISTAKE(longest_length_for_all,
    "All requests are taken to be as long as the longest one, as if they were padded. Each is as long as its own cache says.",
    "把所有请求都当作和最长的一样长，好像补齐过似的。每个多长，要看它自己的缓存。");
MISTAKE(first_rows_for_all,
    "Each request gets the first rows of x. Its rows come after those of the requests before it: add up their rows.",
    "每个请求取的都是 x 最前面的几行。它的行排在前面各个请求之后：请把前面各个请求的行数加起来。");
MISTAKE(no_output_projection, "o_proj is not used: the heads lie side by side and are not mixed.",
    "没有用到 o_proj：各头只是并排放着，没有混合。");
MISTAKE(no_rope,
    "Neither queries nor keys are turned: without RoPE the layer does not know where a token is. Give both to rope.",
    "query 和 key 都没有旋转：没有 RoPE，这一层不知道 token 的位置。两者都要经过 rope。");
MISTAKE(no_rope_on_keys, "The keys are not turned, the queries are. Turn them before they are written.",
    "只旋转了 query，没有旋转 key。key 应先旋转，再写进页里。");
MISTAKE(no_rope_on_queries,
    "The queries are not turned, the keys are. A score depends on a distance only where both are.",
    "只旋转了 key，没有旋转 query。两者都旋转，分数才只取决于距离。");
MISTAKE(no_rows_refused,
    "An x without rows is refused, but no rows in is no rows out: return an empty tensor of the shape of x.",
    "这里拒绝了零行，但零行输入就是零行输出：返回与 x 形状相同的空张量。");
MISTAKE(no_texts_refused,
    "A batch without requests is refused. It is fine: when the last request has ended, there are no rows, and none are returned.",
    "没有请求的 batch 也拒绝了。这没有问题：最后一个请求结束之后就没有行，返回零行即可。");
MISTAKE(nothing_hidden,
    "The rows of a request see one another, later ones too. Give paged_attention all of a request's rows at once with the offset, and it hides what comes later.",
    "同一个请求的各行互相都看得到，连后面的也看到了。请把一个请求的所有行连同 offset 一次交给 paged_attention，它会挡住后面的。");
MISTAKE(offset_after_the_rows,
    "The offset that paged_attention gets is where the request ends, length + rows. It is where its rows begin: cache->length.",
    "传给 paged_attention 的 offset 是请求的末尾，即 length + rows。应是这几行开始的地方：cache->length。");
MISTAKE(offset_of_the_last_row,
    "The offset that paged_attention gets is the position of the request's last row. That's right only where it has one row: it is where its rows begin, cache->length.",
    "传给 paged_attention 的 offset 是请求最后一行的位置，只有一行时才对。应是这几行开始的地方：cache->length。");
MISTAKE(one_row_for_each_text,
    "Request t is looked for from row t of x on, as if each request before it had one row: add up their rows.",
    "第 t 个请求从 x 的第 t 行取起，好像前面每个都只有一行：请把前面各个请求的行数加起来。");
MISTAKE(output_row_by_row,
    "o_proj is called for each row by itself. Its weights are then read once for each row, and sharing that one reading is what a batch is for: call it once, at the end.",
    "o_proj 是一行一行调用的，每一行都要把权重读一遍。批处理就是为了只读一遍：请在最后调用一次。");
MISTAKE(output_text_by_text,
    "o_proj is called for each request by itself. Its weights are then read once for each request, and sharing that one reading is what a batch is for: call it once, at the end.",
    "o_proj 是对每个请求单独调用的，每次都要把权重读一遍。批处理就是为了只读一遍：请在最后调用一次。");
MISTAKE(projections_row_by_row,
    "q_proj, k_proj and v_proj are called for each row by itself, so their weights are read once for each row. Call each of them once, with all of x.",
    "q_proj、k_proj、v_proj 是一行一行调用的，每一行都要把权重读一遍。请把整个 x 交给它们，各调用一次。");
MISTAKE(projections_text_by_text,
    "q_proj, k_proj and v_proj are called for each request by itself, so their weights are read once for each request. Call each of them once, with all of x.",
    "q_proj、k_proj、v_proj 是对每个请求单独调用的，每次都要把权重读一遍。请把整个 x 交给它们，各调用一次。");
MISTAKE(prompt_taken_to_begin_at_0,
    "A request that brings several rows is taken for a new prompt, at position 0. It may be the next piece of one: its first row is at cache->length, however many it brings.",
    "来了几行的请求就当作新的提示词，位置从 0 算起。它可能只是提示词的下一截：不管来几行，第一行都在位置 cache->length。");
MISTAKE(queries_turned_from_zero,
    "The queries of each request are turned from position 0 on, the keys from where they are. Both begin at cache->length.",
    "每个请求的 query 都从位置 0 开始旋转，key 却从自己的位置开始。两个都应从 cache->length 开始。");
MISTAKE(reserved_here,
    "reserve is called here, so rows that the caller didn't reserve are accepted. It's the caller who makes room, once for all layers: leave it out, and write refuses.",
    "在这里调用了 reserve，于是调用者没有预留的行也接受了。应由调用者为所有层一次留好位置：这里不要调用，write 自己会拒绝。");
MISTAKE(residual_added, "x is added to the result. The decoder layer does that.", "结果里加上了 x。那是解码层的事。");
MISTAKE(results_in_the_first_rows,
    "The result of each request goes into the first rows of y, over those of the requests before it. It should go where the request's rows are in x.",
    "每个请求的结果都写进了 y 最前面的几行，盖掉了前面各个请求的。应写在它在 x 里的那几行。");
MISTAKE(rope_from_the_end,
    "Queries and keys are turned from position length + rows, where the request's next rows begin. Its first row is at cache->length.",
    "query 和 key 从位置 length + rows 开始旋转，那是这个请求之后的行。它的第一行在位置 cache->length。");
MISTAKE(rope_from_the_last_row,
    "Queries and keys are turned from the position of the request's last row on. That's right only where it has one row: its first row is at cache->length.",
    "query 和 key 从请求最后一行的位置开始旋转，只有一行时才对。它的第一行在位置 cache->length。");
MISTAKE(rope_from_the_row,
    "A row's place in x is taken for its position, as if rope were called with all rows and offset 0. Its position is in its own request, from cache->length on.",
    "把行在 x 里的次序当成了它的位置，好像用 offset 0 对所有的行调用了一次 rope。位置要在自己那个请求里数，从 cache->length 开始。");
MISTAKE(rope_from_zero,
    "Queries and keys of each request are turned from position 0, as if nothing came before. The first is at cache->length.",
    "每个请求的 query 和 key 都从位置 0 开始旋转，好像前面什么都没有。第一行在位置 cache->length。");
MISTAKE(rope_on_values, "The values are turned, too. RoPE is for queries and keys: values are mixed as they are.",
    "value 也旋转了。RoPE 只用于 query 和 key，value 保持原样。");
MISTAKE(rope_over_the_batch,
    "Positions are counted on from one request to the next, as if rope were called with all rows at once. Each request has positions of its own, from its cache->length on: call rope for each.",
    "位置从一个请求接着数到了下一个，好像对所有的行只调用了一次 rope。每个请求有自己的位置，从它的 cache->length 数起：请对每个请求各调用一次 rope。");
MISTAKE(rows_unchecked, "The number of rows in x is not compared with that of the batch. Keep the check of the stub.",
    "没有检查 x 的行数与各个请求的行数之和是否相同。请保留桩代码里的检查。");
MISTAKE(same_position_for_a_piece,
    "All rows of a request are turned as if they were at position cache->length. That's right for one token; row i of a piece is at cache->length + i.",
    "一个请求的所有行都按位置 cache->length 旋转了。只来一个 token 时是对的；一截提示词的第 i 行在位置 cache->length + i。");
MISTAKE(scaled_twice, "The scores are scaled twice: once here, on the queries, and once more by paged_attention.",
    "分数缩放了两次：这里缩放了 query，paged_attention 又缩放了一次。");
MISTAKE(split_by_reshape,
    "The heads are made by a reshape to heads × L × D: a reshape keeps the order of the numbers, so tokens and heads are mixed. Reshape to L × heads × D.",
    "头是用 reshape 成 头数 × L × D 分出来的：数值的顺序没有变，token 和头混在了一起。应 reshape 成 L × 头数 × D。");
MISTAKE(stops_at_a_text_without_rows,
    "The loop ends at the first request without rows, so the requests after it get nothing. Go on with the next one.",
    "遇到没有行的请求，循环就结束了，后面的请求什么也没得到。应接着处理下一个。");
MISTAKE(turned_head_by_head,
    "rope gets H × L × D, heads first, and takes the heads for positions. Its rows are positions: give it L × H × D.",
    "传给 rope 的是 H × L × D，头在最前面，于是它把头当成了位置。它的行是位置：请传 L × H × D。");
MISTAKE(
    values_from_k_proj, "The values come from k_proj, and v_proj is not used.", "value 来自 k_proj，没有用到 v_proj。");
MISTAKE(values_from_k_proj_called_again,
    "The values come from k_proj, which is called a second time, and v_proj is not used.",
    "value 来自 k_proj：它调用了两次，没有用到 v_proj。");
MISTAKE(written_to_layer_0, "Keys and values are written into layer 0, whatever `layer` says: write(layer, …).",
    "不管 layer 是多少，key 和 value 都写进了第 0 层：应是 write(layer, …)。");
MISTAKE(wrong_exception,
    "An x that does not fit is refused, but not with std::invalid_argument, which the contract names. Keep the check of the stub.",
    "x 不合适时拒绝了，但抛出的不是契约写明的 std::invalid_argument。请保留桩代码里的检查。");

namespace {

[[noreturn]] void refuse() { throw std::invalid_argument(""); }

/// Rows of an array, whatever else its axes are; what lies beyond its end is anything.
Floats some_rows(const Floats& a, std::size_t begin, std::size_t count) {
    Floats rows;
    rows.shape = a.shape;
    rows.shape[0] = count;
    const std::size_t row = Floats::count(rows.shape) / std::max<std::size_t>(count, 1);
    rows.values.resize(Floats::count(rows.shape));
    for (std::size_t i = 0; i < rows.size(); ++i) rows.values[i] = grader::at(a, begin * row + i);
    return rows;
}

Floats transposed(const Floats& a, std::size_t first, std::size_t second, std::size_t width) {
    Floats y({second, first, width}, 0.0f);
    for (std::size_t i = 0; i < first * second; ++i)
        std::copy_n(a.data() + i * width, width, y.data() + (i % second * first + i / second) * width);
    return y;
}

struct Tables {
    Floats cos, sin;
};

Floats turned(const Floats& x, const Tables& tables, std::size_t offset, bool same_position = false) {
    const std::size_t positions = tables.cos.shape[0], half = tables.cos.shape[1], L = x.shape[0], H = x.shape[1];
    if (x.shape[2] != 2 * half || offset > positions ||
        (same_position ? L > 0 && offset >= positions : L > positions - offset))
        refuse();
    Floats y = x;
    for (std::size_t r = 0; r < L * H; ++r) {
        const std::size_t position = same_position ? offset : offset + r / H;
        for (std::size_t i = 0; i < half; ++i) {
            const Real c = tables.cos.row(position)[i], s = tables.sin.row(position)[i];
            const Real a = x.row(r)[i], b = x.row(r)[i + half];
            y.row(r)[i] = static_cast<float>(a * c - b * s);
            y.row(r)[i + half] = static_cast<float>(b * c + a * s);
        }
    }
    return y;
}

struct Text {
    std::size_t length, reserved, capacity;
    std::vector<Floats> keys, values;  // of each layer; where nobody wrote there is NaN

    void write(std::size_t layer, const Floats& key, const Floats& value) {
        if (layer >= keys.size()) refuse();
        const Shape shape{reserved, keys[0].shape[1], keys[0].shape[2]};
        if (key.shape != shape || value.shape != shape) refuse();
        for (std::size_t i = 0; i < key.size(); ++i) {
            const std::size_t at = length * shape[1] * shape[2] + i;
            if (at >= keys[layer].size()) return;
            keys[layer].values[at] = key.values[i];
            values[layer].values[at] = value.values[i];
        }
    }
    void commit() { length += std::exchange(reserved, 0); }
};

/// paged_attention, which is right; or where each row sees all of them.
Floats attention(const Floats& q, const Floats& keys, const Floats& values, std::size_t offset, bool sees_all = false) {
    const std::size_t L = q.shape[0], H = q.shape[1], D = q.shape[2], G = keys.shape[1];
    if (keys.shape[2] != D || G == 0 || H % G != 0 || offset > keys.shape[0] || L > keys.shape[0] - offset) refuse();
    Floats y = q;
    for (std::size_t r = 0; r < L * H; ++r) {
        const std::size_t seen = sees_all ? offset + L : offset + r / H + 1, g = r % H / (H / G);
        std::vector<Real> weights(seen);
        Real largest = -std::numeric_limits<Real>::infinity(), sum = 0;
        for (std::size_t j = 0; j < seen; ++j) {
            for (std::size_t d = 0; d < D; ++d) weights[j] += Real(q.row(r)[d]) * keys.row(j * G + g)[d];
            weights[j] /= std::sqrt(Real(D));
            largest = std::max(largest, weights[j]);
        }
        for (Real& weight : weights) sum += weight = std::exp(weight - largest);
        for (std::size_t d = 0; d < D; ++d) {
            Real mean = 0;
            for (std::size_t j = 0; j < seen; ++j) mean += weights[j] / sum * values.row(j * G + g)[d];
            y.row(r)[d] = static_cast<float>(mean);
        }
    }
    return y;
}

/// The layer, its requests, and what is seen of both.
struct Pass {
    Run& run;
    const Floats& x = run.floats("x");
    std::vector<std::size_t> counts = sizes("rows");
    std::size_t H = size("num_heads"), H_kv = size("num_key_value_heads"), D = size("head_dim"), layer = size("layer");
    Tables tables = {};
    std::vector<Text> texts = {};
    std::map<std::string, std::string> seen = {};
    std::function<Floats(char name, const Floats& rows)> real = nullptr;  // the projections of a model (as_part.hpp)

    std::size_t size(const char* name) const { return static_cast<std::size_t>(run.number(name)); }
    std::vector<std::size_t> sizes(const char* name) const {
        const auto& numbers = run.integers(name);
        return {numbers.begin(), numbers.end()};
    }
    Floats through(char name, const Floats& rows) {
        std::string& calls = seen[std::string(1, name)];
        if (rows.shape[0] > 0) calls += (calls.empty() ? "" : ", ") + std::to_string(rows.shape[0]);
        if (real) return real(name, rows);
        const std::string weight = std::string("w_") + name, bias = std::string("b_") + name;
        const Floats& w = run.floats(weight);
        if (rows.width() != w.width()) refuse();
        Floats y = grader::times_weight(rows, w);
        if (run.has(bias)) {
            const Floats& b = run.floats(bias);
            for (std::size_t i = 0; i < y.size(); ++i) y.values[i] += b.values[i % b.size()];
        }
        return y;
    }
    /// Of all rows, or of some after the others.
    Floats projected(char name, const Floats& rows, bool row_by_row, bool text_by_text) {
        if (!row_by_row && !text_by_text) return through(name, rows);
        Floats all = through(name, some_rows(rows, 0, 0));  // of the right width
        std::size_t begin = 0;
        for (const std::size_t part : row_by_row ? std::vector<std::size_t>(rows.shape[0], 1) : counts) {
            const Floats some = through(name, some_rows(rows, begin, part));
            all.values.insert(all.values.end(), some.begin(), some.end());
            all.shape[0] += part;
            begin += part;
        }
        return all;
    }
    void fill();
    Floats operator()();
};

void Pass::fill() {
    if (run.has("cos")) {
        tables = {run.floats("cos"), run.floats("sin")};
    } else {
        const std::size_t dim = size("table_dim"), positions = size("positions");
        tables.cos = tables.sin = Floats({positions, dim / 2}, 0.0f);
        for (std::size_t i = 0; i < positions * (dim / 2); ++i) {
            const Real column = static_cast<Real>(i % (dim / 2)), position = static_cast<Real>(i / (dim / 2));
            const Real angle =
                position * std::pow(static_cast<float>(run.number("theta")), -2 * column / static_cast<Real>(dim));
            tables.cos.values[i] = static_cast<float>(std::cos(angle));
            tables.sin.values[i] = static_cast<float>(std::sin(angle));
        }
    }
    const std::vector<std::size_t> lengths = sizes("lengths"), shared = sizes("shared"),
                                   reserved = sizes(run.has("reserved") ? "reserved" : "rows");
    const Floats &keys = run.floats("keys"), &values = run.floats("values");
    const std::size_t page = size("page"), row = keys.shape[1] * keys.shape[2];
    std::size_t begin = 0;
    for (std::size_t t = 0; t < lengths.size(); ++t) {
        const std::size_t capacity = (lengths[t] + reserved[t] + page - 1) / page * page;
        const Floats nothing({capacity, keys.shape[1], keys.shape[2]}, std::numeric_limits<float>::quiet_NaN());
        const std::vector<Floats> layers(sizes("layers")[0], nothing);
        Text text{lengths[t], reserved[t], capacity, layers, layers};
        const std::size_t filled = sizes("filled layer")[0];
        for (std::size_t j = 0; j < lengths[t]; ++j) {
            const std::size_t from = j < shared[t] ? j : begin + j;
            std::copy_n(keys.data() + from * row, row, text.keys[filled].data() + j * row);
            std::copy_n(values.data() + from * row, row, text.values[filled].data() + j * row);
        }
        texts.push_back(text);
        begin += lengths[t];
    }
}

Floats Pass::operator()() {
    const std::size_t total = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
    const auto unfit = [] {
        if (wrong_exception) throw std::runtime_error("");
        refuse();
    };
    if (x.shape.size() != 2) {
        if (!any_axes_accepted || x.shape.size() < 2) unfit();
        if (x.shape[0] != total && !rows_unchecked) unfit();
        if (x.shape[0] != total) throw std::runtime_error("");
        return x;  // whatever it gives
    }
    if (x.shape[0] != total) {
        if (!rows_unchecked) unfit();
        if (x.shape[0] < total) throw std::runtime_error("");
    }
    const std::size_t L = x.shape[0];
    if ((no_rows_refused && L == 0) || (no_texts_refused && texts.empty())) refuse();

    const bool by_row = projections_row_by_row, by_text = projections_text_by_text;
    const Floats q = projected('q', x, by_row, by_text);
    Floats k = projected(k_proj_and_v_proj_exchanged ? 'v' : 'k', x, by_row, by_text);
    const bool from_k = k_proj_and_v_proj_exchanged || values_from_k_proj_called_again;
    Floats v = values_from_k_proj ? k : projected(from_k ? 'k' : 'v', x, by_row, by_text);

    const bool of_e = head_dim_of_e || head_dim_of_e_for_all_heads;
    const std::size_t dim = of_e && H > 0 ? x.shape[1] / H : D;
    const auto heads = [&](const Floats& rows) {
        const std::size_t count = rows.shape[0], width = rows.width();
        if (dim == 0 || width % dim != 0) grader::xtensor_throws();
        if (head_dim_of_e_for_all_heads && count > 0 && dim != D) grader::xtensor_throws();
        Floats y = rows;
        y.shape = {count, width / dim, dim};
        if (split_by_reshape) return transposed(rows, width / dim, count, dim);
        if (interleaved)
            for (std::size_t i = 0; i < y.size(); ++i)
                y.values[i] = rows.values[i / width * width + i % dim * (width / dim) + i % width / dim];
        return y;
    };
    const auto rope = [&](const Floats& rows, std::size_t offset) {
        if (!turned_head_by_head) return turned(rows, tables, offset, same_position_for_a_piece);
        const Floats first = transposed(rows, rows.shape[0], rows.shape[1], rows.shape[2]);
        return transposed(turned(first, tables, offset), rows.shape[1], rows.shape[0], rows.shape[2]);
    };

    std::size_t longest = 0;
    for (const Text& text : texts) longest = std::max(longest, text.length);
    const bool wide_as_x = joined_heads_as_wide_as_x;
    Floats y({L, wide_as_x ? x.shape[1] : H * D}, 0.0f);
    if (stops_at_a_text_without_rows || rows_unchecked || results_in_the_first_rows)
        std::fill(y.begin(), y.end(), grader::anything());
    std::size_t begin = 0;
    for (std::size_t t = 0; t < texts.size(); begin += counts[t], ++t) {
        Text& text = texts[first_cache_for_all ? 0 : t];
        const std::size_t count = counts[t];
        if (stops_at_a_text_without_rows && count == 0) break;
        if (reserved_here) {
            text.reserved = count;
            const std::size_t row = text.keys[0].shape[1] * text.keys[0].shape[2], page = size("page");
            text.capacity = std::max(text.capacity, (text.length + count + page - 1) / page * page);
            for (auto* layers : {&text.keys, &text.values})
                for (Floats& one : *layers) {
                    one.values.resize(text.capacity * row, std::numeric_limits<float>::quiet_NaN());
                    one.shape[0] = text.capacity;
                }
        }
        const std::size_t from = first_rows_for_all ? 0 : one_row_for_each_text ? t : begin;
        if (count > 0 && from + count > L) grader::xtensor_throws();  // so many rows are not there
        const std::size_t length = first_length_for_all                      ? texts[0].length
                                   : longest_length_for_all                  ? longest
                                   : prompt_taken_to_begin_at_0 && count > 1 ? 0
                                                                             : text.length;
        const std::size_t position = rope_from_zero                        ? 0
                                     : rope_from_the_row                   ? begin
                                     : rope_over_the_batch                 ? texts[0].length + begin
                                     : rope_from_the_end                   ? length + count
                                     : rope_from_the_last_row && count > 0 ? length + count - 1
                                                                           : length;
        Floats query = heads(some_rows(q, first_rows_of_queries ? 0 : from, count)),
               key = heads(some_rows(k, first_rows_of_keys ? 0 : from, count)),
               value = heads(some_rows(v, first_rows_of_values ? 0 : from, count));
        if (keys_cut_into_query_heads && H != H_kv && count > 0) grader::xtensor_throws();
        if (!no_rope && !no_rope_on_queries) query = rope(query, queries_turned_from_zero ? 0 : position);
        if (!no_rope && !no_rope_on_keys) key = rope(key, keys_turned_from_zero ? 0 : position);
        if (rope_on_values) value = rope(value, position);
        if (scaled_twice)
            for (float& one : query.values) one = static_cast<float>(one / std::sqrt(Real(D)));
        if (keys_and_values_exchanged) std::swap(key, value);
        const std::size_t to = layer_0_for_all || written_to_layer_0 ? 0 : layer,
                          of = layer_0_for_all || layer_0_read ? 0 : layer;
        // Who reads first does so in memory that is not the store's.
        if (attention_before_the_write && of >= text.keys.size()) throw std::runtime_error("");
        const Text before = text;
        if (!cache_not_written) text.write(to, key, value);
        const Text& read = attention_before_the_write ? before : text;
        if (of >= read.keys.size()) throw std::runtime_error("");
        const std::size_t offset = attention_from_zero                   ? 0
                                   : offset_after_the_rows               ? length + count
                                   : offset_of_the_last_row && count > 0 ? length + count - 1
                                                                         : length;
        Floats mixed = cache_not_read ? attention(query, key, value, 0, nothing_hidden)
                                      : attention(query, read.keys[of], read.values[of], offset, nothing_hidden);
        const std::size_t width = of_e ? x.shape[1] : H * D;
        if (mixed.size() != count * width) grader::xtensor_throws();
        if (joined_head_by_head && width == H * D) mixed = transposed(mixed, count, H, D);
        mixed.shape = {count, width};
        if (count > 0 && (width != H * D || y.width() != width)) grader::xtensor_throws();
        if (committed || (committed_in_the_last_layer && layer + 1 == text.keys.size())) text.commit();
        if (committed_and_taken_back && count > 0) text.reserved = 0;
        if (length_moved) text.length += count;
        const std::size_t target = results_in_the_first_rows ? 0 : begin;
        for (std::size_t i = last_row_alone && count > 0 ? count - 1 : 0; i < count && target + i < L; ++i)
            std::copy_n(mixed.row(i), width, y.row(target + i));
    }
    Floats out = no_output_projection ? y : projected('o', y, output_row_by_row, output_text_by_text);
    if (residual_added && out.shape == x.shape)
        for (std::size_t i = 0; i < out.size(); ++i) out.values[i] += x.values[i];
    if (input_edited && L > 0) run.edit("x").values[0] = x.values[0] == 1 ? 2 : 1;
    return out;
}

}  // namespace

static Values batched_attention(Run& run) {
    Pass pass{run};
    pass.fill();
    const std::vector<std::size_t> lengths = pass.sizes("lengths");
    const std::size_t filled = pass.sizes("filled layer")[0];
    Floats y;
    std::string thrown;
    if (run.has("is refused")) {
        thrown = "nothing";
        try {
            pass();
        } catch (const std::invalid_argument&) {
            thrown = grader::the_refusal;
        } catch (const std::exception&) {
            thrown = grader::another_exception;
        }
    } else {
        y = pass();
    }
    Values events;
    Floats keys = some_rows(run.floats("keys"), 0, 0), values = keys;
    std::size_t elsewhere = 0;
    for (std::size_t t = 0; t < pass.texts.size(); ++t) {
        Text& text = pass.texts[t];
        std::string event = "request " + std::to_string(t) + " has " + std::to_string(text.length) + " positions";
        if (thrown.empty()) {
            text.commit();
            event += ", " + std::to_string(text.length) + " after commit()";
        }
        events.emplace_back(event);
        const std::size_t known = lengths[t] + (thrown.empty() ? pass.counts[t] : 0);
        for (const auto& [all, rows] : {std::pair(&keys, &text.keys), std::pair(&values, &text.values)}) {
            const Floats some = some_rows((*rows)[filled], 0, known);
            all->values.insert(all->values.end(), some.begin(), some.end());
            all->shape[0] += known;
            for (std::size_t i = 0; i < rows->size(); ++i)
                if (i != filled)
                    elsewhere +=
                        std::count_if((*rows)[i].begin(), (*rows)[i].end(), [](float f) { return !std::isnan(f); });
        }
    }
    if (!thrown.empty()) return {thrown, keys, values, events};
    events.emplace_back(std::to_string(elsewhere) + " numbers in other layers");
    const std::size_t total = std::accumulate(pass.counts.begin(), pass.counts.end(), std::size_t{0});
    for (const char* name : {"q", "k", "v", "o"})
        if (total > 0) events.emplace_back(name + ("_proj gets " + pass.seen[name]) + " rows");
    return {y, keys, values, events};
}
