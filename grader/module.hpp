#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>
#include <span>

#include "grader/call.hpp"

namespace grader {

class Arguments;  // the call's, as tensors: grader/arguments.hpp

/// A function of an exercise as the grader calls it: `tiny_llm::call` of the exercise's call.hpp.
using Function = Values (*)(Arguments&);

/// One answer in a library, with its name where there are several.
struct Answer {
    const char* id;
    Function function;
};

/// What a library of calls or of planted answers exports, by the name `tiny_llm_module_<id>`.
struct Module {
    const Answer* answers;
    std::size_t count;
    /// Calls one of them, once for each of `calls`, whose arguments lie at the same place where they have the same shapes, and
    /// catches whatever it throws. What came of the last; `at` says which of them is being made.
    Outcome (*run)(Function function, std::span<const Call> calls, std::size_t& at);
};

inline Outcome run(const Module& module, Function function, const Call& call) {
    std::size_t at = 0;
    return module.run(function, {&call, 1}, at);
}

/// A NaN with a payload of its own, which bfloat16 keeps too, for elements that a mistake reads from memory that is not its
/// own.
constexpr std::uint32_t anything_bits = 0x7fde0000;
inline float anything() { return std::bit_cast<float>(anything_bits); }

/// Likewise, for elements that a mistake never writes: any number may stand there, but hardly the right one. A learner who
/// has the right one made another mistake.
constexpr std::uint32_t unwritten_bits = 0x7fdd0000;
inline float unwritten() { return std::bit_cast<float>(unwritten_bits); }

/// Likewise, for elements that one of two mistakes never writes: fresh memory, which poison.cpp fills with NaN, or the zeros that
/// a tensor began with. Any number would explain whatever the other mistake does there.
constexpr std::uint32_t fresh_bits = 0x7fdb0000;
inline float fresh() { return std::bit_cast<float>(fresh_bits); }

/// Likewise, for elements in which rounding leaves no right digit: no number is expected, and that just these are wrong shows
/// the mistake.
constexpr std::uint32_t rounding_bits = 0x7fdc0000;
inline float rounding() { return std::bit_cast<float>(rounding_bits); }

/// Whether a mistake leaves numbers open.
inline bool leaves_open(const Values& outputs) {
    return std::any_of(outputs.begin(), outputs.end(), [](const Value& output) {
        const auto* array = std::get_if<Floats>(&output.is);
        return array && std::any_of(array->begin(), array->end(), [](float element) {
                   const auto bits = std::bit_cast<std::uint32_t>(element);
                   return bits == anything_bits || bits == unwritten_bits;
               });
    });
}

/// Likewise, for a whole number that a mistake does not know.
constexpr std::int64_t any_number = std::numeric_limits<std::int64_t>::min();
inline bool is_any_number(const Value& value) {
    const auto* numbers = std::get_if<Integers>(&value.is);
    return numbers && numbers->size() == 1 && numbers->values[0] == any_number;
}

}  // namespace grader
