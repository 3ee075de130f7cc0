#include "grading/events.hpp"
#include "grader/catch.hpp"
#include "grading/report.hpp"
#include "terminal/language.hpp"
#include "terminal/text.hpp"

using namespace learn;

namespace {

const std::string started = R"({"event":"run_started","tests":[{"name":"a","title":"甲"},{"name":"b","title":"乙"}]}
{"event":"test_started","name":"a"}
{"event":"test_ended","name":"a","status":"passed"}
{"event":"test_started","name":"b"}
)";
const std::string b_passed = R"({"event":"test_ended","name":"b","status":"passed"})"
                             "\n";
const std::string ended_well = R"({"event":"run_ended","nonce":"n","passed":2,"failed":0})"
                               "\n";

Ended with_code(int code) {
    Ended ended;
    ended.exit_code = code;
    return ended;
}

bool holds(const std::string& text, const char* part) { return text.find(part) != text.npos; }

}  // namespace

TEST_CASE("passed needs the end and the nonce and the exit code and every test") {
    CHECK(judge(started + b_passed + ended_well, with_code(0), "n").status == Status::passed);
    CHECK(judge(started + b_passed + ended_well, with_code(0), "other").status == Status::crashed);
    CHECK(judge(started + b_passed + ended_well, with_code(3), "n").status == Status::crashed);
    CHECK(judge(started + ended_well, with_code(0), "n").status == Status::failed);
    CHECK(judge("", with_code(0), "n").status == Status::crashed);
    CHECK(judge(R"({"event":"run_ended","nonce":"n","passed":0,"failed":0})", with_code(0), "n").status ==
          Status::failed);
}

TEST_CASE("a crash and a time out are in the test that had begun") {
    Ended killed;
    killed.signal = 11;
    const auto crashed = judge(started, killed, "n");
    CHECK(crashed.status == Status::crashed);
    CHECK(crashed.ended_in == "b");
    CHECK(crashed.tests[1].status == Status::crashed);
    const auto late = judge(started + R"({"event":"timed_out","test":"b"})", with_code(124), "n");
    CHECK(late.status == Status::timed_out);
    CHECK(late.ended_in == "b");
}

TEST_CASE("a test that never ran has its title in the reader's language, too") {
    const auto verdict = judge(R"({"event":"run_started","tests":[{"name":"a","title":"甲"}]})", with_code(1), "n");
    CHECK(verdict.tests.at(0).status == Status::not_run);
    CHECK(title_of(verdict, "a") == "甲");
}

TEST_CASE("a library that cannot be loaded is told with the reason") {
    const auto verdict =
        judge(R"({"event":"unloadable","library":"l.so","text":"undefined reference"})", with_code(1), "n");
    CHECK(verdict.status == Status::crashed);
    CHECK(verdict.unloadable == "l.so");
    CHECK(verdict.why_unloadable == "undefined reference");
}

TEST_CASE("a signal after Catch2 has ended the run is a crash all the same") {
    Ended killed;
    killed.signal = 11;
    const auto verdict = judge(started + b_passed + ended_well, killed, "n");
    CHECK(verdict.status == Status::crashed);
    CHECK(verdict.ended_in == "b");
}

TEST_CASE("lines that are no events are passed over") {
    CHECK(judge("garbage\n[1]\n{\"event\":7}\n{\"event\":\"diagnoses\",\"diagnoses\":[3]}\n" + started + b_passed +
                    ended_well,
                with_code(0), "n")
              .status == Status::passed);
}

TEST_CASE("numbers that no integer holds and values deeper than any stack are passed over") {
    const std::string huge = R"({"event":"report","test":"a","text":"r","size":1e300})"
                             "\n"
                             R"({"event":"todo","file":"f","line":-1e300})"
                             "\n";
    const std::string deep =
        R"({"event":"report","x":)" + std::string(1 << 20, '[') + std::string(1 << 20, ']') + "}\n";
    const auto verdict = judge(huge + deep + started + b_passed + ended_well, with_code(0), "n");
    CHECK(verdict.status == Status::passed);
    CHECK(verdict.reports.size() == 2);
    CHECK(verdict.todos.at(0).line == 0);
}

TEST_CASE("the report of the smallest input is shown") {
    RunVerdict verdict;
    verdict.reports = {{"a", "", "", 80}, {"b", "", "", 8}, {"c", "", "", 8}};
    CHECK(smallest_report(verdict)->test == "b");
}

TEST_CASE("what BLAS says of a tensor without rows is not what the learner printed") {
    const std::string blas = " ** On entry to SSYRK  parameter number 10 had an illegal value\n";
    Grade grade;
    grade.status = Status::failed;
    grade.id = "grouped_query_attention";
    grade.output = blas + blas;
    CHECK_FALSE(holds(report(grade, false), "printed"));
    grade.output = blas + "mine\n" + blas + " ** On entry to SGEMM parameter number 8 had an illegal value\n";
    const std::string text = report(grade, false);
    CHECK(holds(text, "  mine\n"));
    CHECK(holds(text, "SGEMM"));
    CHECK_FALSE(holds(text, "SSYRK"));
}

TEST_CASE("a program that hangs in a damaged heap has no endless loop") {
    Grade grade;
    grade.status = Status::timed_out;
    grade.id = "outer";
    grade.seconds = 30;
    CHECK(holds(report(grade, false), "probably an endless loop"));
    grade.output = "mine\ncorrupted size vs. prev_size\n";
    CHECK(holds(report(grade, false), "written outside of its memory"));
    CHECK_FALSE(holds(report(grade, false), "endless loop"));
}

TEST_CASE("several names are listed in the reader's language, and no line of a report is wider than 78 columns") {
    Grade grade;
    grade.status = Status::blocked;
    grade.id = "qwen2_attention";
    grade.blocked_by = {"silu", "linear"};
    CHECK(holds(report(grade, false), "this exercise needs silu, linear to pass first"));
    set_language(Language::zh);
    CHECK(holds(report(grade, false), "要用到 silu、linear，请先通过"));
    grade.status = Status::unsolved;
    grade.file = "week1/04-fusion/add_rms_norm.cpp";
    grade.id = "add_rms_norm";
    for (const std::string& line : lines(report(grade, false))) CHECK(width(line) <= 78);
    set_language(Language::en);
}
