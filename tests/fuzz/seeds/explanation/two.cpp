// en: First line,
//     second line.
// zh: 第一行，
//     第二行。
#include "silu.hpp"
