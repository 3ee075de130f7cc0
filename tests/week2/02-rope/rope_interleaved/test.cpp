#include "setup.hpp"

#include "tests/week2/02-rope/rope/cases.hpp"

QUESTION("two heads as wide as Qwen2-0.5B's", "两个与 Qwen2-0.5B 同样宽的头") { grade("qwen2"); }
