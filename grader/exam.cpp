#include "grader/exam.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "grader/again.hpp"
#include "grader/catch.hpp"
#include "grader/events.hpp"
#include "grader/explaining.hpp"
#include "grader/language.hpp"
#include "grader/log.hpp"
#include "grader/questions.hpp"
#include "grader/report.hpp"
#include "grader/setup.hpp"
#include "tools/answers/load.hpp"

namespace grader {
namespace {

std::string running_test;
bool by_hand = false;  // in the chapter: the case that is asked now
/// Calls of the running test: one that sweeps over every width has hundreds, and a learner waits.
int left_to_repeat = 0;       // in this test
int left_to_make_alone = 20;  // in the run
TestStatus status = TestStatus::passed;

std::map<std::string, std::string>& chinese_titles() {
    static std::map<std::string, std::string> titles;
    return titles;
}

/// Whose answer is asked, and how it is called.
struct Asked {
    const Module* module = nullptr;
    Function function = nullptr;
};
Asked asked;

/// What an earlier run's calls gave, test by test, and what may explain it.
struct Earlier {
    std::map<std::string, Outcomes> tests;
    std::unique_ptr<Explaining> explaining;
    std::size_t calls = 0;  // of the running test
};
std::optional<Earlier> earlier;

/// Where the mistakes are graded and no answer is: all that the exercise asks.
std::optional<std::vector<Record>> graded;

/// The tests that an earlier run has begun and the process did not outlive: this one asks the others.
std::set<std::string> asked_before;

Log run_log;
void to_the_log(const std::string& bytes) { append(settings().log, bytes); }

const Module& load_module(const std::string& library) {
    return *static_cast<const Module*>(answers::loaded(library, "tiny_llm_module_" + setup().id));
}

/// The learner's answer: where those lie may be told.
std::string yours(const std::string& id) {
    const char* told = std::getenv("TINY_LLM_ANSWERS");
    return (told ? told : setup().answers + "yours/") + id + ".so";
}

/// The learner's where it is there; the given one where it is not.
std::string need(const std::string& id) {
    const std::string own = yours(id);
    return ::access(own.c_str(), R_OK) == 0 ? own : setup().answers + "given/" + id + ".so";
}

void load_needs() {
    std::vector<std::string> libraries;
    for (const std::string& id : setup().needs) libraries.push_back(need(id));
    for (const std::string& library : settings().with.value_or(libraries)) answers::load(library);
}

void load_asked() {
    const std::string library = settings().library.empty() ? yours(setup().id) : settings().library;
    const std::string& id = settings().id;
    if (id.empty()) answers::load(library);
    asked.module = &load_module(id.empty() ? setup().calls : library);
    for (std::size_t i = 0; i < asked.module->count; ++i) {
        if (asked.module->answers[i].id == id) asked.function = asked.module->answers[i].function;
    }
    if (!asked.function) throw answers::Unloadable(library, "it has no answer " + id);
}

/// What explaining.so exports by a name.
template <class T>
const T& explaining(const char* name) {
    return *static_cast<const T*>(answers::loaded(setup().explaining, name));
}

const Catalogue& catalogue() {
    return *static_cast<const Catalogue*>(answers::loaded(setup().catalogue, "grader_catalogue"));
}

void load_earlier() {
    std::ostringstream bytes;  // character by character, ten megabytes take half a second
    bytes << std::ifstream(settings().log, std::ios::binary).rdbuf();
    earlier.emplace(Earlier{read_log(bytes.str()), explaining<BeginExplaining>("grader_explaining")(catalogue())});
}

/// What the answer gives for a picture, as a line on standard output. Whatever else may stand around it is the learner's.
[[noreturn]] void draw(const std::string& library) {
    using Draw = void (*)(const Module&, Function);
    reinterpret_cast<Draw>(answers::loaded(library, "tiny_llm_draw"))(*asked.module, asked.function);
    std::fflush(stdout);
    ::_exit(0);  // what the learner's file may do at the end of a program is not asked for
}

/// Catch2's handlers say which test it was, and so does the runner. But they allocate, and after a damaged heap's abort
/// that waits for a lock forever. What an answer did to the heap may show in a later test, where a call is only made up.
void let_crashes_crash() {
    std::signal(SIGABRT, SIG_DFL);
    if (!std::getenv("TINY_LLM_RUNNER")) return;
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) std::signal(signal, SIG_DFL);
}

/// The call with outputs that exist before, which must not matter.
std::vector<Call> with_outputs_before(const Call& call, const Expectation& expected) {
    // Larger than needed, so that an answer which does not resize writes into its own memory.
    Call larger = call;
    Call not_a_number = call;
    for (std::size_t k = 0; k < expected.outputs.size(); ++k) {
        const auto& output = std::get<Floats>(expected.outputs[k].is);
        larger.set(output_before(k), Floats({output.size() + 3}, 0.5f));
        not_a_number.set(output_before(k), Floats(output.shape, std::numeric_limits<float>::quiet_NaN()));
    }
    std::vector<Call> calls;
    if (call.elements() <= (1u << 20)) calls.push_back(std::move(larger));  // a learner waits for it
    calls.push_back(std::move(not_a_number));
    return calls;
}

/// By which one failure of many is shown: the one that the chapter works by hand, and then the smallest.
std::size_t size_shown(const Call& call) { return by_hand ? 0 : call.elements() + 1; }

/// What the earlier run gave for this call, for the diagnosis; nothing where it did not come so far. Like the test of that
/// run, this one ends at the first call that failed.
void remember(const Call& call, const Expectation& expected) {
    const Outcomes& outcomes = earlier->tests[running_test];
    const std::size_t at = earlier->calls++;
    if (at >= outcomes.size()) FAIL("the earlier run has ended here");
    const auto& outcome = outcomes[at];
    Record record{running_test, call, expected, {}, outcome.has_value(), size_shown(call)};
    if (outcome) record.learner = *outcome, record.right_alone = outcome->right_alone;
    else record.learner.outputs = expected.outputs;
    earlier->explaining->add(std::move(record));
    if (outcome) FAIL("failed in the earlier run");
    SUCCEED();
}

/// A test fails, and the report says how. `pictured`: a plot shows it, too.
void fail(const Call& call, const std::string& text, bool pictured = false) {
    status = TestStatus::failed;
    const std::string title = title_of(running_test);
    tell({{"event", "report"},
          {"test", running_test},
          {"title", title},
          {"size", size_shown(call)},
          {"pictured", pictured},
          {"text", text}});
    FAIL(title << "\n" << text);
}

void judge_call(const Call& call, const Expectation& expected) {
    if (graded) {
        graded->push_back({running_test, call, expected, {}, false, size_shown(call)});
        SUCCEED();
        return;
    }
    if (earlier) return remember(call, expected);
    run_log.begin_call();
    // Before the call: should it crash, this is what the runner knows of it.
    tell({{"event", "call"}, {"test", running_test}, {"inputs", shapes(call)}});
    let_crashes_crash();
    const Outcome outcome = run(*asked.module, asked.function, call);
    if (outcome.kind == Outcome::Kind::todo) {
        run_log.failed(outcome);
        status = TestStatus::unsolved;
        tell({{"event", "todo"}, {"file", outcome.file}, {"line", outcome.line}});
        FAIL("UNSOLVED  " << outcome.what);
    }
    if (!meets(outcome, expected)) {
        // What threw may have taken all the memory there is.
        const bool may_be_kept = outcome.kind == Outcome::Kind::returned && !expected.invalid_argument;
        const auto first = may_be_kept && left_to_make_alone-- > 0 ? made_alone(call) : std::nullopt;
        const bool right_alone = first && meets(*first, expected);
        run_log.failed(outcome, right_alone);
        if (right_alone) fail(call, report(Again{outcome, "", call}, expected));
        const bool pictured = by_hand && outcome.kind == Outcome::Kind::returned && outcome.modified.empty();
        fail(call, report(call, outcome, expected), pictured);
    }
    const bool repeat = !expected.invalid_argument && left_to_repeat-- > 0;
    const auto again = repeat ? made_again(call) : std::nullopt;
    if (again && !meets(again->outcome, expected)) {
        run_log.kept();
        fail(call, report(*again, expected));
    }
    run_log.passed();
    SUCCEED();
}

void judge(const Call& call, const Expectation& expected) {
    if (!is_asked(running_test)) return;
    const bool told = call.find(output_before(0)) != nullptr;  // by the test itself
    if (!setup().is_fast || expected.invalid_argument || told) return judge_call(call, expected);
    for (const Call& one : with_outputs_before(call, expected)) judge_call(one, expected);
}

}  // namespace

