#include "week1/01-silu/silu.hpp"

#include "tools/plot/panel.hpp"

namespace tiny_llm::plot {

std::vector<Panel> panels() { return {curve("silu", silu)}; }

}  // namespace tiny_llm::plot
