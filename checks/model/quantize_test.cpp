// Weights in blocks: what is stored, what is multiplied, and what `story --weights` says.

#include "model/quantize.hpp"

#include <cstring>
#include <random>

#include "grader/catch.hpp"
#include "model/block_products.hpp"
#include "model/error.hpp"
#include "support/model_files.hpp"
#include "support/refused.hpp"

using namespace tiny_llm;
using nlohmann::ordered_json;

namespace {

template <class Block>
Block block_of_numbers(const std::vector<float>& some) {
    std::vector<float> x(32);
    std::copy(some.begin(), some.end(), x.begin());
    Block block;
    quantize(x.data(), block);
    return block;
}

template <class Block>
std::uint16_t bits_of_scale(const Block& block) {
    std::uint16_t bits;
    std::memcpy(&bits, &block.scale, sizeof bits);
    return bits;
}

/// A matrix in memory, as float32.
StoredTensor matrix(std::vector<float> values, std::size_t rows) {
    StoredTensor stored;
    stored.name = "w";
    stored.shape = {rows, values.size() / rows};
    const auto memory = std::make_shared<const std::vector<float>>(std::move(values));
    stored.data = reinterpret_cast<const std::byte*>(memory->data());
    stored.owner = memory;
    return stored;
}

std::vector<float> random_numbers(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<float> values(count);
    for (float& value : values) value = static_cast<float>(random()) * 0x1p-31f - 1;
    return values;
}

const StoredTensors nowhere("a folder", "config.json", 0);

}  // namespace

TEST_CASE("a block of q8_0 rounds halves away from zero, by the scale that is not yet rounded") {
    const Q8Block block = block_of_numbers<Q8Block>({127, -126.5f, 0.5f, -0.5f, 1.5f, 2.49f, 0.49999997f});
    CHECK(bits_of_scale(block) == 0x3C00);
    const std::vector<int> expected{127, -127, 1, -1, 2, 2, 0, 0};
    CHECK(std::equal(expected.begin(), expected.end(), block.values.begin()));
    CHECK(bits_of_scale(block_of_numbers<Q8Block>({})) == 0);
    // The scale rounds to 0, the values are kept. Of still smaller numbers 1 / d is infinite, and counts as 0.
    CHECK(block_of_numbers<Q8Block>({1e-6f}).values[0] == 127);
    CHECK(bits_of_scale(block_of_numbers<Q8Block>({1e-6f})) == 0);
    CHECK(block_of_numbers<Q8Block>({1e-38f}).values[0] == 0);
    CHECK(bits_of_scale(block_of_numbers<Q8Block>({-65519.9f * 127})) == 0x7BFF);
}

TEST_CASE("a block of q4_0 has the largest number's sign, the first one's on ties") {
    Q4Block block = block_of_numbers<Q4Block>({-8, 8, 7, 0.5f, -0.5f, 0.49f});
    CHECK(bits_of_scale(block) == 0x3C00);
    const std::vector<int> expected{0, 15, 15, 9, 8, 8, 8};
    for (std::size_t i = 0; i < expected.size(); ++i) CHECK((block.values[i] & 15) == expected[i]);
    CHECK(block.values[0] >> 4 == 8);
    block = block_of_numbers<Q4Block>({8, -8});
    CHECK(bits_of_scale(block) == 0xBC00);
    CHECK((block.values[0] & 15) == 0);
    block = block_of_numbers<Q4Block>({-0.0f});
    CHECK(bits_of_scale(block) == 0x8000);
    for (const std::uint8_t byte : block.values) CHECK(byte == 0x88);
}

TEST_CASE("a matrix is stored as what is asked for, or refused by its name") {
    const StoredTensor weight = matrix(random_numbers(6 * 96, 1), 6);
    for (const auto& [dtype, bits] : {std::pair(DType::bfloat16, 8), {DType::q8_0, 7}, {DType::q4_0, 3}}) {
        const StoredTensor stored = stored_as(nowhere, weight, dtype);
        CHECK(stored.shape == weight.shape);
        CHECK(stored.bytes() == 6 * 96 / block_of(dtype).elements * block_of(dtype).bytes);
        const Tensor a = to_tensor(weight), b = to_tensor(stored);
        for (std::size_t i = 0; i < a.size(); ++i)
            CHECK(std::abs(a.data()[i] - b.data()[i]) <= std::ldexp(1.0f, -bits));
        CHECK(stored_as(nowhere, stored, dtype).data == stored.data);
    }
    const auto refused = [](const StoredTensor& weight, DType dtype, const std::string& what) {
        try {
            stored_as(nowhere, weight, dtype);
            FAIL("accepted");
        } catch (const ModelError& error) {
            CHECK(std::string(error.what()).starts_with("a folder: w: " + what));
        }
    };
    for (const DType dtype : {DType::q8_0, DType::q4_0}) {
        refused(matrix(random_numbers(48, 2), 1), dtype, "48 columns are no whole blocks of ");
        for (const float wrong : {std::nanf(""), std::numeric_limits<float>::infinity(), 3e38f}) {
            std::vector<float> values = random_numbers(64, 3);
            values[40] = wrong;
            refused(matrix(values, 1), dtype, "has a number that ");
        }
    }
}

