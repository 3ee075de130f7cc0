// Many texts at once, beside each of them alone.

#include <atomic>
#include <random>
#include <thread>

#include "grader/catch.hpp"
#include "model/engine.hpp"
#include "model/safetensors.hpp"
#include "support/small_qwen2.hpp"
#include "week2/05-generate/generate.hpp"

using namespace tiny_llm;
using model_files::Folder;

namespace {

std::vector<TokenId> bytes(const std::string& text) { return {text.begin(), text.end()}; }

/// A small model twice: its files are the same, and one keeps its texts in pages.
struct Models {
    explicit Models(std::size_t pages, const model_files::Model& files = model_files::small_qwen2()) {
        files.write(folder.path());
        const Config config = read_config(folder.path());
        const SafeTensors tensors = SafeTensors::open_folder(folder.path());
        plain.emplace(load_model(config, tensors, Weights::in_file, 64));
        paged.emplace(config, tensors, Weights::in_file, 64, Pages{pages, 4});
    }

    /// What a text becomes when nobody else is there.
    std::vector<TokenId> alone(const Wish& wish) const {
        std::vector<KVCache> cache = plain->new_cache();
        Sampler sampler(wish.sampling);
        return generate(
            [&](const std::vector<TokenId>& ids) {
                Tensor logits = plain->qwen2(ids, cache, 1);
                logits.reshape({logits.size()});
                return logits;
            },
            wish.prompt, wish.max_new_tokens,
            [&](const Tensor& logits, const std::vector<TokenId>& so_far) { return sampler(logits, so_far); },
            wish.stop, [](TokenId) { return true; });
    }

    Folder folder;
    std::optional<LanguageModel> plain;
    std::optional<PagedModel> paged;
};

/// What came of a wish.
struct Came {
    std::vector<TokenId> told;
    std::optional<Ending> ending;
    std::size_t endings = 0;
};

Wish wish_for(const std::string& prompt, std::size_t tokens, std::uint64_t seed, Came& came) {
    const auto on_token = [&came](TokenId token) {
        came.told.push_back(token);
        return true;
    };
    const auto on_end = [&came](const Ending& ending) {
        came.ending = ending;
        ++came.endings;
    };
    return {bytes(prompt), tokens, {.temperature = 0.7f, .seed = seed}, {256}, on_token, on_end};
}

std::size_t taken(const PagedModel& model) {
    const auto& all = model.pool.references;
    return all.size() - static_cast<std::size_t>(std::count(all.begin(), all.end(), std::size_t{0}));
}

const std::vector<std::string> prompts{"Once", "The cat sat on the mat, and the dog", "a", "One day, there was a",
                                       "Once upon a time"};

}  // namespace

TEST_CASE("each of many texts becomes what it becomes alone, whatever the budget and the room") {
    // 64 pages are enough for all; with 12, texts are sent back and read again.
    for (const std::size_t pages : {64, 12}) {
        for (const Engine::Settings settings : {Engine::Settings{}, {7, 16, true}, {256, 2, true}, {5, 3, false}}) {
            CAPTURE(pages, settings.budget, settings.running, settings.prefix_cache);
            Models models(pages);
            Engine engine(*models.paged, settings);
            std::vector<Came> came(prompts.size());
            std::vector<Wish> wishes;
            for (std::size_t i = 0; i < prompts.size(); ++i) {
                wishes.push_back(wish_for(prompts[i], 9 + i, i, came[i]));
                engine.submit(wishes[i]);
            }
            while (engine.step()) {
            }
            for (std::size_t i = 0; i < prompts.size(); ++i) {
                CAPTURE(i);
                const std::vector<TokenId> expected = models.alone(wishes[i]);
                REQUIRE(came[i].ending.has_value());
                CHECK(came[i].endings == 1);
                CHECK(came[i].ending->tokens == expected);
                const bool stopped = expected.back() == 256;
                CHECK(came[i].ending->finish == (stopped ? Finish::stop : Finish::length));
                CHECK(came[i].told == std::vector<TokenId>(expected.begin(), expected.end() - stopped));
            }
            CHECK((engine.state().sent_back > 0) == (pages == 12));
            CHECK(engine.state().pages_in_use == 0);
            if (!settings.prefix_cache) CHECK(taken(*models.paged) == 0);
        }
    }
}

