#include "paged_attention.hpp"

#include <algorithm>
#include <cmath>

namespace tiny_llm {

// ---- elements

Tensor paged_attention(const Tensor& query, const Tensor& keys, const Tensor& values,
    const std::vector<std::size_t>& table, std::size_t offset) {
    require_shapes(query.dimension() == 3 && keys.dimension() == 4 && query.shape(2) == keys.shape(3) &&
                       keys.shape(1) > 0 && keys.shape(2) > 0 && query.shape(1) % keys.shape(2) == 0,
        "paged_attention", "query", query, "keys", keys);
    require_shapes(values.shape() == keys.shape(), "paged_attention", "values", values, "keys", keys);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2);
    const std::size_t pages = keys.shape(0), page = keys.shape(1), kv_heads = keys.shape(2), group = H / kv_heads;
    if (offset > table.size() * page || L > table.size() * page - offset) {
        throw std::invalid_argument("paged_attention: the table is too short");
    }
    const std::size_t known = offset + L, needed = known / page + (known % page > 0);
    for (std::size_t n = 0; n < needed; ++n) {
        if (table[n] >= pages) throw std::invalid_argument("paged_attention: no such page");
    }
    Tensor y = xt::zeros<float>({L, H, D});
    for (std::size_t h = 0; h < H; ++h) {
        for (std::size_t i = 0; i < L; ++i) {
            std::vector<float> weights;
            float largest = -INFINITY, sum = 0;
            for (std::size_t j = 0; j <= offset + i; ++j) {
                float score = 0;
                for (std::size_t d = 0; d < D; ++d)
                    score += query(i, h, d) * keys(table[j / page], j % page, h / group, d);
                weights.push_back(score / std::sqrt(static_cast<float>(D)));
                largest = std::max(largest, weights.back());
            }
            for (float& weight : weights) sum += weight = std::exp(weight - largest);
            for (std::size_t j = 0; j < weights.size(); ++j) {
                for (std::size_t d = 0; d < D; ++d) {
                    y(i, h, d) += weights[j] / sum * values(table[j / page], j % page, h / group, d);
                }
            }
        }
    }
    return y;
}

// ---- gathered

Tensor paged_attention(const Tensor& query, const Tensor& keys, const Tensor& values,
    const std::vector<std::size_t>& table, std::size_t offset) {
    require_shapes(query.dimension() == 3 && keys.dimension() == 4 && query.shape(2) == keys.shape(3) &&
                       keys.shape(1) > 0 && keys.shape(2) > 0 && query.shape(1) % keys.shape(2) == 0,
        "paged_attention", "query", query, "keys", keys);
    require_shapes(values.shape() == keys.shape(), "paged_attention", "values", values, "keys", keys);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2);
    const std::size_t pages = keys.shape(0), page = keys.shape(1), kv_heads = keys.shape(2), group = H / kv_heads;
    if (offset > table.size() * page || L > table.size() * page - offset) {
        throw std::invalid_argument("paged_attention: the table is too short");
    }
    const std::size_t known = offset + L, needed = known / page + (known % page > 0);
    for (std::size_t n = 0; n < needed; ++n) {
        if (table[n] >= pages) throw std::invalid_argument("paged_attention: no such page");
    }
    // A copy of the text's rows in one piece; as many tokens as there are, each time.
    Tensor k(std::vector<std::size_t>{known, kv_heads, D}), v(k);
    for (std::size_t j = 0; j < known; ++j) {
        const std::size_t from = (table[j / page] * page + j % page) * kv_heads * D;
        std::copy_n(keys.data() + from, kv_heads * D, k.data() + j * kv_heads * D);
        std::copy_n(values.data() + from, kv_heads * D, v.data() + j * kv_heads * D);
    }
    Tensor y = query;
    for (std::size_t i = 0; i < L; ++i) {
        auto rows = xt::range(0, offset + i + 1);
        for (std::size_t h = 0; h < H; ++h) {
            const Tensor q = xt::view(query, i, h), a = xt::view(k, rows, h / group), b = xt::view(v, rows, h / group);
            const Tensor weights = softmax(xt::linalg::dot(a, q) / std::sqrt(static_cast<float>(D)));
            if (D > 0) xt::view(y, i, h) = xt::linalg::dot(weights, b);
        }
    }
    return y;
}

