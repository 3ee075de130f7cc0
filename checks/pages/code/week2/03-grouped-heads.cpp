// What chapter 3 of week 2 shows, and what it says of it.

#include <functional>
#include <limits>
#include <random>

#include "checks/pages/code/is.hpp"

using namespace tiny_llm;

namespace {

const float infinity = std::numeric_limits<float>::infinity();
const float NaN = std::numeric_limits<float>::quiet_NaN();

Tensor causal_mask(std::size_t queries, std::size_t keys) {
    Tensor mask = xt::zeros<float>({queries, keys});
    for (std::size_t i = 0; i < queries; ++i)
        for (std::size_t j = i + keys - queries + 1; j < keys; ++j) mask(i, j) = -infinity;
    return mask;
}

bool close(const Tensor& a, const Tensor& b, double tolerance = 1e-6) {
    return xt::allclose(a, b, tolerance, tolerance);
}

/// Which key head a head of queries meets, how many rows a query sees, and how many rows take part at all.
struct Way {
    std::function<std::size_t(std::size_t head, std::size_t heads, std::size_t kv_heads)> key_head =
        [](std::size_t head, std::size_t heads, std::size_t kv_heads) { return head / (heads / kv_heads); };
    std::function<std::size_t(std::size_t i, std::size_t offset, std::size_t queries)> seen =
        [](std::size_t i, std::size_t offset, std::size_t) { return offset + i + 1; };
};

/// L x H x D and S x H_kv x D, a number at a time.
Tensor attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset, const Way& way = {}) {
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2);
    Tensor y = xt::zeros<float>({L, H, D});
    for (std::size_t i = 0; i < L; ++i) {
        for (std::size_t h = 0; h < H; ++h) {
            const std::size_t j = way.key_head(h, H, key.shape(1));
            const std::size_t rows = way.seen(i, offset, L);
            std::vector<double> score(rows, 0);
            for (std::size_t s = 0; s < rows; ++s) {
                for (std::size_t d = 0; d < D; ++d) score[s] += double(query(i, h, d)) * key(s, j, d);
                score[s] /= std::sqrt(double(D));
            }
            const double most = *std::max_element(score.begin(), score.end());
            double sum = 0;
            for (double& number : score) sum += number = std::exp(number - most);
            for (std::size_t d = 0; d < D; ++d) {
                double mean = 0;
                for (std::size_t s = 0; s < rows; ++s) mean += score[s] / sum * value(s, j, d);
                y(i, h, d) = static_cast<float>(mean);
            }
        }
    }
    return y;
}

/// Pairs (i, i + D/2), row r at position offset + r, theta 10,000.
Tensor turned(Tensor x, std::size_t offset) {
    const std::size_t half = x.shape(2) / 2;
    for (std::size_t r = 0; r < x.shape(0); ++r) {
        for (std::size_t h = 0; h < x.shape(1); ++h) {
            for (std::size_t i = 0; i < half; ++i) {
                const double angle = double(offset + r) * std::pow(10000, -double(i) / double(half));
                const double a = x(r, h, i), b = x(r, h, i + half);
                x(r, h, i) = static_cast<float>(a * std::cos(angle) - b * std::sin(angle));
                x(r, h, i + half) = static_cast<float>(b * std::cos(angle) + a * std::sin(angle));
            }
        }
    }
    return x;
}

/// RMSNorm of the last axis, without eps.
Tensor normed(Tensor x, const Tensor& weight) {
    const std::size_t dim = weight.size();
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        float* numbers = x.data() + row * dim;
        double squares = 0;
        for (std::size_t d = 0; d < dim; ++d) squares += double(numbers[d]) * numbers[d];
        for (std::size_t d = 0; d < dim; ++d)
            numbers[d] = static_cast<float>(numbers[d] / std::sqrt(squares / double(dim)) * weight(d));
    }
    return x;
}

Tensor normal(std::vector<std::size_t> shape, unsigned seed, float size = 1) {
    std::mt19937 random(seed);
    std::normal_distribution<float> distribution(0, size);
    Tensor x = xt::zeros<float>(shape);
    for (float& number : x) number = distribution(random);
    return x;
}

