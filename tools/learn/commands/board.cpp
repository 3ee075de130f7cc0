#include "commands/board.hpp"

#include <algorithm>
#include <set>

#include "course/docs.hpp"
#include "course/own_file.hpp"
#include "messages.hpp"
#include "story/picture.hpp"
#include "terminal/terminal.hpp"
#include "terminal/text.hpp"

namespace learn {
namespace {

struct Chapter {
    std::string name;
    std::vector<const Exercise*> exercises;
    bool holds(const Exercise* e) const { return std::find(exercises.begin(), exercises.end(), e) != exercises.end(); }
};

std::vector<Chapter> chapters(const Course& course) {
    std::vector<Chapter> result;
    for (const Exercise& e : course.exercises) {
        if (result.empty() || result.back().name != e.chapter) result.push_back({e.chapter, {}});
        result.back().exercises.push_back(&e);
    }
    return result;
}

/// "2" of week2/01-attention.
std::string week_of(const Chapter& chapter) {
    const std::string folder = chapter.name.substr(0, chapter.name.find('/'));
    return folder.substr(std::min(folder.size(), folder.find_first_of("0123456789")));
}

bool passed(const State& state, const Exercise& e) { return state.entry(e.id).status == Status::passed; }

std::size_t count_passed(const State& state, const std::vector<const Exercise*>& exercises) {
    return static_cast<std::size_t>(
        std::count_if(exercises.begin(), exercises.end(), [&](const Exercise* e) { return passed(state, *e); }));
}

std::string counted_line(const State& state, const std::string& title, const std::vector<const Exercise*>& exercises,
                         std::size_t columns) {
    const std::string count = std::to_string(count_passed(state, exercises)) + "/" + std::to_string(exercises.size());
    return "  " + bold(pad(title, columns - std::min(columns, count.size() + 7))) + "  " + count + "\n";
}

std::string chapter_line(const Course& course, const State& state, const Chapter& chapter, std::size_t columns) {
    return counted_line(state, title_of_chapter(course, chapter.name), chapter.exercises, columns);
}

/// All of a week's chapters in one line.
std::string week_line(const State& state, const std::vector<Chapter>& all, const std::string& week,
                      std::size_t columns) {
    std::vector<const Exercise*> exercises;
    std::size_t count = 0;
    for (const Chapter& chapter : all) {
        if (week_of(chapter) != week) continue;
        exercises.insert(exercises.end(), chapter.exercises.begin(), chapter.exercises.end());
        ++count;
    }
    return counted_line(state, msg::board_week(week, std::to_string(count)), exercises, columns);
}

/// Lines of the list when only the current chapter is open; and every week but its own is closed, too, when `weeks`.
std::size_t smallest_list(const std::vector<Chapter>& all, const Exercise* current, bool weeks) {
    const auto here = std::find_if(all.begin(), all.end(), [&](const Chapter& c) { return c.holds(current); });
    std::size_t lines = here == all.end() ? 0 : here->exercises.size();
    std::set<std::string> closed;
    for (const Chapter& chapter : all) {
        const bool shut = weeks && here != all.end() && week_of(chapter) != week_of(*here);
        lines += shut ? closed.insert(week_of(chapter)).second : 1;
    }
    return lines;
}

struct StatusNow {
    Status status;
    std::string word;
};

/// What was found in another file than the one that is there now is found no more; a pass remains one.
StatusNow status_now(const Course& course, const State& state, const Exercise& e) {
    const State::Entry entry = state.entry(e.id);
    const bool changed = changed_since(course, e, entry);
    if (changed && entry.status == Status::passed) return {entry.status, msg::passed_before()};
    const Status status = changed ? Status::not_run : entry.status;
    return {status, coloured(status, title(status))};
}

std::string exercise_line(const Course& course, const State& state, const Exercise& e, bool current,
                          std::size_t columns) {
    const auto [status, title_now] = status_now(course, state, e);
    std::size_t names = 0;
    for (const Exercise& any : course.exercises) names = std::max(names, any.id.size());
    const std::string word = state.is_new(e)              ? coloured(status, msg::is_new())
                             : status == Status::unsolved ? (course.is_side_road(e) ? dim(msg::side_road()) : "")
                                                          : title_now;
    const std::string shown_title = title_of(course, e);
    const std::size_t room = columns - std::min(columns, names + 8 + 16);
    return std::string(current ? "  > " : "    ") + coloured(status, mark(status)) + " " +
           (current ? bold(pad(e.id, names)) : pad(e.id, names)) + "  " +
           pad(shown_title == e.id ? "" : shown_title, room) + "  " + word + "\n";
}

std::string progress_bar(const Course& course, const State& state, std::size_t length) {
    std::vector<const Exercise*> all;
    for (const Exercise& e : course.exercises) all.push_back(&e);
    const std::size_t done = count_passed(state, all);
    const std::size_t full = all.empty() ? 0 : done * length / all.size();
    return "[" + std::string(full, '#') + std::string(length - full, '.') + "] " +
           msg::progress(std::to_string(done), std::to_string(all.size()));
}

std::string labelled(const Message& label, const std::string& text) { return "  " + pad(label(), 8) + text + "\n"; }

std::string what_now(const Course& course, const State& state, const Exercise* current) {
    if (!current) return "  " + msg::all_done() + "\n";
    const bool done = passed(state, *current);
    std::string text = labelled(msg::now_at, bold(current->id) + "  " + status_now(course, state, *current).word);
    std::error_code error;
    const std::string lesson = chapter_file(course, current->chapter);
    if (!done && fs::exists(course.source_dir / lesson, error)) text += labelled(msg::read_first, lesson);
    text += labelled(msg::open_file, current->file);
    const bool everything = std::all_of(course.exercises.begin(), course.exercises.end(),
                                        [&](const Exercise& e) { return passed(state, e); });
    if (everything) return text + "  " + msg::all_done() + "\n";
    return text + labelled(msg::then_do, done ? msg::then_next() : msg::then_check());
}

/// Who chose it is said where that was not the library, and where the line has room for it.
std::string kernel_line(const Blas& blas, std::size_t columns) {
    const std::string what = is_slow(blas) ? msg::board_slow(blas_line(blas)) : blas_line(blas);
    const std::string line = "  " + pad(msg::board_blas(), 8) + what, choice = blas_choice(blas);
    const std::string whole = choice.empty() ? line : line + msg::blas_and(choice);
    return fit(width(whole) < columns ? whole : line, columns - 1);
}

/// What came with a newer version of the course; its chapter may be closed above.
std::string new_line(const Course& course, const State& state, std::size_t columns) {
    std::vector<std::string> ids;
    for (const Exercise& e : course.exercises) {
        if (state.is_new(e)) ids.push_back(e.id);
    }
    return ids.empty() ? "" : fit("  " + pad(msg::board_new(), 8) + joined(ids), columns - 1) + "\n";
}

std::string list(const Course& course, const State& state, std::size_t columns, std::size_t rows) {
    columns = std::min<std::size_t>(columns, 100);
    const Exercise* current = state.current_exercise(course);
    const auto all = chapters(course);
    const bool close_weeks = smallest_list(all, current, false) > rows;
    const auto here = std::find_if(all.begin(), all.end(), [&](const Chapter& c) { return c.holds(current); });
    const auto is_shut = [&](const Chapter& chapter) {
        return close_weeks && here != all.end() && week_of(chapter) != week_of(*here);
    };
    std::vector<bool> open(all.size(), true);
    std::size_t needed = smallest_list(all, nullptr, false) + course.exercises.size();
    if (close_weeks) {
        needed = smallest_list(all, current, true);
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (is_shut(all[i])) open[i] = false;
            else if (!all[i].holds(current)) needed += all[i].exercises.size();
        }
    }
    // Finished chapters are closed first, then the ones furthest ahead.
    for (const bool finished : {true, false}) {
        for (std::size_t i = all.size(); i-- > 0 && needed > rows;) {
            const bool is_finished = count_passed(state, all[i].exercises) == all[i].exercises.size();
            if (!open[i] || all[i].holds(current) || is_finished != finished) continue;
            open[i] = false;
            needed -= all[i].exercises.size();
        }
    }
    std::string text;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (is_shut(all[i])) {
            if (i == 0 || week_of(all[i - 1]) != week_of(all[i]))
                text += week_line(state, all, week_of(all[i]), columns);
            continue;
        }
        text += chapter_line(course, state, all[i], columns);
        for (const Exercise* e : all[i].exercises) {
            if (open[i]) text += exercise_line(course, state, *e, e == current, columns);
        }
    }
    return text;
}

}  // namespace

