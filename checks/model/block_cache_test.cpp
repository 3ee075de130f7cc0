// A cache in blocks of q8_0: what is kept, what attention makes of it beside a cache of float32, and what `story --cache` says.

#include "model/block_cache.hpp"

#include <cstring>
#include <random>

#include "grader/catch.hpp"
#include "model/error.hpp"
#include "model/load.hpp"
#include "model/long_attention.hpp"
#include "model/safetensors.hpp"
#include "support/difference.hpp"
#include "support/refused.hpp"
#include "week2/02-rope/rope_tables.hpp"
#include "week3/01-bytes/quantize_q8_0.hpp"

using namespace tiny_llm;
using model_files::Folder;
using nlohmann::ordered_json;

namespace {

Tensor random_rows(std::vector<std::size_t> shape, unsigned seed) {
    std::mt19937 random(seed);
    Tensor x(xt::empty<float>(shape));
    for (float& number : x) number = static_cast<float>(random()) * 0x1p-31f - 1;
    return x;
}

/// Half a step of rounding, and a scale that has 11 bits and is multiplied by 127 at most; in steps.
constexpr float off = 0.5f + 127 * 0x1p-11f;

float step_of(const Tensor& x) { return xt::amax(xt::abs(x))() / 127; }

std::string bytes_of(const Tensor& blocks, std::size_t count) {
    return {reinterpret_cast<const char*>(blocks.data()), count};
}

/// The shipped model, and a copy of it that has a chat template.
const std::string shipped = TINY_LLM_SHIPPED;
struct Talking {
    Talking() {
        for (const char* name : {"config.json", "model.safetensors", "tokenizer.json"})
            std::filesystem::create_symlink(Path(shipped) / name, folder.path() / name);
        model_files::write(folder.path() / "chat_template.jinja", "<|im_start|><|im_end|>");
    }
    Folder folder;
};

LanguageModel load_shipped(DType cache_as) {
    const Config config = read_config(shipped);
    return load_model(config, SafeTensors::open_folder(shipped), Weights::in_file, 512,
                      {LayerBy::decoder_layer, true, cache_as});
}

}  // namespace

TEST_CASE("a cache of blocks has the bytes that quantize_q8_0 makes of each row, and makes them once") {
    const std::size_t heads = 2, dim = 64, row = heads * dim / 32 * sizeof(Q8Block);
    KVCache cache = block_cache(9, heads, dim);
    Tensor keys = random_rows({8, heads, dim}, 1), values = random_rows({8, heads, dim}, 2);
    std::string first_keys, first_values;
    std::size_t at = 0;
    for (const std::size_t count : {3, 0, 1, 4}) {
        const auto rows = [&](const Tensor& all) { return Tensor(xt::view(all, xt::range(at, at + count))); };
        append_blocks(cache, rows(keys), rows(values));
        at += count;
        CHECK(cache.length == at);
        if (first_keys.empty())
            first_keys = bytes_of(cache.keys, 3 * row), first_values = bytes_of(cache.values, 3 * row);
    }
    CHECK(bytes_of(cache.keys, 3 * row) == first_keys);
    CHECK(bytes_of(cache.values, 3 * row) == first_values);
    for (const auto& [all, blocks] : {std::pair(&keys, &cache.keys), {&values, &cache.values}}) {
        const Tensor back = read_blocks(*blocks, 2, 8, dim), same = xt::view(*all, xt::range(2, 8));
        CHECK(largest_difference(back, same) <= off * step_of(*all));
        all->reshape({8, heads * dim});
        CHECK(std::memcmp(blocks->data(), quantize_q8_0(*all).blocks.data(), 8 * row) == 0);
    }
    CHECK(read_blocks(cache.keys, 4, 4, dim).size() == 0);
}

