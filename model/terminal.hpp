#pragma once

#include <csignal>
#include <string>

namespace tiny_llm {

/// The text with '?' for what moves a terminal's cursor: a model may have learnt such bytes.
std::string for_terminal(std::string text);

/// Ctrl-C is heard once; a second one does what it did before, so that a part that does not come back can be ended. Until
/// the next `hear_interrupt`.
void hear_interrupt();
bool interrupted();

}  // namespace tiny_llm
