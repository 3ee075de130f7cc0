#include "tiny_llm/fast_exp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "grader/catch.hpp"
#include "tiny_llm/clones.hpp"

namespace {

using Exponentials = void (*)(const std::vector<float>&, std::vector<float>&);

void of_oldest_cpu(const std::vector<float>& x, std::vector<float>& y) {
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = tiny_llm::fast_exp(x[i]);
}

// Where the CPU has fused multiplication and addition, the results differ in their last bits.
TINY_LLM_CLONES
void of_this_cpu(const std::vector<float>& x, std::vector<float>& y) {
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = tiny_llm::fast_exp(x[i]);
}

struct Error {
    double ulp = 0;
    float at = 0;
};

/// The largest error over every `stride`-th float within +-87, in units of the true value's last place.
Error largest(Exponentials exponentials, std::uint64_t stride) {
    std::vector<float> x(4096), y(4096);
    Error worst;
    for (const std::uint32_t sign : {0u, 0x80000000u}) {
        const std::uint64_t end = std::bit_cast<std::uint32_t>(87.0f);
        for (std::uint64_t bits = 0; bits <= end;) {
            for (float& value : x) {
                value = std::bit_cast<float>(static_cast<std::uint32_t>(std::min(bits, end)) | sign);
                bits += stride;
            }
            exponentials(x, y);
            for (std::size_t i = 0; i < x.size(); ++i) {
                const double right = std::exp(static_cast<double>(x[i]));
                const double ulp = std::ldexp(1.0, std::ilogb(static_cast<float>(right)) - 23);
                const double error = std::abs(y[i] - right) / ulp;
                if (!(error <= worst.ulp)) worst = {error, x[i]};
            }
        }
    }
    return worst;
}

void check(std::uint64_t stride) {
    for (const Exponentials exponentials : {of_oldest_cpu, of_this_cpu}) {
        const Error worst = largest(exponentials, stride);
        INFO("at " << worst.at);
        CHECK(worst.ulp <= 1.02);
    }
}

}  // namespace

TEST_CASE("fast_exp is within 1.02 ulp") { check(997); }

// 90 seconds: every float there is within +-87.  bin/fast_exp_test "[every]"
TEST_CASE("fast_exp is within 1.02 ulp for every float", "[.][every]") { check(1); }

TEST_CASE("fast_exp far out is 0 or large, and NaN for NaN") {
    const float infinity = std::numeric_limits<float>::infinity();
    const std::vector<float> x{-87.1f, -104.0f, -1e30f, -infinity, 87.1f, 1e30f, infinity, std::nanf("")};
    for (const Exponentials exponentials : {of_oldest_cpu, of_this_cpu}) {
        std::vector<float> y(x.size(), 1.0f);
        exponentials(x, y);
        for (std::size_t i = 0; i < 4; ++i) CHECK(y[i] == 0.0f);
        for (std::size_t i = 4; i < 7; ++i) CHECK(y[i] == 0x1p126f);
        CHECK(std::isnan(y[7]));
    }
}
