#define TINY_LLM_JSON_HERE
#include "tools/json/once.hpp"
