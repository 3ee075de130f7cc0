#pragma once

#include <csignal>

namespace tiny_llm {

/// Ctrl-C is heard once; a second one does what it did before, so that a part that does not come back can be ended. Until
/// the next `hear_interrupt`.
void hear_interrupt();
bool interrupted();

}  // namespace tiny_llm