// ---- merged-parts

Tensor paged_attention(const Tensor& query, const Tensor& keys, const Tensor& values,
    const std::vector<std::size_t>& table, std::size_t offset) {
    require_shapes(query.dimension() == 3 && keys.dimension() == 4 && query.shape(2) == keys.shape(3) &&
                       keys.shape(1) > 0 && keys.shape(2) > 0 && query.shape(1) % keys.shape(2) == 0,
        "paged_attention", "query", query, "keys", keys);
    require_shapes(values.shape() == keys.shape(), "paged_attention", "values", values, "keys", keys);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2);
    const std::size_t pages = keys.shape(0), page = keys.shape(1), kv_heads = keys.shape(2), group = H / kv_heads;
    if (offset > table.size() * page || L > table.size() * page - offset) {
        throw std::invalid_argument("paged_attention: the table is too short");
    }
    const std::size_t known = offset + L, needed = known / page + (known % page > 0);
    for (std::size_t n = 0; n < needed; ++n) {
        if (table[n] >= pages) throw std::invalid_argument("paged_attention: no such page");
    }
    // Each page for itself, and the log of its sum of exps; then the pages are weighed by these.
    const double scale = 1 / std::sqrt(static_cast<double>(D));
    Tensor y = xt::zeros<float>(query.shape());
    for (std::size_t i = 0; i < L; ++i) {
        for (std::size_t h = 0; h < H; ++h) {
            double lse = -INFINITY;
            std::vector<double> all(D, 0.0);
            for (std::size_t n = 0; n < needed && n * page <= offset + i; ++n) {
                std::vector<double> scores, mean(D, 0.0);
                for (std::size_t r = 0; r < page && n * page + r <= offset + i; ++r) {
                    double score = 0;
                    for (std::size_t d = 0; d < D; ++d)
                        score += double{query(i, h, d)} * keys(table[n], r, h / group, d);
                    scores.push_back(score * scale);
                }
                const double largest = *std::max_element(scores.begin(), scores.end());
                double sum = 0;
                for (double& score : scores) sum += score = std::exp(score - largest);
                for (std::size_t r = 0; r < scores.size(); ++r) {
                    for (std::size_t d = 0; d < D; ++d) mean[d] += scores[r] / sum * values(table[n], r, h / group, d);
                }
                const double its = largest + std::log(sum), top = std::max(lse, its);
                const double a = std::exp(lse - top), b = std::exp(its - top);
                for (std::size_t d = 0; d < D; ++d) all[d] = (a * all[d] + b * mean[d]) / (a + b);
                lse = top + std::log(a + b);
            }
            for (std::size_t d = 0; d < D; ++d) y(i, h, d) = static_cast<float>(all[d]);
        }
    }
    return y;
}

// ---- page-by-page