TEST_CASE("a cache of blocks takes 34 bytes where float32 takes 128") {
    for (const std::size_t dim : {64, 128}) {
        const KVCache cache = block_cache(1000, 2, dim), numbers(1000, 2, dim);
        CHECK(cache.keys.size() * 128 == numbers.keys.size() * 34);
        CHECK(cache.values.size() == cache.keys.size());
    }
    CHECK(block_cache(1000, 2, 32).keys.size() == 1000 * 2 * 9);  // 34 bytes are no whole floats
    CHECK(load_shipped(DType::float32).cache_bytes() == 2048);
    CHECK(load_shipped(DType::q8_0).cache_bytes() == 544);
}

TEST_CASE("what a cache of blocks cannot keep is refused, and it stays as it is") {
    KVCache cache = block_cache(3, 1, 32);
    const Tensor fine = random_rows({2, 1, 32}, 3);
    append_blocks(cache, fine, fine);
    const std::string before = bytes_of(cache.keys, 2 * sizeof(Q8Block));
    CHECK_THROWS_AS(append_blocks(cache, fine, fine), std::invalid_argument);
    for (const float wrong : {NAN, INFINITY, 65520.0f * 127}) {
        Tensor bad = random_rows({1, 1, 32}, 4);
        bad(0, 0, 7) = wrong;
        const Tensor good = random_rows({1, 1, 32}, 5);
        CHECK_THROWS_AS(append_blocks(cache, bad, good), WrongResult);
        CHECK_THROWS_AS(append_blocks(cache, good, bad), WrongResult);
    }
    CHECK(cache.length == 2);
    CHECK(bytes_of(cache.keys, 2 * sizeof(Q8Block)) == before);
    const Tensor last = random_rows({1, 1, 32}, 6);
    append_blocks(cache, last, last);
    CHECK(cache.length == 3);
}

TEST_CASE("attention over blocks differs from that over numbers by what 8 bits can cost, however a text is cut") {
    const std::size_t heads = 4, kv_heads = 2, dim = 32, length = 2300, width = (heads + 2 * kv_heads) * dim;
    // Queries, keys and values are columns of x itself.
    const auto columns = [](std::size_t begin, std::size_t end) {
        return [=](const Tensor& x) -> Tensor { return xt::view(x, xt::all(), xt::range(begin, end)); };
    };
    const Linear same = [](const Tensor& y) { return y; };
    const Qwen2Attention layer(heads, kv_heads, dim, columns(0, heads * dim),
                               columns(heads * dim, (heads + kv_heads) * dim), columns((heads + kv_heads) * dim, width),
                               same);
    const Tensor x = random_rows({length, width}, 7);
    const RopeTables tables = rope_tables(dim, length, 10000);
    const auto read = [&](DType kept_as, std::size_t piece) {
        KVCache cache = kept_as == DType::q8_0 ? block_cache(length, kv_heads, dim) : KVCache(length, kv_heads, dim);
        Tensor y(xt::empty<float>({length, heads * dim}));
        for (std::size_t begin = 0; begin < length; begin += piece) {
            auto rows = xt::range(begin, std::min(begin + piece, length));
            xt::view(y, rows) = long_attention(layer, xt::view(x, rows), tables, cache, kept_as);
        }
        CHECK(cache.length == length);
        return y;
    };
    const Tensor exact = read(DType::float32, 256), blocks = read(DType::q8_0, 256);
    // A score is off by no more than the query's numbers times what a key's are off; a weight by the exponential of twice that. RoPE
    // makes a number at most √2 as large.
    const float step = std::sqrt(2.0f) / 127;
    const float score = off * step * std::sqrt(2.0f) * static_cast<float>(dim) / std::sqrt(static_cast<float>(dim));
    CHECK(largest_difference(blocks, exact) < off / 127 + std::expm1(2 * score));
    CHECK(largest_difference(blocks, exact) < 0.01);  // errors of both signs
    CHECK(largest_difference(blocks, exact) > 1e-5);
    for (const std::size_t piece : {100, 1100, 2300})
        CHECK(largest_difference(read(DType::q8_0, piece), blocks) < 1e-5);
}

