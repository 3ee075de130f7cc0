// What chapter 1 of week 3 shows, and what it says of it.

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <limits>
#include <numeric>
#include <random>
#include <sstream>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "checks/pages/code/is.hpp"
#include "week3/01-bytes/quantize_q4_0.hpp"
#include "week3/01-bytes/quantize_q8_0.hpp"

using namespace tiny_llm;

namespace {

constexpr float NaN = std::numeric_limits<float>::quiet_NaN();

/// A row of blocks that begin with these numbers, and from number 16 on with those.
Tensor row_of(const std::vector<std::pair<std::vector<float>, std::vector<float>>>& blocks) {
    Tensor row = xt::zeros<float>({std::size_t{1}, 32 * blocks.size()});
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        std::copy(blocks[b].first.begin(), blocks[b].first.end(), row.data() + 32 * b);
        std::copy(blocks[b].second.begin(), blocks[b].second.end(), row.data() + 32 * b + 16);
    }
    return row;
}

template <class Block>
std::vector<int> bytes_of(const Block& block) {
    std::vector<unsigned char> bytes(sizeof block);
    std::memcpy(bytes.data(), &block, sizeof block);
    return {bytes.begin(), bytes.end()};
}

int value_of(const Q4Block& block, std::size_t i) { return i < 16 ? block.values[i] & 15 : block.values[i - 16] >> 4; }

float restored(const Q8Block& block, std::size_t i) { return block.values[i] * static_cast<float>(block.scale); }
float restored(const Q4Block& block, std::size_t i) {
    return static_cast<float>(value_of(block, i) - 8) * static_cast<float>(block.scale);
}
template <class Block>
Tensor restored(const Quantized<Block>& quantized) {
    Tensor x = xt::zeros<float>({quantized.rows, quantized.columns});
    for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = restored(quantized.blocks[i / 32], i % 32);
    return x;
}

/// All matrices of the course's own model.
const std::vector<Tensor>& matrices() {
    static const std::vector<Tensor> all = [] {
        std::ifstream file(TINY_LLM_SOURCE "/model/weights/model.safetensors", std::ios::binary);
        std::ostringstream text;
        text << file.rdbuf();
        const std::string bytes = text.str();
        std::uint64_t size = 0;
        std::memcpy(&size, bytes.data(), sizeof size);
        std::vector<Tensor> found;
        const auto header = nlohmann::json::parse(bytes.substr(8, size));
        for (const auto& [name, one] : header.items()) {
            if (name == "__metadata__" || one.at("shape").size() != 2) continue;
            REQUIRE(one.at("dtype") == "BF16");
            Tensor x = xt::zeros<float>(one.at("shape").get<std::vector<std::size_t>>());
            const char* from = bytes.data() + 8 + size + one.at("data_offsets").at(0).get<std::size_t>();
            for (std::size_t i = 0; i < x.size(); ++i) {
                bfloat16 number;
                std::memcpy(&number, from + 2 * i, 2);
                x.data()[i] = number;
            }
            found.push_back(x);
        }
        return found;
    }();
    return all;
}

/// The error of what comes back, as a share of the root mean square, in percent.
template <class Back>
double error_of(const Back& back) {
    double errors = 0, squares = 0;
    for (const Tensor& x : matrices()) {
        const Tensor y = back(x);
        for (std::size_t i = 0; i < x.size(); ++i) {
            errors += std::pow(double(y.data()[i]) - x.data()[i], 2);
            squares += std::pow(double(x.data()[i]), 2);
        }
    }
    return 100 * std::sqrt(errors / squares);
}

/// Each `count` neighbours with a scale of their own.
template <class Store>
Tensor in_groups(const Tensor& x, std::size_t count, const Store& store) {
    Tensor y = x;
    for (std::size_t begin = 0; begin < x.size(); begin += count) store(y.data() + begin, count);
    return y;
}
float largest_of(const float* x, std::size_t count) {
    return *std::max_element(x, x + count, [](float a, float b) { return std::abs(a) < std::abs(b); });
}
void q8_0(float* x, std::size_t count) {
    const float d = std::abs(largest_of(x, count)) / 127, scale = float16(d);
    std::transform(x, x + count, x, [&](float number) { return std::round(number * (1 / d)) * scale; });
}
void in_16(float* x, std::size_t count, float d) {
    const float scale = float16(d);
    std::transform(x, x + count, x, [&](float number) {
        return (std::min(15.0f, std::trunc(number * (1 / d) + 8.5f)) - 8) * scale;
    });
}
void q4_0(float* x, std::size_t count) { in_16(x, count, largest_of(x, count) / -8); }

}  // namespace

