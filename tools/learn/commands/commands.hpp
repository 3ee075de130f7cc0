#pragma once

#include <optional>

#include "commands/options.hpp"
#include "course/course.hpp"
#include "course/state.hpp"
#include "grading/grade.hpp"
#include "system/blas.hpp"

namespace learn {

/// What every command works on.
struct Session {
    const Course& course;
    StateFile& state;
    const Options& options;
    const Blas& blas;
};

// Each returns the program's exit code: 0 passed or done, 1 not passed. Set-up errors are thrown.
int show_board(Session& session);
int check(Session& session);
int verify(Session& session);
int list(Session& session);
int next(Session& session);
int go_to(Session& session);
int hint(Session& session);
int reset(Session& session);
int solution(Session& session);
int watch(Session& session);
int story(Session& session);
int chat(Session& session);
int serve(Session& session);
int plot(Session& session);
int bench(Session& session);
int debug(Session& session, const Exercise& exercise);

// These two work without a course that can be configured.
int doctor(const fs::path& source_dir, bool json);
int run_own_tests(const fs::path& source_dir, bool all);

/// The exercise that was named, or the current one. Throws SetupError with the nearest name.
const Exercise& chosen(const Session& session, const std::string& id);

/// Remembers what a grade says; where the learner is does not move by that. Returns the exercises that have passed for the
/// first time.
std::vector<std::string> remember(Session& session, const std::vector<Grade>& grades);

/// One more hint, or that there are no more.
void show_hint(Session& session, const Exercise& exercise);

/// The backup, then the stub.
void put_stub_back(Session& session, const Exercise& exercise);

/// The exercise to go to after the current one; null when all pass.
const Exercise* move_on(Session& session);

/// After the first pass of a part that the story is worth hearing again for, a line that offers it; else nothing.
void offer_story(const Session& session, const std::vector<std::string>& first_passes);

/// After a failed check of an exercise that can be drawn, a line that offers it; else nothing.
void offer_plot(const Session& session, const Grade& grade);

/// The medal of an exercise that `./learn bench` times, where it has passed with the very file that was timed last; empty
/// where there is none. Nothing for the other exercises.
std::optional<std::string> known_medal(const Session& session, const Grade& grade);

/// After a pass of such an exercise, a line with that medal or one that offers the bench; else nothing.
void offer_bench(const Session& session, const Grade& grade);

/// Grades an exercise, remembers the verdict and prints it as it comes, with the offers above. True when it has passed.
bool grade_and_tell(Session& session, Grader& grader, const Exercise& exercise);

/// False when it is not open yet.
bool show_solution(Session& session, const Exercise& exercise);

}  // namespace learn
