#pragma once

#include "model_files.hpp"

namespace model_files {

/// A Qwen2 with random weights, the same every time: 2 layers, E = 16, I = 24, 4 heads over 2, D = 6, V = 260,
/// context 64, float32. Its tokens are the 256 bytes and, 256, the end of a text.
Model small_qwen2();

/// The same as a Qwen3: no biases, and a norm for the D numbers of each head of queries and of keys.
Model small_qwen3();

}  // namespace model_files
