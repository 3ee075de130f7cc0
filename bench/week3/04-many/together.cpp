// together MODEL [TEXTS [TOKENS [TURNS]]]: what it is worth to continue several texts in one pass.
//
// The engine continues 8 texts of 32 tokens, MODEL's likeliest each time, and one text alone, taking turns, as often as TURNS says.
// Of each the quickest turn counts, in processor time of all threads and by the clock; the prompts do not count.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "model/engine.hpp"
#include "model/on_disk.hpp"

using namespace tiny_llm;

namespace {

struct Seconds {
    double processor, clock;
};

Seconds now() {
    const std::chrono::duration<double> clock = std::chrono::steady_clock::now().time_since_epoch();
    return {static_cast<double>(std::clock()) / CLOCKS_PER_SEC, clock.count()};
}

/// One token of each text takes so long.
Seconds step(PagedModel& model, std::size_t texts, std::size_t tokens) {
    Engine engine(model, {.running = texts, .prefix_cache = false});
    for (std::size_t text = 0; text < texts; ++text) {
        const auto go_on = [](TokenId) { return true; };
        engine.submit({{static_cast<TokenId>(1 + text), 2, 3, 4}, tokens + 1, {.temperature = 0}, {}, go_on, {}});
    }
    engine.step();
    const Seconds begin = now();
    while (engine.step()) {
    }
    const Seconds end = now();
    const auto steps = static_cast<double>(tokens);
    return {(end.processor - begin.processor) / steps, (end.clock - begin.clock) / steps};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return std::puts("usage: together MODEL [TEXTS [TOKENS [TURNS]]]"), 2;
    const auto number = [&](int at, std::size_t otherwise) {
        return argc > at ? static_cast<std::size_t>(std::atoi(argv[at])) : otherwise;
    };
    const std::size_t texts = number(2, 8), tokens = number(3, 32), turns = number(4, 5), positions = tokens + 5;
    ModelOnDisk files(argv[1]);
    const Config config = files.config();
    const StoredTensors tensors = files.tensors(config);
    PagedModel model(config, tensors, Weights::in_file, positions, {texts * (positions / 16 + 1)});
    Seconds one{1e9, 1e9}, all{1e9, 1e9};
    for (std::size_t turn = 0; turn < turns; ++turn) {
        for (const auto& [count, best] : {std::pair{std::size_t{1}, &one}, {texts, &all}}) {
            const Seconds took = step(model, count, tokens);
            best->processor = std::min(best->processor, took.processor);
            best->clock = std::min(best->clock, took.clock);
        }
    }
    const auto n = static_cast<double>(texts);
    std::printf("%zu texts, %zu tokens each\n", texts, tokens);
    std::printf("processor time: a token alone %.2f ms, a step of all %.2f ms, %.2f times the tokens\n",
                one.processor * 1e3, all.processor * 1e3, n * one.processor / all.processor);
    std::printf("by the clock:   a token alone %.2f ms, a step of all %.2f ms, %.2f times the tokens\n",
                one.clock * 1e3, all.clock * 1e3, n * one.clock / all.clock);
}