std::string board(const Course& course, const State& state, const Blas& blas, Size terminal) {
    const auto [columns, height] = terminal;
    const std::size_t bar = std::clamp<std::size_t>(columns, 60, 80) - 50;
    const std::string head =
        "  " + bold(pad(msg::board_title(), 32)) + "  " + progress_bar(course, state, bar) + "\n\n";
    const Exercise* current = state.current_exercise(course);
    std::string picture = model_picture(course, state);
    // The head takes two lines, what to do now five, and the prompt or the keys three.
    constexpr std::size_t others = 10, picture_lines = 3, picture_columns = 76;
    std::size_t rows = height > others ? height - others : 1;
    const std::string new_ones = new_line(course, state, columns);
    if (!new_ones.empty() && rows > 1) --rows;
    // The list comes first: the picture is shown where the current chapter stays open beside it.
    const std::size_t least = smallest_list(chapters(course), current, true);
    const bool room = columns >= picture_columns && rows >= least + picture_lines;
    if (!room) picture.clear();
    if (!picture.empty()) {
        picture += "\n";
        rows -= picture_lines;
    }
    std::string kernel;
    if (!blas_line(blas).empty() && rows > least) {
        kernel = is_slow(blas) ? kernel_line(blas, columns) + "\n" : dim(kernel_line(blas, columns)) + "\n";
        --rows;
    }
    return head + list(course, state, columns, rows) + "\n" + picture + what_now(course, state, current) + new_ones +
           kernel;
}

std::string full_list(const Course& course, const State& state) {
    return list(course, state, terminal_size().columns, 100000);
}

}  // namespace learn
