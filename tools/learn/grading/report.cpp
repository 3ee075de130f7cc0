#include "grading/report.hpp"

#include <algorithm>

#include "messages.hpp"
#include "terminal/terminal.hpp"
#include "terminal/text.hpp"

namespace learn {
namespace {

std::size_t bar_columns() { return text_columns() - 2; }  // after "| "

/// "  FAILED  what                                  file"
std::string header(const Grade& grade, Status status, const std::string& what) {
    const std::string word = title(status);
    const std::size_t used = 2 + width(word) + 2;
    const std::size_t room = text_columns() - used - std::min(text_columns() - used, width(grade.file) + 2);
    std::string line = "  " + bold(coloured(status, word)) + "  ";
    if (width(what) > room)
        return line + what + "\n" + std::string(text_columns() - std::min(text_columns(), width(grade.file)), ' ') +
               grade.file + "\n";
    return line + pad(what, room) + "  " + grade.file + "\n";
}

std::string barred(const std::string& text) {
    std::string result;
    for (const std::string& line : wrap(text, bar_columns())) result += "| " + line + "\n";
    return result;
}

std::string compile_error_text(const Grade& grade) {
    std::string text = header(grade, grade.status, grade.id);
    const SourceError& e = grade.error;
    const bool elsewhere = !e.file.empty() && e.file != grade.file;
    if (!grade.trouble.empty()) text += barred(grade.trouble);
    if (!e.text.empty()) {
        const std::string place = e.file.empty() ? "" : e.file + ":" + std::to_string(e.line) + ": ";
        text += barred(harmless(place + e.text));
        for (const std::string& line : e.excerpt) text += "| " + fit(harmless(line), bar_columns()) + "\n";
        if (elsewhere) text += barred(msg::other_file(grade.file));
    } else if (grade.trouble.empty()) {
        text += barred(msg::no_error_found());
    }
    for (const CompileFix& fix : grade.fixes) text += "|\n" + barred(fix.text);
    if (!grade.log.empty()) text += "|\n" + barred(msg::full_log(grade.log));
    if (!grade.fixes.empty()) text += barred(msg::fixes_page());
    return text;
}

/// To an end that is not passed, with findings. Of several functions one may be wrong and another not begun.
bool ran(const Grade& grade) {
    return grade.status == Status::failed || grade.status == Status::crashed || grade.status == Status::timed_out ||
           (grade.status == Status::unsolved && !grade.reports.empty());
}

/// glibc says so when it finds the heap damaged, and may then wait for a lock that it holds itself.
bool says_that_the_heap_is_damaged(const std::string& output) {
    for (const std::string_view words :
         {"corrupted ", "double free or corruption", "malloc(): ", "free(): ", "realloc(): ", "munmap_chunk(): "}) {
        for (const std::string& line : lines(output))
            if (trim(line).starts_with(words)) return true;
    }
    return false;
}

/// The numbers: of the smallest failing input, or of all.
std::string reports_text(const Grade& grade, bool all) {
    std::string text;
    const Report* smallest = smallest_report(grade);
    for (const Report& r : grade.reports) {
        if (!all && &r != smallest) continue;
        if (&r != smallest || grade.status != Status::failed || all) text += header(grade, Status::failed, r.title);
        text += r.text + "\n";
        if (all && &r != &grade.reports.back()) text += "\n";
    }
    return text;
}

/// What they mean, and how many there are besides.
std::string reasons_text(const Grade& grade, bool all) {
    std::string text;
    if (!ran(grade)) return text;
    if (grade.explained && grade.diagnoses.empty()) text += "|\n" + barred(msg::no_known_mistake());
    for (const auto& said : {grade.diagnoses, grade.symptoms}) {
        if (!said.empty() && !grade.reports.empty()) text += "|\n";
        for (const Diagnosis& d : said) text += barred(d.text);
    }
    if (!all && grade.reports.size() > 1)
        text += "|\n" + barred(msg::more_tests(std::to_string(grade.reports.size() - 1)));
    if (grade.status == Status::crashed ||
        (grade.status == Status::timed_out && says_that_the_heap_is_damaged(grade.output)))
        text += "|\n" + barred(msg::asan_may_help(grade.id));
    return text;
}

std::string warnings_text(const Grade& grade) {
    constexpr std::size_t most = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(most, grade.warnings.size()); ++i) {
        const SourceError& w = grade.warnings[i];
        text += barred(harmless(w.file + ":" + std::to_string(w.line) + ": " + w.text));
    }
    if (grade.warnings.size() > most) text += barred(msg::more_warnings(std::to_string(grade.warnings.size() - most)));
    return text.empty() ? "" : "|\n" + barred(msg::warnings()) + text;
}

/// In at most `room` lines, where that is possible: then those that passed are left out.
std::string tests_text(const Grade& grade, std::size_t room) {
    const auto passed = std::count_if(grade.tests.begin(), grade.tests.end(),
                                      [](const TestVerdict& t) { return t.status == Status::passed; });
    std::string text = "\n" + msg::tests_heading(std::to_string(passed), std::to_string(grade.tests.size())) + "\n";
    const bool whole = grade.tests.size() <= room;
    const std::size_t missed = grade.tests.size() - static_cast<std::size_t>(passed);
    std::size_t shown = 0;
    for (const TestVerdict& t : grade.tests) {
        if (!whole && t.status == Status::passed) continue;
        if (!whole && missed > room && ++shown >= room) {
            text += "  " + msg::more_missed(std::to_string(missed - shown + 1)) + "\n";
            break;
        }
        const bool plain = t.status == Status::passed || t.status == Status::failed;
        text += "  " + coloured(t.status, mark(t.status)) + " " + harmless(title_of(grade, t.name)) +
                (plain ? "" : msg::how_a_test_ended(title(t.status))) + "\n";
    }
    return text;
}

/// BLAS says this of a tensor without rows times itself, as xt::linalg::dot hands it over, of right answers too.
std::string without_blas_on_zero_rows(const std::string& output) {
    std::string text;
    for (const std::string& line : lines(output)) {
        const std::string said = trim(line);
        // OpenBLAS gives the name six characters, "SSYRK ", so there may be two spaces.
        if (said.starts_with("** On entry to ") && said.find("SYRK ") != said.npos &&
            said.find(" parameter number 10 had an illegal value") != said.npos)
            continue;
        text += line + "\n";
    }
    return text;
}

std::string printed_text(const Grade& grade) {
    constexpr std::size_t most_bytes = 2000, most_lines = 20;
    const std::string output = without_blas_on_zero_rows(grade.output);
    if (trim(output).empty()) return "";
    const auto all = lines(harmless(output.substr(0, most_bytes)));
    std::string text = "\n" + msg::printed() + "\n";
    for (std::size_t i = 0; i < std::min(most_lines, all.size()); ++i) text += "  " + all[i] + "\n";
    if (all.size() > most_lines || grade.output_size > most_bytes) {
        text += "  " + msg::printed_more(std::to_string(grade.output_size)) + "\n";
    }
    return text;
}

std::string next_step(const Grade& grade) {
    switch (grade.status) {
        case Status::passed: return msg::next_next(grade.id);
        case Status::unsolved: return msg::next_edit(grade.file, grade.id);
        case Status::blocked: return grade.blocked_by.empty() ? "" : "./learn check " + grade.blocked_by[0];
        case Status::compile_error:
            if (!grade.trouble.empty() && grade.error.text.empty()) return "";  // which says what to do
            [[fallthrough]];
        default: return msg::next_hint(grade.id);
    }
}

}  // namespace

