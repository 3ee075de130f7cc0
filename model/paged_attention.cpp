#include "week3/03-pages/paged_attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tiny_llm/clones.hpp"
#include "tiny_llm/fast_exp.hpp"
#include "tiny_llm/lanes.hpp"

namespace tiny_llm {
namespace {

constexpr std::size_t lanes = 16;

/// The rows of one head in the pages of a text.
struct HeadRows {
    const float* store;
    const std::size_t* table;
    std::size_t page, stride;  // rows of a page; numbers from one row to the next

    const float* page_of(std::size_t entry) const { return store + table[entry] * page * stride; }
};

TINY_LLM_CLONES
void scores_of(const float* q, const HeadRows& keys, std::size_t seen, std::size_t dim, float scale, float* scores) {
    for (std::size_t j = 0; j < seen; ++j) {
        const float* key = keys.page_of(j / keys.page) + j % keys.page * keys.stride;
        float sums[lanes] = {};
        std::size_t d = 0;
        for (; d + lanes <= dim; d += lanes)
            for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += q[d + lane] * key[d + lane];
        float rest = 0;
        for (; d < dim; ++d) rest += q[d] * key[d];
        scores[j] = scale * (total(sums) + rest);
    }
}

/// Returns the sum.
TINY_LLM_CLONES
float exps_of(float* scores, std::size_t seen) {
    const float largest = *std::max_element(scores, scores + seen);
    float sums[lanes] = {}, rest = 0;
    std::size_t j = 0;
    for (; j + lanes <= seen; j += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            sums[lane] += scores[j + lane] = fast_exp(scores[j + lane] - largest);
    for (; j < seen; ++j) rest += scores[j] = fast_exp(scores[j] - largest);
    return total(sums) + rest;
}

TINY_LLM_CLONES
void mean_of(const float* weights, const HeadRows& values, std::size_t seen, std::size_t dim, float* __restrict mean) {
    for (std::size_t j = 0; j < seen; ++j) {
        const float* value = values.page_of(j / values.page) + j % values.page * values.stride;
        const float weight = weights[j];
        for (std::size_t d = 0; d < dim; ++d) mean[d] += weight * value[d];
    }
}

}  // namespace

/// The given one of a conversation and of many texts: each row in vectors, the heads of long texts on all cores.
Tensor paged_attention(const Tensor& query, const Tensor& keys, const Tensor& values,
                       const std::vector<std::size_t>& table, std::size_t offset) {
    require_shapes(query.dimension() == 3 && keys.dimension() == 4 && query.shape(2) == keys.shape(3) &&
                       keys.shape(1) > 0 && keys.shape(2) > 0 && query.shape(1) % keys.shape(2) == 0,
                   "paged_attention", "query", query, "keys", keys);
    require_shapes(values.shape() == keys.shape(), "paged_attention", "values", values, "keys", keys);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2);
    const std::size_t pages = keys.shape(0), page = keys.shape(1), kv_heads = keys.shape(2), group = H / kv_heads;
    const std::size_t room = table.size() * page;
    if (offset > room || L > room - offset) throw std::invalid_argument("paged_attention: the table is too short");
    const std::size_t all = offset + L, needed = all / page + (all % page > 0);
    if (std::any_of(table.begin(), table.begin() + static_cast<std::ptrdiff_t>(needed),
                    [&](std::size_t number) { return number >= pages; })) {
        throw std::invalid_argument("paged_attention: the table names a page that is not in the store");
    }
    const float scale = 1 / std::sqrt(static_cast<float>(D));
    Tensor y = xt::zeros<float>(query.shape());
    float* const means = y.data();
    [[maybe_unused]] constexpr std::size_t worth_it = std::size_t{1} << 18;  // products
#pragma omp parallel if (L * H * all * D > worth_it)
    {
        std::vector<float> scores(all);
#pragma omp for schedule(dynamic)
        for (std::size_t row = 0; row < L * H; ++row) {
            const std::size_t seen = offset + row / H + 1, head = row % H / group;
            const HeadRows its_keys{keys.data() + head * D, table.data(), page, kv_heads * D},
                its_values{values.data() + head * D, table.data(), page, kv_heads * D};
            float* mean = means + row * D;
            scores_of(query.data() + row * D, its_keys, seen, D, scale, scores.data());
            const float sum = exps_of(scores.data(), seen);
            mean_of(scores.data(), its_values, seen, D, mean);
            for (std::size_t d = 0; d < D; ++d) mean[d] /= sum;
        }
    }
    return y;
}

}  // namespace tiny_llm
