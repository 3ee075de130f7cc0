#pragma once

#include <stdexcept>

namespace tiny_llm {

/// A model's files are not what they should be. One line, which begins with the file and names the tensor or the key.
struct ModelError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace tiny_llm
