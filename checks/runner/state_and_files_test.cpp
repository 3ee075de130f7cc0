#include "grader/catch.hpp"
#include "scratch.hpp"

TEST_CASE("a damaged state file is rebuilt and said so") {
    Scratch scratch;
    learn::fs::create_directory(scratch.root() / ".learn");
    learn::write_file(scratch.root() / ".learn/state.json", "{\"version\": 1, \"cur");
    const Outcome outcome = learn_run("check silu --json");
    CHECK(contains(outcome.err, "state.damaged-"));
    CHECK(outcome.json()["status"] == "unsolved");
    CHECK(learn_run("list --json").err.empty());
}

TEST_CASE("a state that cannot be written costs one warning and no verdict") {
    Scratch scratch;
    scratch.solve("silu");
    learn::write_file(scratch.root() / ".learn", "in the way");
    const Outcome outcome = learn_run("check silu --json");
    learn::fs::remove(scratch.root() / ".learn");
    CHECK(outcome.code == 0);
    CHECK(contains(outcome.err, "warning"));
}

TEST_CASE("reset saves the learner's file first") {
    Scratch scratch;
    const std::string mine = silu_with("// mine");
    scratch.put("silu", mine);
    CHECK(learn_run("reset silu").code == 0);
    scratch.put("silu", mine + "// again");
    const Outcome outcome = learn_run("reset silu --yes");
    CHECK(contains(outcome.out, ".learn/backup/silu-"));
    int backups = 0;
    for (const auto& entry : learn::fs::directory_iterator(scratch.root() / ".learn/backup")) {
        backups += contains(learn::read_file(entry.path()).value(), "// mine");
    }
    CHECK(backups == 2);
    CHECK(learn::read_file(scratch.file("silu")) ==
          learn::read_file(scratch.root() / "tests/week1/01-silu/silu/stub.cpp"));
    CHECK(learn_run("reset silu").code == 0);
}

TEST_CASE("it works when started in another folder") {
    Scratch scratch;
    scratch.solve("silu");
    CHECK(learn_run("check silu", "cd / &&").code == 0);
}
