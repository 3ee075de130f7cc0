// Tells the runner what happens while Catch2 runs, and ends what never ends.

#if __has_include(<catch2/reporters/catch_reporter_event_listener.hpp>)
#include <catch2/catch_test_case_info.hpp>
#include <catch2/catch_test_spec.hpp>
#include <catch2/interfaces/catch_interfaces_config.hpp>
#include <catch2/interfaces/catch_interfaces_registry_hub.hpp>
#include <catch2/interfaces/catch_interfaces_testcase.hpp>
#include <catch2/reporters/catch_reporter_event_listener.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
using ListenerBase = Catch::EventListenerBase;
#else
#include <catch2/catch.hpp>
using ListenerBase = Catch::TestEventListenerBase;
#endif

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "grader/events.hpp"
#include "grader/exam.hpp"
#include "tools/answers/guard.hpp"
#include "tools/time_limit.hpp"

namespace {

std::mutex current_mutex;
std::string current_test;

double time_limit() {
    const char* text = std::getenv("TINY_LLM_TIME_LIMIT");
    return text ? std::atof(text) : 10.0;
}

/// A thread, not a signal: an answer can ignore signals.
void start_watchdog() {
    const double seconds = time_limit();
    if (seconds <= 0) return;
    std::thread([seconds] {
        TimeLimit limit(seconds);
        do std::this_thread::sleep_for(std::chrono::duration<double>(limit.step()));
        while (!limit.is_over(seconds_of_work(::getpid())));
        const std::lock_guard lock(current_mutex);
        grader::tell({{"event", "timed_out"}, {"test", current_test}});
        if (!grader::is_told()) {
            const std::string text = "TIMED OUT  in the test: " + current_test + "\n";
            [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
        }
        ::_exit(124);
    }).detach();
}

/// An answer that allocates without end gets std::bad_alloc, not the machine. Sanitizers reserve far more than this.
void limit_memory() {
#if !defined(TINY_LLM_SANITIZED)
    constexpr rlim_t bytes = rlim_t{6} << 30;
    const rlimit limit{bytes, bytes};
    ::setrlimit(RLIMIT_AS, &limit);
#endif
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
}

std::vector<grader::Event> all_tests() {
    std::vector<grader::Event> tests;
    const auto add = [&](const std::string& name) {
        tests.push_back({{"name", name}, {"title", grader::title_of(name)}});
    };
    const auto& registry = Catch::getRegistryHub().getTestCaseRegistry();
#if __has_include(<catch2/reporters/catch_reporter_event_listener.hpp>)
    for (const auto& test : registry.getAllTests()) add(test.getTestCaseInfo().name);
#else
    for (const auto& test : registry.getAllTests()) add(test.name);
#endif
    return tests;
}

const char* name_of(grader::TestStatus status) {
    switch (status) {
        case grader::TestStatus::passed: return "passed";
        case grader::TestStatus::failed: return "failed";
        case grader::TestStatus::unsolved: return "unsolved";
    }
    return "failed";
}

struct Listener : ListenerBase {
    using ListenerBase::ListenerBase;

    void testRunStarting(const Catch::TestRunInfo&) override {
        answers::guard();
        grader::connect_to_runner();
        grader::tell({{"event", "run_started"}, {"tests", all_tests()}});
        limit_memory();
        start_watchdog();
        grader::begin_run();
    }

    void testCaseStarting(const Catch::TestCaseInfo& info) override {
        {
            const std::lock_guard lock(current_mutex);
            current_test = info.name;
        }
        grader::begin_test(info.name);
        if (grader::is_asked(info.name)) grader::tell({{"event", "test_started"}, {"name", info.name}});
    }

    void testCaseEnded(const Catch::TestCaseStats& stats) override {
        if (!grader::is_asked(current_test)) return;
        const bool bad = stats.totals.assertions.failed > 0 || stats.totals.testCases.failed > 0;
        const bool empty = stats.totals.assertions.passed == 0;
        auto status = grader::test_status();
        // An error in the test itself, not in the answer, comes past `grade`; a test that asserts nothing is one.
        if (status == grader::TestStatus::passed && (bad || empty)) status = grader::TestStatus::failed;
        ++(status == grader::TestStatus::passed ? passed : failed);
        grader::tell({{"event", "test_ended"}, {"name", current_test}, {"status", name_of(status)}});
    }

    void testRunEnded(const Catch::TestRunStats&) override {
        grader::tell_diagnoses();
        grader::tell({{"event", "run_ended"}, {"nonce", grader::nonce()}, {"passed", passed}, {"failed", failed}});
    }

    int passed = 0;
    int failed = 0;
};

}  // namespace

CATCH_REGISTER_LISTENER(Listener)