TEST_CASE("a text joins while others are under way, and what it does is told") {
    Models models(64);
    Engine engine(*models.paged, {.budget = 6});
    std::vector<Came> came(2);
    const std::size_t first = engine.submit(wish_for("abcdefgh", 20, 1, came[0]));
    CHECK(engine.step());
    CHECK(engine.last_step() == std::map<std::size_t, Doing>{{first, Doing::reading}});
    CHECK(came[0].told.empty());
    CHECK(engine.step());
    CHECK(came[0].told.size() == 1);
    const std::size_t second = engine.submit(wish_for("xyzxyz", 20, 2, came[1]));
    CHECK(engine.step());
    CHECK(engine.last_step() == std::map<std::size_t, Doing>{{first, Doing::writing}, {second, Doing::reading}});
    CHECK(came[0].told.size() == 2);
    CHECK(came[1].told.empty());
    CHECK(engine.step());
    CHECK(came[1].told.size() == 1);
    CHECK(engine.state().running == 2);
    CHECK(engine.state().prompt_tokens == 14);
    CHECK(engine.state().new_tokens == 4);
    CHECK(engine.metrics({}).tokens_per_second == 0);  // none has ended
    while (engine.step()) {
    }
    const Metrics metrics = engine.metrics({});
    CHECK(metrics.tokens_per_second > 0);
    CHECK(metrics.ttft.mean > 0);
    CHECK(metrics.itl.p99 >= metrics.itl.median);
}

TEST_CASE("a text that is cancelled, or wanted no more, frees its pages with the next step") {
    Models models(64);
    Engine engine(*models.paged, {.prefix_cache = false});
    std::vector<Came> came(3);
    const std::size_t first = engine.submit(wish_for("Once upon a time", 30, 1, came[0]));
    Wish short_one = wish_for("Once", 30, 2, came[1]);
    short_one.on_token = [](TokenId) { return false; };
    engine.submit(short_one);
    const std::size_t third = engine.submit(wish_for("One", 30, 2, came[2]));
    engine.cancel(third);  // before it began
    engine.step();
    CHECK(came[1].ending->finish == Finish::stop);
    CHECK(came[1].ending->tokens.size() == 1);
    CHECK(came[2].ending->finish == Finish::cancelled);
    CHECK(came[2].told.empty());
    CHECK(taken(*models.paged) == 4);  // 16 positions of the first
    engine.cancel(first);
    engine.cancel(first);
    engine.cancel(99);
    CHECK_FALSE(engine.step());
    CHECK(came[0].ending->finish == Finish::cancelled);
    CHECK(came[0].endings == 1);
    CHECK(taken(*models.paged) == 0);
}

TEST_CASE("a text that begins like an earlier one is not read again from its beginning") {
    Models models(16);
    Engine engine(*models.paged, {});
    std::vector<Came> came(3);
    const std::string beginning = "It was a dark and stormy night, ";  // 32 ids, eight pages of 4
    std::vector<Wish> wishes;
    for (const auto& [i, rest] : {std::pair{0, "and"}, {1, "but"}, {2, "or"}}) {
        wishes.push_back(
            wish_for(beginning + rest, 6, static_cast<std::uint64_t>(i), came[static_cast<std::size_t>(i)]));
        engine.submit(wishes.back());
        while (engine.step()) {
        }
    }
    for (std::size_t i = 0; i < came.size(); ++i) CHECK(came[i].ending->tokens == models.alone(wishes[i]));
    CHECK(engine.state().cached_tokens == 64);
    CHECK(taken(*models.paged) > 0);
    Came other;  // which needs all pages, and gets them
    const Wish wish = wish_for(std::string(60, 'x'), 4, 9, other);
    engine.submit(wish);
    while (engine.step()) {
    }
    CHECK(other.ending->tokens == models.alone(wish));
}

