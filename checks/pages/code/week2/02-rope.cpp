// What chapter 2 of week 2 shows, and what it says of it.

#include <cmath>
#include <limits>

#include "checks/pages/code/is.hpp"

using namespace tiny_llm;

namespace {

bool close(const Tensor& a, const Tensor& b) { return xt::allclose(a, b, 1e-6, 1e-6); }

double frequency(std::size_t i, std::size_t D, double theta) {
    return std::pow(theta, -2.0 * static_cast<double>(i) / static_cast<double>(D));
}

struct Tables {
    Tensor cos, sin;
};

/// The tables of the example by hand: pair 0 turns by 53.13 degrees for each position, pair 1 by 90.
const Tables by_hand{{{1, 1}, {0.6f, 0}, {-0.28f, -1}}, {{0, 0}, {0.8f, 1}, {0.96f, 0}}};

/// The right rope, number by number. `first` and `second` say where the two numbers of pair i stand.
template <class First, class Second>
Tensor turned(const Tensor& x, const Tables& tables, std::size_t offset, First first, Second second) {
    Tensor y = x;
    for (std::size_t r = 0; r < x.shape(0); ++r)
        for (std::size_t h = 0; h < x.shape(1); ++h)
            for (std::size_t i = 0; i < tables.cos.shape(1); ++i) {
                const float a = x(r, h, first(i)), b = x(r, h, second(i));
                const float cos = tables.cos(offset + r, i), sin = tables.sin(offset + r, i);
                y(r, h, first(i)) = a * cos - b * sin;
                y(r, h, second(i)) = b * cos + a * sin;
            }
    return y;
}

Tensor rope(const Tensor& x, const Tables& tables, std::size_t offset) {
    return turned(
        x, tables, offset, [](std::size_t i) { return i; },
        [&](std::size_t i) { return i + tables.cos.shape(1); });
}

Tensor rope_interleaved(const Tensor& x, const Tables& tables, std::size_t offset) {
    return turned(
        x, tables, offset, [](std::size_t i) { return 2 * i; }, [](std::size_t i) { return 2 * i + 1; });
}

/// One row of one head.
Tensor row(std::vector<float> numbers) {
    Tensor x = Tensor::from_shape({1, 1, numbers.size()});
    std::copy(numbers.begin(), numbers.end(), x.begin());
    return x;
}

float dot(const Tensor& a, const Tensor& b) { return xt::sum(a * b)(); }

}  // namespace

TEST_CASE("w2.2: attention without positions does not see that tokens were moved") {
    const auto output = [](const Tensor& key, const Tensor& value) {
        const Tensor scores = xt::linalg::dot(key, Tensor{0, 1, 1, 2}) * 0.5f;
        const Tensor e = xt::exp(scores);
        const Tensor weights = e / xt::sum(e)();
        const Tensor y = xt::linalg::dot(weights, value);
        return std::vector<Tensor>{scores, weights, y};
    };
    const auto before = output({{2, 0, 0, 1}, {1, 1, 1, 1}, {2, 0, 2, 2}}, {{4, 0}, {0, 4}, {8, -4}});
    const auto after = output({{2, 0, 2, 2}, {2, 0, 0, 1}, {1, 1, 1, 1}}, {{8, -4}, {4, 0}, {0, 4}});
    CHECK(is(before[0], {1, 2, 3}));
    CHECK(is(after[0], {3, 1, 2}));
    CHECK(close(before[1], {0.090031f, 0.244728f, 0.665241f}));
    CHECK(close(after[1], {0.665241f, 0.090031f, 0.244728f}));
    CHECK(close(before[2], {5.682050f, -1.682050f}));
    CHECK(close(after[2], {5.682050f, -1.682050f}));
}

