#pragma once
// What people get wrong in the attention layer of either model, and the layer that gets it wrong: qwen2_attention's, and
// qwen3_attention's with its norms.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(attention_of_the_last_row,
    "attention's offset is the new length less 1, as if a call brought one row. It is the length before the append: the new length less L.",
    "传给注意力的偏移是新的 length 减 1，好像一次只来一行。应是 append 之前的 length，即新的 length 减 L。");
MISTAKE(any_axes_accepted, "An x without exactly two axes is accepted. Keep the check of the stub.",
    "x 不是两个轴时也接受了。请保留桩代码里的检查。");
MISTAKE(appended_twice, "Keys and values of each piece are appended twice. Once is enough.",
    "每一段的 key 和 value 都 append 了两次。一次就够了。");
MISTAKE(attention_before_the_append,
    "Attention reads the cache before the keys and values of this piece are in it: the rows of this piece hold anything then. Append first.",
    "这一段的 key 和 value 还没放进缓存，注意力就读了：那几行这时什么数都可能有。应先 append。");
MISTAKE(attention_from_zero,
    "The offset that attention gets is 0: the rows of each piece then see only the first rows of the cache. It is cache.length before the append.",
    "传给注意力的 offset 是 0：每一段的各行于是只看到了缓存最前面的几行。应是 append 之前的 cache.length。");
MISTAKE(begun_anew_without_room,
    "Where the cache has no room it is emptied, and begins again. Your layer should throw, and the cache stay as it was: append does that, let its exception through.",
    "缓存没有空位时被清空，从头再来。应抛出异常，缓存保持原样：append 就是这样，不要拦下它的异常。");
MISTAKE(cache_begun_anew, "Each piece starts the cache from the beginning and forgets what was in it. Append after it.",
    "每一段都把缓存从头写起，原有的内容就丢了。应加在后面。");
MISTAKE(cache_copied,
    "Keys and values go into a copy of the cache, and the caller's stays as it was. Append to `cache` itself, or take it by reference: auto&.",
    "key 和 value 加进了缓存的一个副本，调用者的那个没有变。请直接对 cache 调用 append，或者用引用：auto&。");
MISTAKE(cache_not_filled,
    "The cache stays as it was: nothing is appended to it. Append the keys and values of this piece to `cache`.",
    "缓存没有变：没有 append。请把这一段的 key 和 value 加进 cache。");
MISTAKE(cache_not_read,
    "Attention sees only the keys and values of this piece, as if nothing came before it. Give it those of the cache, and the offset.",
    "注意力只看到了这一段的 key 和 value，好像前面什么都没有。应把缓存里的传给它，还有 offset。");
MISTAKE(head_dim_of_e,
    "A width is taken from x where it should come from head_dim: E / H for a head, or the shape of x for the joined heads. H · head_dim is not E in every model.",
    "宽度取自 x，而应当取自 head_dim：每个头用了 E / H，或者合并各头时用了 x 的形状。H · head_dim 不一定等于 E。");
MISTAKE(heads_not_joined,
    "o_proj seems to get L × H × D: the heads were not put side by side. Reshape to L × H D before.",
    "传给 o_proj 的似乎是 L × H × D，各头还没有并排放在一起。应先 reshape 成 L × H D。");
MISTAKE(hidden_as_minus_10000,
    "A hidden token has the score -10,000 instead of -inf. Where all that is seen scores far lower still, what is hidden gets all the weight. Hide with -inf, or call grouped_query_attention, which does.",
    "被挡住的 token 的分数是 -10000，而不是 -inf。看得到的分数都比它低得多时，权重就全给了被挡住的。请用 -inf 挡住，或者调用 grouped_query_attention，它就是这样做的。");
MISTAKE(input_edited, "x itself is changed. Work on a tensor of your own.", "输入 x 被改了。请另建一个张量来计算。");
MISTAKE(interleaved,
    "Head h takes the outputs h, h + H, h + 2H, …, as if the last axis was split into D × H. It takes D side by side: split into H × D.",
    "第 h 个头取了第 h、h + H、h + 2H……个输出，好像最后一个轴分成了 D × H。它应取相邻的 D 个：分成 H × D。");