TEST_CASE("w3.1: bytes of a model") {
    const double weights = 494'032'768;
    CHECK(sizeof(Q8Block) / 32.0 == 1.0625);
    CHECK(sizeof(Q4Block) / 32.0 == 0.5625);
    CHECK(weights * 2 == Approx(988e6).epsilon(0.001));
    CHECK(weights * 1.0625 == Approx(525e6).epsilon(0.001));
    CHECK(weights * 0.5625 == Approx(278e6).epsilon(0.001));
    CHECK(std::round(25e9 / (weights * 2)) == 25);
    CHECK(std::round(25e9 / (weights * 1.0625)) == 48);
    CHECK(std::round(25e9 / (weights * 0.5625)) == 90);
    CHECK((128 + 2) * 8 / 128.0 == 8.125);
    CHECK((64 + 2) * 8 / 128.0 == 4.125);
}

TEST_CASE("w3.1: 128 does not fit") {
    // region wraps
    float x = 127.9f, d = 127.9f / 128;
    int whole = static_cast<int>(std::round(x / d));
    std::int8_t value = static_cast<std::int8_t>(whole);
    // endregion
    CHECK(whole == 128);
    CHECK(int(value) == -128);
}

TEST_CASE("w3.1: NaN is passed over") {
    // region nan
    float largest = 0;
    for (float x : {0.5f, NaN, 0.25f}) largest = std::max(largest, x);
    bool seen = std::isnan(largest);
    // endregion
    CHECK(!seen);
    CHECK(largest == 0.5f);
}

TEST_CASE("w3.1: 8.5 in float and in double") {
    // region half
    float product = -0.50000006f;
    int a = static_cast<int>(product + 8.5f);
    int b = static_cast<int>(product + 8.5);
    // endregion
    CHECK(a == 8);
    CHECK(b == 7);
    CHECK(product < -0.5f);
}

TEST_CASE("w3.1: two blocks of q8_0 by hand") {
    const Tensor x = row_of({{{31.75f, -16, 0.125f, -0.125f, 0.375f, 0.1f}, {}}, {{-0.0625f, 0.1240234375f, 0.01f}, {}}});
    const auto quantized = quantize_q8_0(x);
    const Q8Block &first = quantized.blocks.at(0), &second = quantized.blocks.at(1);
    std::vector<int> bytes = {0x00, 0x34, 0x7F, 0xC0, 0x01, 0xFF, 0x02};
    bytes.resize(34);
    CHECK(bytes_of(first) == bytes);
    CHECK(float(first.scale) == 0.25f);
    const float back[] = {31.75f, -16, 0.25f, -0.25f, 0.5f, 0}, back2[] = {-0.0625f, 0.1240234375f, 0.009765625f};
    for (std::size_t i = 0; i < 6; ++i) CHECK(restored(first, i) == back[i]);
    for (std::size_t i = 0; i < 3; ++i) CHECK(restored(second, i) == back2[i]);
    CHECK(float(second.scale) == 1 / 1024.0f);
    CHECK(int(second.values[0]) == -64);
    CHECK(int(second.values[1]) == 127);
    CHECK(int(second.values[2]) == 10);
    for (const float number : {-0.0625f, 0.1240234375f, 0.01f}) CHECK(std::round(number * 4) == 0);
}

TEST_CASE("w3.1: two blocks of q4_0 by hand") {
    const Tensor x = row_of({{{-2, 0.25f, 0.125f, -0.125f}, {1.75f, 1.9f}}, {{1, 4, -3.5f}, {-1.1f}}});
    const auto quantized = quantize_q4_0(x);
    std::vector<int> bytes = {0x00, 0x34, 0xF0, 0xF9, 0x89};
    bytes.resize(18, 0x88);
    CHECK(bytes_of(quantized.blocks.at(0)) == bytes);
    const std::size_t places[] = {0, 1, 2, 3, 16, 17}, places2[] = {0, 1, 2, 16};
    const float back[] = {-2, 0.25f, 0.25f, 0, 1.75f, 1.75f}, back2[] = {1, 4, -3.5f, -1};
    for (std::size_t i = 0; i < 6; ++i) CHECK(restored(quantized.blocks[0], places[i]) == back[i]);
    for (std::size_t i = 0; i < 4; ++i) CHECK(restored(quantized.blocks[1], places2[i]) == back2[i]);
    CHECK(float(quantized.blocks[1].scale) == -0.5f);

    const auto zeros = quantize_q4_0(row_of({{}}));
    std::vector<int> of_zeros = {0x00, 0x80};
    of_zeros.resize(18, 0x88);
    CHECK(bytes_of(zeros.blocks.at(0)) == of_zeros);
}

