#include "grader/catch.hpp"
#include "scratch.hpp"
#include "terminal_session.hpp"

TEST_CASE("an untouched stub is unsolved and its line is told") {
    const Scratch scratch;
    const Outcome text = learn_run("check silu");
    CHECK(text.code == 1);
    CHECK(contains(text.out, "UNSOLVED"));
    CHECK(contains(text.out, "week1/01-silu/silu.cpp:11"));
    CHECK_FALSE(contains(text.out, "FAILED"));
    CHECK(learn_run("check qwen2_mlp --json").json()["status"] == "unsolved");
}

TEST_CASE("a solution passes and the solution opens") {
    Scratch scratch;
    CHECK(learn_run("solution silu").code == 1);
    CHECK(learn_run("solution silu --spoil").code == 0);
    scratch.solve("silu");
    const Outcome outcome = learn_run("check --json");
    CHECK(outcome.code == 0);
    auto json = outcome.json();
    CHECK(json["status"] == "passed");
    for (const char* key : {"id", "chapter", "status", "tests", "diagnoses", "build_seconds", "run_seconds"}) {
        CHECK(json.contains(key));
    }
    CHECK(learn_run("solution silu").code == 0);
    CHECK(contains(learn_run("board").out, "./learn next"));
    CHECK(learn_run("list --json").json()[0]["current"] == true);
    CHECK(learn_run("next").code == 0);
    CHECK(learn_run("list --json").json()[1]["current"] == true);
}

TEST_CASE("of two mistakes at once each is said on a line of its own, and a piped report begins one") {
    Scratch scratch;
    scratch.put("silu", silu_with("Tensor y = x; for (std::size_t i = 0; i + 1 < x.size(); ++i) "
                                  "y.flat(i) = x.flat(i) / (1.0f + std::exp(x.flat(i))); return y;"));
    const std::string once = "as if the other one had been fixed.\n| ";
    CHECK(contains(learn_run("check silu").out, once));
    // The progress and the report come to the same terminal.
    TerminalSession session("check silu | cat");
    CHECK(session.ends() == 0);
    CHECK(contains(session.seen, "\x1b[K  FAILED"));
    CHECK(session.seen.rfind("looking for the reason") < session.seen.find("FAILED"));
}

TEST_CASE("a wrong answer is failed and the mistake is named") {
    Scratch scratch;
    scratch.put("silu", silu_with("Tensor y = x; for (auto& v : y) v = v > 0 ? v : 0; return y;"));
    const Outcome outcome = learn_run("check silu");
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.out, "FAILED"));
    CHECK(contains(outcome.out, "| worst"));
    CHECK(contains(outcome.out, "./learn hint silu"));
    auto json = learn_run("check silu --json --lang zh").json();
    CHECK(json["status"] == "failed");
    CHECK(json["diagnoses"][0]["id"] == "relu");
    CHECK(contains(learn_run("list").out, "FAILED"));
    CHECK(learn_run("list --json").json()[0]["changed"] == false);
    scratch.put("silu", silu_with("return x;"));
    CHECK_FALSE(contains(learn_run("list").out, "FAILED"));
    CHECK(contains(learn_run("list").out, "NOT RUN"));
    CHECK(learn_run("list --json").json()[0]["changed"] == true);
}

TEST_CASE("verify grades all and says how many") {
    Scratch scratch;
    scratch.solve("silu");
    const Outcome outcome = learn_run("verify --json --junit junit.xml", "cd /tmp &&");
    CHECK(outcome.code == 1);
    CHECK(outcome.json()["total"] == 3);
    CHECK(outcome.json()["passed"] == 1);
    CHECK(contains(learn::read_file("/tmp/junit.xml").value_or(""), "<testsuite"));
    learn::fs::remove("/tmp/junit.xml");
    scratch.solve("linear");
    scratch.solve("qwen2_mlp");
    CHECK(learn_run("verify").code == 0);
}

TEST_CASE("usage errors exit with 2 and give the nearest name") {
    const Scratch scratch;
    CHECK(learn_run("check slu").code == 2);
    CHECK(contains(learn_run("check slu").err, "did you mean silu?"));
    CHECK(contains(learn_run("chekc").err, "did you mean check?"));
    for (const char* wrong : {"chekc", "check --nope", "goto", "--lang fr", "list silu", "check silu linear"}) {
        INFO(wrong);
        CHECK(learn_run(wrong).code == 2);
    }
    const Outcome json = learn_run("check slu --json");
    CHECK(json.code == 2);
    CHECK(json.json().contains("error"));
    CHECK(learn_run("--help").code == 0);
}

TEST_CASE("both languages are spoken by option and by environment") {
    const Scratch scratch;
    CHECK(contains(learn_run("--lang zh check silu").out, "未完成"));
    CHECK(contains(learn_run("check silu --lang zh").out, "未完成"));
    CHECK(contains(learn_run("check silu", "export LC_ALL=zh_CN.UTF-8;").out, "未完成"));
    CHECK(contains(learn_run("--help --lang zh").out, "用法"));
}

