#pragma once

#include <cstdint>

namespace grader {

/// The element `index` of stream `seed`: a float32 in [-1, 1), a multiple of 2^-23, the same on every machine.
/// tests/fixtures.py computes the same, so that inputs, and weights of any size, need not be stored.
inline float uniform(std::uint32_t seed, std::uint32_t index) {
    std::uint32_t h = index + seed * 0x9E3779B9u;
    h ^= h >> 16;  // the finalizer of MurmurHash3, by Austin Appleby, in the public domain
    h *= 0x85EBCA6Bu;
    h ^= h >> 13;
    h *= 0xC2B2AE35u;
    h ^= h >> 16;
    return static_cast<float>(static_cast<std::int32_t>(h >> 8) - (1 << 23)) * 0x1p-23f;
}

}  // namespace grader