void begin_run() {
    // Three threads on any machine: few numbers of rows can be divided by that, and what two threads both write shows.
    if (setup().is_fast) ::setenv("OMP_NUM_THREADS", "3", 1), ::setenv("OMP_DYNAMIC", "false", 1);
    try {
        load_needs();
        if (std::getenv("TINY_LLM_GRADE_MISTAKES")) graded.emplace();
        else if (settings().explain) load_earlier();
        else load_asked(), run_log = Log(to_the_log);
        asked_before = {settings().asked.begin(), settings().asked.end()};
        if (!settings().plot.empty()) draw(settings().plot);
        if (!earlier && !graded) begin_again(*asked.module, asked.function);
    } catch (const answers::Unloadable& e) {
        tell({{"event", "unloadable"}, {"library", e.library}, {"text", e.what()}});
        const std::string text = e.library + ": " + e.what() + "\n";
        [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
        ::_exit(1);
    }
}

bool is_asked(const std::string& test) { return !asked_before.contains(test); }

void begin_test(const std::string& name) {
    running_test = name;
    by_hand = false;
    left_to_repeat = 12;
    status = TestStatus::passed;
    if (earlier) earlier->calls = 0;
    else if (is_asked(name)) run_log.begin_test(name);
}

TestStatus test_status() { return status; }

std::string title_of(const std::string& test) {
    const auto found = chinese_titles().find(test);
    return language() == Language::zh && found != chinese_titles().end() ? found->second : test;
}

static std::vector<Event> events(const std::vector<Sentence>& all) {
    std::vector<Event> result;
    for (const Sentence& one : all) result.push_back({{"id", one.id}, {"text", one.text}});
    return result;
}

void tell_diagnoses() {
    if (graded && !explaining<CheckCatalogue>("grader_checks")(catalogue(), *graded)) std::fflush(stdout), ::_exit(1);
    if (!earlier) return;
    const auto [diagnoses, symptoms] = earlier->explaining->told();
    tell({{"event", "diagnoses"}, {"diagnoses", events(diagnoses)}, {"symptoms", events(symptoms)}});
}

Question::Question(const char* en, const char* zh, void (*ask)(), const char* file, int line) {
    chinese_titles()[en] = zh;
    Catch::AutoReg(Catch::makeTestInvoker(ask), Catch::SourceLineInfo(file, static_cast<std::size_t>(line)), {}, {en});
}

void grade(const std::string& fixture_name, Tolerance tolerance) {
    let_crashes_crash();
    const Fixture loaded = fixture(fixture_name);
    by_hand = fixture_name.find("by-hand") != std::string::npos;
    judge(loaded.call, {.outputs = loaded.outputs, .tolerance = tolerance, .names = output_names(fixture_name)});
    by_hand = false;
}

void grade(const Call& call, const Values& outputs, Tolerance tolerance) { judge(call, {outputs, tolerance}); }

void refuses(const Call& call) { judge(call, {.outputs = {}, .tolerance = {}, .invalid_argument = true}); }

void draws(const Call& call, const Floats& probabilities) {
    judge(call, {.outputs = {probabilities}, .tolerance = {}, .distribution = true});
}

Call with(const std::string& fixture_name, const std::vector<std::pair<std::string, Value>>& arguments) {
    let_crashes_crash();
    Call call = fixture(fixture_name).call;
    for (const auto& [name, value] : arguments) call.set(name, value);
    return call;
}

}  // namespace grader
