#pragma once

#include <stdexcept>
#include <string>

namespace tiny_llm {

/// A model's files are not what they should be. One line, which begins with the file and names the tensor or the key.
struct ModelError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A part of the model returned another shape than its contract says.
struct WrongShape : std::runtime_error {
    WrongShape(const std::string& part, const std::string& what)
        : std::runtime_error(part + " returned " + what), part(part) {}
    std::string part;
};

}  // namespace tiny_llm
