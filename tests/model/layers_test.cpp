// The model's own layers, one by one, beside plain loops in double.

#include <random>

#include "catch.hpp"
#include "model/attention.hpp"
#include "model/embedding.hpp"
#include "model/error.hpp"
#include "model/kv_cache.hpp"
#include "model/linear_layer.hpp"
#include "model/rotary_embedding.hpp"
#include "support/difference.hpp"
#include "support/model_files.hpp"

using namespace tiny_llm;

namespace {

Tensor random_tensor(const std::vector<std::size_t>& shape, unsigned seed) {
    std::mt19937 random(seed);
    Tensor x = xt::empty<float>(shape);
    for (float& value : x) value = static_cast<float>(random()) * 0x1p-31f - 1;
    return x;
}

/// A matrix as it lies in a file of some dtype.
StoredTensor stored(const Tensor& values, const std::string& dtype) {
    const model_files::Folder folder;
    const std::vector<std::size_t> shape(values.shape().begin(), values.shape().end());
    model_files::write(
        folder.path() / "a",
        model_files::safetensors({model_files::entry("w", dtype, shape, {values.begin(), values.end()})}));
    return SafeTensors::open(folder.path() / "a").get("w", shape);
}

/// Queries see keys 0 to offset + row, written out.
Tensor plain_attention(const Tensor& q, const Tensor& k, const Tensor& v, std::size_t offset) {
    Tensor y = xt::zeros<float>(q.shape());
    const std::size_t group = q.shape(1) / k.shape(1), dim = q.shape(2);
    for (std::size_t row = 0; row < q.shape(0); ++row) {
        for (std::size_t head = 0; head < q.shape(1); ++head) {
            std::vector<double> weights;
            double sum = 0;
            for (std::size_t i = 0; i <= offset + row; ++i) {
                double score = 0;
                for (std::size_t d = 0; d < dim; ++d) score += double{q(row, head, d)} * k(i, head / group, d);
                weights.push_back(std::exp(score / std::sqrt(static_cast<double>(dim))));
                sum += weights.back();
            }
            for (std::size_t d = 0; d < dim; ++d) {
                double total = 0;
                for (std::size_t i = 0; i < weights.size(); ++i) total += weights[i] / sum * v(i, head / group, d);
                y(row, head, d) = static_cast<float>(total);
            }
        }
    }
    return y;
}

}  // namespace

TEST_CASE("attention is what plain loops give, for one query or many, heads grouped or not") {
    for (const auto& [heads, kv_heads, dim, rows, offset] :
         {std::tuple{4, 2, 6, 5, 0}, {4, 4, 16, 1, 7}, {6, 1, 34, 3, 4}, {1, 1, 1, 2, 0}, {14, 2, 64, 1, 300}}) {
        const std::size_t n = rows, o = offset;
        const Tensor q = random_tensor({n, std::size_t(heads), std::size_t(dim)}, 1);
        // Rows behind the last that is seen hold what a cache holds there: anything.
        const std::vector<std::size_t> stored{n + o + 3, std::size_t(kv_heads), std::size_t(dim)};
        Tensor k = random_tensor(stored, 2), v = random_tensor(stored, 3);
        xt::view(k, xt::range(n + o, n + o + 3)) = std::numeric_limits<float>::quiet_NaN();
        xt::view(v, xt::range(n + o, n + o + 3)) = std::numeric_limits<float>::quiet_NaN();
        CHECK(largest_difference(scaled_dot_product_attention(q, k, v, o), plain_attention(q, k, v, o)) < 1e-6);
    }
}

TEST_CASE("attention survives scores whose exp overflows") {
    Tensor q = xt::ones<float>({1, 1, 4}), k = xt::ones<float>({2, 1, 4}), v = xt::ones<float>({2, 1, 4});
    q *= 1000.0f;
    k(0, 0, 0) = 1.5f;
    v(1, 0, 0) = 3;
    const Tensor y = scaled_dot_product_attention(q, k, v, 1);
    CHECK(y(0, 0, 0) == 1);
}