MISTAKE(joined_heads_first,
    "The heads were joined as by a reshape of H × L × D. grouped_query_attention gives L × H × D, and that is reshaped to L × H D as it is.",
    "合并时 reshape 的好像是 H × L × D。grouped_query_attention 给出的是 L × H × D，直接 reshape 成 L × H D 即可。");
MISTAKE(joined_interleaved,
    "The heads are put side by side number by number: first of each head, then second of each. All D numbers of head 0 come first.",
    "合并时各头的数值交错排列了：先是每个头的第一个，再是每个头的第二个。应先放第 0 个头的全部 D 个。");
MISTAKE(k_proj_and_v_proj_exchanged, "k_proj and v_proj are swapped: keys come from v_proj and values from k_proj.",
    "k_proj 和 v_proj 用反了：key 来自 v_proj，value 来自 k_proj。");
MISTAKE(keys_and_values_exchanged,
    "append gets value and key, in this order, so that the cache has them swapped: append(key, value).",
    "append 的两个参数写反了，缓存里 key 和 value 对调了：应是 append(key, value)。");
MISTAKE(keys_from_q_proj,
    "The keys come from q_proj, and k_proj is not used. If H isn't H_kv, append refuses that many heads.",
    "key 来自 q_proj，没有用到 k_proj。H 与 H_kv 不同时，头数对不上，append 会拒绝。");
MISTAKE(keys_from_v_proj, "The keys come from v_proj, and k_proj is not used.", "key 来自 v_proj，没有用到 k_proj。");
MISTAKE(keys_turned_again,
    "The keys in the cache are turned already, and are turned once more when they are read. Once is enough: before append.",
    "缓存里的 key 已经旋转过了，读的时候又旋转了一次。在 append 之前旋转一次就够了。");
MISTAKE(keys_turned_from_zero,
    "The keys of each piece are turned from position 0, the queries from cache.length. Both begin at cache.length.",
    "每一段的 key 从位置 0 开始旋转，query 从 cache.length 开始。两者都应从 cache.length 开始。");
MISTAKE(keys_turned_when_read,
    "The cache gets keys that are not turned, and they are turned each time that they are read. A key's position never changes: turn it once, before append.",
    "放进缓存的 key 没有旋转，每次读的时候才旋转。key 的位置不会变：请在 append 之前旋转一次。");
MISTAKE(largest_of_hidden_too,
    "The largest score is looked for among the hidden tokens too. Where one of them is far above all that is seen, each exp is 0. Hide first, then look for the maximum; or call grouped_query_attention, which does.",
    "找最大的分数时，把被挡住的 token 也算进去了。其中有一个远高于看得到的分数时，exp 全是 0。请先挡住，再找最大值；或者调用 grouped_query_attention，它就是这样做的。");
MISTAKE(no_output_projection, "o_proj is not used: the heads lie side by side and are not mixed.",
    "没有用到 o_proj：各头只是并排放着，没有混合。");
MISTAKE(no_room_without_attention,
    "Where the cache has no room the layer goes on without it. It should throw: append does that, let its exception through.",
    "缓存没有空位时，这一层不用缓存继续算下去了。应抛出异常：append 会抛，不要拦下它的异常。");
MISTAKE(no_rope,
    "Neither queries nor keys are turned: without RoPE the layer does not know where a token is. Give both to rope.",
    "query 和 key 都没有旋转：没有 RoPE，这一层不知道 token 的位置。两者都要经过 rope。");
MISTAKE(no_rope_on_keys, "The keys are not turned, the queries are. Turn them before they go into the cache.",
    "只旋转了 query，没有旋转 key。key 应先旋转，再放进缓存。");
