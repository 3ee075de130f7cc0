#include "week1/01-silu/gelu.hpp"

#include "tools/plot/panel.hpp"

namespace tiny_llm::plot {

std::vector<Panel> panels() { return {curve("gelu", gelu), curve("gelu_tanh", gelu_tanh)}; }

}  // namespace tiny_llm::plot
