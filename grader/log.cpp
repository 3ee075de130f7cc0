#include "grader/log.hpp"

#include "grader/bytes.hpp"

namespace grader {
namespace {

enum class Mark : char { test, call, passed, failed, failed_after_others };

}  // namespace

void Log::begin_test(const std::string& name) {
    Writer writer;
    writer.put(Mark::test);
    writer.put(name);
    append_(writer.bytes);
}

void Log::begin_call() { append_(std::string(1, static_cast<char>(Mark::call))); }

void Log::passed() { append_(std::string(1, static_cast<char>(Mark::passed))); }

void Log::failed(const Outcome& outcome, bool right_alone) {
    Writer writer;
    writer.put(right_alone ? Mark::failed_after_others : Mark::failed);
    writer.put(outcome);
    append_(writer.bytes);
}

void Log::kept() {
    Outcome outcome;
    outcome.kind = Outcome::Kind::kept;
    failed(outcome);
}

std::map<std::string, Outcomes> read_log(std::string_view bytes) {
    std::map<std::string, Outcomes> tests;
    Outcomes* calls = nullptr;
    try {
        for (Reader log(bytes); !log.at_end();) {
            const auto mark = log.get<Mark>();
            if (mark == Mark::test) calls = &(tests[log.get<std::string>()] = {});
            else if (!calls) break;
            else if (mark == Mark::call) calls->emplace_back(Logged{})->kind = Outcome::Kind::ended;
            else if (calls->empty()) break;
            else if (mark == Mark::passed) calls->back().reset();
            else calls->back() = Logged{log.get<Outcome>(), mark == Mark::failed_after_others};
        }
    } catch (const std::runtime_error&) {  // the writer was ended in the middle of it
    }
    return tests;
}

}  // namespace grader
