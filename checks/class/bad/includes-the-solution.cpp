// silu: compile_error, in a sandbox

#include "solutions/week1/01-silu/silu.cpp"
