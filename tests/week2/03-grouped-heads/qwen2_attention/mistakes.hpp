#pragma once
// What people get wrong in qwen2_attention: what they get wrong in the layer that both models have.
#include "tests/week2/03-grouped-heads/qwen2_attention/layer.hpp"

static Values qwen2_attention(Run& run) { return attention_layer(run); }
