#pragma once
// What people get wrong in decoder_layer, and the function that gets it wrong.
#include <algorithm>

#include "grader/plain.hpp"
#include "tests/week2/04-model/decoder_layer/parts.hpp"

using grader::Floats, grader::Real, grader::Run, grader::sum, grader::Values;

MISTAKE(attention_added_twice, "Attention's result is added again at the end. It is in h already: y = h + mlp(...).",
    "最后又加了一次注意力的结果。h 里已经有了：y = h + mlp(...)。");
MISTAKE(attention_called_again_afterwards,
    "self_attn is called once more. The rows are then in the cache twice, and the next token sees both. Call it once: to look at its result, keep that in a Tensor.",
    "多调用了一次 self_attn。这些行在缓存里成了两份，下一个 token 两份都会看到。只调用一次：想看它的结果，就先存进一个 Tensor。");
MISTAKE(attention_called_twice,
    "self_attn is called twice, and each call adds its rows to the cache: the second one sees those of the first. Keep the first one's result in a Tensor.",
    "self_attn 调用了两次，每次都会往缓存里追加：第二次会看到第一次加进去的。把第一次的结果存进一个 Tensor 再用。");
MISTAKE(attention_left_out,
    "Attention is missing, so that no row sees another and the cache gets nothing. h = x + self_attn(input_layernorm(x), tables, cache).",
    "少了注意力，各行之间互不相知，缓存里也什么都没有加。应是 h = x + self_attn(input_layernorm(x), tables, cache)。");
MISTAKE(attention_reads_the_stream,
    "Attention is given x itself. It reads the normalized copy: self_attn(input_layernorm(x), …).",
    "这里把 x 本身给了注意力。注意力读的应是归一化的副本：self_attn(input_layernorm(x), …)。");
MISTAKE(attention_without_residual,
    "x is lost: attention's result takes its place instead of being added to it. h = x + self_attn(...).",
    "x 丢了：注意力的结果没有加到 x 上，而是取代了它。应是 h = x + self_attn(...)。");
MISTAKE(axes_unchecked, "x with other than two axes is accepted. The contract says L × E: keep the check of the stub.",
    "不是二维的 x 也被接受了。契约规定形状是 L × E：请保留桩代码里的检查。");
MISTAKE(cache_cleared,
    "The cache is emptied before attention sees it, so that what came before is forgotten. Leave it alone: self_attn adds to it.",
    "缓存在交给注意力之前被清空了，前面的内容于是都忘了。不要动它：self_attn 会往后追加。");
MISTAKE(cache_of_its_own,
    "The caller's cache gets nothing, as if self_attn filled one of your own: the next token knows nothing of this one. Hand on the cache that you were given, by reference.",
    "调用者的缓存里什么也没有加，好像 self_attn 填的是你自己的一份：下一个 token 不知道有过这一个。请把传入的缓存按引用传下去。");
MISTAKE(checked_after_attention,
    "x with other than two axes is refused, but too late: self_attn has added its rows to the cache by then. The check comes first, as in the stub.",
    "不是二维的 x 拒绝得太晚了：那时 self_attn 已经往缓存里加了它的行。检查应像桩代码里那样放在最前面。");
MISTAKE(eps_default,
    "Both norms are computed with a fixed eps here. Call the ones that you are given: they have their own.",
    "这里两个归一化用的都是固定的 eps。请直接调用已有的两个成员，它们有自己的 eps。");
MISTAKE(first_norm_for_both,
    "input_layernorm is used twice. Before the MLP comes post_attention_layernorm, with its own weight and eps.",
    "input_layernorm 用了两次。MLP 之前应是 post_attention_layernorm，它有自己的 weight 和 eps。");
MISTAKE(first_sum_normalized,
    "The first sum is normalized once more, so that the MLP's result is added to a normalized stream. h = x + self_attn(...) stays as it is.",
    "第一次相加之后又归一化了一次，MLP 的结果于是加到了归一化后的残差流上。h = x + self_attn(...) 应原样保留。");
MISTAKE(input_edited, "x itself is changed. Add in tensors of your own.", "x 本身被改了。请另建一个张量来存结果。");
MISTAKE(last_row_alone,
    "Only the last row comes back. A layer gives back a row for each that it gets: the next one needs all; the model takes the last ones at its end.",
    "只返回了最后一行。一层得到几行就返回几行：下一层需要全部，只取最后几行是模型最后才做的事。");
