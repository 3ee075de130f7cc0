#include "model/sampler.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <random>

#include "grader/catch.hpp"
#include "week2/05-generate/top_p.hpp"

using namespace tiny_llm;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();

Tensor row(std::initializer_list<float> values) {
    Tensor logits = xt::empty<float>({values.size()});
    std::copy(values.begin(), values.end(), logits.begin());
    return logits;
}

/// The probabilities after each of Hugging Face's warpers in turn, written out: sorted, then cut.
std::vector<double> probabilities(const Tensor& logits, const Sampling& options) {
    std::vector<std::size_t> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return logits(a) > logits(b); });
    std::vector<double> p(logits.size());
    const auto normalize = [&] {
        const double sum = std::accumulate(p.begin(), p.end(), 0.0);
        for (double& value : p) value /= sum;
    };
    for (std::size_t i = 0; i < p.size(); ++i) {
        p[i] = std::exp((double{logits(i)} - logits(order[0])) / options.temperature);
    }
    for (std::size_t i = options.top_k ? options.top_k : p.size(); i < p.size(); ++i) p[order[i]] = 0;
    normalize();
    double before = 0;  // a token stays when those before it have not reached p
    for (const std::size_t token : order) {
        const double own = p[token];
        if (before >= options.top_p) p[token] = 0;
        before += own;
    }
    for (double& value : p) value = value < options.min_p * p[order[0]] ? 0 : value;
    normalize();
    return p;
}

/// The share of each token is its probability, within 5 standard deviations; and what is cut never comes.
void check_shares(const Tensor& logits, Sampling options) {
    constexpr int draws = 20'000;
    Sampler sampler(options);
    std::map<TokenId, int> counts;
    for (int i = 0; i < draws; ++i) ++counts[sampler(logits)];
    const std::vector<double> p = probabilities(logits, options);
    CAPTURE(options.temperature, options.top_k, options.top_p, options.min_p);
    for (std::size_t token = 0; token < p.size(); ++token) {
        const double deviation = std::sqrt(p[token] * (1 - p[token]) / draws);
        CAPTURE(token, p[token]);
        CHECK(std::abs(counts[static_cast<TokenId>(token)] / double{draws} - p[token]) <= 5 * deviation);
    }
}

}  // namespace

TEST_CASE("temperature 0 takes the largest logit, the first of equals") {
    Sampler greedy({.temperature = 0});
    CHECK(greedy(row({1, 3, 2})) == 1);
    CHECK(greedy(row({2, 3, 3})) == 1);
    CHECK(greedy(row({-inf, -7, -inf})) == 1);
    CHECK(greedy(row({-1})) == 0);
}

TEST_CASE("tokens come as often as temperature, top k, top p and min p say") {
    const Tensor logits = row({0.5f, -1, 2, 1.5f, 0, 2.5f, -3});
    for (const float temperature : {0.3f, 1.0f, 2.0f}) {
        check_shares(logits, {.temperature = temperature, .seed = 1});
        check_shares(logits, {.temperature = temperature, .top_k = 3, .seed = 2});
        check_shares(logits, {.temperature = temperature, .top_p = 0.7f, .seed = 3});
        check_shares(logits, {.temperature = temperature, .top_k = 4, .top_p = 0.8f, .seed = 4});
        check_shares(logits, {.temperature = temperature, .min_p = 0.3f, .seed = 10});
        check_shares(logits, {.temperature = temperature, .top_k = 5, .top_p = 0.95f, .min_p = 0.2f, .seed = 11});
    }
    check_shares(logits, {.top_k = 100, .top_p = 1, .seed = 5});
    check_shares(row({2, -inf, 2, 1}), {.seed = 6});
}

TEST_CASE("top p keeps the fewest tokens that reach it, and never none") {
    const Tensor logits = row({std::log(0.5f), std::log(0.25f), std::log(0.15f), std::log(0.1f)});
    for (const auto& [top_p, kept] :
         {std::pair{1e-6f, 1}, {0.49f, 1}, {0.51f, 2}, {0.74f, 2}, {0.76f, 3}, {0.95f, 4}}) {
        Sampler sampler({.top_p = top_p, .seed = 7});
        TokenId largest = 0;
        for (int i = 0; i < 2000; ++i) largest = std::max(largest, sampler(logits));
        CAPTURE(top_p);
        CHECK(largest == kept - 1);
    }
}

TEST_CASE("of equal logits top k keeps all, and top p the first") {
    const Tensor logits = row({1, 1, 1, 1});
    Sampler all({.top_k = 1}), first({.top_p = 0.1f});
    TokenId largest = 0;
    for (int i = 0; i < 100; ++i) {
        largest = std::max(largest, all(logits));
        CHECK(first(logits) == 0);
    }
    CHECK(largest == 3);
}

