// Weights where they lie in a file, beside plain loops in double.

#include <random>

#include "grader/catch.hpp"
#include "model/safetensors.hpp"
#include "model/weights.hpp"
#include "support/difference.hpp"
#include "support/model_files.hpp"

using namespace tiny_llm;

namespace {

constexpr Weights all_places[] = {Weights::in_memory, Weights::in_blocks, Weights::in_file};

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

}  // namespace

TEST_CASE("an embedding is a row of the table, of any dtype, wherever the table is") {
    const Tensor table = random_tensor({7, 5}, 9);
    for (const std::string dtype : {"F32", "F16", "BF16"}) {
        const StoredTensor weight = stored(table, dtype);
        const Tensor full = to_tensor(weight);
        for (const Weights where : all_places) {
            const Embedding embedding = embedding_of(weight, where);
            const Tensor y = embedding({6, 0, 6});
            CHECK(largest_difference(xt::view(y, xt::range(0, 1)), xt::view(full, xt::range(6, 7))) == 0);
            CHECK(largest_difference(xt::view(y, xt::range(1, 2)), xt::view(full, xt::range(0, 1))) == 0);
            CHECK(largest_difference(xt::view(y, xt::range(2, 3)), xt::view(full, xt::range(6, 7))) == 0);
            CHECK(embedding({}).shape(0) == 0);
            CHECK_THROWS_AS(embedding({7}), std::invalid_argument);
            CHECK_THROWS_AS(embedding({0, -1}), std::invalid_argument);
        }
    }
}

TEST_CASE("a linear layer multiplies the same wherever its weight is, for odd sizes too") {
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
            for (const Weights where : all_places) {
                CHECK(largest_difference(linear_of(weight, bias, where)(x), expected) < 3e-6);
                CHECK(largest_difference(linear_of(weight, std::nullopt, where)(x) + bias, expected) < 3e-6);
            }
        }
    }
}

TEST_CASE("an MLP gives the same wherever its weights are, in blocks that do not fill") {
    for (const auto& [rows, dim, hidden] : {std::tuple{1, 5, 3}, {4, 33, 64}, {1, 16, 65}, {3, 8, 200}, {0, 4, 70}}) {
        const std::size_t r = rows, e = dim, i = hidden;
        const Tensor x = random_tensor({r, e}, 20);
        const StoredTensor gate = stored(random_tensor({i, e}, 21), "BF16"),
                           up = stored(random_tensor({i, e}, 22), "BF16");
        const StoredTensor down = stored(random_tensor({e, i}, 23), "BF16");
        const Tensor g = to_tensor(gate), u = to_tensor(up), d = to_tensor(down);
        Tensor expected = xt::zeros<float>({r, e});
        for (std::size_t row = 0; row < r; ++row) {
            std::vector<double> y(e, 0);
            for (std::size_t h = 0; h < i; ++h) {
                double a = 0, b = 0;
                for (std::size_t n = 0; n < e; ++n) a += double{x(row, n)} * g(h, n), b += double{x(row, n)} * u(h, n);
                for (std::size_t n = 0; n < e; ++n) y[n] += a / (1 + std::exp(-a)) * b * d(n, h);
            }
            for (std::size_t n = 0; n < e; ++n) expected(row, n) = static_cast<float>(y[n]);
        }
        CAPTURE(rows, dim, hidden);
        for (const Weights where : all_places) {
            CHECK(largest_difference(mlp_of(gate, up, down, where)(x), expected) < 1e-4);
        }
    }
}

TEST_CASE("a linear layer refuses shapes that do not fit") {
    const StoredTensor weight = stored(xt::zeros<float>({3, 4}), "F32");
    for (const Weights where : all_places) {
        const Linear layer = linear_of(weight, std::nullopt, where);
        CHECK_THROWS_AS(layer(xt::zeros<float>({1, 3})), std::invalid_argument);
    }
    CHECK_THROWS_AS(stored_linear(xt::zeros<float>({4}), weight), std::invalid_argument);
    const Tensor bias = xt::zeros<float>({4});
    CHECK_THROWS_AS(stored_linear(xt::zeros<float>({1, 4}), weight, bias), std::invalid_argument);
}