TEST_CASE("w2.2: the score of a turned query and a turned key depends on their distance") {
    Tensor cos = {1, 0.6f, -0.28f}, sin = {0, 0.8f, 0.96f};
    cos.reshape({3, 1});
    sin.reshape({3, 1});
    const Tables one_pair{cos, sin};
    const auto query = [&](std::size_t p) { return rope(row({5, 10}), one_pair, p); };
    const auto key = [&](std::size_t p) { return rope(row({10, 0}), one_pair, p); };
    CHECK(close(query(1), row({-5, 10})));
    CHECK(close(query(2), row({-11, 2})));
    CHECK(close(key(1), row({6, 8})));
    CHECK(dot(query(0), key(0)) == Approx(50));
    CHECK(dot(query(1), key(1)) == Approx(50));
    CHECK(dot(query(1), key(0)) == Approx(-50));
    CHECK(dot(query(2), key(1)) == Approx(-50));
    CHECK(dot(query(2), key(0)) == Approx(-110));
    // Far away, in double: 1,001 and 1,000.
    const double step = std::atan2(0.8, 0.6);
    const auto far = [&](double x, double y, int p) {
        return std::pair{x * std::cos(p * step) - y * std::sin(p * step),
                         x * std::sin(p * step) + y * std::cos(p * step)};
    };
    const auto [a, b] = far(5, 10, 1001);
    const auto [c, d] = far(10, 0, 1000);
    CHECK(a * c + b * d == Approx(-50));
}

TEST_CASE("w2.2: fast pairs and slow pairs") {
    const double turn = 2 * std::acos(-1.0);
    CHECK(turn / frequency(0, 32, 1e4) == Approx(6.28).epsilon(0.001));
    CHECK(turn / frequency(4, 32, 1e4) == Approx(62.8).epsilon(0.001));
    CHECK(turn / frequency(8, 32, 1e4) == Approx(628).epsilon(0.001));
    CHECK(turn / frequency(12, 32, 1e4) == Approx(6283).epsilon(0.001));
    CHECK(turn / frequency(15, 32, 1e4) == Approx(35333).epsilon(0.001));
    CHECK(511 * frequency(15, 32, 1e4) / turn * 360 == Approx(5.2).epsilon(0.01));
    CHECK(frequency(31, 64, 1e6) == Approx(1.54e-6).epsilon(0.001));
    CHECK(turn / frequency(31, 64, 1e6) == Approx(4.08e6).epsilon(0.001));
    CHECK(turn / frequency(31, 64, 1e4) == Approx(47117).epsilon(0.001));
    const auto slow = [&](double theta) {
        int n = 0;
        for (std::size_t i = 0; i < 32; ++i) n += 32767 * frequency(i, 64, theta) < turn;
        return n;
    };
    CHECK(slow(1e6) == 12);
    CHECK(slow(1e4) == 2);
}

TEST_CASE("w2.2: the tables by hand") {
    const std::size_t D = 4;
    Tensor cos = Tensor::from_shape({3, 2}), sin = cos;
    for (std::size_t p = 0; p < 3; ++p)
        for (std::size_t i = 0; i < 2; ++i) {
            const double angle = static_cast<double>(p) * frequency(i, D, 100);
            CHECK(angle == Approx(i ? 0.1 * p : 1.0 * p));
            cos(p, i) = static_cast<float>(std::cos(angle));
            sin(p, i) = static_cast<float>(std::sin(angle));
        }
    CHECK(close(cos, {{1, 1}, {0.540302f, 0.995004f}, {-0.416147f, 0.980067f}}));
    CHECK(close(sin, {{0, 0}, {0.841471f, 0.099833f}, {0.909297f, 0.198669f}}));
}

TEST_CASE("w2.2: whole numbers make a bad exponent") {
    const double theta = 100;
    {
        int i = 1, D = 4;
        double f = std::pow(theta, -2 * i / D);  // -2 / 4 is 0
        CHECK(f == 1);
    }
    {
        std::size_t i = 1, D = 4;
        double f = std::pow(theta, -2 * i / D);
        CHECK(-2 * i == 18446744073709551614u);
        CHECK(f == std::numeric_limits<double>::infinity());
        CHECK(std::isnan(0 * f));
        CHECK(std::isnan(std::cos(2 * f)));
    }
}

