#pragma once

#include "tiny_llm/tensor.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tiny_llm {

/// 32 neighbours of a row in 34 bytes: number i stands for values[i] * scale.
struct Q8Block {
    float16 scale;
    std::array<std::int8_t, 32> values;
};

/// 32 neighbours of a row in 18 bytes. Byte j holds value j in its low half and value j + 16 in its high half; a value v from
/// 0 to 15 stands for (v - 8) * scale.
struct Q4Block {
    float16 scale;
    std::array<std::uint8_t, 16> values;
};

/// A matrix in blocks, row by row: columns / 32 blocks for each row.
template <class Block>
struct Quantized {
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::vector<Block> blocks;
};

static_assert(sizeof(Q8Block) == 34 && sizeof(Q4Block) == 18, "blocks lie in files as they lie here");

}  // namespace tiny_llm
