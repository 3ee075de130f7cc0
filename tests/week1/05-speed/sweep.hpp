// What fast code gets wrong: widths around those of registers and unrolled loops, rows that threads cannot share
// evenly, outputs that were something else before. Expected values are plain formulas in double, which no answer
// shares.
#pragma once

#include "grader/questions.hpp"

namespace sweep {

using grader::Call;
using grader::counted;
using grader::Floats;
using Shape = std::vector<std::size_t>;

/// Every width to 70, so that each remainder of 4, 8, 16, 32 and 64 is there, and some around 128. The powers come first: an
/// answer that loses what is left over of its steps is wrong from the next smaller one on, which says how wide they are.
inline std::vector<std::size_t> widths() {
    std::vector<std::size_t> all = {64, 32, 16, 8, 4};
    for (std::size_t width = 1; width <= 70; ++width) {
        if (std::find(all.begin(), all.end(), width) == all.end()) all.push_back(width);
    }
    for (const std::size_t width : {127, 128, 129, 131}) all.push_back(width);
    return all;
}

/// The call, with each output before as it will be, larger, smaller, and of as many elements otherwise arranged. All
/// hold a number that is none of the answer's.
inline std::vector<Call> with_other_outputs(const Call& call, const grader::Values& outputs) {
    std::vector<Call> calls;
    const auto add = [&](auto&& shape_for) {
        Call one = call;
        for (std::size_t k = 0; k < outputs.size(); ++k) {
            one.set(grader::output_before(k), Floats(shape_for(std::get<Floats>(outputs[k].is)), 1000.0f));
        }
        calls.push_back(std::move(one));
    };
    add([](const Floats& output) { return output.shape; });
    add([](const Floats& output) { return Shape{7, output.size() + 1}; });
    add([](const Floats&) { return Shape{1, 2}; });
    add([](const Floats& output) { return Shape{output.size()}; });
    add([](const Floats& output) { return Shape(output.shape.rbegin(), output.shape.rend()); });
    return calls;
}

inline void grade_other_outputs(const std::string& fixture_name) {
    const auto [call, outputs] = grader::fixture(fixture_name);
    for (const Call& one : with_other_outputs(call, outputs)) grader::grade(one, outputs);
}

/// With one output as it will be and each other one larger, so that an answer that leaves it so writes into its own
/// memory; and the same with as many elements otherwise arranged.
inline void grade_one_that_fits(const std::string& fixture_name, grader::Tolerance tolerance = {}) {
    const auto [call, outputs] = grader::fixture(fixture_name);
    for (std::size_t fits = 0; fits < outputs.size(); ++fits) {
        for (const bool larger : {true, false}) {
            Call one = call;
            for (std::size_t k = 0; k < outputs.size(); ++k) {
                const auto& output = std::get<Floats>(outputs[k].is);
                const Shape other = larger ? Shape{7, output.size() + 1} : Shape{output.size()};
                one.set(grader::output_before(k), Floats(k == fits ? output.shape : other, 1000.0f));
            }
            grader::grade(one, outputs, tolerance);
        }
    }
}

/// The call with several threads, more of them than a machine may have processors: each run gives what one thread gives
/// (grader/turns.hpp).
inline void grade_threads(grader::Fixture fixture, int threads, int runs, grader::Tolerance tolerance = {}) {
    auto& [call, outputs] = fixture;
    grader::Values all;
    for (int k = 0; k < 2; ++k) all.insert(all.end(), outputs.begin(), outputs.end());
    all.push_back(grader::Integers({1}, 0));
    for (std::size_t k = 0; k < outputs.size(); ++k) {
        call.set(grader::output_before(k), Floats(std::get<Floats>(outputs[k].is).shape, 1000.0f));
    }
    call.set("threads", threads);
    call.set("runs", runs);
    grader::grade(call, all, tolerance);
}

}  // namespace sweep
