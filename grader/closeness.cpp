#include "grader/closeness.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "grader/uniform.hpp"

namespace grader {

namespace {

/// One unit in the last place of `value` in a type of `bits` bits of precision.
double ulp(double value, int bits) {
    const int least_exponent = bits == float16_bits ? -14 : -126;  // below it, float16 and bfloat16 have subnormals
    return std::ldexp(1.0, std::max(value == 0 ? least_exponent : std::ilogb(value), least_exponent) - (bits - 1));
}

}  // namespace

Floats counted(std::vector<std::size_t> shape, std::uint32_t seed, float scale) {
    Floats array(std::move(shape), 0.0f);
    for (std::size_t i = 0; i < array.size(); ++i) {
        array.values[i] = scale * uniform(seed, static_cast<std::uint32_t>(i));
    }
    return array;
}

float rounded(float value, int bits) {
    if (!std::isfinite(value)) return value;
    if (bits == bfloat16_bits) {  // millions of weights are rounded so: the upper half of a float32
        const auto all = std::bit_cast<std::uint32_t>(value);
        return std::bit_cast<float>((all + 0x7FFF + ((all >> 16) & 1)) & 0xFFFF0000u);
    }
    const double step = ulp(value, bits), nearest = std::nearbyint(value / step) * step;
    const bool too_large = bits == float16_bits && std::abs(nearest) > 65504;
    return too_large ? std::copysign(std::numeric_limits<float>::infinity(), value) : static_cast<float>(nearest);
}

Difference compare(const Floats& yours, const Floats& expected, Tolerance tolerance) {
    Difference difference;
    std::vector<std::size_t> off;
    double worst = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const double a = yours.values[i];
        const double b = expected.values[i];
        if (!std::isfinite(a) && std::isfinite(b)) difference.not_finite.push_back(i);
        if (a == b || (std::isnan(a) && std::isnan(b))) continue;
        off.push_back(i);
        const double allowed = tolerance.bits ? ulp(b, tolerance.bits) : tolerance.atol + tolerance.rtol * std::abs(b);
        const double error = std::abs(a - b);
        if (!std::isfinite(b) || !(error <= allowed)) difference.wrong.push_back(i);  // NaN is never <= anything
        const double excess = std::isfinite(error) ? error / allowed : std::numeric_limits<double>::infinity();
        if (excess > worst) {
            worst = excess;
            difference.worst = i;
            difference.worst_allowed = allowed;
        }
    }
    difference.off = off.size();
    if (off.size() > tolerance.most_off * static_cast<double>(expected.size())) difference.wrong = std::move(off);
    return difference;
}

bool close(const Value& yours, const Value& expected, Tolerance tolerance) {
    if (yours.is.index() != expected.is.index()) return false;
    if (const auto* floats = std::get_if<Floats>(&expected.is)) {
        const auto& mine = std::get<Floats>(yours.is);
        return mine.shape == floats->shape && compare(mine, *floats, tolerance).wrong.empty();
    }
    if (const auto* integers = std::get_if<Integers>(&expected.is)) {
        const auto& mine = std::get<Integers>(yours.is);
        return mine.shape == integers->shape && mine.values == integers->values;
    }
    if (const auto* number = std::get_if<double>(&expected.is)) {
        const double mine = std::get<double>(yours.is);
        if (mine == *number || (std::isnan(mine) && std::isnan(*number))) return true;
        return std::isfinite(*number) &&
               std::abs(mine - *number) <= tolerance.atol + tolerance.rtol * std::abs(*number);
    }
    if (const auto* several = std::get_if<Values>(&expected.is)) {
        const auto& mine = std::get<Values>(yours.is);
        return std::equal(mine.begin(), mine.end(), several->begin(), several->end(),
                          [&](const Value& a, const Value& b) { return close(a, b, tolerance); });
    }
    if (const auto* text = std::get_if<std::string>(&expected.is)) return std::get<std::string>(yours.is) == *text;
    return std::get<std::int64_t>(yours.is) == std::get<std::int64_t>(expected.is);
}

Misfit misfit(const Integers& draws, const Floats& probabilities) {
    std::vector<std::size_t> times(probabilities.size(), 0);
    for (const std::int64_t draw : draws.values) {
        if (draw < 0 || static_cast<std::size_t>(draw) >= times.size()) return {draw, 1, 0};
        ++times[static_cast<std::size_t>(draw)];
    }
    const auto n = static_cast<double>(draws.size());
    Misfit worst;
    double largest = 5;
    for (std::size_t k = 0; k < times.size(); ++k) {
        const double p = probabilities.values[k], mean = n * p, deviation = std::sqrt(n * p * (1 - p));
        const double distance = std::abs(static_cast<double>(times[k]) - mean);
        if (distance == 0) continue;
        const double deviations = deviation > 0 ? distance / deviation : std::numeric_limits<double>::infinity();
        if (deviations <= largest) continue;
        largest = deviations;
        worst = {static_cast<std::int64_t>(k), times[k], mean};
    }
    return worst;
}

}  // namespace grader