MISTAKE(no_rope_on_later_keys,
    "The keys are turned where the cache is empty, and those that come later are not. Each key is turned once, by its own position: rope(k, tables, cache.length), before the append.",
    "缓存为空时 key 转了，之后来的 key 却没有转。每个 key 都要按自己的位置转一次：append 之前用 rope(k, tables, cache.length)。");
MISTAKE(no_rope_on_queries,
    "The queries are not turned, the keys are. A score depends on a distance only where both are.",
    "只旋转了 key，没有旋转 query。两者都旋转，分数才只取决于距离。");
MISTAKE(no_rows_returned_at_once,
    "Without rows, tables and a cache that do not fit are not refused: perhaps your layer returns before rope and append have seen them. Nothing special is needed for no rows.",
    "没有行时，对不上的表和缓存没有拒绝：也许你在 rope 和 append 看到它们之前就返回了。零行不需要特殊处理。");
MISTAKE(no_rows_refused,
    "Where x has no rows your layer throws. No rows in is no rows out: rope, append and attention take no rows, too.",
    "x 没有行时抛出了异常。零行输入就是零行输出：rope、append 和注意力也都接受零行。");
MISTAKE(length_advanced_again,
    "The cache's length is advanced here as well. append has done it: now there are positions that were never written.",
    "这里又推进了一次缓存的 length。append 已经做过了：这样会多出没有写过的位置。");
MISTAKE(nothing_hidden,
    "The rows of a piece see one another, later ones too: each sees the whole cache as it is after the append. Give attention all rows at once with the offset, and it hides what comes later.",
    "同一段里的各行互相都看得到，连后面的也看到了：每一行都看了 append 之后的整个缓存。请把所有的行连同 offset 一次交给注意力，它会挡住后面的。");
MISTAKE(offset_after_the_append,
    "The offset that attention gets is cache.length after the append: the queries are then L positions too far, and see rows that were never written. Take it before, as a copy: a reference changes with length.",
    "传给注意力的 offset 是 append 之后的 cache.length：query 的位置多了 L，看到了没有写过的行。应在 append 之前取，并且复制一份：引用会跟着 length 变。");
MISTAKE(offset_of_the_capacity,
    "The offset that attention gets comes from the capacity, so that the last query sees the whole cache, empty rows too. It is cache.length before the append.",
    "传给注意力的 offset 是按容量算的，最后一个 query 看到了整个缓存，空行也在内。应是 append 之前的 cache.length。");
MISTAKE(position_in_16_bits,
    "From position 65,536 on, the tokens are taken for the first ones: the cache's length is kept in 16 bits somewhere. Use std::size_t.",
    "从位置 65536 起，token 又被当作开头的那些了：有的地方用 16 位来存缓存的长度。请用 std::size_t。");
MISTAKE(position_in_a_static,
    "The position is counted in a variable of your own that outlives the call, such as a static, and begins again when a cache is empty. One layer serves many caches: their texts then count on from one another. cache.length is the position.",
    "位置记在你自己的变量里，它在调用结束后还留着（比如 static），遇到空的缓存才从头数起。同一层要为许多缓存服务：各段文字的位置就串在一起了。cache.length 就是位置。");
MISTAKE(q_proj_and_k_proj_exchanged, "q_proj and k_proj are swapped: queries come from k_proj and keys from q_proj.",
    "q_proj 和 k_proj 用反了：query 来自 k_proj，key 来自 q_proj。");
MISTAKE(queries_split_by_reshape,
    "The heads of the queries are made as by a reshape to H × L × D: it keeps the order of the numbers, so tokens and heads are mixed. Reshape to L × H × D.",
    "query 的头像是用 reshape 成 H × L × D 分出来的：数值的顺序没有变，token 和头混在了一起。应 reshape 成 L × H × D。");
MISTAKE(queries_turned_after_the_append,
    "The queries are turned from cache.length after the append, which is L positions too far. Take the offset before.",
    "query 是在 append 之后按 cache.length 旋转的，位置多了 L。应在 append 之前取好 offset。");
