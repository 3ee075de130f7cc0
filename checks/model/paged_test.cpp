// The model with pages, beside the one without: several texts in one pass, and what is found again.

#include <algorithm>
#include <numeric>
#include <random>

#include "grader/catch.hpp"
#include "model/error.hpp"
#include "model/load.hpp"
#include "model/paged_text.hpp"
#include "model/safetensors.hpp"
#include "model/tokenizer/tokenizer.hpp"
#include "support/difference.hpp"
#include "support/small_qwen2.hpp"

using namespace tiny_llm;
using model_files::Folder;

namespace {

using Text = std::vector<TokenId>;

constexpr double slack = 3e-5;  // as `rounding` in qwen2_test.cpp

Text some_text(std::size_t length, unsigned seed) {
    std::mt19937 random(seed);
    Text text(length);
    for (TokenId& id : text) id = static_cast<TokenId>(random() % 256);
    return text;
}

/// A small model in a folder, as long as this lives.
struct Small {
    explicit Small(model_files::Model model = model_files::small_qwen2(), std::size_t positions = 64)
        : positions(positions) {
        model.config["max_position_embeddings"] = positions;
        model.write(folder.path());
        config = read_config(folder.path());
    }
    LanguageModel plain(Weights weights = Weights::in_memory) const {
        return load_model(config, SafeTensors::open_folder(folder.path()), weights, positions);
    }
    std::unique_ptr<PagedModel> paged(Pages pages, Weights weights = Weights::in_memory) const {
        return std::make_unique<PagedModel>(config, SafeTensors::open_folder(folder.path()), weights, positions, pages);
    }
    Folder folder;
    std::size_t positions;
    Config config;
};

/// All logits of a text.
Tensor alone(const LanguageModel& model, const Text& text) {
    std::vector<KVCache> cache = model.new_cache();
    return model.qwen2(text, cache, 0);
}

Tensor rows(const Tensor& all, std::size_t begin, std::size_t end) { return xt::view(all, xt::range(begin, end)); }

Text part(const Text& text, std::size_t begin, std::size_t end) {
    return {text.begin() + static_cast<std::ptrdiff_t>(begin), text.begin() + static_cast<std::ptrdiff_t>(end)};
}

TokenId largest(const float* logits, std::size_t vocabulary) {
    return static_cast<TokenId>(std::max_element(logits, logits + vocabulary) - logits);
}

}  // namespace

TEST_CASE("several texts in one pass get the logits that each gets alone, however they are cut") {
    for (const bool qwen3 : {false, true}) {
        const Small small(qwen3 ? model_files::small_qwen3() : model_files::small_qwen2());
        for (const Weights weights : {Weights::in_memory, Weights::in_blocks, Weights::in_file}) {
            const LanguageModel plain = small.plain(weights);
            const auto model = small.paged({.pages = 40, .rows = 4}, weights);
            const std::vector<Text> texts{some_text(17, 1), some_text(30, 2), some_text(8, 3)};
            std::vector<Tensor> expected;
            for (const Text& text : texts) expected.push_back(alone(plain, text));
            std::vector<std::unique_ptr<PagedKVCache>> caches;
            for (std::size_t t = 0; t < texts.size(); ++t)
                caches.push_back(std::make_unique<PagedKVCache>(model->store, model->pool));
            std::mt19937 random(7);
            while (true) {
                std::vector<Portion> pass;
                std::vector<Tensor> wanted;
                for (std::size_t t = 0; t < texts.size(); ++t) {
                    const std::size_t begin = caches[t]->length;
                    const std::size_t count = std::min<std::size_t>(texts[t].size() - begin, random() % 6);
                    if (count == 0) continue;
                    const std::size_t logits = random() % (count + 1);
                    pass.push_back({caches[t].get(), part(texts[t], begin, begin + count), logits});
                    if (logits > 0) wanted.push_back(rows(expected[t], begin + count - logits, begin + count));
                }
                const Tensor logits = (*model)(pass);
                std::size_t row = 0;
                for (const Tensor& its : wanted) {
                    CHECK(largest_difference(rows(logits, row, row + its.shape(0)), its) < slack);
                    row += its.shape(0);
                }
                CHECK(logits.shape(0) == row);
                const auto is_read = [&](std::size_t t) { return caches[t]->length == texts[t].size(); };
                if (is_read(0) && is_read(1) && is_read(2)) break;
            }
        }
    }
}

TEST_CASE("a pass that cannot be is refused, and no text is longer") {
    const Small small;
    const auto model = small.paged({.pages = 3, .rows = 4});
    PagedKVCache a(model->store, model->pool), b(model->store, model->pool);
    (*model)({{&a, some_text(5, 1)}});
    CHECK_THROWS_AS((*model)({{&a, {}}}), std::invalid_argument);
    CHECK_THROWS_AS((*model)({{&a, {1, 2}, 3}}), std::invalid_argument);
    CHECK_THROWS_AS((*model)({{&a, some_text(60, 1)}}), std::invalid_argument);
    CHECK_THROWS_AS((*model)({{&a, {1}}, {&b, some_text(5, 2)}}), OutOfPages);
    CHECK_THROWS_AS((*model)({{&a, {260}}}), std::invalid_argument);
    CHECK(a.length == 5);
    CHECK(b.length == 0);
    a.truncate(5);
    CHECK((*model)({{&a, {1}}, {&b, some_text(4, 2), 0}}).shape(0) == 1);
    CHECK((*model)({}).shape(0) == 0);
}