TEST_CASE("w3.1: one number that is 100 times as large") {
    Tensor x = xt::ones<float>({1, 896});
    for (std::size_t i = 0; i < 896; ++i) x(0, i) = i % 3 ? 1.0f : -0.3f;
    x(0, 40) = 100;
    const auto small = [](const Tensor& y) {
        return std::count_if(y.begin(), y.end(), [](float number) { return std::abs(number) < 2; });
    };
    Tensor one_scale = in_groups(x, 896, [](float* numbers, std::size_t count) {
        const float d = largest_of(numbers, count) / 127;
        std::transform(numbers, numbers + count, numbers, [&](float number) { return std::round(number / d); });
    });
    CHECK(small(one_scale) == 895);
    const auto blocks = quantize_q8_0(x).blocks;
    std::size_t suffer = 0;
    for (const Q8Block& block : blocks)
        for (const int value : block.values) suffer += std::abs(value) < 2;
    CHECK(suffer == 31);
}

TEST_CASE("w3.1: errors in the matrices of the course's model") {
    CHECK(error_of([](const Tensor& x) { return restored(quantize_q8_0(x)); }) == Approx(0.53).margin(0.005));
    CHECK(error_of([](const Tensor& x) { return restored(quantize_q4_0(x)); }) == Approx(8.5).margin(0.05));
    CHECK(error_of([](const Tensor& x) { return in_groups(x, x.shape(1), q8_0); }) == Approx(0.65).margin(0.005));
    CHECK(error_of([](const Tensor& x) { return in_groups(x, x.shape(1), q4_0); }) == Approx(10.4).margin(0.05));
    CHECK(error_of([](const Tensor& x) { return in_groups(x, x.size(), q8_0); }) == Approx(1.09).margin(0.005));
    CHECK(error_of([](const Tensor& x) { return in_groups(x, x.size(), q4_0); }) == Approx(17.3).margin(0.05));

    for (const auto& [divisor, error] : {std::pair(7.0f, 9.6), {8.0f, 9.3}}) {
        const auto without_sign = [divisor = divisor](float* x, std::size_t count) {
            in_16(x, count, std::abs(largest_of(x, count)) / divisor);
        };
        CHECK(error_of([&](const Tensor& x) { return in_groups(x, 32, without_sign); }) == Approx(error).margin(0.05));
    }
}

TEST_CASE("w3.1: values of the scale that is stored") {
    std::size_t other = 0, all = 0;
    const auto stored = [&](const Tensor& x) {
        const auto quantized = quantize_q8_0(x);
        Tensor y = x;
        for (std::size_t i = 0; i < x.size(); ++i) {
            const Q8Block& block = quantized.blocks[i / 32];
            const float scale = block.scale, value = std::round(x.data()[i] / scale);
            other += value != float(block.values[i % 32]);
            ++all;
            y.data()[i] = value * scale;
        }
        return y;
    };
    CHECK(error_of(stored) == Approx(0.5286).margin(0.00005));
    CHECK(error_of([](const Tensor& x) { return restored(quantize_q8_0(x)); }) == Approx(0.5289).margin(0.00005));
    CHECK(100.0 * double(other) / double(all) == Approx(0.7).margin(0.05));
    CHECK(float(float16(2.9e-8f)) == 0);
    CHECK(float(float16(3e-8f)) > 0);
}

TEST_CASE("w3.1: quantized twice") {
    for (const Tensor& x : matrices()) {
        const Tensor once = restored(quantize_q8_0(x)), once_4 = restored(quantize_q4_0(x));
        CHECK(is(restored(quantize_q8_0(once)), once));
        CHECK(is(restored(quantize_q4_0(once_4)), once_4));
    }
}

TEST_CASE("w3.1: a row times two rows in blocks, by hand") {
    const std::array<float, 3> x{63.5f, -20, 0.25f};
    const float d = 63.5f / 127, weight_scales[] = {0.25f, 2}, bias[] = {-0.25f, 1};
    const std::array<int, 3> weight[] = {{2, 3, -4}, {0, 1, 10}};
    CHECK(d == 0.5f);
    std::array<int, 3> values{};
    for (std::size_t i = 0; i < 3; ++i) values[i] = static_cast<int>(std::round(x[i] / d));
    CHECK(values == std::array<int, 3>{127, -40, 1});
    const double y[] = {16.25, -30}, exact[] = {16.25, -34};
    for (std::size_t o = 0; o < 2; ++o) {
        int whole = 0;
        double plain = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            whole += values[i] * weight[o][i];
            plain += x[i] * weight[o][i] * weight_scales[o];
        }
        CHECK(whole == (o == 0 ? 130 : -30));
        CHECK(whole * d * weight_scales[o] == y[o]);
        CHECK(plain + bias[o] == exact[o]);
    }
    CHECK(y[0] + bias[0] == 16);
    CHECK(y[1] + bias[1] == -29);
}

