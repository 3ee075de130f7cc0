// en: Large positive values come out as 0 and large negative ones as x: the sign in the exponent
//     is wrong. The sigmoid is 1 / (1 + exp(-x)); with exp(x) it is sigmoid(-x).
// zh: 大的正数输出成了 0，大的负数却原样输出：指数的符号反了。sigmoid 是 1 / (1 + exp(-x))，
//     写成 exp(x) 就是 sigmoid(-x)。

#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) { return x / (1.0f + xt::exp(x)); }

}  // namespace tiny_llm
