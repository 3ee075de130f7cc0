#include "grader/judge.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

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

Outcome with_known(Outcome model, const Outcome& learner, const Expectation& expected) {
    for (std::size_t k = 0; k < std::min(model.outputs.size(), learner.outputs.size()); ++k) {
        if (is_any_number(model.outputs[k])) model.outputs[k] = learner.outputs[k];
        auto* array = std::get_if<Floats>(&model.outputs[k].is);
        const auto* theirs = std::get_if<Floats>(&learner.outputs[k].is);
        if (!array || !theirs || array->shape != theirs->shape) continue;
        const auto* wanted = k < expected.outputs.size() ? std::get_if<Floats>(&expected.outputs[k].is) : nullptr;
        const auto right = [&](std::size_t i) {
            if (!wanted || wanted->shape != theirs->shape || !(std::abs(wanted->values[i]) > 1e-2f)) return false;
            if (theirs->values[i] == wanted->values[i])
                return true;  // infinity, from which any number is as far as allowed
            return std::isfinite(wanted->values[i]) &&
                   std::abs(theirs->values[i] - wanted->values[i]) <= 1e-4f * std::abs(wanted->values[i]);
        };
        for (std::size_t i = 0; i < array->size(); ++i) {
            float& element = array->values[i];
            const auto bits = std::bit_cast<std::uint32_t>(element);
            const bool begins = std::isnan(theirs->values[i]) || theirs->values[i] == 0;
            if (bits == anything_bits || bits == rounding_bits || (bits == unwritten_bits && !right(i)) ||
                (bits == fresh_bits && begins))
                element = theirs->values[i];
        }
    }
    return model;
}

/// Whether nobody may have written a number since memory was given out (poison.cpp), or filled, or copied from an input.
static bool looks_unwritten(float y, std::size_t i, const Call& call) {
    if (std::isnan(y) || y == 0.0f) return true;
    return std::any_of(call.arguments.begin(), call.arguments.end(), [&](const auto& argument) {
        const auto* array = std::get_if<Floats>(&argument.second.is);
        return array && i < array->size() && array->values[i] == y;
    });
}

Evidence evidence_of(const Outcome& model, const Outcome& learner, const Expectation& expected, const Call& call) {
    if (expected.invalid_argument || !learner.modified.empty()) return Evidence::known;
    // A described mistake has no words, and only the type can testify.
    if (learner.kind != Outcome::Kind::returned) {
        const bool alike = model.what.empty() ? model.kind == learner.kind : model.what == learner.what;
        return alike ? Evidence::known : Evidence::none;
    }
    Evidence evidence = Evidence::none;
    for (std::size_t k = 0; k < std::min({model.outputs.size(), learner.outputs.size(), expected.outputs.size()});
         ++k) {
        const Value &its = model.outputs[k], &yours = learner.outputs[k], &wanted = expected.outputs[k];
        if (is_any_number(its)) continue;
        const auto* known = std::get_if<Floats>(&its.is);
        const auto* floats = std::get_if<Floats>(&yours.is);
        const auto* right = std::get_if<Floats>(&wanted.is);
        if (!known || !floats || !right || floats->shape != right->shape || known->shape != floats->shape) {
            if (!close(yours, wanted, expected.tolerance)) return Evidence::known;
            continue;
        }
        // One number may look unwritten by chance: all that the model never writes have to.
        bool some_unwritten = false, all_unwritten = true;
        for (const std::size_t i : compare(*floats, *right, expected.tolerance).wrong) {
            const auto bits = std::bit_cast<std::uint32_t>(known->values[i]);
            if (bits == anything_bits) continue;
            if (bits != unwritten_bits) return Evidence::known;
            some_unwritten = true;
            all_unwritten = all_unwritten && looks_unwritten(floats->values[i], i, call);
        }
        if (some_unwritten && evidence != Evidence::looks_unwritten)
            evidence = all_unwritten ? Evidence::looks_unwritten : Evidence::looks_written;
    }
    return model.outputs.size() != learner.outputs.size() ? Evidence::known : evidence;
}

bool leaves_open(const Outcome& model) { return leaves_open(model.outputs); }

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