TEST_CASE("what can never fit is refused, and what makes no sense is not taken") {
    Models models(4);  // of 4 positions
    Engine engine(*models.paged, {});
    std::vector<Came> came(3);
    engine.submit(wish_for(std::string(17, 'a'), 4, 1, came[0]));
    engine.submit(wish_for("a", 0, 1, came[1]));
    engine.submit(wish_for(std::string(14, 'a'), 20, 1, came[2]));  // until there is no room
    while (engine.step()) {
    }
    CHECK(came[0].ending->finish == Finish::refused);
    CHECK(came[1].ending->finish == Finish::length);
    CHECK(came[1].told.empty());
    CHECK(came[2].ending->finish == Finish::refused);
    CHECK(came[2].ending->tokens.size() == 3);
    const std::size_t finished = engine.state().finished.at(Finish::refused);
    CHECK(finished == 2);
    for (Wish wrong :
         {wish_for("", 4, 1, came[0]), wish_for("a", 64, 1, came[0]), wish_for(std::string(65, 'a'), 0, 1, came[0])})
        CHECK_THROWS_AS(engine.submit(wrong), std::invalid_argument);
    Wish wrong = wish_for("a", 1, 1, came[0]);
    wrong.prompt = {260};
    CHECK_THROWS_AS(engine.submit(wrong), std::invalid_argument);
    wrong.prompt = {-1};
    CHECK_THROWS_AS(engine.submit(wrong), std::invalid_argument);
    wrong.prompt = {1};
    wrong.sampling.temperature = -1;
    CHECK_THROWS_AS(engine.submit(wrong), std::invalid_argument);
}

TEST_CASE("what goes wrong with one text ends that text alone") {
    model_files::Model files = model_files::small_qwen2();
    std::string& table = files.tensor("model.embed_tokens.weight").bytes;
    const float nan = std::nanf("");
    std::memcpy(table.data() + 258 * 16 * sizeof nan, &nan, sizeof nan);
    Models models(64, files);
    Engine engine(*models.paged, {}, [] { return "sample"; });
    std::vector<Came> came(3);
    const Wish good = wish_for("Once upon a time", 8, 3, came[0]);
    engine.submit(good);
    Wish bad = wish_for("a", 8, 3, came[1]);
    bad.prompt.push_back(258);
    engine.submit(bad);
    Wish throws = wish_for("One", 8, 3, came[2]);
    throws.on_token = [](TokenId) -> bool { throw std::runtime_error("nobody listens"); };
    engine.submit(throws);
    while (engine.step()) {
    }
    CHECK(came[1].ending->finish == Finish::failed);
    CHECK(came[1].ending->error.find("is NaN, there is nothing to choose by") != std::string::npos);
    CHECK(came[1].ending->part.empty());
    CHECK(came[2].ending->finish == Finish::failed);
    CHECK(came[2].ending->error == "nobody listens");
    CHECK(came[2].ending->part == "sample");  // as the one says who is asked
    CHECK(came[0].ending->tokens == models.alone(good));
}

TEST_CASE("other threads ask and cancel while the engine works; each text ends once, and no page is lost") {
    Models models(40);
    Engine engine(*models.paged, {.budget = 24, .running = 6});
    constexpr std::size_t each = 60;
    std::vector<Came> came(3 * each);
    std::vector<std::optional<Wish>> wishes(came.size());
    std::vector<std::thread> clients;
    std::atomic<std::size_t> asked = 0;
    for (std::size_t client = 0; client < 3; ++client) {
        clients.emplace_back([&, client] {
            std::mt19937 random(static_cast<unsigned>(client));
            for (std::size_t i = client * each; i < (client + 1) * each; ++i) {
                const std::string prompt = prompts[random() % prompts.size()] + std::string(random() % 5, 'e');
                wishes[i] = wish_for(prompt, random() % 12, i, came[i]);
                const std::size_t id = engine.submit(*wishes[i]);
                if (random() % 4 == 0) engine.cancel(id);
                ++asked;
                std::this_thread::yield();
            }
        });
    }
    while (asked < came.size() || engine.step()) {
        engine.step();
        engine.wait(std::chrono::milliseconds(1));
        (void)engine.state();
    }
    for (std::thread& client : clients) client.join();
    while (engine.step()) {
    }
    for (std::size_t i = 0; i < came.size(); ++i) {
        const Came& one = came[i];
        REQUIRE(one.endings == 1);
        if (one.ending->finish != Finish::cancelled) CHECK(one.ending->tokens == models.alone(*wishes[i]));
        CHECK((one.ending->finish == Finish::stop || one.ending->finish == Finish::length ||
               one.ending->finish == Finish::cancelled));
        const std::size_t stopped = one.ending->finish == Finish::stop;
        CHECK(one.told.size() + stopped == one.ending->tokens.size());
    }
    const EngineState state = engine.state();
    CHECK(state.running + state.waiting + state.pages_in_use == 0);
    for (const std::size_t references : models.paged->pool.references) CHECK(references <= 1);  // the prefix cache's
}
