#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "model/tokenizer/field.hpp"

namespace tiny_llm {

/// What is done to the text before it is cut up.
using Normalizer = std::function<std::string(std::string)>;

/// Null, NFC, Prepend, Replace (of a string) and Sequence. Throws ModelError for others.
Normalizer make_normalizer(const Field& normalizer);

/// `text` with each `from`, which is not empty, replaced by `to`.
std::string replace_all(std::string_view text, std::string_view from, std::string_view to);

}  // namespace tiny_llm