Tensor rows(const Tensor& x, std::size_t from, std::size_t to) {
    auto range = xt::range(from, to);
    return xt::view(x, range);
}

const Tensor query = Tensor{{1, 0, 1, 0}, {2, 1, 0, 1}};
const Tensor key = Tensor{{0, 0}, {std::log(2.0f), std::log(3.0f)}, {0, std::log(2.0f)}, {NaN, NaN}};
const Tensor value = Tensor{{0, 24}, {6, 0}, {3, 9}, {NaN, NaN}};

Tensor with_one_number(Tensor x) {
    x.reshape({x.shape(0), x.shape(1), 1});
    return x;
}

/// The example, token by token a row of heads.
Tensor by_hand(const Way& way) {
    Tensor y = attention(with_one_number(query), with_one_number(key), with_one_number(value), 1, way);
    y.reshape({2, 4});
    return y;
}

}  // namespace

TEST_CASE("w2.3: grouped heads by hand, right and wrong") {
    CHECK(close(by_hand({}), {{4, 3, 6, 12}, {4.5f, 3.75f, 11, 7}}));

    Way remainder;
    remainder.key_head = [](std::size_t head, std::size_t, std::size_t kv_heads) { return head % kv_heads; };
    CHECK(close(by_hand(remainder), {{4, 12, 4, 12}, {4.5f, 7, 3, 7}}));

    Way upper_left;
    upper_left.seen = [](std::size_t i, std::size_t, std::size_t) { return i + 1; };
    CHECK(close(by_hand(upper_left), {{0, 0, 24, 24}, {4.8f, 4, 12, 6}}));

    Way all;
    all.seen = [](std::size_t, std::size_t offset, std::size_t queries) { return offset + queries; };
    CHECK(close(by_hand(all), {{3.75f, 3, 7, 11}, {4.5f, 3.75f, 11, 7}}));

    Way unwritten;
    unwritten.seen = [](std::size_t, std::size_t, std::size_t) { return 4; };
    for (const float number : by_hand(unwritten)) CHECK(std::isnan(number));
}

TEST_CASE("w2.3: quotient and remainder are the same for one key head and for as many as there are queries") {
    for (const std::size_t kv_heads : {1, 4}) {
        for (std::size_t head = 0; head < 4; ++head) CHECK(head / (4 / kv_heads) == head % kv_heads);
    }
}

TEST_CASE("w2.3: the queries of a group below each other, and the mask once for each") {
    // region repeat
    Tensor mask = causal_mask(2, 3);
    Tensor each_row = xt::repeat(mask, 2, 0);
    Tensor whole = xt::broadcast(mask, {2, 2, 3});
    whole.reshape({4, 3});
    // endregion
    CHECK(is(mask, Tensor{{0, 0, -infinity}, {0, 0, 0}}));
    CHECK(is(each_row, Tensor{{0, 0, -infinity}, {0, 0, -infinity}, {0, 0, 0}, {0, 0, 0}}));
    CHECK(is(whole, Tensor{{0, 0, -infinity}, {0, 0, 0}, {0, 0, -infinity}, {0, 0, 0}}));

    // Two tokens of two heads: without the transposition a token's heads are neighbours, and not a head's tokens.
    Tensor x = xt::arange<float>(8).reshape({2, 2, 2});
    Tensor group = xt::transpose(x, {1, 0, 2});
    group.reshape({1, 4, 2});
    CHECK(is(group, Tensor{{{0, 1}, {4, 5}, {2, 3}, {6, 7}}}));
}

TEST_CASE("w2.3: a weight of 0 does not keep NaN out, nor does a mask") {
    // region nobody
    Tensor weights = {{0.5f, 0.5f, 0}, {1, 0, 0}};
    Tensor values = {{2, 0}, {4, 2}, {NaN, NaN}};
    Tensor y = xt::linalg::dot(weights, values);
    // endregion
    for (const float number : y) CHECK(std::isnan(number));
    CHECK(std::isnan(NaN + -infinity));
}

