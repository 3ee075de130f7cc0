#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/call.hpp"

namespace grader {

/// The element `index` of stream `seed`: a float32 in [-1, 1), a multiple of 2^-23, the same on every machine.
/// tests/fixtures/make_fixtures.py computes the same, so that inputs, and weights of any size, need not be stored.
float uniform(std::uint32_t seed, std::uint32_t index);

/// A case of tests/fixtures/<chapter>/<id>/cases.json, of the exercise or of its twin: the arguments, and the outputs
/// that PyTorch gives.
struct Fixture {
    Call call;
    std::vector<Tensor> outputs;
};

/// Throws std::runtime_error naming the file, when it is missing or damaged.
Fixture fixture(const std::string& name);

}  // namespace grader
