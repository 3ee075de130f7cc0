#include "flash_attention.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace tiny_llm {

// ---- hidden-values-enter

Partial flash_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset,
    std::size_t first, std::size_t last, std::size_t tile) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0,
        "flash_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "flash_attention", "value", value, "key", key);
    if (tile == 0 || first > last || last > key.shape(0)) throw std::invalid_argument("flash_attention");
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), group = H / key.shape(1);
    Partial all{xt::zeros<float>({L, H, D}), xt::zeros<float>({L, H})};
    const std::size_t end = L > 0 ? std::min(last, offset + L) : 0;
    for (std::size_t h = 0; h < H; ++h) {
        const Tensor q = xt::view(query, xt::all(), h);
        Tensor largest = xt::ones<float>({L, std::size_t{1}}) * -INFINITY, sum = xt::zeros<float>({L, std::size_t{1}});
        Tensor mean = xt::zeros<float>({L, D});
        for (std::size_t begin = first; begin < end; begin += tile) {
            const std::size_t keys = std::min(tile, end - begin);
            auto rows = xt::range(begin, begin + keys);
            const Tensor k = xt::view(key, rows, h / group), v = xt::view(value, rows, h / group);
            Tensor scores = xt::linalg::dot(q, xt::transpose(k)) / std::sqrt(static_cast<float>(D));
            for (std::size_t i = 0; i < L; ++i)
                for (std::size_t j = 0; j < keys; ++j)
                    if (begin + j > offset + i) scores(i, j) = -INFINITY;
            const Tensor top = xt::amax(scores, {1}, xt::keep_dims);
            const Tensor now = xt::maximum(largest, top);
            const Tensor safe = xt::where(xt::isinf(now), 0.0f, now);
            const Tensor weights = xt::exp(scores - safe), correction = xt::exp(largest - safe);
            const Tensor of_tile = xt::sum(weights, {1}, xt::keep_dims);
            sum = Tensor(sum * correction + of_tile);
            mean = Tensor(mean * correction + xt::linalg::dot(weights, v));
            largest = now;
        }
        const Tensor divisor = xt::where(sum > 0.0f, sum, 1.0f);
        xt::view(all.output, xt::all(), h) = mean / divisor;
        const Tensor lse = largest + xt::log(sum);
        xt::view(all.lse, xt::all(), h) = xt::view(lse, xt::all(), 0);
    }
    return all;
}

// ---- keys-behind-the-queries-enter

Partial flash_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset,
    std::size_t first, std::size_t last, std::size_t tile) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0,
        "flash_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "flash_attention", "value", value, "key", key);
    if (tile == 0 || first > last || last > key.shape(0)) throw std::invalid_argument("flash_attention");
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), group = H / key.shape(1);
    Partial all{xt::zeros<float>({L, H, D}), xt::zeros<float>({L, H})};
    const std::size_t end = L > 0 ? last : 0;
    for (std::size_t h = 0; h < H; ++h) {
        const Tensor q = xt::view(query, xt::all(), h);
        Tensor largest = xt::ones<float>({L, std::size_t{1}}) * -INFINITY, sum = xt::zeros<float>({L, std::size_t{1}});
        Tensor mean = xt::zeros<float>({L, D});
        for (std::size_t begin = first; begin < end; begin += tile) {
            const std::size_t keys = std::min(tile, end - begin);
            auto rows = xt::range(begin, begin + keys);
            const Tensor k = xt::view(key, rows, h / group), v = xt::view(value, rows, h / group);
            Tensor scores = xt::linalg::dot(q, xt::transpose(k)) / std::sqrt(static_cast<float>(D));
            for (std::size_t i = 0; i < L; ++i)
                for (std::size_t j = 0; j < keys; ++j)
                    if (begin + j > offset + i) scores(i, j) = -INFINITY;
            const Tensor top = xt::amax(scores, {1}, xt::keep_dims);
            const Tensor now = xt::maximum(largest, top);
            const Tensor safe = xt::where(xt::isinf(now), 0.0f, now);
            const Tensor weights = xt::exp(scores - safe), correction = xt::exp(largest - safe);
            const Tensor of_tile = xt::sum(weights, {1}, xt::keep_dims);
            sum = Tensor(sum * correction + of_tile);
            mean = Tensor(mean * correction + xt::linalg::dot(weights, v));
            largest = now;
        }
        const Tensor divisor = xt::where(sum > 0.0f, sum, 1.0f);
        xt::view(all.output, xt::all(), h) = mean / divisor;
        const Tensor lse = largest + xt::log(sum);
        xt::view(all.lse, xt::all(), h) = xt::view(lse, xt::all(), 0);
    }
    return all;
}

