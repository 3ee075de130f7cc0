#pragma once

#include "model/config.hpp"
#include "model/decoder_layer.hpp"
#include "model/qwen2.hpp"
#include "model/safetensors.hpp"

namespace tiny_llm {

/// The parts of a Qwen2 as its files name them. Each throws ModelError naming the tensor that is missing or of a shape
/// that config.json does not give it.
class Loader {
public:
    Loader(const SafeTensors& tensors, const Config& config, Placement placement)
        : tensors_(tensors), config_(config), placement_(placement) {}

    StoredTensor embed_tokens() const;
    Qwen2DecoderLayer layer(std::size_t index) const;
    RMSNorm norm(const std::string& name) const;
    Linear lm_head() const;

private:
    Linear linear(const std::string& name, std::size_t out, std::size_t in, bool bias, bool in_memory) const;
    std::variant<Qwen2MLP, StoredQwen2MLP> mlp(const std::string& prefix) const;

    const SafeTensors& tensors_;
    const Config& config_;
    Placement placement_;
};

}  // namespace tiny_llm