TEST_CASE("what was there before is penalized first, greedy or not") {
    const Tensor logits = row({2, 1.5f, -1});
    Sampler greedy({.temperature = 0, .repetition_penalty = 2});
    CHECK(greedy(logits, {}) == 0);
    CHECK(greedy(logits, {0}) == 1);
    CHECK(greedy(logits, {2, 1, 0, 1}) == 0);
    // 2 and 1.5 become 1 and 0.75, and then a small temperature leaves the larger one alone.
    Sampler cold({.temperature = 0.01f, .repetition_penalty = 2});
    CHECK(cold(logits, {0, 1, 2}) == 0);
    CHECK(cold(logits, {0}) == 1);
}

TEST_CASE("top k of 1 is greedy, and so is a temperature near 0") {
    const Tensor logits = row({0.5f, 2, 1.99f, -30});
    Sampler first({.top_k = 1, .seed = 8}), cold({.temperature = 1e-6f, .seed = 8});
    Sampler denormal({.temperature = 1e-40f, .seed = 8});
    for (int i = 0; i < 100; ++i) {
        CHECK(first(logits) == 1);
        CHECK(cold(logits) == 1);
        CHECK(denormal(logits) == 1);
    }
}

TEST_CASE("logits of any size do not overflow") {
    Sampler sampler({.temperature = 0.1f, .seed = 9});
    CHECK(sampler(row({3e38f, -3e38f, 0})) == 0);
    Sampler hot({.temperature = 100, .seed = 9});
    CHECK(hot(row({-3e38f, -3e38f, 3e38f})) == 2);
}

TEST_CASE("the same seed chooses the same, another seed another") {
    Tensor logits = xt::zeros<float>({1000});
    const auto draw = [&](std::uint64_t seed) {
        Sampler sampler({.seed = seed});
        std::vector<TokenId> tokens;
        for (int i = 0; i < 20; ++i) tokens.push_back(sampler(logits));
        return tokens;
    };
    CHECK(draw(10) == draw(10));
    CHECK(draw(10) != draw(11));
    // std::mt19937_64 is the same everywhere, and so is what is made of it: 2947667278772165694 / 2^64 of 1000.
    CHECK(Sampler({.seed = 0})(logits) == 159);
}

TEST_CASE("logits that cannot be chosen from are refused, greedy or not") {
    for (const float temperature : {0.0f, 1.0f}) {
        Sampler sampler({.temperature = temperature});
        CHECK_THROWS_AS(sampler(row({1, std::numeric_limits<float>::quiet_NaN()})), std::invalid_argument);
        CHECK_THROWS_AS(sampler(row({1, inf})), std::invalid_argument);
        // greedy's contract: the first of equals.
        if (temperature == 0) CHECK(sampler(row({-inf, -inf})) == 0);
        else CHECK_THROWS_AS(sampler(row({-inf, -inf})), std::invalid_argument);
        CHECK_THROWS_AS(sampler(xt::zeros<float>({0})), std::invalid_argument);
    }
}

TEST_CASE("options that mean nothing are refused") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const float temperature : {-1.0f, inf, nan}) {
        CHECK_THROWS_AS(Sampler({.temperature = temperature}), std::invalid_argument);
    }
    for (const float top_p : {0.0f, -0.5f, 1.5f, nan}) {
        CHECK_THROWS_AS(Sampler({.top_p = top_p}), std::invalid_argument);
    }
    for (const float min_p : {-0.5f, 1.5f, nan}) CHECK_THROWS_AS(Sampler({.min_p = min_p}), std::invalid_argument);
    for (const float penalty : {0.0f, -1.0f, inf, nan}) {
        CHECK_THROWS_AS(Sampler({.repetition_penalty = penalty}), std::invalid_argument);
    }
}

TEST_CASE("the given top_p keeps what a sort of all tokens keeps, ties and the least of tails included") {
    std::mt19937 random(7);
    for (const std::size_t size : {1, 2, 7, 300, 5000}) {
        for (const float p : {0.0f, 0.1f, 0.5f, 0.95f, 0.999999f, 1.0f}) {
            for (const float spread : {0.0f, 0.3f, 4.0f, 40.0f}) {
                CAPTURE(size, p, spread);
                Tensor logits = xt::empty<float>({size});
                for (float& logit : logits) logit = spread * std::round(static_cast<float>(random()) * 0x1p-29f);
                if (size > 2) logits(1) = -inf;
                std::vector<std::size_t> order(size);
                std::iota(order.begin(), order.end(), 0);
                std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return logits(a) > logits(b); });
                std::vector<double> power(size);
                for (std::size_t i = 0; i < size; ++i) power[i] = std::exp(double{logits(i)} - logits(order[0]));
                const double total = std::accumulate(power.begin(), power.end(), 0.0);
                Tensor expected = logits;
                double sum = 0;
                for (std::size_t n = 0; n < size; ++n) {
                    if (p < 1 && n > 0 && sum >= p * total) expected(order[n]) = -inf;
                    sum += power[order[n]];
                }
                const Tensor kept = top_p(logits, p);
                CHECK(std::equal(kept.begin(), kept.end(), expected.begin(), expected.end()));
            }
        }
    }
}
