#include "paged_attention.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace tiny_llm {

// ---- full-page-taken-for-empty

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
    Tensor y = xt::zeros<float>(query.shape());
    for (std::size_t i = 0; i < L; ++i) {
        const std::size_t seen = offset + i + 1, used = (seen + page - 1) / page;
        for (std::size_t h = 0; h < H; ++h) {
            std::vector<std::pair<float, const float*>> met;
            float largest = -INFINITY, sum = 0;
            for (std::size_t p = 0; p < used; ++p) {
                const std::size_t rows = p + 1 < used ? page : seen % page;
                for (std::size_t r = 0; r < rows; ++r) {
                    const std::size_t at = ((table[p] * page + r) * kv_heads + h / group) * D;
                    float score = 0;
                    for (std::size_t d = 0; d < D; ++d) score += query(i, h, d) * keys.data()[at + d];
                    met.emplace_back(score / std::sqrt(static_cast<float>(D)), values.data() + at);
                    largest = std::max(largest, met.back().first);
                }
            }
            for (auto& [score, value] : met) sum += score = std::exp(score - largest);
            for (const auto& [weight, value] : met) {
                for (std::size_t d = 0; d < D; ++d) y(i, h, d) += weight / sum * value[d];
            }
        }
    }
    return y;
}

// ---- offset-wraps-around

Tensor paged_attention(const Tensor& query, const Tensor& keys, const Tensor& values,
    const std::vector<std::size_t>& table, std::size_t offset) {
    require_shapes(query.dimension() == 3 && keys.dimension() == 4 && query.shape(2) == keys.shape(3) &&
                       keys.shape(1) > 0 && keys.shape(2) > 0 && query.shape(1) % keys.shape(2) == 0,
        "paged_attention", "query", query, "keys", keys);
    require_shapes(values.shape() == keys.shape(), "paged_attention", "values", values, "keys", keys);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2);
    const std::size_t pages = keys.shape(0), page = keys.shape(1), kv_heads = keys.shape(2), group = H / kv_heads;
    const std::size_t needed = (offset + L + page - 1) / page;
    if (table.size() < needed) throw std::invalid_argument("paged_attention: the table is too short");
    for (std::size_t n = 0; n < needed; ++n) {
        if (table[n] >= pages) throw std::invalid_argument("paged_attention: no such page");
    }
    const float scale = 1 / std::sqrt(static_cast<float>(D));
    Tensor y = xt::zeros<float>(query.shape());
    for (std::size_t i = 0; i < L; ++i) {
        for (std::size_t h = 0; h < H; ++h) {
            const float* q = query.data() + (i * H + h) * D;
            Tensor scores(std::vector<std::size_t>{offset + i + 1});
            for (std::size_t j = 0; j < scores.size(); ++j) {
                const float* k = keys.data() + ((table[j / page] * page + j % page) * kv_heads + h / group) * D;
                scores(j) = scale * std::inner_product(q, q + D, k, 0.0f);
            }
            const Tensor weights = softmax(scores);
            for (std::size_t j = 0; j < weights.size(); ++j) {
                const float* v = values.data() + ((table[j / page] * page + j % page) * kv_heads + h / group) * D;
                for (std::size_t d = 0; d < D; ++d) y(i, h, d) += weights(j) * v[d];
            }
        }
    }
    return y;
}

// ---- pages-averaged+group-as-remainder

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
    Tensor y = xt::zeros<float>(query.shape());
    for (std::size_t i = 0; i < L; ++i) {
        const std::size_t seen = offset + i + 1, used = (seen + page - 1) / page;
        for (std::size_t h = 0; h < H && D > 0; ++h) {
            const Tensor q = xt::view(query, i, h);
            for (std::size_t p = 0; p < used; ++p) {
                auto rows = xt::range(0, std::min(page, seen - p * page));
                const Tensor k = xt::view(keys, table[p], rows, h % kv_heads),
                             v = xt::view(values, table[p], rows, h % kv_heads);
                const Tensor weights = softmax(xt::linalg::dot(k, q) / std::sqrt(static_cast<float>(D)));
                xt::view(y, i, h) += xt::linalg::dot(weights, v) / static_cast<float>(used);
            }
        }
    }
    return y;
}

