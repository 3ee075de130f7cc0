// Weights in blocks: what is stored, what is multiplied, and what `story --weights` says.

#include "model/quantize.hpp"

#include <cstring>
#include <random>

#include "grader/catch.hpp"
#include "model/block_products.hpp"
#include "model/error.hpp"
#include "model/weights.hpp"
#include "support/model_files.hpp"
#include "support/refused.hpp"
#include "week3/01-bytes/quantize_q4_0.hpp"
#include "week3/01-bytes/quantize_q8_0.hpp"

using namespace tiny_llm;
using nlohmann::ordered_json;

namespace {

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

TEST_CASE("rows that meet the weights are quantized as the exercise quantizes, bit by bit") {
    std::vector<float> x = random_numbers(40 * 32, 8);
    for (std::size_t i = 0; i < 32; ++i) {
        x[i] = 0;
        x[32 + i] *= 1e-6f;   // the scale rounds to 0, the values are kept
        x[64 + i] *= 1e-38f;  // 1 / d is infinite, and counts as 0
        x[96 + i] = std::floor(x[96 + i] * 8) / 2;
    }
    x[96] = 127;  // halves
    x[128] = -65519.9f * 127;
    Tensor row(xt::empty<float>({std::size_t{1}, x.size()}));
    std::copy(x.begin(), x.end(), row.data());
    const Quantized<Q8Block> expected = quantize_q8_0(row);
    for (std::size_t b = 0; b < expected.blocks.size(); ++b) {
        Q8Block block;
        quantize(x.data() + 32 * b, block);
        CAPTURE(b);
        CHECK(std::memcmp(&block, &expected.blocks[b], sizeof block) == 0);
    }
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

TEST_CASE("a table too large to be quantized at once has the blocks of its rows") {
    const std::size_t rows = 1100, columns = 1024;
    const StoredTensor weight = matrix(random_numbers(rows * columns, 9), rows);
    const StoredTensor whole = stored_as(nowhere, weight, DType::q4_0);
    for (const std::size_t row : {0, 1023, 1024, 1099}) {
        Tensor one(xt::empty<float>({std::size_t{1}, columns}));
        read_elements(weight, row * columns, columns, one.data());
        const Quantized<Q4Block> expected = quantize_q4_0(one);
        CHECK(std::memcmp(whole.data + row * columns / 32 * sizeof(Q4Block), expected.blocks.data(),
                          columns / 32 * sizeof(Q4Block)) == 0);
    }
}

TEST_CASE("the exercise q8_0_linear and the given fast form multiply alike, a matrix of many rows too") {
    const std::size_t out = 1500, in = 64;
    const StoredTensor weight = stored_as(nowhere, matrix(random_numbers(out * in, 10), out), DType::q8_0);
    const Tensor bias = to_tensor(matrix(random_numbers(out, 11), 1));
    Tensor flat = bias;
    flat.reshape({out});
    for (const std::size_t rows : {1, 3}) {
        const Tensor x = to_tensor(matrix(random_numbers(rows * in, 12), rows));
        const Tensor a = linear_of(weight, flat, Weights::in_file)(x),
                     b = linear_of(weight, flat, Weights::by_q8_0_linear)(x);
        REQUIRE(a.shape() == b.shape());
        CHECK(xt::amax(xt::abs(a - b))() < 1e-5f);
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

static std::string long_prompt(int sentences = 40) {
    std::string text;
    for (int i = 0; i < sentences; ++i) text += "Once upon a time there was a cat. ";
    return text;
}

TEST_CASE("story runs the parts that --weights and a long prompt ask for, and the learner's in the place of others") {
    const auto parts = [](std::vector<std::string> options, const std::string& prompt = "The cat") {
        options.insert(options.end(), {"--json", "--seed", "1", "--tokens", "2", "--", prompt});
        const StoryRun run = run_story(options);
        REQUIRE(run.exit == 0);
        return ordered_json::parse(run.out)["parts"];
    };
    const auto has = [](const ordered_json& parts, const char* id) { return parts.contains(id); };
    ordered_json all = parts({});
    for (const char* id : {"quantize_q8_0", "q8_0_linear", "quantize_q4_0", "perplexity", "flash_attention"}) {
        CHECK_FALSE(has(all, id));
    }
    all = parts({"--weights", "q8_0"});
    for (const char* id : {"quantize_q8_0", "q8_0_linear", "perplexity", "linear"}) CHECK(all[id] == "given");
    CHECK_FALSE(has(all, "quantize_q4_0"));
    all = parts({"--weights", "q8_0", "--yours", "q8_0_linear"});
    CHECK(all["q8_0_linear"] == "yours");
    CHECK_FALSE(has(all, "linear"));  // it takes no blocks
    CHECK_FALSE(has(all, "qwen2_mlp"));
    CHECK(has(all, "silu"));
    all = parts({"--weights", "q4_0", "--yours", "q8_0_linear"});
    CHECK(has(all, "quantize_q4_0"));
    CHECK_FALSE(has(all, "q8_0_linear"));
    // Tiles are what comes in the place of the learner's table only when they are the learner's too.
    all = parts({}, long_prompt());
    CHECK(has(all, "flash_attention"));
    CHECK(has(all, "merge_attention"));
    all = parts({}, long_prompt(30));  // the second piece has fewer than 64 tokens
    CHECK(has(all, "flash_attention"));
    CHECK_FALSE(has(all, "merge_attention"));
    CHECK_FALSE(has(parts({"--yours", "grouped_query_attention"}, long_prompt()), "flash_attention"));
    CHECK(has(parts({"--yours", "grouped_query_attention", "--yours", "flash_attention"}, long_prompt()),
              "flash_attention"));
}

TEST_CASE("a part that throws while it makes, multiplies or measures weights, or reads a long prompt, is named") {
    for (const auto& [part, weights] : {std::pair("quantize_q8_0", "q8_0"),
                                        {"q8_0_linear", "q8_0"},
                                        {"quantize_q4_0", "q4_0"},
                                        {"perplexity", "bfloat16"},
                                        {"flash_attention", ""},
                                        {"merge_attention", ""}}) {
        const std::string id = part;
        std::vector<std::string> arguments{"--part", id + "=" TINY_LLM_NO_MOOD + id + ".so", "--yours", id, "--tokens",
                                           "3"};
        const auto ends_with = [&](const std::vector<std::string>& more) {
            std::vector<std::string> all = arguments;
            all.insert(all.end(), more.begin(), more.end());
            return run_story(all);
        };
        const bool is_long = std::string(weights).empty();
        const StoryRun run = is_long ? ends_with({"--", long_prompt()}) : ends_with({"--weights", weights});
        CAPTURE(id, run.err);
        CHECK(run.exit == 1);
        CHECK(run.err.find("part: " + id + "\n") != run.err.npos);
        CHECK(ends_with({}).exit == 0);
    }
}