TEST_CASE("blocks meet blocks in whole numbers, with AVX2 and without, one row and several") {
    for (const DType dtype : {DType::q8_0, DType::q4_0}) {
        for (const auto& [rows, out, in] :
             {std::tuple{1, 1, 32}, {1, 33, 96}, {1, 70, 64}, {3, 130, 352}, {5, 4, 1024}}) {
            const std::size_t r = rows, o = out, i = in;
            const std::vector<float> x = random_numbers(r * i, 4);
            const StoredTensor weight = stored_as(nowhere, matrix(random_numbers(o * i, 5), o), dtype);
            const Tensor w = to_tensor(weight), its = to_tensor(stored_as(nowhere, matrix(x, r), DType::q8_0));
            for (const bool portable : {false, true}) {
                std::vector<float> y(r * o, -1);
                block_products(x.data(), r, weight, y.data(), portable);
                for (std::size_t at = 0; at < y.size(); ++at) {
                    double sum = 0, magnitudes = 0;
                    for (std::size_t n = 0; n < i; ++n) {
                        const double product = double{its(at / o, n)} * w(at % o, n);
                        sum += product, magnitudes += std::abs(product);
                    }
                    CAPTURE(rows, out, in, portable, at);
                    CHECK(std::abs(y[at] - sum) <= 1e-6 * magnitudes);
                }
            }
        }
    }
}

TEST_CASE("a row that is not finite gives NaN, and the rows beside it what they give alone") {
    for (const DType dtype : {DType::q8_0, DType::q4_0}) {
        const StoredTensor weight = stored_as(nowhere, matrix(random_numbers(4 * 64, 6), 4), dtype);
        for (const float wrong : {std::nanf(""), -std::numeric_limits<float>::infinity()}) {
            std::vector<float> x = random_numbers(3 * 64, 7);
            x[64 + 5] = wrong;
            std::vector<float> y(12), alone(4);
            block_products(x.data(), 3, weight, y.data());
            block_products(x.data() + 128, 1, weight, alone.data());
            for (std::size_t o = 0; o < 4; ++o) {
                CHECK(std::isfinite(y[o]));
                CHECK(std::isnan(y[4 + o]));
                CHECK(y[8 + o] == alone[o]);
            }
        }
    }
}

TEST_CASE("story --weights says what the weights take and how well they predict") {
    // docs/en/model.md has these figures.
    struct Said {
        std::string weights;
        std::size_t bytes;
        double english, chinese;
    };
    for (const Said& said :
         {Said{"bfloat16", 1929472, 1.275, 1.470}, {"q8_0", 1027072, 1.276, 1.470}, {"q4_0", 545792, 1.278, 1.489}}) {
        for (const std::string language : {"en", "zh"}) {
            const StoryRun run = run_story({"--weights", said.weights, "--lang", language, "--tokens", "5", "--json"});
            CAPTURE(said.weights, language, run.err);
            REQUIRE(run.exit == 0);
            const ordered_json told = ordered_json::parse(run.out)["weights"];
            CHECK(told["type"] == said.weights);
            CHECK(told["bytes"] == said.bytes);
            const double expected = language == "en" ? said.english : said.chinese;
            CHECK(std::abs(told["perplexity"].get<double>() - expected) < 0.003);
        }
    }
    const StoryRun chinese = run_story({"--weights", "q8_0", "--lang", "zh", "--tokens", "5"});
    CHECK(chinese.err.find("q8_0：1.03 MB，困惑度 1.4") != chinese.err.npos);
    check_refused("columns", {"model.layers.0.self_attn.q_proj.weight: 16 columns are no whole blocks of Q8_0"},
                  [](const Path&) {}, {"--tokens", "1", "--weights", "q8_0"});
    CHECK(run_story({"--weights", "q5_1"}).exit == 2);
}
