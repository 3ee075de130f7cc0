#include "setup.hpp"

#include "tests/week2/02-rope/rope/cases.hpp"

QUESTION("Qwen2-0.5B's two heads of keys", "Qwen2-0.5B 的两个 key 头") { grade("qwen2"); }
