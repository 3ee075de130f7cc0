#include "grader/judge.hpp"

#include <algorithm>
#include <bit>

#include "grader/module.hpp"

namespace grader {

bool meets(const Outcome& outcome, const Expectation& expected) {
    if (!outcome.modified.empty()) return false;
    if (expected.invalid_argument) return outcome.kind == Outcome::Kind::invalid_argument;
    if (outcome.kind != Outcome::Kind::returned || outcome.outputs.size() != expected.outputs.size()) return false;
    if (expected.distribution) {
        const auto* draws = std::get_if<Integers>(&outcome.outputs.at(0).is);
        return draws && draws->size() > 0 && misfit(*draws, std::get<Floats>(expected.outputs.at(0).is)).number < 0;
    }
    return std::equal(
        outcome.outputs.begin(), outcome.outputs.end(), expected.outputs.begin(),
        [&](const Value& yours, const Value& wanted) { return close(yours, wanted, expected.tolerance); });
}

Outcome with_known(Outcome model, const Outcome& learner) {
    for (std::size_t k = 0; k < std::min(model.outputs.size(), learner.outputs.size()); ++k) {
        auto* array = std::get_if<Floats>(&model.outputs[k].is);
        const auto* theirs = std::get_if<Floats>(&learner.outputs[k].is);
        if (!array || !theirs || array->shape != theirs->shape) continue;
        for (std::size_t i = 0; i < array->size(); ++i) {
            float& element = array->values[i];
            if (std::bit_cast<std::uint32_t>(element) == anything_bits) element = theirs->values[i];
        }
    }
    return model;
}

bool same(const Outcome& learner, const Outcome& model, Tolerance tolerance) {
    const auto threw = [](const Outcome& o) { return o.kind != Outcome::Kind::returned; };
    if (learner.kind == Outcome::Kind::todo || model.kind == Outcome::Kind::todo) return false;
    if (threw(learner) != threw(model) || learner.modified != model.modified) return false;
    if (threw(learner)) return true;  // which exception it was depends on how the mistake is written
    // Two ways of computing the same wrong thing round differently, and wrong formulas amplify that.
    Tolerance wider = tolerance;
    wider.rtol *= 20;
    wider.atol *= 4;
    wider.most_off *= 2;
    return std::equal(learner.outputs.begin(), learner.outputs.end(), model.outputs.begin(), model.outputs.end(),
                      [&](const Value& yours, const Value& its) { return close(yours, its, wider); });
}

}  // namespace grader
