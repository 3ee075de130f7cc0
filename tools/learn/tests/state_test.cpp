#include "state.hpp"
#include "support/catch.hpp"
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

}  // namespace

TEST_CASE("the state is read back as it was written") {
    const TemporaryFolder folder;
    const Course course = small_course(folder.path);
    StateFile file(course);
    CHECK(file.load().current_exercise(course)->id == "silu");
    file.update([](State& s) { s.exercises["silu"] = {Status::passed, 2, true, "0123"}; });
    const State state = StateFile(course).load();
    CHECK(state.entry("silu").hints == 2);
    CHECK(state.entry("silu").ever_passed);
    CHECK(state.entry("silu").passed_file == "0123");
    CHECK(state.current_exercise(course)->id == "linear");
}

TEST_CASE("a state of before passed files were remembered is read") {
    const TemporaryFolder folder;
    const Course course = small_course(folder.path);
    fs::create_directory(folder.path / ".learn");
    write_file(folder.path / ".learn/state.json",
               R"({"version":1,"current":"silu","exercises":{"silu":{"status":"passed","hints":0,"ever_passed":true}}})");
    const State state = StateFile(course).load();
    CHECK(state.entry("silu").status == Status::passed);
    CHECK(state.entry("silu").passed_file.empty());
}

TEST_CASE("a damaged state is kept under another name") {
    for (const std::string text : {"", "{", "[]", "null", "{\"version\":9}", "\xff\xfe",
                                   R"({"version":1,"current":"silu","exercises":{"silu":7}})"}) {
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