TEST_CASE("attention refuses shapes that do not fit") {
    const Tensor q = xt::zeros<float>({2, 4, 6}), k = xt::zeros<float>({5, 2, 6});
    CHECK_THROWS_AS(scaled_dot_product_attention(q, k, k, 4), std::invalid_argument);  // too few keys
    CHECK_THROWS_AS(scaled_dot_product_attention(q, xt::zeros<float>({5, 3, 6}), xt::zeros<float>({5, 3, 6}), 0),
                    std::invalid_argument);
    CHECK_THROWS_AS(scaled_dot_product_attention(q, xt::zeros<float>({5, 2, 8}), k, 0), std::invalid_argument);
    CHECK_THROWS_AS(scaled_dot_product_attention(q, k, xt::zeros<float>({5, 2, 8}), 0), std::invalid_argument);
    CHECK_THROWS_AS(scaled_dot_product_attention(xt::zeros<float>({2, 24}), k, k, 0), std::invalid_argument);
    CHECK_THROWS_AS(scaled_dot_product_attention(q, xt::zeros<float>({5, 0, 6}), xt::zeros<float>({5, 0, 6}), 0),
                    std::invalid_argument);
}

TEST_CASE("RoPE turns pairs of halves by the position's angle") {
    const Qwen2RotaryEmbedding rope(6, 50, 10000.0f);
    const Tensor x = random_tensor({3, 2, 6}, 4);
    const Tensor y = rope(x, 40);
    Tensor expected = xt::empty<float>(x.shape());
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t head = 0; head < 2; ++head) {
            for (std::size_t i = 0; i < 3; ++i) {
                const double frequency = std::pow(10000.0, -2.0 * static_cast<double>(i) / 6);
                const double angle = static_cast<double>(40 + row) * frequency;
                const double a = x(row, head, i), b = x(row, head, i + 3);
                expected(row, head, i) = static_cast<float>(a * std::cos(angle) - b * std::sin(angle));
                expected(row, head, i + 3) = static_cast<float>(b * std::cos(angle) + a * std::sin(angle));
            }
        }
    }
    CHECK(largest_difference(y, expected) < 1e-5);  // the angle is float32: 42 is off by up to 2e-6
    CHECK(largest_difference(rope(xt::zeros<float>({1, 1, 6}), 49), xt::zeros<float>({1, 1, 6})) == 0);
}

TEST_CASE("position 0 is left as it is, to the bit") {
    const Tensor x = random_tensor({1, 3, 8}, 5);
    CHECK(largest_difference(Qwen2RotaryEmbedding(8, 4, 1e6f)(x, 0), x) == 0);
}

TEST_CASE("RoPE refuses other shapes and positions that it has no angle for") {
    const Qwen2RotaryEmbedding rope(6, 10, 10000.0f);
    CHECK_THROWS_AS(rope(xt::zeros<float>({1, 2, 8}), 0), std::invalid_argument);
    CHECK_THROWS_AS(rope(xt::zeros<float>({2, 6}), 0), std::invalid_argument);
    CHECK_THROWS_AS(rope(xt::zeros<float>({2, 1, 6}), 9), std::invalid_argument);
    CHECK_THROWS_AS(rope(xt::zeros<float>({1, 1, 6}), 10), std::invalid_argument);
    CHECK_NOTHROW(rope(xt::zeros<float>({1, 1, 6}), 9));
}

TEST_CASE("the cache keeps what is appended, in order, until it is full") {
    KVCache cache(4, 2, 3);
    const Tensor k = random_tensor({3, 2, 3}, 6), v = random_tensor({3, 2, 3}, 7), one = random_tensor({1, 2, 3}, 8);
    cache.append(k, v);
    cache.append(one, one);
    CHECK(cache.length() == 4);
    CHECK(cache.capacity() == 4);
    CHECK(largest_difference(xt::view(cache.keys(), xt::range(0, 3)), k) == 0);
    CHECK(largest_difference(xt::view(cache.keys(), xt::range(3, 4)), one) == 0);
    CHECK(largest_difference(xt::view(cache.values(), xt::range(0, 3)), v) == 0);
    CHECK_THROWS_AS(cache.append(one, one), std::invalid_argument);
}