MISTAKE(queries_turned_from_zero,
    "The queries of each piece are turned from position 0, the keys from cache.length. Both begin at cache.length.",
    "每一段的 query 从位置 0 开始旋转，key 从 cache.length 开始。两者都应从 cache.length 开始。");
MISTAKE(refused_after_the_append,
    "Where the tables do not fit it throws, but the cache has the new rows already. Turn the keys before they are appended.",
    "表对不上时抛出了异常，但新的行已经进了缓存。应先旋转 key，再 append。");
MISTAKE(residual_added, "x is added to the result. The decoder layer does that.", "结果里加上了 x。那是解码层的事。");
MISTAKE(rope_from_the_end,
    "Queries and keys are turned from position cache.length + L, where the next piece begins. The first row is at cache.length, as it is before the append.",
    "query 和 key 从位置 cache.length + L 开始旋转，那是下一段的开头。第一行的位置是 append 之前的 cache.length。");
MISTAKE(rope_from_zero,
    "Queries and keys of each piece are turned as if the text began with it, from position 0. The first is at cache.length.",
    "每一段的 query 和 key 都从位置 0 开始旋转，好像文字从这里才开始。第一行的位置是 cache.length。");
MISTAKE(rope_on_values, "The values are turned, too. RoPE is for queries and keys: values are mixed as they are.",
    "value 也旋转了。RoPE 只用于 query 和 key，value 保持原样。");
MISTAKE(rope_one_position_late,
    "Queries and keys are turned from position cache.length + 1. Positions begin at 0: the first row is at cache.length.",
    "query 和 key 从位置 cache.length + 1 开始旋转。位置从 0 数起：第一行的位置是 cache.length。");
MISTAKE(scaled_twice, "The scores are scaled twice: perhaps once here, and once more by grouped_query_attention.",
    "分数缩放了两次：也许这里缩放了一次，grouped_query_attention 又缩放了一次。");
MISTAKE(several_rows_as_a_prompt,
    "Several rows are taken for a prompt, and see only one another. They may also come after others: give attention the keys and values of the cache, and the offset, however many rows there are.",
    "一次来几行就当成了提示词，它们只看到彼此。几行也可能接在别的行后面：不论来几行，都应把缓存里的 key、value 和 offset 交给注意力。");
MISTAKE(split_by_reshape,
    "The heads are made as by a reshape to heads × L × D: it keeps the order of the numbers, so tokens and heads are mixed. Reshape to L × heads × D.",
    "头像是用 reshape 成 头数 × L × D 分出来的：数值的顺序没有变，token 和头混在了一起。应 reshape 成 L × 头数 × D。");
MISTAKE(turned_head_by_head,
    "rope gets H × L × D, heads first, and takes the heads for positions. Its rows are positions: give it L × H × D.",
    "传给 rope 的是 H × L × D，头在最前面，于是它把头当成了位置。它的行是位置：请传 L × H × D。");
MISTAKE(values_are_the_keys, "The values are the keys, turned as they are: v_proj is not used.",
    "value 用了旋转后的 key，没有用到 v_proj。");
MISTAKE(values_from_k_proj, "The values come from k_proj: what v_proj gives is not used.",
    "value 来自 k_proj，没有用上 v_proj 的结果。");
MISTAKE(wrong_exception,
    "An x of other than two axes is refused, but not with std::invalid_argument, which the contract names. Keep the check of the stub.",
    "x 不是二维时拒绝了，但抛出的不是契约写明的 std::invalid_argument。请保留桩代码里的检查。");

[[noreturn]] static void refuse() { throw std::invalid_argument(""); }