TEST_CASE("in Chinese the help and what is wrong with a command line are Chinese, too") {
    const Scratch scratch;
    for (const char* command : {"", "story", "check", "goto", "bench"}) {
        const std::string help = learn_run(std::string(command) + " --help --lang zh").out;
        INFO(help);
        for (const char* english :
             {"Options", "OPTIONS", "Subcommand", "Commands", "Positionals", "REQUIRED", "Excludes", "Needs"}) {
            CHECK_FALSE(contains(help, english));
        }
        CHECK(contains(help, "选项："));
    }
    CHECK(contains(learn_run("--help").out, "Commands:"));
    const std::pair<const char*, const char*> wrong[] = {
        {"story --tokens 0", "--tokens：值应当是不小于 1 的整数"},
        {"story --tokens 2.5", "--tokens：值应当是不小于 1 的整数"},
        {"story --temperature hot", "--temperature：值应当是 0 到 100 之间的数"},
        {"bench --threads 2000", "--threads：值应当是 1 到 1024 之间的整数"},
        {"--lang fr list", "en 或 zh"},
        {"goto", "缺少 ID"},
        {"check silu --nope", "--nope"},
        {"story --tokens", "--tokens 后面要跟一个值"},
        {"story --seed 1 --seed 2", "--seed 写了不止一次"},
        {"check --debug --json", "不能一起用"}};
    for (const auto& [command, told] : wrong) {
        const Outcome outcome = learn_run(command, "export LC_ALL=zh_CN.UTF-8;");
        INFO(command << "\n" << outcome.err);
        CHECK(outcome.code == 2);
        CHECK(contains(outcome.err, told));
        for (const char* english : {"not in", "required", "missing", "expected", "excludes", "must be"}) {
            CHECK_FALSE(contains(outcome.err, english));
        }
    }
}

TEST_CASE("hints come one by one, and the last one stays and is said to be the last") {
    const Scratch scratch;
    const Outcome first = learn_run("hint silu");
    CHECK(contains(first.out, "hint 1 of"));
    CHECK_FALSE(contains(first.out, "last hint"));
    CHECK(contains(learn_run("hint silu").out, "hint 2 of"));
    std::string last;
    for (int i = 0; i < 10; ++i) last = learn_run("hint silu").out;
    CHECK_FALSE(contains(last, "hint 1 of"));
    CHECK(contains(last, "that was the last hint; all of them are in docs/en/week1/01-silu.md"));
    CHECK(last == learn_run("hint silu").out);
    const std::string chinese = learn_run("hint silu --lang zh").out;
    CHECK_FALSE(contains(chinese, "提示 1 /"));
    CHECK(contains(chinese, "这是最后一条提示；全部提示都在 docs/zh/week1/01-silu.md 里"));
}

TEST_CASE("the board is shown without a terminal and leaves at once") {
    const Scratch scratch;
    const Outcome outcome = learn_run("");
    CHECK(outcome.code == 0);
    CHECK(contains(outcome.out, "0 of 3"));
    CHECK_FALSE(contains(outcome.out, "\x1b"));
}

TEST_CASE("doctor names the compiler and the BLAS kernel") {
    const Scratch scratch;
    auto json = learn_run("doctor --json").json();
    CHECK(json["compiler"].contains("version"));
    CHECK(json["blas"].contains("kernel"));
    CHECK(json["problems"].is_array());
}

TEST_CASE("without the server's library doctor and serve say what installs it, and all else works") {
    Scratch scratch;
    scratch.solve("silu");
    const ChangedCourse course([](nlohmann::json& json) { json["packages"]["cpp-httplib"] = ""; });
    const learn::fs::path folder = scratch.root() / "programs";  // a CMake that finds nothing new
    learn::fs::create_directories(folder);
    learn::write_file(folder / "cmake",
                      "#!/bin/sh\n[ \"$1\" = --preset ] || PATH=${PATH#*:} exec cmake \"$@\"\necho >>\"$0.asked\"\n");
    learn::fs::permissions(folder / "cmake", learn::fs::perms::owner_all);
    const std::string path = "export PATH='" + folder.string() + "':$PATH;";

    const Outcome serve = learn_run("serve", path);
    CHECK(serve.code == 2);
    CHECK(contains(serve.err,
                   "error: cpp-httplib 0.10 or newer is missing, which ./learn serve needs; to install it: "
                   "./learn --yes doctor\n"));
    CHECK(contains(learn_run("serve --lang zh", path).err, "；安装命令：./learn --yes doctor\n"));
    const Outcome doctor = learn_run("doctor", path);
    CHECK(doctor.code == 1);
    CHECK(contains(doctor.out, "cpp-httplib missing"));
    CHECK(contains(doctor.out,
                   "  ! cpp-httplib 0.10 or newer is missing, which ./learn serve needs\n"
                   "    to fix it: ./learn --yes doctor\n"));
    CHECK(learn::fs::exists(folder / "cmake.asked"));  // whether it is there by now
    CHECK(learn_run("check silu", path).code == 0);
    learn::fs::remove_all(folder);
}

TEST_CASE("next --needed passes over side roads, and the list says which they are") {
    Scratch scratch;
    const auto is_at = [](const std::string& id) {
        for (const auto& one : learn_run("list --json").json()) {
            if (one["current"] == true) return one["id"] == id;
        }
        return false;
    };
    const ChangedCourse course([](nlohmann::json& json) { json["needed"] = {"silu", "qwen2_mlp"}; });
    for (const auto& one : learn_run("list --json").json()) CHECK(one["side_road"] == (one["id"] == "linear"));
    CHECK(contains(learn_run("list").out, "side road"));
    CHECK(contains(learn_run("list --lang zh").out, "选做"));
    CHECK(learn_run("next").code == 0);
    CHECK(is_at("linear"));
    CHECK(learn_run("goto silu").code == 0);
    CHECK(learn_run("next --needed").code == 0);
    CHECK(is_at("qwen2_mlp"));
}

TEST_CASE("next --needed says when only side roads are left") {
    Scratch scratch;
    const ChangedCourse course([](nlohmann::json& json) { json["needed"] = {"silu", "linear"}; });
    scratch.solve("silu");
    scratch.solve("linear");
    learn_run("verify");
    CHECK(contains(learn_run("next --needed").out, "All exercises that Qwen2 needs pass"));
}
