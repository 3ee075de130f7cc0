// The solutions on trained weights: pre-norm blocks of a small language model, both forms, beside PyTorch's result.
// story_blocks_test FOLDER, as story_blocks.py has filled it.

#include <filesystem>
#include <fstream>
#include <iostream>

#include "grader/closeness.hpp"
#include "tiny_llm/shape.hpp"
#include "week1/04-fusion/pre_norm_block.hpp"

#if __has_include(<xtensor/io/xnpy.hpp>)
#include <xtensor/io/xnpy.hpp>
#else
#include <xtensor/xnpy.hpp>
#endif

using namespace tiny_llm;

namespace {

template <class Number>
Number number_in(const std::filesystem::path& path) {
    Number number{};
    std::ifstream(path) >> number;
    return number;
}

// Trained weights give sums of large terms: values reach 204, and PyTorch's own float32 was seen to be off by 6e-5.
constexpr grader::Tolerance tolerance{.rtol = 1.3e-6, .atol = 2e-4};

bool agrees(const std::string& form, int layer, const Tensor& yours, const Tensor& expected) {
    const auto difference = grader::compare(std::get<grader::Floats>(grader::Value(yours).is),
                                            std::get<grader::Floats>(grader::Value(expected).is), tolerance);
    std::cout << form << ", layer " << layer << ", " << shape_string(yours) << ": " << difference.wrong.size() << " of "
              << expected.size() << " outside the tolerance\n";
    return difference.wrong.empty();
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const std::filesystem::path folder = argv[1];
    const auto load = [&](const std::string& name) -> Tensor { return xt::load_npy<float>((folder / name).string()); };
    const auto eps = number_in<float>(folder / "eps.txt");
    const int layers = number_in<int>(folder / "layers.txt");
    const Attention identity = [](const Tensor& x) { return x; };
    Tensor x = load("x.npy");
    BlockState state{x, std::nullopt};
    bool good = layers > 0;
    for (int layer = 0; layer < layers; ++layer) {
        const std::string n = std::to_string(layer) + ".npy";
        const Tensor gate = load("gate" + n);
        const RMSNorm norm1(gate.shape(1), load("norm1" + n), eps);
        const RMSNorm norm2(gate.shape(1), load("norm2" + n), eps);
        const Qwen2MLP mlp(gate.shape(1), gate.shape(0), gate, load("up" + n), load("down" + n));
        x = pre_norm_block(x, identity, norm1, norm2, mlp);
        state = threaded_pre_norm_block(state, identity, norm1, norm2, mlp);
        const Tensor expected = load("y" + n);
        good = agrees("plain", layer, x, expected) && good;
        good = agrees("threaded", layer, state.hidden + state.residual.value(), expected) && good;
    }
    return good ? 0 : 1;
}