TEST_CASE("w3.1: 16 bits hold two products of values, and not 32") {
    // region whole
    std::int16_t sum = 0;
    for (int i = 0; i < 32; ++i) sum += 127 * 127;
    // endregion
    CHECK(sum == -8160);
    CHECK(127 * 127 == 16129);
    CHECK(32 * 127 * 127 == 516128);
}

TEST_CASE("w3.1: the product of two scales is too small for float16") {
    // region scales
    float16 a(0.0005f), b(0.0005f);
    float16 scale = a * b;
    // endregion
    CHECK(static_cast<float>(scale) == 4 * 0x1p-24f);
    CHECK(4 * 0x1p-24f == Approx(2.38e-7).epsilon(0.005));
    CHECK(static_cast<float>(a) * static_cast<float>(b) == Approx(2.5e-7).epsilon(0.001));
    CHECK(0x1p-24f == Approx(6e-8).epsilon(0.01));
}

namespace {

/// The probabilities of tick and tock, for each token that is scored, in its window.
std::vector<std::vector<double>> tick_tock(std::size_t n, std::size_t window, std::size_t stride) {
    std::vector<std::vector<double>> windows;
    for (std::size_t begin = 0, end = 0; end < n; begin += stride) {
        const std::size_t first = std::max(end, begin + 1);
        end = std::min(begin + window, n);
        windows.emplace_back();
        for (std::size_t i = first; i < end; ++i) {
            const auto k = static_cast<double>(i - begin);
            windows.back().push_back(k / (k + 1));
        }
    }
    return windows;
}

/// The perplexity, and how many tokens are scored.
std::pair<double, std::size_t> measured(std::size_t window, std::size_t stride) {
    double sum = 0;
    std::size_t scored = 0;
    for (const auto& probabilities : tick_tock(6, window, stride)) {
        for (const double p : probabilities) sum -= std::log(p), ++scored;
    }
    return {std::exp(sum / static_cast<double>(scored)), scored};
}

}  // namespace

TEST_CASE("w3.1: tick tock in four ways") {
    using Windows = std::vector<std::vector<double>>;
    CHECK(tick_tock(6, 4, 2) == Windows{{1.0 / 2, 2.0 / 3, 3.0 / 4}, {2.0 / 3, 3.0 / 4}});
    CHECK(tick_tock(6, 4, 1) == Windows{{1.0 / 2, 2.0 / 3, 3.0 / 4}, {3.0 / 4}, {3.0 / 4}});
    CHECK(tick_tock(6, 4, 4) == Windows{{1.0 / 2, 2.0 / 3, 3.0 / 4}, {1.0 / 2}});
    const struct {
        std::size_t window, stride, scored;
        double perplexity;
    } rows[] = {{6, 6, 5, 1.4310}, {4, 1, 5, 1.4804}, {4, 2, 5, 1.5157}, {4, 4, 4, 1.6818}};
    for (const auto& row : rows) {
        const auto [perplexity, scored] = measured(row.window, row.stride);
        CHECK(perplexity == Approx(row.perplexity).margin(0.00005));
        CHECK(scored == row.scored);
    }
    CHECK(measured(4, 2).first == Approx(std::pow(8, 0.2)));
}

TEST_CASE("w3.1: windows that are weighed as on Hugging Face's page") {
    const double first = std::log(4) / 3, second = std::log(2) / 2;
    CHECK(first == Approx(0.4621).margin(0.00005));
    CHECK(second == Approx(0.3466).margin(0.00005));
    CHECK(std::exp((3 * first + 2 * second) / 5) == Approx(1.5157).margin(0.00005));
    CHECK(std::exp((3 * first + 1 * second) / 4) == Approx(1.5422).margin(0.00005));
}

TEST_CASE("w3.1: a product of many probabilities is 0, and so is one of a far logit") {
    // region product
    double product = 1;
    for (int i = 0; i < 300; ++i) product *= 0.05;
    // endregion
    CHECK(product == 0);
    CHECK(300 * std::log10(0.05) == Approx(-390).margin(1));
    CHECK(std::exp(-900.0) == 0);
    CHECK(std::isinf(-std::log(std::exp(-900.0))));
}