/// a with its axes in another order.
static Floats transposed(const Floats& a, const Shape& axes) {
    Floats y(a.shape, 0.0f);
    for (std::size_t k = 0; k < axes.size(); ++k) y.shape[k] = a.shape[axes[k]];
    Shape stride(axes.size(), 1);
    for (std::size_t k = axes.size(); k-- > 1;) stride[k - 1] = stride[k] * a.shape[k];
    for (std::size_t i = 0; i < y.size(); ++i) {
        std::size_t rest = i, from = 0;
        for (std::size_t k = axes.size(); k-- > 0; rest /= y.shape[k]) from += rest % y.shape[k] * stride[axes[k]];
        y.values[i] = a.values[from];
    }
    return y;
}

static Floats linear(const Floats& x, const Floats& weight, const Floats* bias) {
    if (x.width() != weight.width()) refuse();
    Floats y = grader::times_weight(x, weight);
    for (std::size_t i = 0; bias && i < y.size(); ++i) y.values[i] += bias->values[i % bias->size()];
    return y;
}

static Floats some_rows(const Floats& a, std::size_t begin, std::size_t count) {
    Floats rows;
    rows.shape = a.shape;
    rows.shape[0] = count;
    const std::size_t row = Floats::count(rows.shape) / std::max<std::size_t>(count, 1);
    if (count > 0) rows.values.assign(a.data() + begin * row, a.data() + (begin + count) * row);
    return rows;
}

struct Tables {
    Floats cos, sin;
};

static Floats turned(const Floats& x, const Tables& tables, std::size_t offset) {  // rope, which is right
    const std::size_t positions = tables.cos.shape[0], half = tables.cos.shape[1], L = x.shape[0], H = x.shape[1];
    if (x.shape[2] != 2 * half || offset > positions || L > positions - offset) refuse();
    Floats y = x;
    for (std::size_t r = 0; r < L * H; ++r)
        for (std::size_t i = 0; i < half; ++i) {
            const Real c = tables.cos.row(offset + r / H)[i], s = tables.sin.row(offset + r / H)[i];
            const Real a = x.row(r)[i], b = x.row(r)[i + half];
            y.row(r)[i] = static_cast<float>(a * c - b * s);
            y.row(r)[i + half] = static_cast<float>(b * c + a * s);
        }
    return y;
}

struct Cache {
    Floats keys, values;  // where nobody wrote there is NaN (poison.cpp)
    std::size_t length = 0;

    Cache(std::size_t capacity, std::size_t heads, std::size_t dim)
        : keys({capacity, heads, dim}, std::numeric_limits<float>::quiet_NaN()), values(keys) {}
    std::size_t room() const { return keys.shape[0] - length; }
    bool has_heads_of(const Floats& k) const {
        return k.shape.size() == 3 && k.shape[1] == keys.shape[1] && k.shape[2] == keys.shape[2];
    }
    void append(const Floats& k, const Floats& v) {
        if (!has_heads_of(k) || v.shape != k.shape || k.shape[0] > room()) refuse();
        write(k, keys);
        write(v, values);
        length += k.shape[0];
    }
    void write(const Floats& rows, Floats& to) const {
        const std::size_t at =
            std::min(length * to.shape[1] * to.shape[2], to.size());  // length may be beyond the capacity
        std::copy_n(rows.begin(), std::min(rows.size(), to.size() - at), to.data() + at);
    }
};

