#include "state.hpp"
#include "support/catch.hpp"

#include <cstdlib>

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

struct TemporaryFolder {
    TemporaryFolder() {
        std::string pattern = (fs::temp_directory_path() / "learn-test-XXXXXX").string();
        path = ::mkdtemp(pattern.data());
    }
    ~TemporaryFolder() { fs::remove_all(path); }
    fs::path path;
};

}  // namespace

TEST_CASE("the state is read back as it was written") {
    const TemporaryFolder folder;
    const Course course = small_course(folder.path);
    StateFile file(course);
    CHECK(file.load().current_exercise(course)->id == "silu");
    file.update([](State& s) { s.exercises["silu"] = {Status::passed, 2, true}; });
    const State state = StateFile(course).load();
    CHECK(state.entry("silu").hints == 2);
    CHECK(state.entry("silu").ever_passed);
    CHECK(state.current_exercise(course)->id == "linear");
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