TEST_CASE("the model with a cache of blocks says nearly what it says without, and forgets as well") {
    const LanguageModel plain = load_shipped(DType::float32), model = load_shipped(DType::q8_0);
    std::vector<TokenId> text(150);
    std::mt19937 random(8);
    for (TokenId& id : text) id = static_cast<TokenId>(random() % 2000);
    const auto in_pieces = [&](const LanguageModel& model, std::vector<KVCache>& cache, std::size_t begin) {
        Tensor logits;
        for (; begin < text.size(); begin += 30)
            logits = model.qwen2({text.begin() + static_cast<std::ptrdiff_t>(begin),
                                  text.begin() + static_cast<std::ptrdiff_t>(begin) + 30},
                                 cache, 1);
        return logits;
    };
    std::vector<KVCache> numbers = plain.new_cache(), blocks = model.new_cache();
    const Tensor expected = in_pieces(plain, numbers, 0), logits = in_pieces(model, blocks, 0);
    const double difference = largest_difference(logits, expected);
    CHECK(difference < 0.02 * xt::amax(xt::abs(expected))());
    CHECK(difference > 0);
    for (KVCache& one : blocks) one.length = 60;
    CHECK(largest_difference(in_pieces(model, blocks, 60), logits) == 0);
}

TEST_CASE("story --cache q8_0 says what a token takes, and which parts run") {
    const std::vector<std::string> cached{"--cache", "q8_0", "--temperature", "0", "--tokens", "20"};
    const auto run = [&](const std::vector<std::string>& more) {
        std::vector<std::string> all = cached;
        all.insert(all.end(), more.begin(), more.end());
        return run_story(all);
    };
    const ordered_json told = ordered_json::parse(run({"--json"}).out);
    CHECK(told["cache"] == ordered_json{{"type", "q8_0"}, {"bytes", 544}});
    CHECK(told["tokens"].size() == 20);
    CHECK_FALSE(told.contains("weights"));
    for (const char* id : {"quantize_q8_0", "flash_attention", "merge_attention", "qwen2"})
        CHECK(told["parts"].contains(id));
    for (const char* id : {"kv_cache", "grouped_query_attention", "qwen2_attention", "perplexity"})
        CHECK_FALSE(told["parts"].contains(id));
    CHECK(run({}).err.find("cache q8_0: 544 bytes a token, in float32 2048\n") != std::string::npos);
    CHECK(run({"--lang", "zh"}).err.find("缓存 q8_0：每个 token 544 字节，float32 是 2048 字节\n") !=
          std::string::npos);
    CHECK(ordered_json::parse(run({"--guess", "--json"}).out)["tokens"].size() == 20);
    // docs/en/model.md has these figures.
    for (const auto& [language, expected] : {std::pair("en", 1.275), {"zh", 1.470}}) {
        const StoryRun both = run({"--weights", "bfloat16", "--lang", language, "--json"});
        CHECK(std::abs(ordered_json::parse(both.out)["weights"]["perplexity"].get<double>() - expected) < 0.003);
    }
    const std::string part = "quantize_q8_0=" TINY_LLM_NO_MOOD "quantize_q8_0.so";
    const StoryRun thrown = run({"--part", part, "--yours", "quantize_q8_0"});
    CHECK(thrown.exit == 1);
    CHECK(thrown.err.find("part: quantize_q8_0\n") != std::string::npos);
}

TEST_CASE("a conversation may have a cache of blocks") {
    const Talking model;
    const StoryRun run =
        run_story({"--chat", "--cache", "q8_0", "--model", model.folder.path(), "--tokens", "5"}, "Hi\nYou\n");
    CAPTURE(run.err);
    CHECK(run.exit == 0);
    CHECK(run.err.find("quantize_q8_0") != std::string::npos);
    CHECK(run.err.find("pages") == std::string::npos);
}

TEST_CASE("story --cache is refused where it cannot be") {
    check_refused("heads", {"--cache q8_0: a head of this model has 6 numbers, no whole blocks of 32"},
                  [](const Path&) {}, {"--tokens", "1", "--cache", "q8_0"});
    for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--cache", "q4_0"},
                                                  {"--cache", "q8_0", "--no-cache"},
                                                  {"--cache", "q8_0", "--together", "2"},
                                                  {"--cache", "q8_0", "--serve"}})
        CHECK(run_story(wrong).exit == 2);
}
