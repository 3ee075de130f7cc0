#include "week3/02-long/flash_attention.hpp"

#include <algorithm>
#include <cmath>

#include "tiny_llm/clones.hpp"
#include "tiny_llm/fast_exp.hpp"
#include "tiny_llm/lanes.hpp"

namespace tiny_llm {
namespace {

constexpr std::size_t lanes = 16;

/// What a row has seen so far: the largest score, and the sum of exp(score - largest).
struct Seen {
    float largest = -INFINITY, sum = 0;
};

/// Scores become exp(score - largest), with the largest of these and of what was seen before. What was before, y and the sum, is
/// multiplied to fit.
TINY_LLM_CLONES
void take_in(float* __restrict scores, std::size_t count, Seen& seen, float* __restrict y, std::size_t dim) {
    float largest = seen.largest, most[lanes], sums[lanes] = {};
    for (float& one : most) one = largest;
    std::size_t j = 0;
    for (; j + lanes <= count; j += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane)
            most[lane] = scores[j + lane] > most[lane] ? scores[j + lane] : most[lane];
    }
    for (const float one : most) largest = std::max(largest, one);
    for (; j < count; ++j) largest = std::max(largest, scores[j]);
    for (j = 0; j + lanes <= count; j += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane)
            sums[lane] += scores[j + lane] = fast_exp(scores[j + lane] - largest);
    }
    float sum = total(sums);
    for (; j < count; ++j) sum += scores[j] = fast_exp(scores[j] - largest);
    const float correction = fast_exp(seen.largest - largest);  // 0 at first: it was -infinity
    for (std::size_t d = 0; d < dim; ++d) y[d] *= correction;
    seen = {largest, seen.sum * correction + sum};
}

int whole(std::size_t number) { return static_cast<int>(number); }

}  // namespace

/// The given one of a story: as the solution, but some queries at a time, products of all their weights with all values of a tile,
/// exp without a call, and all cores.
Partial flash_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset,
                        std::size_t first, std::size_t last, std::size_t tile) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0,
                   "flash_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "flash_attention", "value", value, "key", key);
    if (tile == 0 || first > last || last > key.shape(0)) throw std::invalid_argument("flash_attention: no such keys");
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), kv_heads = key.shape(1);
    const std::size_t group = H / kv_heads, stride = kv_heads * D;
    const float scale = 1.0f / std::sqrt(static_cast<float>(D));
    Partial part{xt::zeros<float>(query.shape()), xt::ones<float>({L, H}) * -INFINITY};

    constexpr std::size_t together = 32;  // queries
    const std::size_t blocks = (L + together - 1) / together;
    [[maybe_unused]] constexpr std::size_t worth_it = std::size_t{1} << 18;  // products
#pragma omp parallel for collapse(2) schedule(dynamic) if (L * H * (last - first) * D > worth_it)
    for (std::size_t block = 0; block < blocks; ++block) {
        for (std::size_t head = 0; head < kv_heads; ++head) {
            // A query's heads are rows below each other.
            const std::size_t top = block * together, rows = std::min(together, L - top) * group, width = group * D;
            std::vector<float> q(rows * D), y(rows * D), scores(rows * std::min(tile, last - first));
            std::vector<Seen> seen(rows);
            for (std::size_t i = 0; i * group < rows; ++i)
                std::copy_n(query.data() + (top + i) * H * D + head * width, width, q.data() + i * width);

            const std::size_t end = std::min(last, offset + top + rows / group);
            for (std::size_t begin = first, keys = 0; begin < end; begin += keys) {
                keys = std::min(tile, end - begin);
                const float *k = key.data() + begin * stride + head * D, *v = value.data() + begin * stride + head * D;
                cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, whole(rows), whole(keys), whole(D), scale,
                            q.data(), whole(D), k, whole(stride), 0.0f, scores.data(), whole(keys));
                std::size_t hidden = 0;  // keys, from at least one row
                for (std::size_t row = 0; row < rows; ++row) {
                    const std::size_t sees = offset + top + row / group + 1;
                    const std::size_t count = sees > begin ? std::min(keys, sees - begin) : 0;
                    hidden = std::max(hidden, keys - count);
                    if (count > 0) take_in(scores.data() + row * keys, count, seen[row], y.data() + row * D, D);
                }
                if (hidden == 0) {
                    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, whole(rows), whole(D), whole(keys), 1.0f,
                                scores.data(), whole(keys), v, whole(stride), 1.0f, y.data(), whole(D));
                    continue;
                }
                for (std::size_t row = 0; row < rows; ++row) {  // 0 times a hidden NaN would be NaN
                    const std::size_t sees = offset + top + row / group + 1;
                    const std::size_t count = sees > begin ? std::min(keys, sees - begin) : 0;
                    if (count == 0) continue;
                    cblas_sgemv(CblasRowMajor, CblasTrans, whole(count), whole(D), 1.0f, v, whole(stride),
                                scores.data() + row * keys, 1, 1.0f, y.data() + row * D, 1);
                }
            }

            for (std::size_t row = 0; row < rows; ++row) {
                if (seen[row].sum == 0) continue;  // no key: 0, as it is
                const std::size_t at = (top + row / group) * H + head * group + row % group;
                const float* its = y.data() + row * D;
                std::transform(its, its + D, part.output.data() + at * D, [&](float x) { return x / seen[row].sum; });
                part.lse.data()[at] = seen[row].largest + std::log(seen[row].sum);
            }
        }
    }
    return part;
}

}  // namespace tiny_llm
