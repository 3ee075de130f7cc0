#include "support/exam.hpp"

#include <csignal>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "support/advice.hpp"
#include "support/diagnosis.hpp"
#include "support/events.hpp"
#include "support/fixture.hpp"
#include "support/grade.hpp"
#include "support/language.hpp"
#include "support/report.hpp"
#include "support/setup.hpp"
#include "tiny_llm/todo.hpp"

namespace grader {
namespace {

/// Made when the first call is graded, because the catalogues are other files'.
Diagnosis& diagnosis() {
    static const std::vector<Mistake> catalogue = [] {
        std::vector<Mistake> all;
        for (const auto& source : setup().sources) {
            all.insert(all.end(), source.mistakes().begin(), source.mistakes().end());
        }
        return all;
    }();
    static Diagnosis all(catalogue);
    return all;
}

std::string running_test;
std::string title;
TestStatus status = TestStatus::passed;

/// Catch2's handlers say which test it was, and so does the runner. But they allocate, and after a damaged heap's abort
/// that waits for a lock forever.
void let_crashes_crash() {
    std::signal(SIGABRT, SIG_DFL);
    if (!std::getenv("TINY_LLM_RUNNER")) return;
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) std::signal(signal, SIG_DFL);
}

/// The calls to make for one: it, or it with outputs that exist before, which must not matter. The test may give some.
std::vector<Call> with_outputs_before(const Call& call, const Expectation& expected) {
    if (!setup().has_twin || expected.invalid_argument || call.has(output_before(0))) return {call};
    // Larger than needed, so that an answer which does not resize writes into its own memory.
    Call larger = call;
    Call not_a_number = call;
    for (std::size_t k = 0; k < expected.outputs.size(); ++k) {
        const Tensor& output = expected.outputs[k];
        larger.tensors.emplace_back(output_before(k), 0.5f * xt::ones<float>({output.size() + 3}));
        not_a_number.tensors.emplace_back(output_before(k),
                                          std::numeric_limits<float>::quiet_NaN() * xt::ones_like(output));
    }
    if (call.elements() > (1u << 20)) return {not_a_number};  // a learner waits for it
    return {larger, not_a_number};
}

void judge_call(const std::string& zh, const Call& call, const Expectation& expected) {
    title = either(running_test.c_str(), zh.c_str());
    // Before the call: should it crash, this is what the runner knows of it.
    tell({{"event", "call"}, {"test", running_test}, {"title", title}, {"inputs", shapes(call)}});
    let_crashes_crash();
    const Outcome outcome = run(answer, call);
    if (outcome.kind == Outcome::Kind::todo) {
        status = TestStatus::unsolved;
        tell({{"event", "todo"}, {"file", outcome.file}, {"line", outcome.line}});
        FAIL("UNSOLVED  " << outcome.what);
    }
    const bool failed = !meets(outcome, expected);
    diagnosis().add({running_test, call, expected, outcome, failed});
    if (!failed) {
        SUCCEED();
        return;
    }
    const bool threw = outcome.kind != Outcome::Kind::returned && !expected.invalid_argument;
    status = threw ? TestStatus::crashed : TestStatus::failed;
    const std::string text = report(call, outcome, expected);
    tell({{"event", "report"}, {"test", running_test}, {"title", title}, {"size", call.elements()}, {"text", text}});
    FAIL(title << "\n" << text);
}

void judge(const std::string& zh, const Call& call, const Expectation& expected) {
    for (const Call& one : with_outputs_before(call, expected)) judge_call(zh, one, expected);
}

}  // namespace

void begin_test(const std::string& name) {
    running_test = title = name;
    status = TestStatus::passed;
}

TestStatus test_status() { return status; }

std::string test_title() { return title; }

std::string tell_diagnoses() {
    auto list = nlohmann::json::array();
    std::string text;
    for (const auto& id : diagnosis().names()) {
        list.push_back({{"id", id}, {"text", advice(id)}});
        text += id + ": " + advice(id) + "\n";
    }
    tell({{"event", "diagnoses"}, {"diagnoses", list}});
    return text;
}

void grade(const std::string& zh, const std::string& fixture_name, Tolerance tolerance) {
    const Fixture loaded = fixture(fixture_name);
    judge(zh, loaded.call, {loaded.outputs, tolerance, false});
}

void grade(const std::string& zh, const Call& call, const std::vector<Tensor>& outputs, Tolerance tolerance) {
    judge(zh, call, {outputs, tolerance, false});
}

void refuses(const std::string& zh, const Call& call) { judge(zh, call, {{}, {}, true}); }

// NOLINTNEXTLINE(performance-unnecessary-value-param): it is moved from, through names that clang-tidy 14 does not follow
Call with(const std::string& fixture_name, std::vector<std::pair<std::string, Tensor>> tensors) {
    Call call = fixture(fixture_name).call;
    for (auto& [name, tensor] : tensors) {
        if (call.has(name)) {
            call[name] = std::move(tensor);
        } else {
            call.tensors.emplace_back(name, std::move(tensor));
        }
    }
    return call;
}

Tensor zeros(std::vector<std::size_t> shape) { return xt::zeros<float>(std::move(shape)); }

}  // namespace grader