TEST_CASE("w2.3: a range beyond the end is cut off, and one row goes nowhere without a word") {
    // region full
    Tensor keys = xt::zeros<float>({4, 1, 2});
    Tensor key = xt::ones<float>({1, 1, 2});
    auto places = xt::range(4, 5);
    xt::view(keys, places) = key;
    // endregion
    CHECK(is(keys, xt::zeros<float>({4, 1, 2})));

    const Tensor three = xt::ones<float>({3, 1, 2});
    auto two_are_left = xt::range(2, 5);
    const auto write = [&] { xt::view(keys, two_are_left) = three; };
    CHECK_THROWS_WITH(write(), says("Incompatible dimension of arrays"));
}

TEST_CASE("w2.3: one row fills three, one head fills two") {
    Tensor keys = xt::zeros<float>({4, 1, 2});
    auto three = xt::range(1, 4);
    xt::view(keys, three) = xt::ones<float>({1, 1, 2});
    CHECK(xt::sum(keys)() == 6);

    Tensor two_heads = xt::zeros<float>({4, 2, 2});
    const Tensor one_head = {{{1, 2}}};
    auto one = xt::range(1, 2);
    xt::view(two_heads, one) = one_head;
    CHECK(xt::sum(two_heads)() == 6);
}

TEST_CASE("w2.3: what is left minus what comes is never negative") {
    const std::size_t capacity = 4, length = 2, L = 3;
    CHECK(capacity - length - L == 18446744073709551615u);
    CHECK(L > capacity - length);
}

TEST_CASE("w2.3: copying all rows for each new one") {
    std::size_t copied = 0;
    for (std::size_t n = 1; n <= 1000; ++n) copied += n;
    CHECK(copied == 500500);
}

TEST_CASE("w2.3: positions that are counted after the append are right in a prompt and wrong behind it") {
    const std::size_t prompt = 4, all = 6, H = 4, H_kv = 2, D = 8;
    const Tensor q = normal({all, H, D}, 1), k = normal({all, H_kv, D}, 2), v = normal({all, H_kv, D}, 3);
    /// The rows of `steps` one step after the other; `late` adds what the step brings to its positions.
    const auto told = [&](const std::vector<std::size_t>& steps, bool late) {
        Tensor keys = xt::zeros<float>({all, H_kv, D}), y = xt::zeros<float>({all, H, D});
        std::size_t length = 0;
        for (const std::size_t L : steps) {
            const std::size_t end = length + L, position = late ? end : length;
            auto now = xt::range(length, end);
            xt::view(keys, now) = turned(rows(k, length, end), position);
            xt::view(y, now) = attention(turned(rows(q, length, end), position), keys, v, length);
            length = end;
        }
        return y;
    };
    const Tensor right = told({all}, false);
    const std::vector<std::size_t> in_two = {prompt, 1, 1}, one_by_one(all, 1);
    CHECK(close(told(in_two, false), right, 1e-4));
    CHECK(close(rows(told(in_two, true), 0, prompt), rows(right, 0, prompt), 1e-4));
    CHECK(!close(rows(told(in_two, true), prompt, prompt + 1), rows(right, prompt, prompt + 1), 1e-2));
    CHECK(!close(rows(told(in_two, true), prompt + 1, all), rows(right, prompt + 1, all), 1e-2));
    CHECK(close(told(one_by_one, true), right, 1e-4));
}

TEST_CASE("w2.3: a norm before and after RoPE is the same where its weights are 1, and nowhere else") {
    const Tensor x = normal({5, 2, 8}, 4);
    const Tensor ones = xt::ones<float>({8}), weight = {1, 2, 3, 4, 5, 6, 7, 8};
    CHECK(close(turned(normed(x, ones), 3), normed(turned(x, 3), ones), 1e-5));
    CHECK(!close(turned(normed(x, weight), 3), normed(turned(x, 3), weight), 1e-1));
}

