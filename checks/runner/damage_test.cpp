// What a power failure, a full disk or a linker that was killed leaves in the build folder is nobody's mistake.

#include <vector>

#include "grader/catch.hpp"
#include "scratch.hpp"
#include "system/whole.hpp"

namespace {

namespace fs = learn::fs;

/// Empty, cut in the middle, and nothing but zeros.
void damage(const fs::path& file, const std::string& how) {
    const auto size = fs::file_size(file);
    fs::resize_file(file, how == "half" ? size / 2 : 0);
    if (how == "zeros") fs::resize_file(file, size);
}

}  // namespace

TEST_CASE("a damaged library or object of the learner's is built anew") {
    Scratch scratch;
    scratch.solve("silu");
    CHECK(learn_run("check silu").code == 0);
    const fs::path build = scratch.root() / "build/learn";
    const fs::path library = build / "answers/yours/silu.so";
    const fs::path object = build / "CMakeFiles/silu_yours.dir/answers/text/silu/week1/01-silu/silu.cpp.o";
    for (const std::string how : {"empty", "half", "zeros"}) {
        INFO(how);
        damage(library, how);
        CHECK_FALSE(learn::is_whole(library));
        CHECK(learn_run("check silu").code == 0);
        CHECK(learn::is_whole(library));
        damage(object, how);
        fs::remove(library);
        CHECK(learn_run("check silu").code == 0);
    }
}

namespace {

void check_damage_of(const std::vector<std::string>& files) {
    Scratch scratch;
    scratch.solve("silu");
    CHECK(learn_run("check silu").code == 0);
    const fs::path build = scratch.root() / "build/learn";
    for (const std::string& file : files) {
        for (const std::string how : {"empty", "half"}) {
            INFO(file << " " << how);
            damage(build / file, how);
            const Outcome outcome = learn_run("check silu --json");
            CHECK(outcome.code == 0);
            CHECK(outcome.json()["status"] == "passed");
        }
    }
}

}  // namespace

TEST_CASE("what CMake has written is written anew where it is damaged") {
    check_damage_of({"CMakeCache.txt", "build.ninja"});
    fs::remove(Scratch().root() / "build/learn/CMakeCache.txt");
    CHECK(learn_run("check silu --json").json()["status"] == "unsolved");
}

TEST_CASE("a damaged program that asks is not blamed on the learner") {
    Scratch scratch;
    scratch.solve("silu");
    const fs::path graders = scratch.root() / "graders";
    ChangedCourse course([&](nlohmann::json& all) {
        const fs::path from = all["graders_dir"].get<std::string>();
        for (const char* file : {"bin/silu_test", "calls/silu.so"}) {
            fs::create_directories((graders / file).parent_path());
            fs::copy_file(from / file, graders / file, fs::copy_options::overwrite_existing);
        }
        all["graders_dir"] = graders.string();
    });
    for (const char* file : {"bin/silu_test", "calls/silu.so"}) {
        const std::string whole = learn::read_file(graders / file).value();
        damage(graders / file, "half");
        const Outcome outcome = learn_run("check silu");
        INFO(file << ": " << outcome.err);
        CHECK(outcome.code == 2);
        CHECK(contains(outcome.err, std::string(file) + " is damaged"));
        learn::write_file(graders / file, whole);
        fs::permissions(graders / file, fs::perms::owner_all);
    }
    fs::remove_all(graders);
}
