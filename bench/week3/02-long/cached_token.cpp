// What a token takes when so many are in the cache, of float32 and of q8_0: `cached_token FOLDER`, with a model in it. One
// thread: OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1. Time is of the processor; both take turns.

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <random>
#include <vector>

#include "model/block_cache.hpp"
#include "model/load.hpp"
#include "model/safetensors.hpp"

using namespace tiny_llm;

namespace {

constexpr std::size_t longest = 4096, tokens = 8, turns = 9;

double milliseconds() {
    timespec now;
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// A model and a full cache. What is in it does not matter.
struct Way {
    Way(const char* folder, DType cache_as)
        : model(load_model(read_config(folder), SafeTensors::open_folder(folder), Weights::in_file, longest + tokens,
                           {LayerBy::decoder_layer, true, cache_as})),
          cache(model.new_cache()) {
        const Config& config = model.config;
        std::mt19937 random(1);
        Tensor rows(xt::empty<float>({longest, config.num_key_value_heads, config.head_dim}));
        for (float& number : rows) number = static_cast<float>(random()) * 0x1p-31f - 1;
        for (KVCache& layer : cache) {
            if (cache_as == DType::q8_0) append_blocks(layer, rows, rows);
            else layer.append(rows, rows);
        }
    }

    double time(std::size_t length) {
        for (KVCache& layer : cache) layer.length = length;
        const double start = milliseconds();
        for (std::size_t i = 0; i < tokens; ++i) model.qwen2({1}, cache, 1);
        return (milliseconds() - start) / tokens;
    }

    LanguageModel model;
    std::vector<KVCache> cache;
};

double median(std::vector<double> numbers) {
    std::nth_element(numbers.begin(), numbers.begin() + turns / 2, numbers.end());
    return numbers[turns / 2];
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return std::fputs("usage: cached_token FOLDER\n", stderr), 2;
    Way numbers(argv[1], DType::float32), blocks(argv[1], DType::q8_0);
    for (const std::size_t length : {std::size_t{512}, longest}) {
        std::vector<double> a, b, ratio;
        for (std::size_t turn = 0; turn < turns; ++turn) {
            a.push_back(numbers.time(length));
            b.push_back(blocks.time(length));
            ratio.push_back(b.back() / a.back());
        }
        std::printf("%4zu tokens: float32 %.1f ms, q8_0 %.1f ms, ratio %.2f\n", length, median(a), median(b),
                    median(ratio));
    }
}