MISTAKE(length_advanced_again,
    "The cache's length is advanced here as well. self_attn has done it: now there are positions that were never written.",
    "这里又推进了一次缓存的 length。self_attn 已经做过了：这样会多出没有写过的位置。");
MISTAKE(mlp_added_to_x,
    "The MLP's result is added to x, so that attention's is lost from the stream. Add it to h, which has attention's result in it.",
    "MLP 的结果加到了 x 上，注意力的结果就从残差流里丢了。应加到 h 上，h 里已经有注意力的结果。");
MISTAKE(mlp_before_attention,
    "The MLP comes before attention. Attention comes first, and the MLP reads the stream with attention's result in it.",
    "MLP 跑到了注意力前面。应先是注意力，MLP 读的是已经加上注意力结果的残差流。");
MISTAKE(mlp_called_twice, "mlp is called twice for the same rows. Call it once and keep what it gives.",
    "同样的行调用了两次 mlp。应只调用一次，把结果留下来用。");
MISTAKE(mlp_left_out, "The MLP is missing: what is returned is h. y = h + mlp(post_attention_layernorm(h)).",
    "少了 MLP：返回的是 h。应是 y = h + mlp(post_attention_layernorm(h))。");
MISTAKE(mlp_reads_attention_alone,
    "The MLP reads only attention's result, normalized. It should read the sum: mlp(post_attention_layernorm(h)), h = x + self_attn(...).",
    "MLP 读的只是归一化后的注意力结果。它应读两者之和：mlp(post_attention_layernorm(h))，h = x + self_attn(...)。");
MISTAKE(mlp_reads_the_stream, "The MLP gets h itself. It reads the normalized copy: mlp(post_attention_layernorm(h)).",
    "这里把 h 本身给了 MLP。MLP 读的应是归一化的副本：mlp(post_attention_layernorm(h))。");
MISTAKE(mlp_without_residual, "h is lost: the MLP's result replaces it instead of being added. y = h + mlp(...).",
    "h 丢了：MLP 的结果没有加到 h 上，而是取代了它。应是 y = h + mlp(...)。");
MISTAKE(no_residual,
    "Nothing is added to the stream: attention's result takes its place, and then the MLP's. h = x + self_attn(...), y = h + mlp(...).",
    "残差流丢了：注意力的结果取代了它，MLP 的结果又取代了一次。应是 h = x + self_attn(...)，y = h + mlp(...)。");
MISTAKE(no_rows_refused, "An x without rows is refused. No rows in is no rows out: nothing special is needed.",
    "x 没有行时拒绝了。输入零行，输出就是零行，不需要特殊处理。");
MISTAKE(no_rows_returned_at_once,
    "Without rows self_attn is not called, and cannot refuse tables or a cache that do not fit. Nothing special is needed for no rows: call it all the same.",
    "没有行时没有调用 self_attn，表或缓存对不上时也就没有拒绝。零行不需要特殊处理，照样调用。");
MISTAKE(norm_behind_attention,
    "input_layernorm is used on attention's result, and attention reads x itself. The norm comes first: x + self_attn(input_layernorm(x), …).",
    "input_layernorm 用在了注意力的结果上，注意力读的却是 x 本身。应先归一化：x + self_attn(input_layernorm(x), …)。");
MISTAKE(norm_on_each_result,
    "Each norm is used on what a part returns, and the parts read the stream itself: that is the order of OLMo 2. Here the norms come first: x + self_attn(input_layernorm(x), …), and the same for the MLP.",
    "两个归一化都用在了结果上，注意力和 MLP 读的却是残差流本身：那是 OLMo 2 的顺序。这里应先归一化：x + self_attn(input_layernorm(x), …)，MLP 也一样。");
MISTAKE(norm_on_attentions_result,
    "post_attention_layernorm is used on attention's result, before it is added. The name would allow it, and Gemma 2 has such norms; in Qwen2 attention's result is added as it is, and this norm is the one before the MLP.",
    "注意力的结果在相加之前经过了 post_attention_layernorm。光看名字说得通，Gemma 2 也有这样的归一化；但 Qwen2 里注意力的结果原样相加，这个归一化是 MLP 之前的那一个。");
MISTAKE(norm_on_mlps_result,
    "post_attention_layernorm is used on the MLP's result. It belongs before the MLP alone: mlp(post_attention_layernorm(h)), and what comes of it is added as it is.",
    "MLP 的结果经过了 post_attention_layernorm。它只应在 MLP 之前：mlp(post_attention_layernorm(h))，得到的结果原样相加。");
