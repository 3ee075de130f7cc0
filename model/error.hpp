#pragma once

#include <stdexcept>
#include <string>

namespace tiny_llm {

/// A model's files are not what they should be. One line, which begins with the file and names the tensor or the key.
struct ModelError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// What a part of the model returned cannot be: it has another shape than the contract says; or NaN came out of the model, and
/// nobody knows of which part, which is then empty.
struct WrongResult : std::runtime_error {
    WrongResult(const std::string& part, const std::string& what) : std::runtime_error(what), part(part) {}
    std::string part;
};

}  // namespace tiny_llm