TEST_CASE("the cache refuses other heads, and keeps what it had") {
    KVCache cache(4, 2, 3);
    const Tensor right = xt::zeros<float>({1, 2, 3});
    for (const Tensor& wrong : {Tensor(xt::zeros<float>({1, 1, 3})), Tensor(xt::zeros<float>({1, 2, 4})),
                                Tensor(xt::zeros<float>({2, 3})), Tensor(xt::zeros<float>({5, 2, 3}))}) {
        CHECK_THROWS_AS(cache.append(wrong, wrong), std::invalid_argument);
        CHECK_THROWS_AS(cache.append(right, wrong), std::invalid_argument);
    }
    CHECK(cache.length() == 0);
}

TEST_CASE("an embedding is a row of the table, of any dtype") {
    const Tensor table = random_tensor({7, 5}, 9);
    for (const std::string dtype : {"F32", "F16", "BF16"}) {
        const Tensor y = embedding({6, 0, 6}, stored(table, dtype));
        const double allowed = dtype == "F32" ? 0 : dtype == "F16" ? 0x1p-11 : 0x1p-8;
        CHECK(largest_difference(xt::view(y, xt::range(0, 1)), xt::view(table, xt::range(6, 7))) <= allowed);
        CHECK(largest_difference(xt::view(y, xt::range(1, 2)), xt::view(table, xt::range(0, 1))) <= allowed);
        CHECK(largest_difference(xt::view(y, xt::range(2, 3)), xt::view(table, xt::range(6, 7))) <= allowed);
    }
    const StoredTensor weight = stored(table, "F32");
    CHECK(embedding({}, weight).shape(0) == 0);
    CHECK_THROWS_AS(embedding({7}, weight), std::invalid_argument);
    CHECK_THROWS_AS(embedding({0, -1}, weight), std::invalid_argument);
}

TEST_CASE("a linear layer left in its file multiplies as one in memory, for odd sizes too") {
    for (const std::string dtype : {"F32", "F16", "BF16"}) {
        for (const auto& [rows, out, in] :
             {std::tuple{1, 1, 1}, {1, 6, 33}, {1, 67, 16}, {1, 4, 15}, {3, 130, 40}, {0, 4, 4}}) {
            const std::size_t r = rows, o = out, i = in;
            const Tensor x = random_tensor({r, i}, 10), bias = random_tensor({o}, 12);
            const StoredTensor weight = stored(random_tensor({o, i}, 11), dtype);
            const Tensor full = to_tensor(weight);
            Tensor expected = xt::empty<float>({r, o});
            for (std::size_t a = 0; a < r; ++a) {
                for (std::size_t b = 0; b < o; ++b) {
                    double sum = bias(b);
                    for (std::size_t n = 0; n < i; ++n) sum += double{x(a, n)} * full(b, n);
                    expected(a, b) = static_cast<float>(sum);
                }
            }
            CAPTURE(dtype, rows, out, in);
            CHECK(largest_difference(stored_linear(x, weight, bias), expected) < 3e-6);
            CHECK(largest_difference(Linear{full, bias}(x), expected) < 3e-6);
            CHECK(largest_difference(stored_linear(x, weight) + bias, expected) < 3e-6);
        }
    }
}

TEST_CASE("a linear layer refuses shapes that do not fit") {
    const StoredTensor weight = stored(xt::zeros<float>({3, 4}), "F32");
    CHECK_THROWS_AS(stored_linear(xt::zeros<float>({1, 3}), weight), std::invalid_argument);
    CHECK_THROWS_AS(stored_linear(xt::zeros<float>({4}), weight), std::invalid_argument);
    const Tensor bias = xt::zeros<float>({4});
    CHECK_THROWS_AS(stored_linear(xt::zeros<float>({1, 4}), weight, bias), std::invalid_argument);
}