/// grouped_query_attention, where each query sees `further` rows more than it should.
static Floats attention(
    const Floats& q, const Floats& keys, const Floats& values, std::size_t offset, bool sees_all = false) {
    const std::size_t L = q.shape[0], H = q.shape[1], D = q.shape[2], G = keys.shape[1];
    if (keys.shape[2] != D || G == 0 || H % G != 0 || offset > keys.shape[0] || L > keys.shape[0] - offset) refuse();
    Floats y = q;
    const bool as_number = hidden_as_minus_10000, largest_of_all = largest_of_hidden_too;
    std::vector<Real> weights(offset + L);
    const Real infinity = std::numeric_limits<Real>::infinity();
    for (std::size_t r = 0; r < L * H; ++r) {
        const std::size_t seen = sees_all ? offset + L : offset + r / H + 1, g = r % H / (H / G);
        Real largest = -infinity, sum = 0;
        for (std::size_t j = 0; j < weights.size(); ++j) {
            const float* key = keys.row(j * G + g);
            Real score = 0;
            for (std::size_t d = 0; d < D; ++d) score += Real(q.row(r)[d]) * key[d];
            score = static_cast<float>(score / std::sqrt(Real(D)));
            if (j >= seen && as_number) score = -1e4;
            if (j < seen || as_number || largest_of_all) largest = std::max(largest, score);
            weights[j] = j >= seen && !as_number ? score - infinity : score;  // what nobody wrote is NaN, hidden too
        }
        for (Real& weight : weights) sum += weight = std::exp(static_cast<float>(weight - largest));
        for (std::size_t d = 0; d < D; ++d) {
            Real mean = 0;
            for (std::size_t j = 0; j < weights.size(); ++j) mean += weights[j] / sum * values.row(j * G + g)[d];
            y.row(r)[d] = static_cast<float>(mean);
        }
    }
    return y;
}

/// What a model does to queries and keys besides, asked at each place where people do it.
enum class Place { before_the_split, before_rope, after_rope, of_values };
using Norm = std::function<Floats(Floats rows, bool of_queries, Place place)>;

struct Layer {
    std::size_t num_heads, head_dim;
    std::function<Floats(const Floats&)> q_proj, k_proj, v_proj, o_proj;
    Norm norm = nullptr;

    Floats operator()(const Floats& x, const Tables& tables, Cache& cache) const {
        if (!cache_copied) return through(x, tables, cache);
        Cache copy = cache;
        return through(x, tables, copy);
    }
    Floats through(const Floats& x, const Tables& tables, Cache& cache) const;
};