// ---- largest-starts-at-zero

Partial flash_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset,
    std::size_t first, std::size_t last, std::size_t tile) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0,
        "flash_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "flash_attention", "value", value, "key", key);
    if (tile == 0 || first > last || last > key.shape(0)) throw std::invalid_argument("flash_attention");
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), group = H / key.shape(1);
    const float scale = 1.0f / std::sqrt(static_cast<float>(D));
    Partial all{xt::zeros<float>({L, H, D}), xt::zeros<float>({L, H})};
    for (std::size_t i = 0; i < L; ++i) {
        for (std::size_t h = 0; h < H; ++h) {
            const std::size_t g = h / group, end = std::min(last, offset + i + 1);
            float largest = 0.0f, sum = 0.0f;
            std::vector<float> mean(D, 0.0f);
            for (std::size_t begin = first; begin < end; begin += tile) {
                std::vector<float> scores(std::min(tile, end - begin), 0.0f);
                for (std::size_t j = 0; j < scores.size(); ++j) {
                    for (std::size_t d = 0; d < D; ++d) scores[j] += query(i, h, d) * key(begin + j, g, d);
                    scores[j] *= scale;
                }
                const float now = std::max(largest, *std::max_element(scores.begin(), scores.end()));
                const float correction = std::exp(largest - now);
                sum *= correction;
                for (float& one : mean) one *= correction;
                for (std::size_t j = 0; j < scores.size(); ++j) {
                    const float weight = std::exp(scores[j] - now);
                    sum += weight;
                    for (std::size_t d = 0; d < D; ++d) mean[d] += weight * value(begin + j, g, d);
                }
                largest = now;
            }
            for (std::size_t d = 0; d < D; ++d) all.output(i, h, d) = sum > 0 ? mean[d] / sum : 0.0f;
            all.lse(i, h) = sum > 0 ? largest + std::log(sum) : -INFINITY;
        }
    }
    return all;
}

// ---- output-not-corrected+log2-of-the-sum

Partial flash_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset,
    std::size_t first, std::size_t last, std::size_t tile) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0,
        "flash_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "flash_attention", "value", value, "key", key);
    if (tile == 0 || first > last || last > key.shape(0)) throw std::invalid_argument("flash_attention");
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), group = H / key.shape(1);
    const float scale = 1.0f / std::sqrt(static_cast<float>(D));
    Partial all{xt::zeros<float>({L, H, D}), xt::zeros<float>({L, H})};
    for (std::size_t i = 0; i < L; ++i) {
        for (std::size_t h = 0; h < H; ++h) {
            const std::size_t g = h / group, end = std::min(last, offset + i + 1);
            float largest = -INFINITY, sum = 0.0f;
            std::vector<float> mean(D, 0.0f);
            for (std::size_t begin = first; begin < end; begin += tile) {
                std::vector<float> scores(std::min(tile, end - begin), 0.0f);
                for (std::size_t j = 0; j < scores.size(); ++j) {
                    for (std::size_t d = 0; d < D; ++d) scores[j] += query(i, h, d) * key(begin + j, g, d);
                    scores[j] *= scale;
                }
                const float now = std::max(largest, *std::max_element(scores.begin(), scores.end()));
                const float correction = std::exp(largest - now);
                sum *= correction;
                for (std::size_t j = 0; j < scores.size(); ++j) {
                    const float weight = std::exp(scores[j] - now);
                    sum += weight;
                    for (std::size_t d = 0; d < D; ++d) mean[d] += weight * value(begin + j, g, d);
                }
                largest = now;
            }
            for (std::size_t d = 0; d < D; ++d) all.output(i, h, d) = sum > 0 ? mean[d] / sum : 0.0f;
            all.lse(i, h) = sum > 0 ? largest + std::log2(sum) : -INFINITY;
        }
    }
    return all;
}