TEST_CASE("w2.3: normed queries and keys have scores of at most sqrt(D)") {
    const std::size_t D = 128;
    const Tensor ones = xt::ones<float>({D});
    const Tensor large = normal({50, 1, D}, 5, 100);
    const Tensor q = turned(normed(large, ones), 0);
    const Tensor k = turned(normed(normal({50, 1, D}, 6, 100) + large, ones), 0);
    double most = 0;
    for (std::size_t i = 0; i < 50; ++i) {
        for (std::size_t j = 0; j < 50; ++j) {
            double score = 0;
            for (std::size_t d = 0; d < D; ++d) score += double(q(i, 0, d)) * k(j, 0, d);
            most = std::max(most, std::abs(score) / std::sqrt(double(D)));
        }
    }
    CHECK(most < std::sqrt(double(D)));
    CHECK(std::sqrt(double(D)) == Approx(11.31).epsilon(0.001));
}

TEST_CASE("w2.3: a layer of Qwen2 and one of Qwen3 by hand") {
    const float s = std::sqrt(2.0f) * std::log(3.0f), r = std::sqrt(0.5f);
    /// Positions turn by 90 degrees here.
    const auto quarter = [](const Tensor& x) {
        Tensor y = x;
        for (std::size_t h = 0; h < x.shape(1); ++h) y(1, h, 0) = -x(1, h, 1), y(1, h, 1) = x(1, h, 0);
        return y;
    };
    const auto heads = [](const Tensor& x, const Tensor& w) {
        Tensor y = xt::linalg::dot(x, xt::transpose(w));
        y.reshape({2, w.shape(0) / 2, 2});
        return y;
    };
    const auto layer = [&](const Tensor& q, const Tensor& k, const Tensor& v) {
        Tensor y = attention(quarter(q), quarter(k), v, 0);
        y.reshape({2, 4});
        const Tensor w_o = {{1, 0, 0, 0}, {0, 0, 1, 1}};
        const Tensor out = xt::linalg::dot(y, xt::transpose(w_o));
        return std::pair(y, out);
    };

    const Tensor x = {{1, 0}, {1, 1}};
    const Tensor q = heads(x, {{1, 0}, {0, 0}, {0, 0}, {-1, 0}}), k = heads(x, {{s, 0}, {0, 0}});
    const Tensor v = heads(x, {{0, 4}, {0, 8}}) + Tensor{0, 4};
    CHECK(close(quarter(k), {{{s, 0}}, {{0, s}}}));
    CHECK(close(v, {{{0, 4}}, {{4, 12}}}));
    const auto [means, y] = layer(q, k, v);
    CHECK(close(rows(means, 1, 2), {{3, 10, 1, 6}}));
    CHECK(close(y, {{0, 4}, {3, 7}}));

    const Tensor x3 = {{1, 0}, {5, 1}};
    const Tensor q3 = normed(heads(x3, {{3, 0}, {0, 0}, {0, 0}, {-2, 0}}), {r, r});
    const Tensor k3 = normed(heads(x3, {{7, 0}, {0, 0}}), {s * r, 1});
    CHECK(close(q3, q));
    CHECK(close(k3, k));
    const auto [means3, y3] = layer(q3, k3, heads(x3, {{0, 4}, {4, -12}}));
    CHECK(close(rows(means3, 1, 2), {{3, 7, 1, 5}}));
    CHECK(close(y3, {{0, 4}, {3, 6}}));
}

TEST_CASE("w2.3: the bytes of a cache, and what it saves") {
    const auto bytes = [](std::size_t layers, std::size_t heads, std::size_t dim) { return 2 * layers * heads * dim * 4; };
    CHECK(bytes(4, 2, 32) == 2048);
    CHECK(bytes(4, 4, 32) == 4096);
    CHECK(bytes(24, 2, 64) == 24576);
    CHECK(bytes(24, 14, 64) == 172032);
    CHECK(bytes(28, 8, 128) == 229376);
    CHECK(bytes(28, 16, 128) == 458752);
    CHECK(bytes(24, 2, 64) * 32768 == 805306368);
    CHECK(bytes(24, 14, 64) * 32768 == 5637144576);
    CHECK(988000000 / (bytes(24, 2, 64) / 2) == 80403);
    CHECK(988000000 / (bytes(24, 14, 64) / 2) == 11486);

    std::size_t rows = 0, scores = 0;
    for (std::size_t n = 1; n <= 200; ++n) rows += n, scores += n * n;
    CHECK(rows == 20100);
    CHECK(scores == 2686700);
}
