// passes MODEL STORY [TURNS]: what guesses save in a model of another size.
//
// STORY is what `./learn story --guess --temperature 0 --json` has printed. Its passes are made again with MODEL, a folder, whose
// own text would be another: as many rows, after as many tokens. Beside them, taking turns, the passes of one row each that the
// same tokens take without guesses. Processor time, of all threads; the prompt does not count.

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>

#include "model/load.hpp"
#include "model/on_disk.hpp"
#include "model/speaker.hpp"
#include "week3/05-guess/ngram_draft.hpp"

using namespace tiny_llm;

namespace {

struct Pass {
    std::size_t kept;  // tokens of the text that it has read
    Ids ids;
};

/// As speculative_generate makes them, with the guesses of a Speaker.
std::vector<Pass> with_guesses(const Ids& prompt, const Ids& tokens) {
    std::vector<Pass> passes;
    Ids so_far = prompt;
    for (std::size_t done = 0; done < tokens.size();) {
        const std::size_t left = tokens.size() - done;
        const Ids guess = ngram_draft(so_far, longest_ngram, std::min(most_guesses, left - 1), {});
        Pass pass{so_far.size() - 1, {so_far.back()}};
        pass.ids.insert(pass.ids.end(), guess.begin(), guess.end());
        passes.push_back(pass);
        std::size_t agree = 0;
        while (agree < guess.size() && guess[agree] == tokens[done + agree]) ++agree;
        for (std::size_t i = 0; i <= agree; ++i) so_far.push_back(tokens[done++]);
    }
    return passes;
}

std::vector<Pass> without(const Ids& prompt, const Ids& tokens) {
    std::vector<Pass> passes;
    Ids so_far = prompt;
    for (const TokenId token : tokens) {
        passes.push_back({so_far.size() - 1, {so_far.back()}});
        so_far.push_back(token);
    }
    return passes;
}

double seconds(const LanguageModel& model, std::vector<KVCache>& cache, const std::vector<Pass>& passes) {
    const std::clock_t start = std::clock();
    for (const auto& [kept, ids] : passes) {
        for (KVCache& one : cache) one.length = kept;
        model.qwen2(ids, cache, ids.size());
    }
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + std::ssize(values) / 2, values.end());
    return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    std::ifstream file(argv[2]);
    const nlohmann::json story = nlohmann::json::parse(file);
    const Ids prompt = story["prompt_tokens"], tokens = story["tokens"];
    const ModelOnDisk files(argv[1]);
    const Config config = files.config();
    const StoredTensors tensors = files.tensors(config);
    const std::size_t positions = prompt.size() + tokens.size() + most_guesses;
    const LanguageModel model = load_model(config, tensors, Weights::in_file, positions);
    std::vector<KVCache> cache = model.new_cache();
    model.qwen2(prompt, cache, 1);
    const auto guessed = with_guesses(prompt, tokens), plain = without(prompt, tokens);
    std::vector<double> a, b, ratio;
    for (int turn = 0, turns = argc > 3 ? std::atoi(argv[3]) : 5; turn < turns; ++turn) {
        a.push_back(seconds(model, cache, plain));
        b.push_back(seconds(model, cache, guessed));
        ratio.push_back(a.back() / b.back());
    }
    std::size_t rows = 0;
    for (const Pass& pass : guessed) rows += pass.ids.size();
    std::printf("%zu tokens in %zu passes of %.1f rows: %.2f for each\n", tokens.size(), guessed.size(),
                double(rows) / double(guessed.size()), double(tokens.size()) / double(guessed.size()));
    std::printf("without guesses %.0f ms a pass, with them %.0f: %.2f times as fast\n",
                1e3 * median(a) / double(plain.size()), 1e3 * median(b) / double(guessed.size()), median(ratio));
    std::printf("turns:");
    for (const double one : ratio) std::printf(" %.2f", one);
    std::printf("\n");
}