MISTAKE(normalized_twice,
    "What the MLP reads has gone through both norms. It should only go through post_attention_layernorm.",
    "MLP 读的内容经过了两个归一化。只应经过 post_attention_layernorm。");
MISTAKE(norms_exchanged,
    "The two norms are swapped: input_layernorm comes before attention, post_attention_layernorm before the MLP.",
    "两个归一化用反了：input_layernorm 在注意力之前，post_attention_layernorm 在 MLP 之前。");
MISTAKE(one_eps_for_both,
    "The eps of input_layernorm is used in both norms. post_attention_layernorm has one of its own: call it as it is.",
    "两个归一化都用了 input_layernorm 的 eps。post_attention_layernorm 有自己的 eps：直接调用它就行。");
MISTAKE(one_row_at_a_time,
    "The rows go through self_attn one by one: when the third of four is refused, the cache has two already. All rows go through self_attn together.",
    "各行是逐行交给 self_attn 的：四行里第三行被拒绝时，缓存里已经多了两行。所有行应一起交给 self_attn。");
MISTAKE(parallel,
    "Attention and the MLP both read x, through a norm each: that is the parallel layer of GPT-NeoX. In Qwen2 the MLP comes after attention and reads h, the stream with attention's result in it.",
    "注意力和 MLP 都读 x，各经过一个归一化：这是 GPT-NeoX 的并行结构。Qwen2 里 MLP 在注意力之后，读的是 h，即已经加上注意力结果的残差流。");
MISTAKE(post_norm,
    "This is post-norm, the order of the first Transformer: norm(x + self_attn(x)). Here each part reads a normalized copy, and the sums are not normalized.",
    "这是 post-norm，即最早的 Transformer 的次序：norm(x + self_attn(x))。这道练习里每一部分读的是归一化的副本，相加之后不再归一化。");
MISTAKE(refusal_swallowed,
    "When self_attn refuses, you go on without it, as if nothing had happened. Let its exception through: the caller has to know that there is no room.",
    "self_attn 拒绝时，你的函数当作没事一样继续算了下去。让它的异常传出去：调用者必须知道放不下了。");
MISTAKE(result_normalized,
    "The sum at the end is normalized once more. A layer gives back the stream as it is: the next one has a norm of its own, and the last norm is the model's.",
    "最后的和又归一化了一次。一层应原样返回残差流：下一层自己会归一化，最后的归一化属于整个模型。");
MISTAKE(second_call_of_attention_added,
    "self_attn is called twice, and the second result is added to x: by then the rows are in the cache already. Call it once.",
    "self_attn 调用了两次，加到 x 上的是第二次的结果：那时这些行已经在缓存里。只调用一次。");
MISTAKE(second_norm_for_both,
    "post_attention_layernorm is used twice. Before attention comes input_layernorm, with its own weight and eps.",
    "post_attention_layernorm 用了两次。注意力之前应是 input_layernorm，它有自己的 weight 和 eps。");
MISTAKE(second_stream_normalized,
    "The MLP's result is added to the normalized h. The stream itself is not normalized: h + mlp(post_attention_layernorm(h)); only the MLP reads the copy.",
    "MLP 的结果加到了归一化后的 h 上。残差流本身不做归一化：应是 h + mlp(post_attention_layernorm(h))，只有 MLP 读那份归一化的副本。");
MISTAKE(stream_clipped, "The stream is clipped to float16's range, ±65,504. It is float32 here: nothing is cut off.",
    "残差流被截到了 float16 的范围，即 ±65504。这里是 float32，什么也不该截掉。");
MISTAKE(stream_normalized,
    "Attention's result is added to the normalized x. The stream itself is not normalized: x + self_attn(input_layernorm(x)); only attention reads the copy.",
    "注意力的结果加到了归一化后的 x 上。残差流本身不做归一化：应是 x + self_attn(input_layernorm(x))，只有注意力读那份归一化的副本。");
MISTAKE(tables_made_anew,
    "The tables are computed again here, for a theta of 10,000. Pass on those that you were given: theta is the model's own, 1,000,000 in Qwen2-0.5B.",
    "这里重新造了 RoPE 表，theta 用了 10,000。请把传入的表传下去：theta 由模型决定，Qwen2-0.5B 用的是 1,000,000。");
MISTAKE(wrong_exception,
    "A shape that does not fit is refused, but not with std::invalid_argument, which the contract names and callers catch. Keep the check of the stub.",
    "形状不匹配时拒绝了，但抛出的不是 std::invalid_argument；契约写明的、调用者要捕获的都是它。请保留桩代码里的检查。");
