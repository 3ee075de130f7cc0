// Three loops of chapter 5, alone in a file, so that g++ says of them alone what it vectorized (-fopt-info-vec-optimized-missed).

#include <cmath>
#include <cstddef>

// region loops
void scale(const float* x, float* out, std::size_t n, float a) {
    for (std::size_t i = 0; i < n; ++i) out[i] = x[i] * a;
}
float sum(const float* x, std::size_t n) {
    float s = 0.0f;
    for (std::size_t i = 0; i < n; ++i) s += x[i] * x[i];
    return s;
}
void silu(const float* x, float* out, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i)
        out[i] = x[i] / (1.0f + std::exp(-x[i]));
}
// endregion
