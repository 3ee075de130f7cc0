#pragma once

#include "model/config.hpp"
#include "model/gguf.hpp"
#include "model/tokenizer/tokenizer_json.hpp"

namespace tiny_llm {

/// What a GGUF file says of a model, in the form in which a folder of Hugging Face's says it. Each throws ModelError, naming the
/// file and the key or the tensor, for what is missing and for what is not done here.
///
/// Source: https://github.com/ggml-org/llama.cpp/blob/master/convert_hf_to_gguf.py

/// Of the architectures qwen2, qwen3 and llama.
Config read_config(const Gguf& gguf);

/// Of byte pairs as GPT-2 has them (`tokenizer.ggml.model` is gpt2), cut as Qwen2, GPT-2, Llama 3 or SmolLM do it.
TokenizerJson read_tokenizer(const Gguf& gguf);

/// Under Hugging Face's names. A Llama's rows of queries and keys lie in another order in the file, which turns neighbours where
/// Hugging Face's model turns halves: these come as copies.
StoredTensors read_tensors(const Gguf& gguf, const Config& config);

}  // namespace tiny_llm
