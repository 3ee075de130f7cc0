// What chapter 1 of week 3 measures: products with a matrix in fewer bytes, by what the model runs, by the exercise's solution and by
// oneDNN's int8, beside reading those bytes once. In turns; medians.
//
//   cmake --build --preset test -t few_bytes && OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 build/test/bin/few_bytes

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <map>

#include "bench/speed/limits.hpp"
#include "model/quantize.hpp"
#include "model/weights.hpp"
#if __has_include(<dnnl.hpp>)
#include <dnnl.hpp>
#endif

using namespace tiny_llm;

namespace {

Tensor numbers(std::size_t rows, std::size_t columns, std::uint32_t state) {
    Tensor x(xt::empty<float>({rows, columns}));
    for (float& number : x) number = static_cast<float>((state = state * 1664525u + 1013904223u) >> 8) / 8388608.0f - 1;
    return x;
}

/// As many bytes as a matrix takes, to be read once.
std::function<void()> reading(std::size_t bytes) {
    auto memory = std::make_shared<const Tensor>(xt::ones<float>({bytes / 4 / 64, std::size_t{64}}));
    return [memory, limit = bench::reading({memory.get()})] { limit.run(); };
}

#if __has_include(<dnnl.hpp>)
/// Whole numbers of 8 bits, in oneDNN's own order, and no scales at all.
std::function<void()> onednn(std::size_t rows, std::size_t out, std::size_t in) {
    using dnnl::memory;
    const auto dims = [](std::size_t a, std::size_t b) { return memory::dims{std::int64_t(a), std::int64_t(b)}; };
    struct State {
        dnnl::engine engine{dnnl::engine::kind::cpu, 0};
        dnnl::stream stream{engine};
        dnnl::inner_product_forward product;
        std::unordered_map<int, memory> arguments;
    };
    auto state = std::make_shared<State>();
    const memory::desc x(dims(rows, in), memory::data_type::s8, memory::format_tag::ab);
    const memory::desc any(dims(out, in), memory::data_type::s8, memory::format_tag::any);
    const memory::desc y(dims(rows, out), memory::data_type::f32, memory::format_tag::ab);
    const dnnl::inner_product_forward::desc description(dnnl::prop_kind::forward_inference, x, any, y);
    const dnnl::inner_product_forward::primitive_desc chosen(description, state->engine);
    state->product = dnnl::inner_product_forward(chosen);
    state->arguments = {{DNNL_ARG_SRC, memory(x, state->engine)},
                        {DNNL_ARG_WEIGHTS, memory(chosen.weights_desc(), state->engine)},
                        {DNNL_ARG_DST, memory(y, state->engine)}};
    for (const int one : {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS}) {
        memory& part = state->arguments.at(one);
        std::fill_n(static_cast<std::int8_t*>(part.get_data_handle()), part.get_desc().get_size(), std::int8_t{1});
    }
    return [state] {
        state->product.execute(state->stream, state->arguments);
        state->stream.wait();
    };
}
#endif

double median(std::vector<double> all) {
    std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), all.end());
    return all[all.size() / 2];
}

struct Contender {
    std::string name;
    std::size_t bytes;  // of the weight
    std::function<void()> product, limit;
};

void race(std::size_t rows, std::size_t out, std::size_t in, int turns) {
    const auto x = std::make_shared<const Tensor>(numbers(rows, in, 1));
    StoredTensor given;
    const auto memory = std::make_shared<const Tensor>(numbers(out, in, 2));
    given.name = "weight", given.shape = {out, in}, given.owner = memory;
    given.data = reinterpret_cast<const std::byte*>(memory->data());
    const StoredTensors nowhere("here", "", 0);

    std::vector<Contender> all;
    const auto add = [&](const std::string& name, const StoredTensor& weight, Weights by) {
        all.push_back({name, weight.bytes(), [x, product = linear_of(weight, std::nullopt, by)] { product(*x); },
                       reading(weight.bytes())});
    };
    add("float32", given, Weights::in_file);
    add("bfloat16", stored_as(nowhere, given, DType::bfloat16), Weights::in_file);
    const StoredTensor q8_0 = stored_as(nowhere, given, DType::q8_0);
    add("q8_0", q8_0, Weights::in_file);
    add("q4_0", stored_as(nowhere, given, DType::q4_0), Weights::in_file);
    add("q8_0_linear, the solution", q8_0, Weights::by_q8_0_linear);
#if __has_include(<dnnl.hpp>)
    all.push_back({"oneDNN, int8", out * in, onednn(rows, out, in), reading(out * in)});
#endif
    std::vector<std::vector<double>> taken(all.size()), limits(all.size());
    const auto seconds = [](const std::function<void()>& call) {
        const auto begin = std::chrono::steady_clock::now();
        call();
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    for (int turn = -1; turn < turns; ++turn) {  // the first is not counted
        for (std::size_t i = 0; i < all.size(); ++i) {
            const double product = seconds(all[i].product), limit = seconds(all[i].limit);
            if (turn < 0) continue;
            taken[i].push_back(product);
            limits[i].push_back(limit);
        }
    }
    std::printf("\n%zu x %zu, rows %zu       MB      ms   reading   ms / reading   ms / float32\n", out, in, rows);
    for (std::size_t i = 0; i < all.size(); ++i) {
        // Turn by turn: from one to the next the machine may become another.
        std::vector<double> beside_limit, beside_float;
        for (std::size_t turn = 0; turn < taken[i].size(); ++turn) {
            beside_limit.push_back(taken[i][turn] / limits[i][turn]);
            beside_float.push_back(taken[i][turn] / taken[0][turn]);
        }
        std::printf("%-27s %7.1f %7.2f %9.2f %14.2f %14.2f\n", all[i].name.c_str(), double(all[i].bytes) / 1e6,
                    median(taken[i]) * 1e3, median(limits[i]) * 1e3, median(beside_limit), median(beside_float));
    }
}

}  // namespace

int main() {
    race(1, 151936, 896, 15);  // the head of Qwen2.5-0.5B, which fits into no cache
    race(64, 4864, 896, 15);   // a projection of its MLP, for a prompt
}