MISTAKE(x_added_twice, "x is added a second time at the end. It is in h already: y = h + mlp(...).",
    "最后又加了一次 x。h 里已经有 x 了：y = h + mlp(...)。");

/// What a layer is given.
struct Parts {
    std::function<Floats(const Floats& x, bool with_own_tables)> attention;  // adds the rows to the cache
    std::function<Floats(const Floats&x, Real eps)> input_layernorm, post_attention_layernorm;
    Real eps1, eps2;
    std::function<Floats(const Floats& x)> mlp;
    std::size_t& length;  // of the cache
};

static Floats norm1(const Parts& parts, const Floats& x) {
    return parts.input_layernorm(x, eps_default ? 1e-5 : parts.eps1);
}
static Floats norm2(const Parts& parts, const Floats& x) {
    return parts.post_attention_layernorm(x, eps_default ? 1e-5 : one_eps_for_both ? parts.eps1 : parts.eps2);
}

/// Attention's result for what it reads.
static Floats attended(const Parts& parts, const Floats& x) {
    const std::size_t before = parts.length;
    const auto called = [&] { return parts.attention(x, tables_made_anew); };
    if (attention_left_out) return Floats(x.shape, 0.0f);
    if (cache_cleared) parts.length = 0;
    Floats y = called();
    if (second_call_of_attention_added) y = called();
    if (attention_called_again_afterwards) called();
    if (cache_of_its_own) parts.length = before;
    if (length_advanced_again) parts.length += x.shape.empty() ? 0 : x.shape[0];
    return norm_on_attentions_result ? norm2(parts, y) : y;
}

static void check(const Floats& x, std::size_t E) {
    if (x.shape.size() == 2 && x.width() == E) return;
    wrong_exception ? throw std::runtime_error("") : throw std::invalid_argument("");
}

static Floats all_rows(const Parts& parts, const Floats& x, std::size_t E) {
    const auto normalized = [&](const Floats& x, bool for_mlp) {
        const bool second = norms_exchanged ? !for_mlp : for_mlp ? !first_norm_for_both : second_norm_for_both;
        return second ? norm2(parts, x) : norm1(parts, x);
    };
    const auto before_first = [&](const Floats& x) { return normalized(x, mlp_before_attention); };
    const auto before_second = [&](const Floats& x) { return normalized(x, !mlp_before_attention); };
    const auto part = [&](const Floats& x, bool is_mlp) {
        if (!is_mlp) return attended(parts, x);
        if (mlp_left_out) return Floats(x.shape, 0.0f);
        if (mlp_called_twice) parts.mlp(x);
        const Floats y = parts.mlp(x);
        return norm_on_mlps_result || norm_on_each_result ? norm2(parts, y) : y;
    };
    const auto first = [&](const Floats& x) { return part(x, mlp_before_attention); };
    const auto second = [&](const Floats& x) { return part(x, !mlp_before_attention); };

    Floats a(x.shape, 0.0f), h = x;
    try {
        const Floats read = attention_reads_the_stream || norm_behind_attention || norm_on_each_result || post_norm
                                ? x
                                : before_first(x);
        a = first(read);
        if (norm_behind_attention || norm_on_each_result) a = norm1(parts, a);
        h = no_residual || attention_without_residual ? a : sum(stream_normalized ? read : x, a);
    } catch (const std::invalid_argument&) {
        if (!refusal_swallowed) throw;
    }
    const auto summed = [&](const Floats& h) { return first_sum_normalized || post_norm ? norm1(parts, h) : h; };
    h = summed(h);
    if (stream_clipped)
        for (float& one : h.values) one = std::clamp(one, -65504.0f, 65504.0f);
    if (checked_after_attention) check(x, E);

    const Floats of_first_call = h;
    if (attention_called_twice) h = summed(sum(x, first(before_first(x))));  // C++ does not say which is the first
    const Floats m = second(mlp_reads_the_stream || norm_on_each_result || post_norm ? of_first_call
                            : parallel                                               ? before_second(x)
                            : mlp_reads_attention_alone                              ? before_second(a)
                            : normalized_twice ? before_second(norm1(parts, of_first_call))
                                               : before_second(of_first_call));
    Floats y = no_residual || mlp_without_residual ? m
                                                   : sum(mlp_added_to_x             ? x
                                                         : second_stream_normalized ? before_second(h)
                                                                                    : h,
                                                         m);
    if (x_added_twice) y = sum(x, y);
    if (attention_added_twice) y = sum(y, a);
    if (result_normalized || post_norm) y = norm2(parts, y);
    if (last_row_alone && y.shape[0] > 0) y = grader::rows_of(y, y.shape[0] - 1, y.shape[0]);
    return y;
}