TEST_CASE("the shipped model says the same with pages as without: 5 prompts, 200 tokens, by themselves and together") {
    const std::string folder = TINY_LLM_SHIPPED;
    const Config config = read_config(folder);
    const Tokenizer tokenizer = Tokenizer::from_file(folder + "/tokenizer.json");
    const std::size_t vocabulary = config.vocab_size, more = 200, positions = 256;
    const LanguageModel plain = load_model(config, SafeTensors::open_folder(folder), Weights::in_file, positions);
    PagedModel model(config, SafeTensors::open_folder(folder), Weights::in_file, positions, {.pages = 5 * 17});
    std::vector<Text> prompts, expected;
    for (const char* prompt :
         {"Once upon a time", "Lily and Tom went to the park. They saw a", "One day, a little dog", "从前", "小兔子"}) {
        prompts.push_back(tokenizer.encode(prompt));
        std::vector<KVCache> cache = plain.new_cache();
        Text said, next = prompts.back();
        while (said.size() < more) {
            const Tensor logits = plain.qwen2(next, cache, 1);
            said.push_back(largest(logits.data(), vocabulary));
            next = {said.back()};
        }
        expected.push_back(said);
        PagedKVCache alone(model.store, model.pool);
        said.clear();
        next = prompts.back();
        while (said.size() < more) {
            said.push_back(largest(model({{&alone, next}}).data(), vocabulary));
            next = {said.back()};
        }
        CHECK(said == expected.back());
    }
    std::vector<Text> said(prompts.size()), next = prompts;
    std::vector<std::unique_ptr<PagedKVCache>> caches;
    for (std::size_t t = 0; t < prompts.size(); ++t)
        caches.push_back(std::make_unique<PagedKVCache>(model.store, model.pool));
    while (said[0].size() < more) {
        std::vector<Portion> pass;
        for (std::size_t t = 0; t < prompts.size(); ++t) pass.push_back({caches[t].get(), next[t]});
        const Tensor logits = model(pass);
        for (std::size_t t = 0; t < prompts.size(); ++t) {
            said[t].push_back(largest(logits.data() + t * vocabulary, vocabulary));
            next[t] = {said[t].back()};
        }
    }
    CHECK(said == expected);
}

TEST_CASE("of two conversations with 1,000 tokens in common, the second computes less than a page of these") {
    const Small small(model_files::small_qwen2(), 2048);
    const LanguageModel plain = small.plain();
    const auto model = small.paged({.pages = 200});
    PagedText text(*model);
    const Text common = some_text(1000, 1);
    Text first = common, second = common;
    for (const TokenId id : some_text(50, 2)) first.push_back(id);
    for (const TokenId id : some_text(30, 3)) second.push_back(id);
    REQUIRE(text.begin(first) == first);
    text.read(first, 1);
    const Text rest = text.begin(second);
    REQUIRE(text.known().size() + rest.size() == second.size());
    CHECK(text.known().size() <= common.size());
    const std::size_t computed_again = common.size() - text.known().size();
    CHECK(computed_again < model->rows_of_a_page());
    const Tensor expected = alone(plain, second);
    CHECK(largest_difference(text.read(rest, 30), rows(expected, 1000, 1030)) < slack);
    // 62 whole pages are shared; 1,030 tokens fill two more, which are remembered, and begin a third.
    const PagedText::Use use = text.use();
    CHECK(use.shared == 64);
    CHECK(use.own == 1);
    CHECK(use.kept == 3);  // of the first one's 65 whole pages
    CHECK(use.free == 200 - 68);
}

TEST_CASE("where pages are wanted, what is remembered is forgotten, and the numbers stay right") {
    const Small small(model_files::small_qwen2(), 64);
    const LanguageModel plain = small.plain();
    const auto model = small.paged({.pages = 18, .rows = 4});  // two more than a text can take
    PagedText text(*model);
    for (unsigned turn = 0; turn < 30; ++turn) {
        Text ids = some_text(10 + turn % 3, turn % 4);  // some come again
        for (const TokenId id : some_text(50, turn)) ids.push_back(id);
        const Text rest = text.begin(ids);
        const Tensor expected = alone(plain, ids);
        const Tensor logits = text.read(rest, 1);
        CHECK(largest_difference(logits, rows(expected, ids.size() - 1, ids.size())) < slack);
        const PagedText::Use use = text.use();
        CHECK(use.shared + use.own + use.kept + use.free == 18);
        CHECK(use.shared + use.own == (ids.size() + 3) / 4);
    }
}

TEST_CASE("a text with pages forgets its end, and goes on in another way") {
    const Small small;
    const LanguageModel plain = small.plain();
    const auto model = small.paged({.pages = 40, .rows = 4});
    PagedText text(*model);
    const Text first = some_text(30, 1);
    text.read(first, 1);
    Text other = part(first, 0, 13);
    text.keep(13);
    CHECK(text.known() == other);
    const Text more = some_text(9, 2);
    other.insert(other.end(), more.begin(), more.end());
    CHECK(largest_difference(text.read(more, 9), rows(alone(plain, other), 13, 22)) < slack);
    // What was remembered of the first is still that: the page that both write into was copied.
    CHECK(text.begin(first).size() == 2);
    CHECK(largest_difference(text.read(part(first, 28, 30), 2), rows(alone(plain, first), 28, 30)) < slack);
}