// ---- rows-behind-hidden-not-left-out

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
    Tensor k(std::vector<std::size_t>{needed * page, kv_heads, D}), v(k);
    for (std::size_t n = 0; n < needed; ++n) {
        auto rows = xt::range(n * page, n * page + page);
        xt::view(k, rows) = xt::view(keys, table[n]);
        xt::view(v, rows) = xt::view(values, table[n]);
    }
    Tensor y = query;
    for (std::size_t h = 0; h < H && L * D > 0; ++h) {
        const Tensor q = xt::view(query, xt::all(), h), a = xt::view(k, xt::all(), h / group);
        Tensor scores = xt::linalg::dot(q, xt::transpose(a)) / std::sqrt(static_cast<float>(D));
        for (std::size_t i = 0; i < L; ++i) {
            for (std::size_t j = offset + i + 1; j < needed * page; ++j) scores(i, j) += -INFINITY;
        }
        const Tensor weights = softmax(scores), b = xt::view(v, xt::all(), h / group);
        xt::view(y, xt::all(), h) = xt::linalg::dot(weights, b);
    }
    return y;
}

// ---- table-refused-with-another-exception

Tensor paged_attention(const Tensor& query, const Tensor& keys, const Tensor& values,
    const std::vector<std::size_t>& table, std::size_t offset) {
    require_shapes(query.dimension() == 3 && keys.dimension() == 4 && query.shape(2) == keys.shape(3) &&
                       keys.shape(1) > 0 && keys.shape(2) > 0 && query.shape(1) % keys.shape(2) == 0,
        "paged_attention", "query", query, "keys", keys);
    require_shapes(values.shape() == keys.shape(), "paged_attention", "values", values, "keys", keys);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2);
    const std::size_t pages = keys.shape(0), page = keys.shape(1), kv_heads = keys.shape(2), group = H / kv_heads;
    if (offset > table.size() * page || L > table.size() * page - offset) {
        throw std::length_error("paged_attention: the table is too short");
    }
    for (std::size_t n = 0; n * page < offset + L; ++n) {
        if (table[n] >= pages) throw std::out_of_range("paged_attention: no such page");
    }
    const float scale = 1 / std::sqrt(static_cast<float>(D));
    Tensor y = xt::zeros<float>(query.shape());
    for (std::size_t i = 0; i < L; ++i) {
        for (std::size_t h = 0; h < H; ++h) {
            const float* q = query.data() + (i * H + h) * D;
            Tensor scores(std::vector<std::size_t>{offset + i + 1});
            for (std::size_t j = 0; j < scores.size(); ++j) {
                const float* k = keys.data() + ((table.at(j / page) * page + j % page) * kv_heads + h / group) * D;
                scores(j) = scale * std::inner_product(q, q + D, k, 0.0f);
            }
            const Tensor weights = softmax(scores);
            for (std::size_t j = 0; j < weights.size(); ++j) {
                const float* v = values.data() + ((table.at(j / page) * page + j % page) * kv_heads + h / group) * D;
                for (std::size_t d = 0; d < D; ++d) y(i, h, d) += weights(j) * v[d];
            }
        }
    }
    return y;
}

// ---- value-rows-behind-read

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
    Tensor y = query;
    for (std::size_t h = 0; h < H && L * D > 0; ++h) {
        Tensor scores = xt::zeros<float>({L, needed * page});
        scores.fill(-INFINITY);
        for (std::size_t i = 0; i < L; ++i) {
            for (std::size_t j = 0; j <= offset + i; ++j) {
                const Tensor q = xt::view(query, i, h), k = xt::view(keys, table[j / page], j % page, h / group);
                scores(i, j) = xt::linalg::dot(q, k)() / std::sqrt(static_cast<float>(D));
            }
        }
        const Tensor weights = softmax(scores);
        Tensor mean = xt::zeros<float>({L, D});
        for (std::size_t n = 0; n < needed; ++n) {
            auto columns = xt::range(n * page, n * page + page);
            const Tensor w = xt::view(weights, xt::all(), columns),
                         v = xt::view(values, table[n], xt::all(), h / group);
            mean += xt::linalg::dot(w, v);
        }
        xt::view(y, xt::all(), h) = mean;
    }
    return y;
}

}  // namespace tiny_llm
