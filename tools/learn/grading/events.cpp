#include "grading/events.hpp"

#include <csignal>

#include "messages.hpp"
#include "terminal/text.hpp"
#include "tools/json/json.hpp"

namespace learn {
namespace {

/// On a line of its own, as a name or a file: whoever writes `#line 1 "x\n  PASSED"` has one with a line feed.
std::string word_of(const tools::Json& event, const char* key) {
    const auto found = event.find(key);
    return found != event.end() && found->is_string() ? harmless_line(found->get_ref<const std::string&>()) : "";
}

std::string text_of(const tools::Json& event, const char* key) {
    const auto found = event.find(key);
    return found != event.end() && found->is_string() ? harmless(found->get_ref<const std::string&>()) : "";
}

long number_of(const tools::Json& event, const char* key) { return tools::whole_number(event, key, 0, 1L << 40); }

std::vector<Diagnosis> told(const tools::Json& event, const char* key) {
    std::vector<Diagnosis> list;
    const auto found = event.find(key);
    if (found == event.end() || !found->is_array()) return list;
    for (const auto& one : *found) list.push_back({word_of(one, "id"), text_of(one, "text")});
    return list;
}

struct Reader {
    RunVerdict verdict;
    std::string running, last, timed_out_in, inputs;
    bool ended = false, timed_out = false;
    long passed = 0, failed = 0;

    TestVerdict& test(const std::string& name) {
        for (TestVerdict& t : verdict.tests) {
            if (t.name == name) return t;
        }
        return verdict.tests.emplace_back(TestVerdict{name, Status::not_run, ""});
    }

    void read(const tools::Json& event, const std::string& nonce) {
        const std::string kind = word_of(event, "event");
        if (kind == "run_started" && event.contains("tests") && event["tests"].is_array()) {
            for (const auto& known : event["tests"]) {
                if (known.is_object()) test(word_of(known, "name")).title = word_of(known, "title");
            }
        } else if (kind == "test_started") {
            running = last = word_of(event, "name");
            test(running);
        } else if (kind == "call") {
            inputs = text_of(event, "inputs");
        } else if (kind == "unloadable") {
            verdict.unloadable = word_of(event, "library");
            verdict.why_unloadable = text_of(event, "text");
        } else if (kind == "test_ended") {
            TestVerdict& ended = test(word_of(event, "name"));
            ended.status = status_from(word_of(event, "status")).value_or(Status::failed);
            running.clear();
        } else if (kind == "report") {
            verdict.reports.push_back({word_of(event, "test"), word_of(event, "title"), text_of(event, "text"),
                                       number_of(event, "size"),
                                       event.contains("pictured") && event["pictured"] == true});
        } else if (kind == "todo") {
            verdict.todos.push_back({word_of(event, "file"), static_cast<int>(number_of(event, "line"))});
        } else if (kind == "diagnoses") {
            verdict.diagnoses = told(event, "diagnoses");
            verdict.symptoms = told(event, "symptoms");
            verdict.explained = true;
        } else if (kind == "timed_out") {
            timed_out = true;
            timed_out_in = word_of(event, "test");
        } else if (kind == "run_ended" && word_of(event, "nonce") == nonce) {
            ended = true;
            passed = number_of(event, "passed");
            failed = number_of(event, "failed");
        }
    }

    void ended_badly(Status status) {
        verdict.status = status;
        verdict.ended_in = !running.empty() ? running : last;
        verdict.ended_with = inputs;
        if (!verdict.ended_in.empty()) test(verdict.ended_in).status = status;
    }
};

}  // namespace

RunVerdict judge(std::string_view events, const Ended& ended, const std::string& nonce) {
    Reader r;
    for (const std::string& line : lines(events)) {
        const tools::Json event = tools::parse_json(line);
        if (event.is_object()) r.read(event, nonce);
    }
    r.verdict.seconds = ended.seconds;
    if (r.timed_out || ended.out_of_time) {
        if (!r.timed_out_in.empty()) r.running = r.timed_out_in;
        r.ended_badly(Status::timed_out);
    } else if (ended.signal != 0) {
        r.ended_badly(Status::crashed);
        r.verdict.crash = signal_text(ended.signal) + (ended.signal == SIGSEGV ? msg::segfault_means() : "");
    } else if (!r.ended) {
        r.ended_badly(Status::crashed);
        r.verdict.crash = msg::exited_early(std::to_string(ended.exit_code));
    } else {
        bool all = r.passed >= 1 && r.failed == 0;
        bool crashed = false;
        for (const TestVerdict& t : r.verdict.tests) {
            all = all && t.status == Status::passed;
            if (t.status == Status::crashed && !crashed) {
                crashed = true;
                r.verdict.ended_in = t.name;
            }
        }
        r.verdict.status = crashed ? Status::crashed : Status::failed;
        if (all && ended.exit_code == 0) r.verdict.status = Status::passed;
        if (all && ended.exit_code != 0) {
            r.verdict.status = Status::crashed;
            r.verdict.crash = msg::exited_late(std::to_string(ended.exit_code));
        }
    }
    return r.verdict;
}

std::string title_of(const RunVerdict& verdict, const std::string& test) {
    for (const TestVerdict& t : verdict.tests) {
        if (t.name == test && !t.title.empty()) return t.title;
    }
    return test;
}

const Report* smallest_report(const RunVerdict& verdict) {
    const Report* smallest = nullptr;
    for (const Report& report : verdict.reports) {
        if (!smallest || report.size < smallest->size) smallest = &report;
    }
    return smallest;
}

}  // namespace learn