std::string report_beginning(const Grade& grade, bool all) {
    const std::string took = msg::took(seconds_text(grade.build_seconds), seconds_text(grade.seconds));
    switch (grade.status) {
        case Status::passed:
            return header(grade, grade.status, grade.id) +
                   barred(msg::all_tests(std::to_string(grade.tests.size()), took));
        case Status::compile_error: return compile_error_text(grade);
        case Status::unsolved: {
            std::string text = header(grade, grade.status, grade.id);
            const auto first = grade.todos.empty()
                                   ? msg::start_in(grade.file)
                                   : msg::start_here(grade.todos[0].file, std::to_string(grade.todos[0].line));
            return text + barred(first) + (ran(grade) ? "\n" + reports_text(grade, all) : "");
        }
        case Status::blocked:
            return header(grade, grade.status, grade.id) + barred(msg::blocked_by(joined(grade.blocked_by)));
        case Status::timed_out:
            return header(grade, grade.status, title_of(grade, grade.ended_in)) +
                   barred(says_that_the_heap_is_damaged(grade.output)
                              ? msg::hung_in_damage(seconds_text(grade.seconds))
                              : msg::took_too_long(seconds_text(grade.seconds))) +
                   (grade.ended_with.empty() ? "" : barred(msg::called_with(grade.ended_with))) +
                   reports_text(grade, all);
        case Status::crashed: {
            std::string text = header(grade, grade.status, title_of(grade, grade.ended_in));
            if (!grade.crash.empty()) text += barred(msg::ended_by(grade.crash));
            if (!grade.ended_with.empty()) text += barred(msg::called_with(grade.ended_with));
            return text + reports_text(grade, all);
        }
        default: {
            const Report* smallest = smallest_report(grade);
            std::string text;
            if (!all || !smallest) text = header(grade, grade.status, smallest ? smallest->title : grade.id);
            return text + reports_text(grade, all);
        }
    }
}

std::string report_end(const Grade& grade, bool all) {
    std::string text = reasons_text(grade, all), rest;
    if (!grade.sanitizer.empty()) {
        text += "|\n" + barred(msg::sanitizer());
        for (const std::string& line : grade.sanitizer) text += barred(harmless(line));
    }
    text += warnings_text(grade);
    if (ran(grade)) rest = printed_text(grade);
    for (const std::string& note : grade.notes) rest += msg::note(note) + "\n";
    const std::string next = next_step(grade);
    if (!next.empty()) rest += "\n";
    for (const std::string& line : wrap(next, text_columns())) rest += line + "\n";
    if (!ran(grade)) return text + rest;
    // At a terminal, why it failed stays in sight: the keys of watch mode, or what is offered and the prompt, take four lines.
    constexpr std::size_t fewest = 4, others = 6;
    const auto height = [](const std::string& of) { return static_cast<std::size_t>(std::ranges::count(of, '\n')); };
    const std::size_t used = height(report_beginning(grade, all)) + height(text) + height(rest) + others;
    const std::size_t rows = all || !stdout_is_terminal() ? grade.tests.size() + used : terminal_size().rows;
    return text + tests_text(grade, std::max(rows, used + fewest) - used) + rest;
}

std::string report(const Grade& grade, bool all) { return report_beginning(grade, all) + report_end(grade, all); }

}  // namespace learn
