// The verdict belongs to the text that was in the file when the check began, whatever the clock says.

#include <ctime>

#include <chrono>
#include <thread>

#include "grader/catch.hpp"
#include "scratch.hpp"

namespace {

namespace fs = learn::fs;
using namespace std::chrono_literals;

std::string right_text() { return silu_with("return x / (1.0f + xt::exp(-x));"); }
std::string wrong_text() { return silu_with("return x / (1.0f - xt::exp(-x));"); }
std::string never_compiled(const std::string& text) { return text + "// " + std::to_string(std::time(nullptr)) + "\n"; }

std::string status_now() { return learn_run("check silu --json").json()["status"]; }

/// As mv, cp -p, unzip and rsync leave a file that was written long ago.
void put_older(const fs::path& path, const std::string& text) {
    const fs::path other = path.string() + ".other";
    learn::write_file(other, text);
    fs::last_write_time(other, fs::file_time_type::clock::now() - std::chrono::hours(24 * 365));
    fs::rename(other, path);
}

/// What `./learn check silu` says when the file becomes another one as soon as `seen` is being compiled.
Outcome checked_while(Scratch& scratch, const std::string& seen, const std::string& other) {
    const fs::path copies = scratch.root() / "build/learn/answers/text/silu";
    scratch.put("silu", seen);
    std::thread editor([&] {
        for (int i = 0; i < 6000; ++i) {
            std::this_thread::sleep_for(10ms);
            if (contains(learn::read_file(copies / "week1/01-silu/silu.cpp").value_or(""), seen)) break;
        }
        scratch.put("silu", other);
    });
    const Outcome outcome = learn_run("check silu");
    editor.join();
    return outcome;
}

}  // namespace

TEST_CASE("a save while the compiler runs does not change whose verdict it is") {
    Scratch scratch;
    status_now();
    const std::string good = never_compiled(right_text()), bad = never_compiled(wrong_text());
    const Outcome first = checked_while(scratch, good, bad);
    CHECK(first.code == 0);
    CHECK(contains(first.out, "saved while it was being checked"));
    CHECK(learn_run("list --json").json()[0]["changed"] == true);
    CHECK(status_now() == "failed");
    const Outcome second = checked_while(scratch, never_compiled(bad), good);
    CHECK(second.code == 1);
    CHECK(contains(second.out, "FAILED"));
    const Outcome third = learn_run("check silu --lang zh");
    CHECK(third.code == 0);
    CHECK_FALSE(contains(third.out, "又保存过"));
}

TEST_CASE("an older file that is moved over the answer is compiled") {
    Scratch scratch;
    scratch.solve("silu");
    CHECK(status_now() == "passed");
    put_older(scratch.file("silu"), wrong_text());
    CHECK(status_now() == "failed");
    put_older(scratch.file("silu"), right_text());
    CHECK(status_now() == "passed");
    // The course's own backup.
    CHECK(learn_run("reset silu --yes").code == 0);
    CHECK(status_now() == "unsolved");
    for (const auto& entry : fs::directory_iterator(scratch.root() / ".learn/backup"))
        fs::rename(entry.path(), scratch.file("silu"));
    CHECK(status_now() == "passed");
}

TEST_CASE("what is built in the future is compiled anew") {
    Scratch scratch;
    scratch.put("silu", right_text());
    CHECK(status_now() == "passed");
    for (const auto& entry : fs::recursive_directory_iterator(scratch.root() / "build/learn")) {
        const std::string path = entry.path().string();
        if (contains(path, "silu_yours.dir") || contains(path, "answers/yours/silu.so"))
            fs::last_write_time(entry.path(), fs::file_time_type::clock::now() + std::chrono::hours(24));
    }
    scratch.put("silu", wrong_text());
    CHECK(status_now() == "failed");
}

TEST_CASE("a file that the answer includes from beside itself belongs to it") {
    Scratch scratch;
    const fs::path beside = scratch.root() / "week1/01-silu/mine.hpp";
    const std::string include = "#include \"silu.hpp\"\n#include \"../01-silu/mine.hpp\"\n";
    const auto header = [](const std::string& sign) {
        return "namespace tiny_llm {\ninline Tensor mine(const Tensor& x) { return x / (1.0f " + sign +
               " xt::exp(-x)); }\n}\n";
    };
    scratch.put("silu", include + "namespace tiny_llm {\nTensor silu(const Tensor& x) { return mine(x); }\n}\n");
    learn::write_file(beside, header("+"));
    CHECK(status_now() == "passed");
    put_older(beside, header("-"));
    CHECK(learn_run("list --json").json()[0]["changed"] == true);
    CHECK(status_now() == "failed");
    learn::write_file(beside, header("+") + "int oops(\n");
    auto json = learn_run("check silu --json").json();
    CHECK(json["status"] == "compile_error");
    CHECK(contains(json["error"]["file"], "week1/01-silu/"));
    fs::remove(beside);
    CHECK(contains(learn_run("check silu --json").json()["error"]["text"], "mine.hpp"));
}

TEST_CASE("a byte order mark is no error") {
    Scratch scratch;
    scratch.put("silu", "\xEF\xBB\xBF" + right_text());
    CHECK(status_now() == "passed");
}

TEST_CASE("a file of 300 MB is refused at once") {
    Scratch scratch;
    status_now();
    scratch.put("silu", "");
    fs::resize_file(scratch.file("silu"), 300 << 20);
    const Outcome outcome = learn_run("check silu --json");
    CHECK(outcome.code == 1);
    CHECK(outcome.json()["status"] == "compile_error");
    CHECK(contains(outcome.json()["error"]["text"], "larger than 1 MiB"));
    CHECK(outcome.json()["build_seconds"] == 0);
}

TEST_CASE("the check of an answer that is slow and then crashes ends", "[slow]") {
    Scratch scratch;
    scratch.put("silu", silu_with("sleep(8); std::abort();"));
    const Outcome outcome = learn_run("check silu --json");
    const auto json = outcome.json();
    CHECK(json["status"] == "crashed");
    CHECK(json["run_seconds"] < 31);
    CHECK(contains(json["notes"][0], "more tests were not run"));
    CHECK(json["tests"].back()["status"] == "not_run");
}
