#pragma once

#include <string>
#include <vector>

#include "support/call.hpp"
#include "support/uniform.hpp"

namespace grader {

/// A case of tests/fixtures/<chapter>/<id>/cases.json, of the exercise or of its twin: the arguments, and the outputs
/// that PyTorch gives.
struct Fixture {
    Call call;
    std::vector<Tensor> outputs;
};

/// Throws std::runtime_error naming the file, when it is missing or damaged.
Fixture fixture(const std::string& name);

}  // namespace grader