static Floats layer(const Parts& parts, const Floats& x, std::size_t E) {
    if (!axes_unchecked && !checked_after_attention) check(x, E);
    if (no_rows_refused && x.size() == 0) throw std::invalid_argument("");
    if (no_rows_returned_at_once && x.size() == 0) return x;
    if (!one_row_at_a_time || x.shape.size() != 2) return all_rows(parts, x, E);
    Floats y({0, E}, 0.0f);
    for (std::size_t i = 0; i < x.shape[0]; ++i) {
        const Floats row = all_rows(parts, grader::rows_of(x, i, i + 1), E);
        y.values.insert(y.values.end(), row.begin(), row.end());
    }
    y.shape[0] = x.shape[0];
    return y;
}

/// In the place of attention where a call has no weights for one.
static Floats sums_so_far(const Floats& x, grader::Cache& cache) {
    if (x.size() % cache.width != 0) grader::xtensor_throws();
    const std::size_t before = cache.length;
    cache.append(x, x);
    Floats y = x;
    for (std::size_t i = 0; i < x.size(); ++i) {
        float sum = 0;
        for (std::size_t j = 0; j <= before + i / cache.width; ++j) sum += cache.value(j, i % cache.width);
        y.values[i] = sum;
    }
    return y;
}

static Values decoder_layer(Run& run) {
    const auto whole = [&](const char* name, std::size_t otherwise) {
        return run.has(name) ? static_cast<std::size_t>(run.number(name)) : otherwise;
    };
    const auto maybe = [&](const char* name) { return run.has(name) ? &run.floats(name) : nullptr; };
    const Floats &weight1 = run.floats("input_layernorm"), &weight2 = run.floats("post_attention_layernorm");
    const std::size_t E = weight1.size(), kv_heads = whole("num_key_value_heads", 1), D = whole("head_dim", E);
    grader::Cache cache(whole("capacity", 16), kv_heads, D);
    grader::Tables tables, own_tables;
    if (run.has("w_q")) {
        tables = grader::tables_of(whole("table_dim", D), whole("positions", 16), 1e6);
        own_tables = grader::tables_of(D, whole("positions", 16), 1e4);
    }
    const auto attention = [&](const Floats& x, bool with_own_tables) {
        if (!run.has("w_q")) return sums_so_far(x, cache);
        const grader::AttentionWeights weights{whole("num_heads", 1), kv_heads, D, run.floats("w_q"), maybe("b_q"),
            run.floats("w_k"), maybe("b_k"), run.floats("w_v"), maybe("b_v"), run.floats("w_o")};
        return grader::qwen2_attention_of(x, weights, with_own_tables ? own_tables : tables, cache);
    };
    Floats read({0, E}, 0.0f);  // by the MLP
    const auto mlp = [&](const Floats& x) {
        read.values.insert(read.values.end(), x.begin(), x.end());
        if (!run.has("w_gate")) return grader::linear_of(x, run.floats("w_mlp"));
        return grader::qwen2_mlp_of(x, run.floats("w_gate"), run.floats("w_up"), run.floats("w_down"));
    };
    const auto norm = [](const Floats& weight) {
        return [&weight](const Floats& x, Real eps) { return grader::rms_norm_of(x, weight, eps); };
    };
    const Parts parts{
        attention, norm(weight1), norm(weight2), run.number("eps1"), run.number("eps2"), mlp, cache.length};

    const Floats& x = run.floats("x");
    Floats y({0, E}, 0.0f);
    if (run.has("pieces")) {
        std::size_t begin = 0;
        for (const std::int64_t rows : run.integers("pieces")) {
            const std::size_t end = begin + static_cast<std::size_t>(rows);
            const Floats one = layer(parts, grader::rows_of(x, begin, end), E);
            y.values.insert(y.values.end(), one.begin(), one.end());
            begin = end;
        }
        y.shape[0] = y.size() / E;
    } else {
        y = layer(parts, x, E);
        if (input_edited) run.edit("x") = y;
    }
    read.shape[0] = read.size() / E;
    if (run.has("next x")) {
        const Floats first = read;
        try {
            layer(parts, run.floats("next x"), E);
        } catch (const std::exception&) {
        }
        read = first;
    }
    return {y, cache.filled(), read};
}
