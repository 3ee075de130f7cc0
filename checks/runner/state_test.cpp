#include "course/state.hpp"

#include <set>

#include "commands/board.hpp"
#include "grader/catch.hpp"
#include "system/errors.hpp"
#include "temporary_folder.hpp"

using namespace learn;

namespace {

Course small_course(const fs::path& folder) {
    Course course;
    course.source_dir = folder;
    for (const char* id : {"silu", "linear"}) {
        Exercise e;
        e.id = id;
        course.exercises.push_back(e);
    }
    return course;
}

std::string damaged_hints(const std::string& hints) {
    return R"({"version":1,"current":"","exercises":{"silu":{"status":"passed","ever_passed":true,"hints":)" + hints +
           "}}}";
}

}  // namespace

TEST_CASE("the state is read back as it was written") {
    const TemporaryFolder folder;
    const Course course = small_course(folder.path);
    StateFile file(course);
    CHECK(file.load().current_exercise(course)->id == "silu");
    file.update([](State& s) { s.exercises["silu"] = {Status::passed, 2, true, "0123", {"gold", "4567"}}; });
    const State state = StateFile(course).load();
    CHECK(state.entry("silu").hints == 2);
    CHECK(state.entry("silu").ever_passed);
    CHECK(state.entry("silu").graded_file == "0123");
    CHECK(state.entry("silu").last_bench == State::LastBench{"gold", "4567"});
    CHECK(state.entry("linear").last_bench == State::LastBench{});
    CHECK(state.current_exercise(course)->id == "linear");
}

TEST_CASE("a state of before passed files were remembered is read") {
    const TemporaryFolder folder;
    const Course course = small_course(folder.path);
    fs::create_directory(folder.path / ".learn");
    write_file(
        folder.path / ".learn/state.json",
        R"({"version":1,"current":"silu","exercises":{"silu":{"status":"passed","hints":0,"ever_passed":true}}})");
    const State state = StateFile(course).load();
    CHECK(state.entry("silu").status == Status::passed);
    CHECK(state.entry("silu").graded_file.empty());
}

TEST_CASE("what the course no longer has is not forgotten") {
    const TemporaryFolder folder;
    Course course = small_course(folder.path);
    StateFile(course).update([](State& s) {
        s.current = "silu";
        s.exercises["silu"] = {Status::failed, 1, false, ""};
    });
    course.exercises.erase(course.exercises.begin());
    StateFile file(course);
    for (int again = 0; again < 2; ++again) {
        const State state = file.load();
        CHECK(state.current.empty());
        CHECK(state.entry("silu").hints == 1);
        CHECK_FALSE(state.is_new(course.exercises[0]));
        file.update([](State&) {});
    }
}

TEST_CASE("what a newer course has more is new until it is looked at") {
    const TemporaryFolder folder;
    Course course = small_course(folder.path);
    StateFile file(course);
    CHECK_FALSE(file.load().is_new(course.exercises[0]));
    file.update([](State& s) { s.exercises["silu"].status = Status::passed; });
    Exercise added;
    added.id = "softsign";
    course.exercises.push_back(added);
    file.update([](State&) {});
    State state = file.load();
    CHECK(state.is_new(course.exercises[2]));
    CHECK_FALSE(state.is_new(course.exercises[1]));
    for (const Size size : {Size{80, 24}, {40, 14}}) {
        CHECK(board(course, state, {}, size).find("new:    softsign\n") != std::string::npos);
    }
    CHECK(full_list(course, state).find("NEW") != std::string::npos);
    file.update([](State& s) { s.exercises["softsign"].status = Status::failed; });
    state = file.load();
    CHECK_FALSE(state.is_new(course.exercises[2]));
    CHECK(board(course, state, {}, {80, 24}).find("new:") == std::string::npos);
}

TEST_CASE("a course that is damaged or names what it does not have is refused in one line") {
    const TemporaryFolder folder;
    const auto read = [&](const std::string& exercises) {
        write_file(folder.path / "course.json", R"({"source_dir":"/x","exercises":[)" + exercises + "]}");
        return read_course(folder.path).exercises.size();
    };
    const auto exercise = [](const std::string& id, const std::string& needs) {
        return R"({"id":")" + id + R"(","chapter":"c","needs":[)" + needs +
               R"(],"file":"","contract":"","solution":"","tests":""})";
    };
    CHECK(read(exercise("a", "") + "," + exercise("b", "\"a\"")) == 2);
    for (const std::string& text :
         {exercise("b", "\"a\""), exercise("a", "\"a\""), exercise("a", "") + "," + exercise("a", ""),
          exercise("a", "7"), std::string("7"), std::string("{"), std::string("\xff")}) {
        INFO(text);
        CHECK_THROWS_AS(read(text), SetupError);
    }
    fs::remove(folder.path / "course.json");
    CHECK_THROWS_AS(read_course(folder.path), SetupError);
}

TEST_CASE("of several damaged states within a second each is kept, whatever it is") {
    const TemporaryFolder folder;
    const Course course = small_course(folder.path);
    const fs::path state = folder.path / ".learn/state.json";
    fs::create_directory(folder.path / ".learn");
    for (int i = 0; i < 5; ++i) {
        write_file(state, "damaged " + std::to_string(i));
        StateFile(course).load();
    }
    fs::create_directory(state);
    StateFile(course).load();
    std::set<std::string> kept;
    for (const auto& entry : fs::directory_iterator(folder.path / ".learn")) {
        kept.insert(fs::is_directory(entry.path()) ? "a folder" : read_file(entry.path()).value_or(""));
    }
    for (int i = 0; i < 5; ++i) CHECK(kept.count("damaged " + std::to_string(i)) == 1);
    CHECK(kept.count("a folder") == 1);
    CHECK_FALSE(fs::exists(state));
}

TEST_CASE("a damaged state is kept under another name") {
    const std::vector<std::string> damaged{"",
                                           "{",
                                           "[]",
                                           "null",
                                           "{\"version\":9}",
                                           "\xff\xfe",
                                           R"({"version":1,"current":"silu","exercises":{"silu":7}})",
                                           damaged_hints("-1"),
                                           damaged_hints("1e300"),
                                           damaged_hints("4294967297"),
                                           damaged_hints("1.5")};
    for (const std::string& text : damaged) {
        const TemporaryFolder folder;
        const Course course = small_course(folder.path);
        fs::create_directory(folder.path / ".learn");
        write_file(folder.path / ".learn/state.json", text);
        StateFile file(course);
        CHECK(file.load().exercises.empty());
        int kept = 0;
        for (const auto& entry : fs::directory_iterator(folder.path / ".learn")) {
            kept += entry.path().filename().string().starts_with("state.damaged-");
        }
        CHECK(kept == 1);
    }
}
