#include <cmath>
#include <cstdio>

int main() {
    const double points[] = {-1.29, -1.2785, -1.2784, -1.27};
    for (double x : points) {
        double s = 1 / (1 + std::exp(-x));
        double slope = s * (1 + x * (1 - s));
        std::printf("%8.4f  %+.1e\n", x, slope);
    }
}