TEST_CASE("w2.2: tables in float32 are off, and the more the later the position") {
    // Hugging Face's formula; PyTorch 1.13 gives the same figures.
    const std::size_t D = 64;
    const float theta = 1e6f;
    const std::vector<std::size_t> last{100, 1000, 10000, 32767};
    std::vector<double> worst(last.size());
    for (std::size_t i = 0; i < D / 2; ++i) {
        const float slow = 1 / std::pow(theta, static_cast<float>(2 * i) / D);
        const double exact = frequency(i, D, theta);
        for (std::size_t p = 0; p <= 32767; ++p) {
            const float angle = static_cast<float>(p) * slow;
            const double right = static_cast<double>(p) * exact;
            const double off =
                std::max(std::abs(static_cast<double>(std::cos(angle)) - static_cast<float>(std::cos(right))),
                         std::abs(static_cast<double>(std::sin(angle)) - static_cast<float>(std::sin(right))));
            for (std::size_t k = 0; k < last.size(); ++k)
                if (p <= last[k]) worst[k] = std::max(worst[k], off);
        }
    }
    CHECK(worst[0] == Approx(2.5e-6).epsilon(0.1));
    CHECK(worst[1] == Approx(3.6e-5).epsilon(0.1));
    CHECK(worst[2] == Approx(3.0e-4).epsilon(0.1));
    CHECK(worst[3] == Approx(1.2e-3).epsilon(0.1));
    const float angle = 21122;  // of pair 1 at position 32,527, where it is worst
    CHECK(frequency(1, D, theta) * 32527 == Approx(21122.4).epsilon(1e-5));
    CHECK(std::nextafter(angle, 1e9f) - angle == 1.0f / 512);
}

TEST_CASE("w2.2: rope by hand, in both pairings") {
    Tensor x = {{{5, 3, 10, 4}}, {{25, 1, 0, 2}}};
    CHECK(close(rope(x, by_hand, 1), {{{-5, -4, 10, 3}}, {{-7, -1, 24, -2}}}));
    Tensor neighbours = {{{5, 10, 3, 4}}, {{25, 0, 1, 2}}};
    CHECK(close(rope_interleaved(neighbours, by_hand, 1), {{{-5, 10, -4, 3}}, {{-7, 24, -1, -2}}}));
    // Wrong ones, of the first row: the other pairing, the other way, the offset forgotten.
    const Tensor first = row({5, 3, 10, 4});
    CHECK(close(rope_interleaved(first, by_hand, 1), row({0.6f, 5.8f, -4, 10})));
    const Tensor back = -by_hand.sin;
    CHECK(close(rope(first, {by_hand.cos, back}, 1), row({11, 4, 2, -3})));
    CHECK(is(rope(first, by_hand, 0), first));
    const Tensor second = row({25, 1, 0, 2});
    CHECK(close(rope(second, by_hand, 1), row({15, -2, 20, 1})));
    CHECK(close(rope(second, {by_hand.cos, back}, 2), row({-7, -1, -24, -2})));
    CHECK(close(rope_interleaved(second, by_hand, 2), row({-7.96f, 23.72f, 0, -2})));
    const auto with_new_first_half = [](const Tensor& all, std::size_t p) {
        Tensor y = rope(all, by_hand, p);
        for (std::size_t i = 0; i < 2; ++i) y(0, 0, 2 + i) = all(0, 0, 2 + i) * by_hand.cos(p, i) + y(0, 0, i) * by_hand.sin(p, i);
        return y;
    };
    CHECK(close(with_new_first_half(first, 1), row({-5, -4, 2, -4})));
    CHECK(close(with_new_first_half(second, 2), row({-7, -1, -6.72f, -2})));
}

TEST_CASE("w2.2: a position's row is aligned with the heads unless an axis is put between") {
    const std::size_t half = 2, offset = 1, L = 2;
    const Tensor x = {{{5, 3, 10, 4}, {5, 3, 10, 4}}, {{25, 1, 0, 2}, {25, 1, 0, 2}}};
    const Tensor first = xt::view(x, xt::all(), xt::all(), xt::range(0, half));
    const Tensor second = xt::view(x, xt::all(), xt::all(), xt::range(half, 2 * half));
    const auto& tables = by_hand;
    const auto turn = [&](const Tensor& cos, const Tensor& sin) {
        const Tensor y = first * cos - second * sin;
        return y;
    };
    {
        // region aligned
        auto rows = xt::range(offset, offset + L);
        Tensor cos = xt::view(tables.cos, rows, xt::all());
        Tensor sin = xt::view(tables.sin, rows, xt::all());
        Tensor y = first * cos - second * sin;
        // endregion
        // Token 0: its second head is turned as if it stood where token 1 does.
        CHECK(close(y, {{{-5, -4}, {-11, -3}}, {{15, -2}, {-7, -1}}}));
        const Tensor one = xt::view(first, xt::range(0, 1), xt::all(), xt::all());
        const Tensor its_cos = xt::view(tables.cos, xt::range(1, 2), xt::all());
        const Tensor right = one * its_cos;
        CHECK(close(right, {{{3, 0}, {3, 0}}}));
        const Tensor one_head = xt::view(first, xt::all(), xt::range(0, 1), xt::all());
        const Tensor stretched = one_head * cos;
        CHECK((stretched.shape(0) == L && stretched.shape(1) == L));
        const Tensor three_heads = xt::ones<float>({2, 3, 2});
        CHECK_THROWS_WITH(Tensor(three_heads * cos), says("Incompatible dimension of arrays"));
    }
    {
        auto rows = xt::range(offset, offset + L);
        // region newaxis
        Tensor cos = xt::view(tables.cos, rows, xt::newaxis(), xt::all());
        // endregion
        Tensor sin = xt::view(tables.sin, rows, xt::newaxis(), xt::all());
        CHECK((cos.dimension() == 3 && cos.shape(0) == 2 && cos.shape(1) == 1 && cos.shape(2) == 2));
        CHECK(close(turn(cos, sin), {{{-5, -4}, {-5, -4}}, {{-7, -1}, {-7, -1}}}));
    }
}