Floats Layer::through(const Floats& x, const Tables& tables, Cache& cache) const {
    const std::size_t H = num_heads, D = head_dim;
    if (x.shape.size() != 2) {
        if (any_axes_accepted) return x;  // whatever it gives
        if (wrong_exception) throw std::runtime_error("");
        refuse();
    }
    const std::size_t L = x.shape[0],
                      offset = position_in_16_bits ? static_cast<std::uint16_t>(cache.length) : cache.length;
    static std::size_t counted = 0;
    if (cache.length == 0) counted = 0;
    const std::size_t position = position_in_a_static ? counted : offset;
    if (no_rows_refused && L == 0) throw std::runtime_error("");
    if (no_rows_returned_at_once && L == 0) return x;

    const auto heads = [&](Floats rows, bool of_queries = false) {
        const std::size_t dim = head_dim_of_e ? x.shape[1] / H : D, width = rows.width();
        if (dim == 0 || width % dim != 0) grader::xtensor_throws();
        if (split_by_reshape || (of_queries && queries_split_by_reshape)) {
            rows.shape = {width / dim, L, dim};
            return transposed(rows, {1, 0, 2});
        }
        if (interleaved) {
            rows.shape = {L, dim, width / dim};
            return transposed(rows, {0, 2, 1});
        }
        rows.shape = {L, width / dim, dim};
        return rows;
    };
    const auto normed = [&](const Floats& rows, bool of_queries, Place place) {
        return norm ? norm(rows, of_queries, place) : rows;
    };
    const auto rope = [&](const Floats& rows, std::size_t from) {
        if (turned_head_by_head) return transposed(turned(transposed(rows, {1, 0, 2}), tables, from), {1, 0, 2});
        return turned(rows, tables, from);
    };
    const auto prepared = [&](const Floats& projected, bool of_queries, bool to_turn) {
        Floats rows = heads(normed(projected, of_queries, Place::before_the_split), of_queries);
        rows = normed(rows, of_queries, Place::before_rope);
        const std::size_t from = rope_from_zero || (of_queries ? queries_turned_from_zero : keys_turned_from_zero) ? 0
                                 : rope_one_position_late                                               ? offset + 1
                                 : rope_from_the_end || (of_queries && queries_turned_after_the_append) ? offset + L
                                                                                                        : position;
        const bool left = of_queries ? no_rope_on_queries : no_rope_on_keys || (no_rope_on_later_keys && offset > 0);
        if (to_turn && !no_rope && !left) rows = rope(rows, from);
        return normed(rows, of_queries, Place::after_rope);
    };
    const auto queries = [&] {
        Floats q = prepared((q_proj_and_k_proj_exchanged ? k_proj : q_proj)(x), true, true);
        for (float& one : q.values)
            if (scaled_twice) one = static_cast<float>(one / std::sqrt(Real(D)));
        return q;
    };
    const auto keys = [&](bool to_turn) {
        const bool from_q = q_proj_and_k_proj_exchanged || keys_from_q_proj,
                   from_v = k_proj_and_v_proj_exchanged || keys_from_v_proj;
        return prepared((from_q ? q_proj : from_v ? v_proj : k_proj)(x), false, to_turn);
    };

    const bool turned_later = keys_turned_when_read || refused_after_the_append;
    Floats q, k;
    if (!queries_turned_after_the_append && !refused_after_the_append) q = queries();
    k = keys(!turned_later);
    Floats v = heads((k_proj_and_v_proj_exchanged || values_from_k_proj ? k_proj : v_proj)(x));
    v = normed(v, false, Place::of_values);
    if (rope_on_values)
        v = rope(v, rope_from_zero ? 0 : rope_one_position_late ? offset + 1 : rope_from_the_end ? offset + L : offset);
    if (values_are_the_keys) v = k;
    // With the projections exchanged as well, only what rope turns would be the wrong one, and is told as such.
    if (keys_and_values_exchanged && !k_proj_and_v_proj_exchanged) std::swap(k, v);

    const Cache before = attention_before_the_append ? cache : Cache(0, 1, 1);
    std::size_t first = offset;  // the position of the first query
    const bool no_room = cache.has_heads_of(k) && cache.room() < L;
    if (no_room && no_room_without_attention) return x;  // whatever it gives
    if (cache_begun_anew) {
        if (cache.room() < L) refuse();
        Cache fresh(cache.keys.shape[0], cache.keys.shape[1], cache.keys.shape[2]);
        fresh.append(k, v);
        cache = fresh;
        first = 0;
    } else if (!cache_not_filled) {
        if (no_room && begun_anew_without_room && L <= cache.keys.shape[0]) cache.length = first = 0;
        cache.append(k, v);
    }
    counted += L;
    if (appended_twice && !cache_not_filled) {
        if (cache.room() < L) {
            cache.length -= L;
            refuse();
        }
        cache.append(k, v);
    }
    if (refused_after_the_append && !keys_turned_when_read && cache.length >= L) {
        k = keys(true);
        cache.length -= L;
        cache.write(k, cache.keys);
        cache.length += L;
    }
    if (q.shape.empty()) q = queries();

    Floats seen_keys = cache.keys, seen_values = cache.values;
    if (keys_turned_when_read || keys_turned_again) {
        const Floats known = some_rows(cache.keys, 0, cache.length);
        if (keys_turned_when_read && (tables.cos.shape[0] < cache.length || 2 * tables.cos.shape[1] != D)) {
            if (!refused_after_the_append) cache.length -= L;
            refuse();
        }
        seen_keys = turned(known, tables, 0);
    }
    if (cache_not_read || (several_rows_as_a_prompt && L > 1)) seen_keys = k, seen_values = v, first = 0;
    if (attention_before_the_append) seen_keys = before.keys, seen_values = before.values;
    if (offset_after_the_append) first = cache.length;
    if (attention_of_the_last_row) first = cache.length - 1;
    if (attention_from_zero) first = 0;
    if (offset_of_the_capacity) first = seen_keys.shape[0] - L;
    Floats y = attention(q, seen_keys, seen_values, first, nothing_hidden);
    if (length_advanced_again) cache.length += L;

    if (head_dim_of_e && L > 0 && y.size() != L * H * D) grader::xtensor_throws();
    if (joined_heads_first) y = transposed(y, {1, 0, 2});
    if (joined_interleaved) y = transposed(y, {0, 2, 1});
    if (y.size() != L * H * D) grader::xtensor_throws();
    if (!heads_not_joined) y.shape = {L, H * D};
    if (!no_output_projection) y = o_proj(y);
    if (residual_added) y = grader::together(x, y, [](Real x, Real y) { return x + y; });
    return y;
}

