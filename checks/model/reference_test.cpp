// A model beside what PyTorch says of it. TINY_LLM_MODEL and TINY_LLM_REFERENCE name the folders; qwen2_reference.py
// fills the second.

#include <sys/resource.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "grader/catch.hpp"
#include "model/load.hpp"
#include "model/safetensors.hpp"
#include "model/sampler.hpp"
#include "support/difference.hpp"
#include "support/model_files.hpp"

#if __has_include(<xtensor/io/xnpy.hpp>)
#include <xtensor/io/xnpy.hpp>
#else
#include <xtensor/xnpy.hpp>
#endif

using namespace tiny_llm;

namespace {

std::filesystem::path folder(const char* variable) {
    const char* value = std::getenv(variable);
    if (!value) throw std::runtime_error(std::string(variable) + " names no folder");
    return value;
}

struct Case {
    std::string text;
    std::vector<TokenId> prompt, tokens;
    std::vector<std::size_t> rows;  // of which tokens the logits are stored
    double float32_error;           // PyTorch's own, in those rows
    Tensor logits;                  // rows x V, rounded from float64
};

std::vector<Case> cases() {
    const std::filesystem::path reference = folder("TINY_LLM_REFERENCE");
    std::ifstream file(reference / "reference.json");
    const nlohmann::json stored = nlohmann::json::parse(file);
    std::vector<Case> result;
    for (const auto& c : stored["cases"]) {
        const std::string logits = reference / ("logits-" + std::to_string(result.size()) + ".npy");
        result.push_back(
            {c["text"], c["prompt"], c["tokens"], c["rows"], c["float32_error"], xt::load_npy<float>(logits)});
    }
    return result;
}

constexpr std::size_t large = std::size_t{64} << 20;  // as telling.cpp has it

SafeTensors weights() { return SafeTensors::open_folder(folder("TINY_LLM_MODEL")); }

/// A large model in the file alone, read by the exercises too.
std::vector<Weights> places() {
    if (weights().bytes() >= large) return {Weights::in_file, Weights::in_blocks};
    return {Weights::in_memory, Weights::in_blocks, Weights::in_file};
}

const char* said(Weights place) {
    return place == Weights::in_memory ? "in memory: " : place == Weights::in_blocks ? "in blocks: " : "in the file: ";
}

/// How far the rows whose logits are stored are from float64's, beside how far PyTorch's float32 is. The sums are
/// long and no order of additions is the right one, so that float32 cannot be asked for more than about what PyTorch
/// reaches.
void check_logits(const Case& c, const Tensor& ours) {
    const Tensor rows = xt::view(ours, xt::keep(c.rows));
    const double error = largest_difference(rows, c.logits);
    std::cout << "  error " << error << ", PyTorch's in float32 " << c.float32_error << "\n";
    CHECK(error <= 2 * c.float32_error);
    CHECK(error <= 1e-5 * xt::amax(xt::abs(c.logits))());
}

/// The logits that choose each token, of the whole text given in pieces.
Tensor in_pieces(const LanguageModel& model, const Case& c, std::size_t piece) {
    std::vector<TokenId> ids = c.prompt;
    ids.insert(ids.end(), c.tokens.begin(), c.tokens.end() - 1);
    std::vector<KVCache> cache = model.new_cache();
    Tensor all = xt::empty<float>({ids.size(), model.config.vocab_size});
    for (std::size_t begin = 0; begin < ids.size(); begin += piece) {
        const std::size_t end = std::min(begin + piece, ids.size());
        xt::view(all, xt::range(begin, end)) = model.qwen2({&ids[begin], &ids[begin] + (end - begin)}, cache, 0);
    }
    return xt::view(all, xt::range(c.prompt.size() - 1, ids.size()));
}

}  // namespace

TEST_CASE("PyTorch's greedy tokens, one by one with the cache, whatever ends a text") {
    const SafeTensors tensors = weights();
    const Config config = read_config(folder("TINY_LLM_MODEL"));
    REQUIRE_FALSE(cases().empty());
    for (const Weights place : places()) {
        for (const Case& c : cases()) {
            std::cout << said(place) << c.text << std::endl;
            const LanguageModel model = load_model(config, tensors, place, c.prompt.size() + c.tokens.size());
            std::vector<KVCache> cache = model.new_cache();
            Sampler greedy({.temperature = 0});
            std::vector<TokenId> tokens, next = c.prompt;
            Tensor logits = xt::empty<float>({c.tokens.size(), config.vocab_size});
            while (tokens.size() < c.tokens.size()) {
                Tensor row = model.qwen2(next, cache, 1);
                row.reshape({config.vocab_size});
                xt::view(logits, tokens.size()) = row;
                tokens.push_back(greedy(row));
                next = {tokens.back()};
            }
            CHECK(tokens == c.tokens);
            check_logits(c, logits);
        }
    }
}

TEST_CASE("the text all at once, and in pieces, gives the logits of float64 within float32's rounding") {
    const SafeTensors tensors = weights();
    const Config config = read_config(folder("TINY_LLM_MODEL"));
    for (const Weights place : places()) {
        for (const Case& c : cases()) {
            const LanguageModel model = load_model(config, tensors, place, c.prompt.size() + c.tokens.size());
            for (const std::size_t piece : {std::size_t{7}, c.prompt.size() + c.tokens.size()}) {
                check_logits(c, in_pieces(model, c, piece));
            }
        }
    }
}

TEST_CASE("copies of the model in shards and in other dtypes are the same model") {
    if (weights().bytes() >= large) return;
    const std::filesystem::path original = folder("TINY_LLM_MODEL");
    const model_files::Model files = model_files::read(original);
    const Case c = cases().at(0);
    const auto logits = [&](const std::filesystem::path& of) {
        const LanguageModel model = load_model(read_config(of), SafeTensors::open_folder(of), Weights::in_memory,
                                               c.prompt.size() + c.tokens.size());
        return in_pieces(model, c, c.prompt.size() + c.tokens.size());
    };
    const Tensor expected = logits(original);
    const model_files::Folder shards, single, half;
    files.write_in_shards(shards.path(), 3);
    CHECK(largest_difference(logits(shards.path()), expected) == 0);
    converted(files, "F32").write(single.path());
    CHECK(largest_difference(logits(single.path()), expected) == 0);
    converted(files, "F16").write(half.path());  // 11 bits, and a smaller range: not the same to the bit
    CHECK(largest_difference(logits(half.path()), expected) < 1e-2 * xt::amax(xt::abs(expected))());
}

TEST_CASE("a large model needs little more memory than its file has") {
    const std::size_t bytes = weights().bytes();
    if (bytes < large) return;
    rusage usage{};
    REQUIRE(::getrusage(RUSAGE_SELF, &usage) == 0);
    const double peak = 1024.0 * static_cast<double>(usage.ru_maxrss);  // the file's pages included
    std::cout << "peak memory " << peak / static_cast<double>(bytes) << " of the file" << std::endl;
    CHECK(peak < 1.2 * static_cast<double>(bytes));
}