// ---- position-in-16-bits

Partial flash_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset,
    std::size_t first, std::size_t last, std::size_t tile) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0,
        "flash_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "flash_attention", "value", value, "key", key);
    if (tile == 0 || first > last || last > key.shape(0)) throw std::invalid_argument("flash_attention");
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), group = H / key.shape(1);
    const float scale = 1.0f / std::sqrt(static_cast<float>(D));
    Partial all{xt::zeros<float>({L, H, D}), xt::zeros<float>({L, H})};
    for (std::size_t i = 0; i < L; ++i) {
        for (std::size_t h = 0; h < H; ++h) {
            const std::size_t g = h / group;
            const std::uint16_t position = offset + i;
            const std::size_t end = std::min(last, std::size_t{position} + 1);
            float largest = -INFINITY, sum = 0.0f;
            std::vector<float> mean(D, 0.0f);
            for (std::size_t begin = first; begin < end; begin += tile) {
                std::vector<float> scores(std::min(tile, end - begin), 0.0f);
                for (std::size_t j = 0; j < scores.size(); ++j) {
                    for (std::size_t d = 0; d < D; ++d) scores[j] += query(i, h, d) * key(begin + j, g, d);
                    scores[j] *= scale;
                }
                const float now = std::max(largest, *std::max_element(scores.begin(), scores.end()));
                const float correction = std::exp(largest - now);
                sum *= correction;
                for (float& one : mean) one *= correction;
                for (std::size_t j = 0; j < scores.size(); ++j) {
                    const float weight = std::exp(scores[j] - now);
                    sum += weight;
                    for (std::size_t d = 0; d < D; ++d) mean[d] += weight * value(begin + j, g, d);
                }
                largest = now;
            }
            for (std::size_t d = 0; d < D; ++d) all.output(i, h, d) = sum > 0 ? mean[d] / sum : 0.0f;
            all.lse(i, h) = sum > 0 ? largest + std::log(sum) : -INFINITY;
        }
    }
    return all;
}

// ---- reversed-correction

Partial flash_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset,
    std::size_t first, std::size_t last, std::size_t tile) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0,
        "flash_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "flash_attention", "value", value, "key", key);
    if (tile == 0 || first > last || last > key.shape(0)) throw std::invalid_argument("flash_attention");
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), group = H / key.shape(1);
    const float scale = 1.0f / std::sqrt(static_cast<float>(D));
    Partial all{xt::zeros<float>({L, H, D}), xt::zeros<float>({L, H})};
    for (std::size_t i = 0; i < L; ++i) {
        for (std::size_t h = 0; h < H; ++h) {
            const std::size_t g = h / group, end = std::min(last, offset + i + 1);
            float largest = -INFINITY, sum = 0.0f;
            std::vector<float> mean(D, 0.0f);
            for (std::size_t begin = first; begin < end; begin += tile) {
                std::vector<float> scores(std::min(tile, end - begin), 0.0f);
                for (std::size_t j = 0; j < scores.size(); ++j) {
                    for (std::size_t d = 0; d < D; ++d) scores[j] += query(i, h, d) * key(begin + j, g, d);
                    scores[j] *= scale;
                }
                const float now = std::max(largest, *std::max_element(scores.begin(), scores.end()));
                const float correction = sum == 0 ? 0 : std::exp(now - largest);
                sum *= correction;
                for (float& one : mean) one *= correction;
                for (std::size_t j = 0; j < scores.size(); ++j) {
                    const float weight = std::exp(scores[j] - now);
                    sum += weight;
                    for (std::size_t d = 0; d < D; ++d) mean[d] += weight * value(begin + j, g, d);
                }
                largest = now;
            }
            for (std::size_t d = 0; d < D; ++d) all.output(i, h, d) = sum > 0 ? mean[d] / sum : 0.0f;
            all.lse(i, h) = sum > 0 ? largest + std::log(sum) : -INFINITY;
        }
    }
    return all;
}

