#include <unistd.h>

#include <ctime>

#include "grader/catch.hpp"
#include "scratch.hpp"
#include "terminal/text.hpp"
#include "terminal_session.hpp"

TEST_CASE("at a terminal every save is checked however the editor saves") {
    Scratch scratch;
    TerminalSession session("");
    CHECK(session.waits_for("0 of 3"));
    CHECK(session.waits_for("uit"));
    CHECK(contains(session.seen, "UNSOLVED"));
    // In place, as nano does.
    const std::string wrong = silu_with("");
    FILE* file = std::fopen(scratch.file("silu").c_str(), "w");
    std::fputs(wrong.c_str(), file);
    std::fclose(file);
    CHECK(session.waits_for("FAILED"));
    CHECK(session.waits_for("uit"));
    // By a rename, as vim and many others do.
    scratch.solve("silu");
    CHECK(session.waits_for("PASSED"));
    CHECK(session.waits_for("uit"));
    session.type("h");
    CHECK(session.waits_for("hint 1 of"));
    session.type("s");
    CHECK(session.waits_for("solutions/week1/01-silu"));
    session.type("l");
    CHECK(session.waits_for("1 of 3"));
    session.type("n");
    CHECK(session.waits_for("watching linear.cpp"));
    session.type("c");
    CHECK(session.waits_for("UNSOLVED"));
    CHECK(session.waits_for("uit"));
    session.type("q");
    CHECK(session.ends() == 0);
    CHECK(session.echoes());
}

TEST_CASE("at a terminal no line is too long for it, and a list of tests does not push the reason out of sight") {
    Scratch scratch;
    scratch.put("silu", silu_with("Tensor y = x; for (auto& v : y) v = v > 0 ? v : 0; return y;"));
    const auto lines_of = [](const std::string& arguments) {
        TerminalSession session(arguments, "TERM=xterm; stty cols 60 rows 24");
        CHECK(session.ends() >= 0);
        return learn::lines(learn::without_escapes(session.seen));
    };
    for (const char* arguments :
         {"check silu", "check nothing", "--help", "story --help", "hint silu", "board", "--lang zh check silu"}) {
        for (const std::string& line : lines_of(arguments)) {
            INFO(arguments << ": " << line);
            CHECK(learn::width(line.substr(std::min(line.size(), line.rfind('\r') + 1))) <= 60);
        }
    }
    CHECK(learn::joined(lines_of("check silu")).find("; --all lists them") != std::string::npos);
    CHECK(learn::joined(lines_of("check silu --all")).find("; --all lists them") == std::string::npos);
    CHECK_FALSE(contains(learn_run("check silu").out, "; --all lists them"));
}

TEST_CASE("at a terminal the file that a link leads to is watched, and so is what the answer includes") {
    Scratch scratch;
    const learn::fs::path kept = scratch.root() / "kept";
    learn::fs::create_directories(kept);
    learn::write_file(kept / "mine.cpp", learn::read_file(scratch.file("silu")).value());
    learn::fs::remove(scratch.file("silu"));
    learn::fs::create_symlink("../../kept/mine.cpp", scratch.file("silu"));
    TerminalSession session("watch");
    CHECK(session.waits_for("UNSOLVED"));
    CHECK(session.waits_for("uit"));
    learn::write_file(kept / "mine.cpp", silu_with("#include \"half.hpp\""));
    const learn::fs::path beside = scratch.root() / "week1/01-silu/half.hpp";
    CHECK(session.waits_for("COMPILE ERROR"));
    CHECK(session.waits_for("uit"));
    learn::fs::remove(scratch.file("silu"));
    learn::write_file(beside, "// nothing yet\n");
    scratch.put("silu", silu_with("#include \"half.hpp\""));
    CHECK(session.waits_for("FAILED"));
    CHECK(session.waits_for("uit"));
    learn::write_file(beside, "return x / (1.0f + xt::exp(-x));\n");
    CHECK(session.waits_for("PASSED"));
    session.type("q");
    CHECK(session.ends() == 0);
    learn::fs::remove(beside);
    learn::fs::remove_all(kept);
}

TEST_CASE("keys that are pressed while something builds or runs are taken afterwards, in their order") {
    Scratch scratch;
    scratch.put("silu", silu_with("// compiled anew " + std::to_string(std::time(nullptr)) + "\nsleep(1);"));
    TerminalSession session("watch");
    CHECK(session.waits_for("building"));
    session.type("hh");
    CHECK(session.waits_for("FAILED"));
    CHECK(session.waits_for("hint 1 of"));
    CHECK(session.waits_for("hint 2 of"));
    session.type("c");
    CHECK(session.waits_for("running the tests"));
    session.type("l");
    CHECK(session.waits_for("FAILED"));
    CHECK(session.waits_for("0 of 3"));
    session.type("q");
    CHECK(session.ends() == 0);
}

TEST_CASE("the reset key asks first") {
    Scratch scratch;
    scratch.put("silu", silu_with("// mine"));
    TerminalSession session("watch");
    CHECK(session.waits_for("watching"));
    session.type("r");
    CHECK(session.waits_for("[y/N]"));
    session.type("n");
    CHECK(session.waits_for("nothing changed"));
    CHECK(contains(learn::read_file(scratch.file("silu")).value(), "// mine"));
    session.type("ry");
    CHECK(session.waits_for("is the stub again"));
    CHECK(session.waits_for("UNSOLVED"));
    session.type("q");
    CHECK(session.ends() == 0);
}

TEST_CASE("Ctrl-C and q end an endless loop at a terminal and give the terminal back") {
    for (const std::string key : {"\x03", "q"}) {
        Scratch scratch;
        scratch.put("silu", silu_with("for (;;) {}"));
        TerminalSession session("watch");
        CHECK(session.waits_for("running the tests"));
        ::usleep(300000);
        session.type(key);
        CHECK(session.ends(5) == 0);
        CHECK(session.echoes());
    }
}

TEST_CASE("while the learner reads, the story is built, and a save does not wait for that") {
    Scratch scratch;
    const learn::fs::path story = scratch.root() / "build/learn/bin/story";
    learn::fs::remove(story);
    TerminalSession session("watch");
    CHECK(session.waits_for("uit"));
    for (int tenths = 0; tenths < 600 && !learn::fs::exists(story); ++tenths) ::usleep(100000);
    CHECK(learn::fs::exists(story));
    scratch.solve("silu");
    CHECK(session.waits_for("PASSED"));
    CHECK_FALSE(contains(session.seen, "is building here"));
    session.type("q");
    CHECK(session.ends() == 0);
    CHECK(learn::read_file(scratch.root() / "build/learn/.lock") == "");  // nothing is left that could be ended
}