Tensor paged_attention(const Tensor& query, const Tensor& keys, const Tensor& values,
    const std::vector<std::size_t>& table, std::size_t offset) {
    require_shapes(query.dimension() == 3 && keys.dimension() == 4 && query.shape(2) == keys.shape(3) &&
                       keys.shape(1) > 0 && keys.shape(2) > 0 && query.shape(1) % keys.shape(2) == 0,
        "paged_attention", "query", query, "keys", keys);
    require_shapes(values.shape() == keys.shape(), "paged_attention", "values", values, "keys", keys);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2);
    const std::size_t pages = keys.shape(0), page = keys.shape(1), kv_heads = keys.shape(2), group = H / kv_heads;
    if (offset > table.size() * page || L > table.size() * page - offset) {
        throw std::invalid_argument("paged_attention: the table is too short");
    }
    const std::size_t known = offset + L, needed = known / page + (known % page > 0);
    for (std::size_t n = 0; n < needed; ++n) {
        if (table[n] >= pages) throw std::invalid_argument("paged_attention: no such page");
    }
    // As FlashAttention does it: a page is met once, with the largest score and the sum so far.
    const double scale = 1 / std::sqrt(static_cast<double>(D));
    Tensor y = xt::zeros<float>(query.shape());
    for (std::size_t r = 0; r < L * H; ++r) {
        const float* q = query.data() + r * D;
        const std::size_t seen = offset + r / H + 1, head = r % H / group;
        double largest = -INFINITY, sum = 0;
        std::vector<double> mean(D, 0.0), scores;
        for (std::size_t p = 0; p * page < seen; ++p) {
            const std::size_t rows = std::min(page, seen - p * page), first = table[p] * page;
            scores.assign(rows, 0.0);
            double top = largest;
            for (std::size_t j = 0; j < rows; ++j) {
                const float* k = keys.data() + ((first + j) * kv_heads + head) * D;
                for (std::size_t d = 0; d < D; ++d) scores[j] += static_cast<double>(q[d]) * k[d];
                top = std::max(top, scores[j] *= scale);
            }
            const double before = std::exp(largest - top);
            sum *= before;
            for (double& one : mean) one *= before;
            for (std::size_t j = 0; j < rows; ++j) {
                const float* v = values.data() + ((first + j) * kv_heads + head) * D;
                const double weight = std::exp(scores[j] - top);
                sum += weight;
                for (std::size_t d = 0; d < D; ++d) mean[d] += weight * v[d];
            }
            largest = top;
        }
        for (std::size_t d = 0; d < D; ++d) y.data()[r * D + d] = static_cast<float>(mean[d] / sum);
    }
    return y;
}

// ---- views-of-pages

Tensor paged_attention(const Tensor& query, const Tensor& keys, const Tensor& values,
    const std::vector<std::size_t>& table, std::size_t offset) {
    require_shapes(query.dimension() == 3 && keys.dimension() == 4 && query.shape(2) == keys.shape(3) &&
                       keys.shape(1) > 0 && keys.shape(2) > 0 && query.shape(1) % keys.shape(2) == 0,
        "paged_attention", "query", query, "keys", keys);
    require_shapes(values.shape() == keys.shape(), "paged_attention", "values", values, "keys", keys);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2);
    const std::size_t pages = keys.shape(0), page = keys.shape(1), kv_heads = keys.shape(2), group = H / kv_heads;
    if (offset > table.size() * page || L > table.size() * page - offset) {
        throw std::invalid_argument("paged_attention: the table is too short");
    }
    const std::size_t known = offset + L, needed = known / page + (known % page > 0);
    for (std::size_t n = 0; n < needed; ++n) {
        if (table[n] >= pages) throw std::invalid_argument("paged_attention: no such page");
    }
    const float scale = 1 / std::sqrt(static_cast<float>(D));
    Tensor y = xt::zeros<float>(query.shape());
    for (std::size_t i = 0; i < L; ++i) {
        const std::size_t seen = offset + i + 1;
        // Each key head meets the queries of its group; the scores of all pages side by side, then one softmax.
        for (std::size_t g = 0; g < kv_heads && D > 0; ++g) {
            auto heads = xt::range(g * group, g * group + group);
            const Tensor q = xt::view(query, i, heads) * scale;
            Tensor scores = xt::zeros<float>({group, seen});
            for (std::size_t from = 0; from < seen; from += page) {
                const std::size_t to = std::min(seen, from + page);
                auto rows = xt::range(0, to - from);
                auto places = xt::range(from, to);
                const Tensor k = xt::view(keys, table[from / page], rows, g);
                xt::view(scores, xt::all(), places) = xt::linalg::dot(q, xt::transpose(k));
            }
            const Tensor weights = softmax(scores);
            for (std::size_t from = 0; from < seen; from += page) {
                const std::size_t to = std::min(seen, from + page);
                auto rows = xt::range(0, to - from);
                auto places = xt::range(from, to);
                const Tensor v = xt::view(values, table[from / page], rows, g);
                const Tensor w = xt::view(weights, xt::all(), places);
                xt::view(y, i, heads) += xt::linalg::dot(w, v);
            }
        }
    }
    return y;
}

}  // namespace tiny_llm