// ---- sum-not-corrected

Partial flash_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset,
    std::size_t first, std::size_t last, std::size_t tile) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0,
        "flash_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "flash_attention", "value", value, "key", key);
    if (tile == 0 || first > last || last > key.shape(0)) throw std::invalid_argument("flash_attention");
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), group = H / key.shape(1);
    const float scale = 1.0f / std::sqrt(static_cast<float>(D));
    Partial all{xt::zeros<float>({L, H, D}), xt::zeros<float>({L, H})};
    for (std::size_t i = 0; i < L; ++i) {
        for (std::size_t h = 0; h < H; ++h) {
            const std::size_t g = h / group, end = std::min(last, offset + i + 1);
            float largest = -INFINITY, sum = 0.0f;
            std::vector<float> mean(D, 0.0f);
            for (std::size_t begin = first; begin < end; begin += tile) {
                std::vector<float> scores(std::min(tile, end - begin), 0.0f);
                for (std::size_t j = 0; j < scores.size(); ++j) {
                    for (std::size_t d = 0; d < D; ++d) scores[j] += query(i, h, d) * key(begin + j, g, d);
                    scores[j] *= scale;
                }
                const float now = std::max(largest, *std::max_element(scores.begin(), scores.end()));
                const float correction = std::exp(largest - now);
                for (float& one : mean) one *= correction;
                for (std::size_t j = 0; j < scores.size(); ++j) {
                    const float weight = std::exp(scores[j] - now);
                    sum += weight;
                    for (std::size_t d = 0; d < D; ++d) mean[d] += weight * value(begin + j, g, d);
                }
                largest = now;
            }
            for (std::size_t d = 0; d < D; ++d) all.output(i, h, d) = sum > 0 ? mean[d] / sum : 0.0f;
            all.lse(i, h) = sum > 0 ? largest + std::log(sum) : -INFINITY;
        }
    }
    return all;
}

// ---- whole-table

Partial flash_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset,
    std::size_t first, std::size_t last, std::size_t tile) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0,
        "flash_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "flash_attention", "value", value, "key", key);
    if (tile == 0 || first > last || last > key.shape(0)) throw std::invalid_argument("flash_attention");
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), group = H / key.shape(1);
    Partial all{xt::zeros<float>({L, H, D}), xt::zeros<float>({L, H})};
    for (std::size_t h = 0; h < H; ++h) {
        Tensor scores = xt::zeros<float>({L, last - first});
        for (std::size_t i = 0; i < L; ++i) {
            const std::size_t seen = std::max(first, std::min(last, offset + i + 1)) - first;
            for (std::size_t j = 0; j < seen; ++j) {
                for (std::size_t d = 0; d < D; ++d) scores(i, j) += query(i, h, d) * key(first + j, h / group, d);
                scores(i, j) /= std::sqrt(static_cast<float>(D));
            }
            float largest = -INFINITY, sum = 0;
            for (std::size_t j = 0; j < seen; ++j) largest = std::max(largest, scores(i, j));
            for (std::size_t j = 0; j < seen; ++j) sum += scores(i, j) = std::exp(scores(i, j) - largest);
            for (std::size_t j = 0; j < seen; ++j)
                for (std::size_t d = 0; d < D; ++d)
                    all.output(i, h, d) += scores(i, j) / sum * value(first + j, h / group, d);
            all.lse(i, h) = largest + std::log(sum);
        }
    }
    return all;
}

}  // namespace tiny_llm
