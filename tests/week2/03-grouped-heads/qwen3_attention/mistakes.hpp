#pragma once
// What people get wrong in qwen3_attention besides what they get wrong in qwen2_attention, and the norms that get it wrong.
#include "tests/week2/03-grouped-heads/qwen2_attention/layer.hpp"

FAMILY(eps_fixed, "The heads are normalized with an eps of {}. q_norm and k_norm have their own: call them.",
    "归一化用的 eps 总是 {}。q_norm 和 k_norm 有自己的 eps：请直接调用它们。", 1e-6, 1e-5);
MISTAKE(eps_ignored, "The heads are normalized without the norms' eps. Call q_norm and k_norm, which have theirs.",
    "归一化时没有用 q_norm 和 k_norm 的 eps。请直接调用它们，eps 就在里面。");
MISTAKE(eps_of_q_norm_for_keys, "The keys are normalized with q_norm's eps. k_norm has its own: call k_norm.",
    "key 归一化时用的是 q_norm 的 eps。k_norm 有自己的 eps：请直接调用 k_norm。");
MISTAKE(k_norm_for_both, "The queries are normalized by k_norm, and q_norm is not used.",
    "query 也用了 k_norm，没有用到 q_norm。");
MISTAKE(keys_normed_after_rope,
    "The keys are normalized after they are turned, the queries before. First norm, then rope, for both.",
    "key 是先旋转后归一化的，query 是先归一化的。两者都应先归一化，再旋转。");
MISTAKE(no_k_norm, "The keys are not normalized: k_norm is not used. (The queries are.)",
    "key 没有归一化，没有用到 k_norm。（query 归一化了。）");
MISTAKE(no_norms, "Neither queries nor keys are normalized: call q_norm and k_norm before rope.",
    "query 和 key 都没有归一化，没有用到 q_norm 和 k_norm。每个头的 D 个数在 rope 之前要经过它们。");
MISTAKE(no_q_norm, "The queries are not normalized: q_norm is not used. (The keys are.)",
    "query 没有归一化，没有用到 q_norm。（key 归一化了。）");
MISTAKE(norm_after_rope,
    "Queries and keys are normalized after they are turned: the weight then meets numbers that have been mixed by pairs. First norm, then rope.",
    "先旋转，后归一化：这时一对一对的数已经混在了一起，才乘上权重。应先归一化，再旋转。");
MISTAKE(norm_before_the_split,
    "The norms seem to get all heads of a token in one row, before it is cut into heads: H · D numbers, where the norm is made for D. Split first.",
    "归一化时，一行里似乎还是一个 token 的所有头，共 H · D 个数，而归一化只管 D 个。应先分头。");
MISTAKE(norm_on_values,
    "The values are normalized, too, by k_norm. Norms are for queries and keys: values are mixed as they are.",
    "value 也用 k_norm 归一化了。归一化只用于 query 和 key，value 保持原样。");
MISTAKE(norm_over_all_heads,
    "The mean square is taken over all heads of a token together. Each head is normalized by itself, over its own D numbers.",
    "均方是对一个 token 的所有头一起算的。每个头应各自归一化，只用自己的 D 个数。");
MISTAKE(norm_without_weight, "The heads are normalized, but not multiplied by the weights. Call q_norm and k_norm.",
    "头归一化了，但没有乘 q_norm 和 k_norm 的权重。请直接调用它们。");
MISTAKE(norms_exchanged, "q_norm and k_norm are swapped: queries are normalized by k_norm and keys by q_norm.",
    "q_norm 和 k_norm 用反了：query 用了 k_norm，key 用了 q_norm。");
MISTAKE(one_plus_weight,
    "The heads are multiplied by 1 + weight, as Gemma does. Here the weight is the factor itself: call q_norm and k_norm.",
    "头乘的是 1 + 权重，那是 Gemma 的做法。这里权重本身就是因数：请直接调用 q_norm 和 k_norm。");
MISTAKE(q_norm_for_both, "The keys are normalized by q_norm, and k_norm is not used.",
    "key 也用了 q_norm，没有用到 k_norm。");
MISTAKE(queries_normed_after_rope,
    "The queries are normalized after they are turned, the keys before. First norm, then rope, for both.",
    "query 是先旋转后归一化的，key 是先归一化的。两者都应先归一化，再旋转。");
MISTAKE(squares_summed,
    "The heads are divided by the root of the sum of their squares. It should be the root of the mean: call q_norm and k_norm.",
    "头除的是平方和的平方根。应除以均方根：请直接调用 q_norm 和 k_norm。");

/// RMSNorm of each head, or of what `together` says, in float as RMSNorm does it: scores of 10,000 show each rounding.
static Floats rms_norm(Floats rows, const Floats& weight, float eps, std::size_t together) {
    if (rows.width() != weight.size()) refuse();
    for (std::size_t start = 0; start < rows.size(); start += together) {
        Real squares = 0;
        for (std::size_t i = start; i < start + together; ++i) squares += Real(rows.values[i]) * rows.values[i];
        const Real divisor = squares_summed ? 1 : static_cast<Real>(together);
        const float root = std::sqrt(static_cast<float>(squares / divisor) + eps);
        for (std::size_t i = start; i < start + together; ++i) {
            rows.values[i] /= root;
            if (!norm_without_weight) rows.values[i] *= weight.values[i % weight.size()] + (one_plus_weight ? 1 : 0);
        }
    }
    return rows;
}

/// What the layer does to queries, keys and values besides Qwen2's.
static Norm norms(const Floats& q_norm, const Floats& k_norm, float q_eps, float k_eps) {
    if (eps_fixed) q_eps = k_eps = static_cast<float>(eps_fixed.number());
    return [=](const Floats& rows, bool of_queries, Place place) {
        Place where = Place::before_rope;
        if (norm_after_rope || (of_queries ? queries_normed_after_rope : keys_normed_after_rope))
            where = Place::after_rope;
        if (norm_before_the_split) where = Place::before_the_split;
        bool by_q_norm = of_queries ? !(norms_exchanged || k_norm_for_both) : norms_exchanged || q_norm_for_both;
        if (place == Place::of_values) {
            if (!norm_on_values) return rows;
            by_q_norm = false;
        } else if (place != where || no_norms || (of_queries ? no_q_norm : no_k_norm)) {
            return rows;
        }
        const std::size_t together =
            norm_over_all_heads ? rows.size() / std::max<std::size_t>(rows.shape[0], 1) : rows.width();
        const float eps = by_q_norm || (eps_of_q_norm_for_keys && !of_queries) ? q_eps : k_eps;
        return rms_norm(rows, by_q_norm ? q_norm : k_norm, eps_ignored ? 0 : eps, together);
    };
}

static Values qwen3_attention(Run& run) {
    const auto eps = [&](const char* name) { return static_cast<float>(run.number(run.has(name) ? name : "eps")); };
    return attention_layer(run, norms(run.floats("q_norm"), run.floats("k_norm"), eps("eps"), eps("k_eps")));
}
