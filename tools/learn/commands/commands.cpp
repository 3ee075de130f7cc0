#include "commands/commands.hpp"

#include <algorithm>

#include "commands/board.hpp"
#include "course/docs.hpp"
#include "grading/junit.hpp"
#include "grading/report.hpp"
#include "grading/verdict_json.hpp"
#include "messages.hpp"
#include "system/errors.hpp"
#include "system/output_file.hpp"
#include "terminal/terminal.hpp"
#include "terminal/text.hpp"

namespace learn {

const Exercise& chosen(const Session& session, const std::string& id) {
    if (id.empty()) {
        const Exercise* current = session.state.load().current_exercise(session.course);
        if (!current && session.course.exercises.empty()) throw SetupError(msg::unknown_id(""));
        return current ? *current : session.course.exercises.back();
    }
    if (const Exercise* e = session.course.find(id)) return *e;
    const std::string near = nearest(id, session.course.ids());
    throw SetupError(near.empty() ? msg::unknown_id(harmless(id)) : msg::unknown_id_near(harmless(id), near));
}

std::vector<std::string> remember(Session& session, const std::vector<Grade>& grades) {
    std::vector<std::string> first_passes;
    session.state.update([&](State& state) {
        // Whoever passes the exercise that he is at stays at it until `next`.
        if (const Exercise* current = state.current_exercise(session.course)) state.current = current->id;
        for (const Grade& g : grades) {
            State::Entry& entry = state.exercises[g.id];
            const bool passed = g.status == Status::passed;
            if (passed && !entry.ever_passed) first_passes.push_back(g.id);
            entry.status = g.status;
            entry.ever_passed = entry.ever_passed || passed;
            entry.graded_file = g.fingerprint;
        }
    });
    return first_passes;
}

int show_board(Session& session) {
    print("\n" + board(session.course, session.state.load(), session.blas));
    return 0;
}

bool grade_and_tell(Session& session, Grader& grader, const Exercise& exercise) {
    const bool all = session.options.all;
    Grade grade = grader.check(exercise);
    const auto first_passes = remember(session, {grade});
    // Through a pipe the beginning may come to the same terminal when "looking for the reason" already stands there.
    const bool at_once = stdout_is_terminal();
    if (!at_once) grader.explain(grade);
    print_text(report_beginning(grade, all));
    if (at_once) grader.explain(grade);
    print_text(report_end(grade, all));
    offer_plot(session, grade);
    offer_bench(session, grade);
    offer_story(session, first_passes);
    return grade.status == Status::passed;
}

/// A verdict is of a text. Where that is no longer in the file, whoever is not watching has to be told.
void tell_changes(const Grader& grader) {
    for (const std::string& file : grader.changed_meanwhile()) print_line(msg::note(msg::file_changed(file)));
}

int check(Session& session) {
    const Exercise& exercise = chosen(session, session.options.id);
    if (session.options.debug || session.options.prepare) return debug(session, exercise);
    // The sanitizers' folder is a course of its own, with the same exercises.
    const Course asan = session.options.asan ? open_course(session.course.source_dir, "asan") : Course{};
    const Course& course = session.options.asan ? asan : session.course;
    Grader grader(course);
    if (!session.options.json) {
        const bool passed = grade_and_tell(session, grader, *course.find(exercise.id));
        tell_changes(grader);
        return passed ? 0 : 1;
    }
    Grade grade = grader.check(*course.find(exercise.id));
    grader.explain(grade);
    remember(session, {grade});
    grade.medal = known_medal(session, grade);
    print(grade_json(grade));
    return grade.status == Status::passed ? 0 : 1;
}

int verify(Session& session) {
    const std::string& junit = session.options.junit;
    if (!junit.empty()) require_writable(junit, junit_report, session.course.source_dir);
    Grader grader(session.course);
    const std::vector<Grade> grades = grader.verify(!session.options.json);  // of which JSON has the tests, too
    remember(session, grades);
    const auto passed = static_cast<std::size_t>(
        std::count_if(grades.begin(), grades.end(), [](const Grade& g) { return g.status == Status::passed; }));
    if (!junit.empty()) write_junit(junit, grades, session.course.source_dir);
    if (session.options.json) {
        print(verify_json(grades));
    } else {
        std::size_t names = 0;
        for (const Grade& g : grades) names = std::max(names, g.id.size());
        for (const Grade& g : grades) {
            std::string why;
            if (g.status == Status::compile_error && g.error.line > 0)
                why = g.error.file + ":" + std::to_string(g.error.line);
            else if (!g.trouble.empty()) why = g.trouble;
            else if (g.status == Status::blocked && !g.blocked_by.empty()) why = msg::blocked_by(g.blocked_by[0]);
            else if (!g.ended_in.empty()) why = g.ended_in;
            else if (!g.diagnoses.empty()) why = g.diagnoses[0].id;
            print_line("  " + coloured(g.status, mark(g.status)) + " " + pad(g.id, names) + "  " +
                       coloured(g.status, pad(title(g.status), 14)) + why);
        }
        print_line("\n" + msg::verified(std::to_string(passed), std::to_string(grades.size())));
        tell_changes(grader);
    }
    return passed == grades.size() && !grades.empty() ? 0 : 1;
}

int list(Session& session) {
    const State state = session.state.load();
    print(session.options.json ? list_json(session.course, state) : full_list(session.course, state));
    return 0;
}

const Exercise* move_on(Session& session) {
    const State state = session.state.load();
    const auto& all = session.course.exercises;
    const Exercise* current = state.current_exercise(session.course);
    const std::size_t at = current ? static_cast<std::size_t>(current - all.data()) : all.size() - 1;
    for (std::size_t step = 1; step <= all.size(); ++step) {
        const Exercise& e = all[(at + step) % all.size()];
        if (&e == current || state.entry(e.id).status == Status::passed) continue;
        if (session.options.needed && session.course.is_side_road(e)) continue;
        session.state.update([&](State& s) { s.current = e.id; });
        return &e;
    }
    const bool stays = current && state.entry(current->id).status != Status::passed &&
                       !(session.options.needed && session.course.is_side_road(*current));
    return stays ? current : nullptr;
}

int next(Session& session) {
    const State before = session.state.load();
    const Exercise* left = before.current_exercise(session.course);
    const Exercise* now = move_on(session);
    if (!now) {
        const auto& all = session.course.exercises;
        const bool everything = std::all_of(
            all.begin(), all.end(), [&](const Exercise& e) { return before.entry(e.id).status == Status::passed; });
        print_line(everything ? msg::all_done() : msg::needed_done());
        return 0;
    }
    if (left && left != now && before.entry(left->id).status != Status::passed) {
        print_line(msg::left_behind(left->id, title(before.entry(left->id).status)));
    }
    return show_board(session);
}

int go_to(Session& session) {
    const Exercise& exercise = chosen(session, session.options.id);
    session.state.update([&](State& state) { state.current = exercise.id; });
    print_line(msg::now_current(exercise.id, exercise.file));
    return 0;
}

void show_hint(Session& session, const Exercise& exercise) {
    const std::size_t columns =
        std::clamp<std::size_t>(terminal_size().columns, 20, 100) - 2;  // which items are indented by
    const std::string chapter = chapter_text(session.course, exercise.chapter);
    const auto all = stdout_is_terminal() ? hints(chapter, exercise.id, columns) : hints(chapter, exercise.id);
    const std::string page = chapter_file(session.course, exercise.chapter);
    if (all.empty()) return print_line(msg::no_hints(exercise.id, page));
    const auto shown = static_cast<std::size_t>(std::max(0, session.state.load().entry(exercise.id).hints));
    const std::size_t at = std::min(shown, all.size() - 1);  // the last one stays
    session.state.update([&](State& state) { state.exercises[exercise.id].hints = static_cast<int>(at) + 1; });
    print_line(bold(msg::hint_number(std::to_string(at + 1), std::to_string(all.size()), all[at].title)));
    print_line(all[at].text);
    print_line(at + 1 < all.size() ? msg::hint_more(exercise.id) : msg::hint_last(exercise.id, page));
}

int hint(Session& session) {
    show_hint(session, chosen(session, session.options.id));
    return 0;
}

bool show_solution(Session& session, const Exercise& exercise) {
    if (!session.options.spoil && !session.state.load().entry(exercise.id).ever_passed) {
        print_line(msg::solution_closed(exercise.id));
        return false;
    }
    const auto text = read_file(session.course.source_dir / exercise.solution);
    if (!text) throw SetupError(msg::solution_missing(exercise.solution));
    print_line(dim("// " + exercise.solution));
    print(*text);
    return true;
}

int solution(Session& session) { return show_solution(session, chosen(session, session.options.id)) ? 0 : 1; }

}  // namespace learn