TEST_CASE("w2.2: the second line needs the number that the first has overwritten") {
    const float cos = 0.6f, sin = 0.8f;
    Tensor y = row({5, 10});
    auto a = xt::view(y, xt::all(), xt::all(), xt::range(0, 1));
    auto b = xt::view(y, xt::all(), xt::all(), xt::range(1, 2));
    a = a * cos - b * sin;
    b = b * cos + a * sin;
    CHECK(close(y, row({-5, 2})));
}

TEST_CASE("w2.2: a range beyond the table is cut, and one row fits any number of rows") {
    const Tensor rows = xt::view(by_hand.cos, xt::range(2, 5), xt::all());
    CHECK((rows.shape(0) == 1 && rows.shape(1) == 2));
    const Tensor y = xt::ones<float>({3, 2}) * rows;
    CHECK(y.shape(0) == 3);
}

TEST_CASE("w2.2: a range with a step takes every second number") {
    const std::size_t D = 4;
    const Tensor x = row({5, 10, 3, 4});
    // region step
    Tensor a = xt::view(x, xt::all(), xt::all(), xt::range(0, D, 2));
    Tensor b = xt::view(x, xt::all(), xt::all(), xt::range(1, D, 2));
    // endregion
    CHECK(is(a, row({5, 3})));
    CHECK(is(b, row({10, 4})));
}

TEST_CASE("w2.2: the two pairings are one, up to the order of the numbers") {
    Tensor halves = row({0, 1, 2, 3, 4, 5, 6, 7});
    // region order
    halves.reshape({2, 4});
    Tensor neighbours = xt::transpose(halves);
    neighbours.reshape({8});
    // endregion
    CHECK(is(neighbours, {0, 4, 1, 5, 2, 6, 3, 7}));

    const auto reordered = [](const Tensor& x) {
        Tensor table = x;
        table.reshape({2, x.shape(2) / 2});
        Tensor y = xt::transpose(table);
        y.reshape(x.shape());
        return y;
    };
    const Tensor q = row({5, 3, 10, 4}), k = row({1, -2, 3, 7});
    CHECK(is(reordered(q), row({5, 10, 3, 4})));
    const Tensor turned_q = rope(q, by_hand, 2), turned_k = rope(k, by_hand, 1);
    const Tensor other_q = rope_interleaved(reordered(q), by_hand, 2), other_k = rope_interleaved(reordered(k), by_hand, 1);
    CHECK(is(other_q, reordered(turned_q)));
    CHECK(is(other_k, reordered(turned_k)));
    CHECK(dot(other_q, other_k) == Approx(dot(turned_q, turned_k)));
}

TEST_CASE("w2.2: the wrong pairing keeps lengths, and depends on the distance, too") {
    const Tensor q = row({5, 3, 10, 4}), k = row({1, -2, 3, 7});
    const auto score = [&](std::size_t m, std::size_t n) {
        return dot(rope_interleaved(q, by_hand, m), rope_interleaved(k, by_hand, n));
    };
    CHECK(score(1, 0) == Approx(score(2, 1)));
    CHECK(dot(rope_interleaved(q, by_hand, 2), rope_interleaved(q, by_hand, 2)) == Approx(dot(q, q)));
    CHECK(score(1, 0) != Approx(dot(rope(q, by_hand, 1), rope(k, by_hand, 0))));
}
