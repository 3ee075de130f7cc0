#include "grader/catch.hpp"
#include "scratch.hpp"

TEST_CASE("an error in the learner's file is told with its line and the others are graded") {
    Scratch scratch;
    scratch.put("silu",
                "#include \"silu.hpp\"\nnamespace tiny_llm {\nTensor silu(const Tensor& x) { return foo(x); }\n}\n");
    const Outcome text = learn_run("check silu");
    CHECK(text.code == 1);
    CHECK(contains(text.out, "COMPILE ERROR"));
    CHECK(contains(text.out, "week1/01-silu/silu.cpp:3:"));
    CHECK(contains(text.out, "build/learn/logs/silu.log"));
    auto all = learn_run("verify --json").json()["exercises"];
    CHECK(all[0]["status"] == "compile_error");
    CHECK(all[1]["status"] == "unsolved");
    CHECK(all[2]["status"] == "unsolved");
}

TEST_CASE("what to write instead stands below the error, in both languages") {
    Scratch scratch;
    scratch.put("silu", silu_with("return x / (1.0f + std::exp(-x));"));
    CHECK(contains(learn_run("check silu").out,
                   "| std::exp takes numbers. For a tensor or an expression write xt::exp.\n"));
    auto json = learn_run("check silu --json --lang zh").json();
    CHECK(json["fixes"][0]["id"] == "std-function");
    CHECK(contains(json["fixes"][0]["text"], "对张量或表达式要写 xt::exp"));
    scratch.put("silu", "#include \"silu.hpp\"\nnamespace tiny_llm {\nTensor silu(Tensor& x) { return x; }\n}\n");
    CHECK(contains(learn_run("check silu").out, "defines tiny_llm::silu("));
    scratch.put("silu", silu_with("return unknown_thing;"));
    CHECK(learn_run("check silu --json").json()["fixes"].empty());
}

TEST_CASE("the compiler's warnings are told until it passes, also where nothing is compiled again") {
    Scratch scratch;
    const std::string code =
        "namespace tiny_llm {\nTensor silu(const Tensor& x) {\n    if (x.size() > 1000000) return x;\n}\n}\n";
    scratch.put("silu", "#include \"silu.hpp\"\n" + code);
    for (int i = 0; i < 2; ++i) {
        const Outcome outcome = learn_run("check silu");
        CHECK(outcome.code == 1);
        CHECK(contains(outcome.out, "the compiler warns:"));
        CHECK(contains(outcome.out, "week1/01-silu/silu.cpp:5: "));
    }
    auto json = learn_run("check silu --json").json();
    CHECK(json["warnings"][0]["line"] == 5);
    CHECK(contains(learn_run("check silu --lang zh").out, "编译器的警告："));

    scratch.put("silu", silu_with("int a, b, c, d, e;"));
    CHECK(contains(learn_run("check silu").out, "… and 2 more"));
    scratch.put("silu", silu_with("int unused; return x / (1.0f + xt::exp(-x));"));
    CHECK_FALSE(contains(learn_run("check silu").out, "warns"));
    CHECK_FALSE(learn_run("check silu --json").json().contains("warnings"));
}

TEST_CASE("a template error is told at the learner's line") {
    Scratch scratch;
    scratch.put("silu", silu_with("static_cast<void>(xt::view(x, 1, 2, \"no\"));\nstd::vector<int&> v;"));
    auto json = learn_run("check silu --json").json();
    CHECK(json["status"] == "compile_error");
    CHECK(json["error"]["file"] == "week1/01-silu/silu.cpp");
    CHECK(json["error"]["line"] >= 10);
}

TEST_CASE("an older build is never graded in place of one that failed") {
    Scratch scratch;
    scratch.solve("silu");
    CHECK(learn_run("check silu --json").json()["status"] == "passed");
    scratch.put("silu", "int broken(");
    CHECK(learn_run("check silu --json").json()["status"] == "compile_error");
    CHECK(learn_run("verify --json").json()["exercises"][0]["status"] == "compile_error");
    scratch.put("silu", "#include \"silu.hpp\"\n");  // compiles, and does not link
    CHECK(learn_run("check silu --json").json()["status"] == "compile_error");
    CHECK(contains(learn_run("check silu").out, "tiny_llm::silu"));
}

TEST_CASE("an empty file is one clear line") {
    Scratch scratch;
    scratch.put("silu", "\n");
    auto json = learn_run("check silu --json").json();
    CHECK(json["status"] == "compile_error");
    CHECK(contains(json["error"]["text"], "is empty"));
}

TEST_CASE("a missing file is offered a reset and stops nothing else") {
    Scratch scratch;
    learn::fs::remove(scratch.file("silu"));
    const Outcome outcome = learn_run("check silu");
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.out, "./learn reset silu"));
    scratch.solve("linear");
    auto all = learn_run("verify --json").json()["exercises"];
    CHECK(all[0]["status"] == "compile_error");
    CHECK(all[1]["status"] == "passed");
    CHECK(all[2]["status"] == "unsolved");
    CHECK(learn_run("reset silu").code == 0);
    CHECK(learn_run("check silu --json").json()["status"] == "unsolved");
}

TEST_CASE("a folder or a link in the file's place is one clear line") {
    Scratch scratch;
    learn::fs::remove(scratch.file("silu"));
    learn::fs::create_directory(scratch.file("silu"));
    CHECK(contains(learn_run("check silu").out, "is a folder"));
    CHECK(learn_run("reset silu").code == 2);
    learn::fs::remove(scratch.file("silu"));
    learn::fs::create_symlink("nowhere.cpp", scratch.file("silu"));
    CHECK(contains(learn_run("check silu").out, "symbolic link"));
    CHECK(learn_run("reset silu").code == 0);
    CHECK_FALSE(learn::fs::is_symlink(scratch.file("silu")));
}

TEST_CASE("a file that is not UTF-8 is said to be so") {
    Scratch scratch;
    scratch.put("silu", std::string("i\0n\0t\0", 6));
    auto json = learn_run("check silu --json").json();
    CHECK(json["status"] == "compile_error");
    CHECK(contains(json["error"]["text"], "UTF-8"));
    scratch.put("silu", "// \xD7\xA2\xCA\xCD\n" + silu_with("return x / (1.0f + xt::exp(-x));"));
    const Outcome gbk = learn_run("check silu");
    CHECK(contains(gbk.out, "UTF-8"));
}

TEST_CASE("a broken contract header is told in its own file") {
    Scratch scratch;
    const learn::fs::path header = scratch.root() / "week1/01-silu/silu.hpp";
    const std::string before = learn::read_file(header).value();
    learn::write_file(header, before + "int oops(\n");
    auto json = learn_run("check silu --json").json();
    learn::write_file(header, before);
    CHECK(json["status"] == "compile_error");
    CHECK(json["error"]["line"] > 0);
}