/// As the calls of both layers ask it (pieces.hpp).
static Values attention_layer(Run& run, const Norm& norm = nullptr) {
    const Floats& x = run.floats("x");
    Tables tables;
    if (run.has("cos")) {
        tables = {run.floats("cos"), run.floats("sin")};
    } else {
        const auto dim = static_cast<std::size_t>(run.number("table_dim")),
                   positions = static_cast<std::size_t>(run.number("positions"));
        tables.cos = tables.sin = Floats({positions, dim / 2}, 0.0f);
        for (std::size_t i = 0; i < positions * (dim / 2); ++i) {
            const Real column = static_cast<Real>(i % (dim / 2)), position = static_cast<Real>(i / (dim / 2));
            const Real angle =
                position * std::pow(static_cast<float>(run.number("theta")), -2 * column / static_cast<Real>(dim));
            tables.cos.values[i] = static_cast<float>(std::cos(angle));
            tables.sin.values[i] = static_cast<float>(std::sin(angle));
        }
    }
    const auto projection = [&](const char* weight, const char* bias) {
        const Floats *w = &run.floats(weight), *b = run.has(bias) ? &run.floats(bias) : nullptr;
        return [w, b](const Floats& x) { return linear(x, *w, b); };
    };
    const Layer layer{static_cast<std::size_t>(run.number("num_heads")),
        static_cast<std::size_t>(run.number("head_dim")), projection("w_q", "b_q"), projection("w_k", "b_k"),
        projection("w_v", "b_v"), projection("w_o", "b_o"), norm};
    const auto capacity = static_cast<std::size_t>(run.number("capacity"));
    const auto filled = [](const Cache& cache, const Floats& rows) {
        return some_rows(rows, 0, std::min(cache.length, rows.shape[0]));
    };
    if (run.has("key")) {  // an x that is refused, and what the cache has then
        const Floats& key = run.floats("key");
        Cache cache(capacity, key.shape[1], key.shape[2]);
        cache.append(key, run.floats("value"));
        std::string thrown = "nothing";
        try {
            layer(x, tables, cache);
        } catch (const std::invalid_argument&) {
            thrown = grader::the_refusal;
        } catch (const std::exception&) {
            thrown = grader::another_exception;
        }
        return {thrown, filled(cache, cache.keys), filled(cache, cache.values)};
    }

    Cache cache(capacity, static_cast<std::size_t>(run.number("num_key_value_heads")), layer.head_dim), other = cache;
    if (run.has("cached key")) cache.append(run.floats("cached key"), run.floats("cached value"));
    Floats y(x.shape, 0.0f);
    std::size_t begin = 0;
    for (const std::int64_t count : run.integers("rows")) {
        const auto L = static_cast<std::size_t>(count);
        const Floats piece = some_rows(x, begin, L), result = layer(piece, tables, cache);
        if (input_edited && L > 0) run.edit("x").row(begin)[0] = piece.values[0] == 1 ? 2 : 1;
        if (result.shape != piece.shape) {
            y = result;
            break;
        }
        std::copy(result.begin(), result.end(), y.row(begin));
        if (run.has("another cache")) layer(some_rows(x, 0, 1), tables, other);
        begin += L;
    }
    // Where the cache has rows from the start, nothing says what was counted before.
    if (position_in_a_static && run.has("cached key")) std::fill(y.begin(), y.end(), grader::anything());
    return {y, filled(cache, cache.keys), filled(cache, cache.values)};
}
