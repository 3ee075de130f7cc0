#include <sys/stat.h>

#include "grader/catch.hpp"
#include "scratch.hpp"
#include "temporary_folder.hpp"
#include "terminal/text.hpp"
#include "terminal_session.hpp"

namespace fs = learn::fs;

namespace {

/// Two operations of the scratch copy, with fast files that compile, and a Python as the test wants it.
class BenchScratch {
public:
    explicit BenchScratch(bool torch = false)
        : changed_([](nlohmann::json& course) {
              for (const std::string op : {"silu", "linear"}) {
                  const std::string id = "fast_" + op, folder = "week1/05-speed/";
                  course["speed"].push_back(op);
                  auto exercise = course["exercises"][0];
                  exercise["id"] = id;
                  exercise["chapter"] = "week1/05-speed";
                  exercise["file"] = folder + id + ".cpp";
                  exercise["solution"] = "solutions/" + folder + id + ".cpp";
                  course["exercises"].push_back(exercise);
              }
          }) {
        fs::create_directories(root() / "week1/05-speed");
        for (const char* op : {"silu", "linear"}) put_fast(op, "int some_fast_code = 1;\n");
        fs::create_directories(root() / "bench/peers");
        fs::create_directories(root() / "bench/week1/05-speed/silu");
        for (const char* peer :
             {"peers/pytorch.py", "week1/05-speed/silu/eigen.cpp", "week1/05-speed/silu/onednn.cpp"}) {
            learn::write_file(root() / "bench" / peer, "");
        }
        const fs::path python = root() / "tests/python-with-torch";
        learn::write_file(python, torch ? "#!/bin/sh\necho /fake/python\n" : "#!/bin/sh\necho skipped\nexit 77\n");
        ::chmod(python.c_str(), 0755);
        fs::remove_all(root() / "build/learn/bench");
    }
    ~BenchScratch() {
        fs::remove_all(root() / "bench");
        fs::remove_all(root() / "week1/05-speed");
    }

    const fs::path& root() const { return scratch_.root(); }
    void put_fast(const std::string& op, const std::string& text) {
        learn::write_file(root() / ("week1/05-speed/fast_" + op + ".cpp"), text);
    }

    /// What the program was called with, since the last time.
    std::string calls() {
        const std::string text = learn::read_file(log()).value_or("");
        fs::remove(log());
        return text;
    }

    Outcome bench(const std::string& arguments, const std::string& fake = "") {
        return learn_run("bench " + arguments, "export FAKE_BENCH='" + fake + "' FAKE_BENCH_LOG='" + log().string() +
                                                   "' TINY_LLM_TIME_LIMIT=2;");
    }

    Scratch scratch_;

private:
    fs::path log() const { return folder_.path / "calls"; }
    TemporaryFolder folder_;
    ChangedCourse changed_;
};

const nlohmann::json* row_of(const nlohmann::json& json, const std::string& op, const std::string& shape,
                             const std::string& impl) {
    for (const auto& row : json["rows"]) {
        if (row["op"] == op && row["shape"] == shape && row["impl"] == impl) return &row;
    }
    return nullptr;
}

}  // namespace

TEST_CASE("on a slow BLAS bench says so at once and leaves out what would take minutes", "[slow]") {
    BenchScratch scratch;
    const TemporaryFolder folder;
    fs::copy_file(TINY_LLM_REFERENCE_BLAS, folder.path / "libblas.so");
    CHECK_FALSE(contains((scratch.bench("silu"), scratch.calls()), "--most-rows"));
    const ChangedCourse changed(
        [&](nlohmann::json& course) { course["blas"] = {(folder.path / "libblas.so").string()}; });
    const Outcome outcome = scratch.bench("silu");
    CHECK(outcome.code == 0);
    CHECK(outcome.err.starts_with(folder.path.string()));
    CHECK(contains(outcome.err, "is the reference BLAS"));
    CHECK(contains(outcome.err, "apt-get install libopenblas-dev"));
    CHECK(contains(scratch.calls(), "--most-rows 8"));
    CHECK_FALSE(scratch.bench("silu --json").json()["rows"].empty());
    scratch.bench("silu --large");
    CHECK(contains(scratch.calls(), "--most-rows 1"));
}

TEST_CASE("a fast exercise that passes is offered a bench, and no other", "[slow]") {
    BenchScratch scratch;
    const fs::path source = fs::path(TINY_LLM_SOURCE_DIR) / "week1/05-speed";
    fs::copy_file(source / "fast_silu.hpp", scratch.root() / "week1/05-speed/fast_silu.hpp");
    const std::string solution =
        learn::read_file(fs::path(TINY_LLM_SOURCE_DIR) / "solutions/week1/05-speed/fast_silu.cpp").value();
    scratch.put_fast("silu", solution);
    scratch.scratch_.solve("silu");
    CHECK(contains(learn_run("check fast_silu").out, "./learn bench fast_silu"));
    CHECK_FALSE(contains(learn_run("check silu").out, "./learn bench"));
    scratch.put_fast("silu", learn::read_file(source / "fast_silu.cpp").value());
    CHECK_FALSE(contains(learn_run("check fast_silu").out, "./learn bench"));
}

TEST_CASE("a fast exercise that passes says the medal of its last bench, as long as the file is the same", "[slow]") {
    BenchScratch scratch;
    const fs::path source = fs::path(TINY_LLM_SOURCE_DIR);
    fs::copy_file(source / "week1/05-speed/fast_silu.hpp", scratch.root() / "week1/05-speed/fast_silu.hpp");
    const std::string solution = learn::read_file(source / "solutions/week1/05-speed/fast_silu.cpp").value();
    scratch.put_fast("silu", solution);
    CHECK(learn_run("check fast_silu --json").json()["medal"].is_null());
    CHECK_FALSE(learn_run("check silu --json").json().contains("medal"));
    CHECK(scratch.bench("fast_silu").code == 0);
    const Outcome known = learn_run("check fast_silu");
    CHECK(contains(known.out, "bronze in your last ./learn bench fast_silu\n"));
    CHECK_FALSE(contains(known.out, "how fast is it"));
    CHECK(contains(learn_run("check fast_silu --lang zh").out, "上次 ./learn bench fast_silu：铜牌\n"));
    CHECK(learn_run("check fast_silu --json").json()["medal"] == "bronze");

    scratch.put_fast("silu", solution + "\n");
    CHECK(contains(learn_run("check fast_silu").out, "how fast is it"));
    CHECK(learn_run("check fast_silu --json").json()["medal"].is_null());
    scratch.put_fast("silu", solution);
    CHECK(contains(learn_run("check fast_silu").out, "bronze in"));
    scratch.bench("silu");  // the plain file gets no medal, and takes none
    CHECK(contains(learn_run("check fast_silu").out, "bronze in"));
    scratch.bench("fast_silu", "wrong:silu");
    CHECK(contains(learn_run("check fast_silu").out, "how fast is it"));

    scratch.bench("fast_silu");
    scratch.put_fast("silu", learn::read_file(source / "week1/05-speed/fast_silu.cpp").value());
    scratch.bench("fast_silu");  // of a file that does not pass
    CHECK(learn_run("check fast_silu --json").json()["medal"].is_null());
}

TEST_CASE("bench shows each contender of each shape with its time, its ratio and how it grows", "[slow]") {
    BenchScratch scratch;
    const Outcome outcome = scratch.bench("fast_silu");
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    CHECK(scratch.calls() == "silu --yours fast core=none\n");
    CHECK(contains(outcome.out, "OpenBLAS SkylakeX on Fake CPU, 2 cores\n"));
    CHECK(contains(outcome.out, "\n  silu  512 × 4864                        limit: memcpy of two arrays, 1 thread\n"));
    CHECK(contains(outcome.out, "  one-loop       ██████"));
    CHECK(contains(outcome.out, "  yours (silver) ██████"));
    CHECK(contains(outcome.out, "  yours (bronze) ██████"));
    CHECK(contains(outcome.out,
                   "  fast_silu: bronze, held back by 512 × 4864. Nearest at 512 × 4864: one-loop.\n"
                   "  The next step: solutions/week1/05-speed/fast_silu.cpp\n"));
    CHECK(contains(outcome.out, " 2.15 ms   1.08×\n"));  // 512 × 4864 × 8 bytes at 10 GB/s, and the solution's share
    CHECK(contains(outcome.out, "  limit          ██"));
    CHECK(contains(outcome.out, "limit: memcpy of two arrays, 2 threads (line: with 1)\n  solution       ██"));
    CHECK(contains(outcome.out, "silu: median time for L × 4864"));
    CHECK(contains(outcome.out, "L = 1     L = 8    L = 64   L = 512\n"));
    for (const std::string& line : learn::lines(outcome.out)) CHECK(learn::width(line) < 80);
    CHECK(contains(outcome.out, "to compare with oneDNN, install the package libdnnl-dev\n"));
    CHECK(contains(outcome.out, "to compare with PyTorch, install the package python3-torch\n"));
    CHECK_FALSE(contains(outcome.out, "libeigen3-dev"));
    CHECK_FALSE(contains(outcome.out, "\x1b"));
    CHECK(fs::is_empty(scratch.root() / "build/learn/run"));
    CHECK(learn_run("list --json").json()[0]["status"] == "unsolved");  // bench grades nothing

    const Outcome chinese = scratch.bench("fast_silu --lang zh");
    CHECK(contains(chinese.out, "silu：L × 4864 的时间中位数"));
    CHECK(contains(chinese.out, "  你的（铜牌）"));
    CHECK(contains(chinese.out, "  fast_silu：铜牌，被 512 × 4864 拉低。512 × 4864 时最接近"));
    for (const std::string& line : learn::lines(chinese.out)) CHECK(learn::width(line) < 80);
    const Outcome ascii = learn_run("bench fast_silu", "export LC_ALL=C;");
    CHECK(ascii.code == 0);
    CHECK(std::all_of(ascii.out.begin(), ascii.out.end(), [](unsigned char c) { return c < 0x80; }));
}

TEST_CASE("an id chooses the operation and which file of the learner's is timed", "[slow]") {
    BenchScratch scratch(true);
    scratch.scratch_.solve("silu");
    for (const auto& [arguments, call] :
         {std::pair("fast_linear", "linear --yours fast"), std::pair("silu", "silu --yours plain"),
          std::pair("", "silu linear --yours fast"),
          std::pair("silu --large --threads 2", "silu --yours plain --large --threads 2")}) {
        INFO(arguments);
        const Outcome outcome = scratch.bench(arguments);
        CHECK(outcome.code == 0);
        CHECK(scratch.calls() == std::string(call) + " --pytorch /fake/python core=none\n");
        CHECK(contains(outcome.out, "  PyTorch            ██"));
        CHECK(contains(outcome.out, "  PyTorch layer_norm ██"));
        CHECK_FALSE(contains(outcome.out, "python3-torch"));
    }
    const Outcome large = scratch.bench("silu --large --threads 2");
    CHECK(contains(large.out, "silu: median time for L × 18944"));
    CHECK(contains(large.out, "2 threads\n"));
    for (const char* wrong : {"qwen2_mlp", "fast_slu", "silu --threads 99", "nothing-like-it", "--threads 0",
                              "--threads x", "--svg silu", "--svg /nowhere/a.svg silu", "silu linear", "--nope"}) {
        INFO(wrong);
        const Outcome outcome = scratch.bench(wrong);
        CHECK(outcome.code == 2);
        CHECK(learn::lines(outcome.err).size() == 1);
        CHECK(scratch.bench(std::string("--json ") + wrong).json()["error"].is_string());
    }
    CHECK(contains(scratch.bench("qwen2_mlp").err,
                   "qwen2_mlp is not timed; these are: silu, fast_silu, linear, fast_linear"));
    CHECK(contains(scratch.bench("fast_slu").err, "did you mean fast_silu?"));
}

TEST_CASE("bench --json has a row for each contender, shape and number of threads", "[slow]") {
    BenchScratch scratch;
    const Outcome outcome = scratch.bench("--json", "noise:silu");
    CHECK(outcome.code == 0);
    CHECK(learn::lines(outcome.out).size() == 1);
    const auto json = outcome.json();
    CHECK(json["rows"].size() == 2 * (4 * 6 + 2));
    CHECK(json["refused"].empty());
    CHECK(json["cpu"] == "Fake CPU");
    CHECK(json["cores"] == 2);
    CHECK(json["blas"]["kernel"] == "SkylakeX");
    CHECK(json["blas"]["chosen_by"] == "library");
    CHECK_FALSE(json["blas"]["library_picks"].get<std::string>().empty());
    const auto* row = row_of(json, "linear", "64x4864", "step:plain");
    REQUIRE(row);
    CHECK((*row)["threads"] == 1);
    CHECK((*row)["ratio_to_limit"] == 12.34);
    CHECK((*row)["median_ms"].get<double>() > 3);
    CHECK(row->contains("bytes"));
    CHECK_FALSE(row->contains("medal"));
    CHECK((*row_of(json, "silu", "8x4864", "yours"))["medal"] == "silver");
    CHECK((*row_of(json, "silu", "512x4864", "yours"))["medal"] == "bronze");
    const nlohmann::json silu{{"medal", "bronze"}, {"beside", "step:one-loop"}, {"next", "solution"}};
    CHECK(json["medals"]["fast_silu"] == silu);
    const nlohmann::json linear{
        {"medal", "bronze"}, {"beside", "solution"}, {"next", "solution"}};  // the nearest, and faster
    CHECK(json["medals"]["fast_linear"] == linear);
    CHECK_FALSE(json.contains("interrupted"));

    const auto plain = scratch.bench("silu --json").json();
    CHECK((*row_of(plain, "silu", "8x4864", "yours"))["medal"].is_null());
    CHECK(plain["medals"].empty());
    CHECK_FALSE(contains(scratch.bench("silu").out, "silver"));
}

TEST_CASE("what is wrong or throws or is not solved is not timed, and that is said", "[slow]") {
    BenchScratch scratch;
    const Outcome wrong = scratch.bench("fast_silu", "wrong:silu");
    CHECK(wrong.code == 1);
    CHECK(contains(wrong.out, "yours    not timed: wrong numbers\n"));
    CHECK(contains(wrong.out, "| Yours is wrong for silu 1 × 4864: out[3] is 2, not 1."));
    CHECK(contains(wrong.out, "./learn check fast_silu"));
    CHECK(contains(wrong.out, "  solution ████"));
    const Outcome threw = scratch.bench("silu --json", "threw:silu");
    CHECK(threw.code == 1);
    CHECK(threw.json()["refused"][0]["reason"] == "threw");
    CHECK(threw.json()["refused"][0]["impl"] == "yours");
    CHECK(scratch.bench("fast_silu --json", "threw:silu").json()["medals"].empty());
    CHECK(row_of(threw.json(), "silu", "8x4864", "solution"));
    CHECK_FALSE(row_of(threw.json(), "silu", "8x4864", "yours"));
    const Outcome unsolved = scratch.bench("fast_silu", "unsolved:silu");
    CHECK(unsolved.code == 0);
    CHECK(contains(unsolved.out, "Yours is not solved yet: ./learn goto fast_silu\n"));
    CHECK(scratch.bench("", "unsolved:silu").code == 0);
    CHECK(scratch.bench("", "unsolved:silu wrong:linear").code == 1);
}

TEST_CASE("a crash and an endless loop cost the learner's file alone", "[slow]") {
    BenchScratch scratch;
    const Outcome crash = scratch.bench("", "crash:linear");
    CHECK(crash.code == 1);
    CHECK(scratch.calls() == "silu linear --yours fast core=none\nlinear --yours none core=none\n");
    CHECK(contains(crash.out, "| Yours crashes (Segmentation fault), so linear is timed again without it."));
    CHECK(contains(crash.out, "linear  512 × 4864"));
    const auto json = scratch.bench("--json", "crash:silu").json();
    CHECK(scratch.calls() ==
          "silu linear --yours fast core=none\nsilu --yours none core=none\nlinear --yours fast core=none\n");
    CHECK(json["refused"].size() == 1);
    CHECK(json["refused"][0]["reason"] == "crashed");
    CHECK_FALSE(row_of(json, "silu", "1x4864", "yours"));  // from before the crash
    CHECK(row_of(json, "silu", "1x4864", "solution"));
    CHECK(row_of(json, "linear", "1x4864", "yours"));
    CHECK(json["rows"].size() == 4 * 5 + 4 * 6 + 2 * 2);
    CHECK(scratch.bench("fast_silu", "early:silu").code == 1);

    const Outcome hang = scratch.bench("fast_silu", "hang:silu");
    CHECK(hang.code == 1);
    CHECK(contains(hang.out, "| Yours does not return (an endless loop?), so silu is timed again without it."));
    CHECK(contains(hang.out, "silu  512 × 4864"));
    CHECK(std::system("pgrep -f '[s]leep 1000' >/dev/null") != 0);

    const Outcome broken = scratch.bench("fast_silu", "broken:silu");
    CHECK(broken.code == 2);
    CHECK(contains(broken.err, "timing silu did not finish: bench: cannot go on"));
}

TEST_CASE("a file that does not build is told as a check tells it, and the others are timed", "[slow]") {
    BenchScratch scratch;
    scratch.put_fast("silu", "\nint oops(\n");
    const Outcome outcome = scratch.bench("");
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.out, "COMPILE ERROR"));
    CHECK(contains(outcome.out, "week1/05-speed/fast_silu.cpp:"));
    CHECK(contains(outcome.out, "silu: timed without yours\n"));
    CHECK(scratch.calls() == "silu --yours none core=none\nlinear --yours fast core=none\n");
    CHECK(contains(outcome.out, "linear  512 × 4864"));
    const auto json = scratch.bench("fast_silu --json").json();
    CHECK(json["refused"][0]["reason"] == "compile_error");
    CHECK(contains(json["refused"][0]["text"], "fast_silu.cpp:"));
    CHECK(json["rows"].size() == 4 * 5 + 2);

    // The plain file, too, is linked into what is timed of the fast one.
    scratch.put_fast("silu", "int some_fast_code = 1;\n");
    scratch.scratch_.put("linear", "int oops(\n");
    CHECK(scratch.bench("fast_linear --json").json()["refused"][0]["reason"] == "compile_error");
    CHECK(scratch.bench("linear").code == 1);
    CHECK(scratch.bench("fast_silu").code == 0);
    fs::remove(scratch.root() / "week1/05-speed/fast_silu.cpp");
    const Outcome missing = scratch.bench("fast_silu");
    CHECK(missing.code == 1);
    CHECK(contains(missing.out, "fast_silu.cpp is missing"));
}

TEST_CASE("the picture of a bench is an SVG for light and dark, where it was asked for", "[slow]") {
    BenchScratch scratch;
    CHECK_FALSE(contains(scratch.bench("silu").out, "as a picture"));
    CHECK_FALSE(fs::exists(scratch.root() / "build/learn/bench"));
    CHECK(contains(scratch.bench("silu --svg").out, "as a picture: build/learn/bench/silu.svg\n"));
    const std::string svg = learn::read_file(scratch.root() / "build/learn/bench/silu.svg").value_or("");
    CHECK(svg.starts_with("<svg "));
    CHECK(contains(svg, "@media (prefers-color-scheme: dark)"));
    CHECK(contains(svg, ">silu  512 × 4864</text>"));
    CHECK(contains(svg, ">3.79 ms</text>"));
    CHECK_FALSE(contains(svg, "bronze"));
    scratch.bench("fast_silu --svg");
    CHECK(contains(learn::read_file(scratch.root() / "build/learn/bench/fast_silu.svg").value_or(""),
                   ">yours (bronze)<"));
    const TemporaryFolder folder;
    CHECK(scratch.bench("--json --svg " + (folder.path / "all.svg").string()).json()["svg"] ==
          (folder.path / "all.svg").string());
    CHECK(contains(learn::read_file(folder.path / "all.svg").value_or(""), ">linear  1 × 4864</text>"));
}

TEST_CASE("what is finished when a bench is interrupted is told, and nothing of half a shape", "[slow]") {
    BenchScratch scratch;
    const TemporaryFolder folder;
    const fs::path svg = folder.path / "some.svg";
    const Outcome outcome = scratch.bench("--json --svg " + svg.string(), "interrupt:linear");
    CHECK(outcome.code == 130);
    CHECK(contains(outcome.err, "interrupted; your files are unchanged"));
    const auto json = outcome.json();
    CHECK(json["interrupted"] == true);
    CHECK(row_of(json, "silu", "512x4864", "yours"));
    CHECK(row_of(json, "linear", "1x4864", "limit"));
    CHECK_FALSE(row_of(json, "linear", "8x4864", "yours"));
    CHECK(json["medals"].contains("fast_silu"));
    CHECK_FALSE(json["medals"].contains("fast_linear"));
    CHECK(contains(learn::read_file(svg).value_or(""), ">linear  1 × 4864</text>"));

    const Outcome text = scratch.bench("", "interrupt:linear");
    CHECK(text.code == 130);
    CHECK(contains(text.out, "fast_silu: bronze"));
    CHECK(contains(text.out, "  linear  1 × 4864"));
    CHECK_FALSE(contains(text.out, "  linear  8 × 4864"));
    CHECK_FALSE(contains(text.out, "fast_linear: "));

    fs::remove(svg);
    const Outcome early = scratch.bench("fast_silu --json --svg " + svg.string(), "at-once:silu");
    CHECK(early.code == 130);
    CHECK(early.json()["rows"].empty());
    CHECK(early.json()["interrupted"] == true);
    CHECK_FALSE(fs::exists(svg));
    CHECK(std::system("pgrep -f '[s]leep 1000' >/dev/null") != 0);
}

TEST_CASE("at a terminal bench shows how far it is, and Ctrl-C ends it", "[slow]") {
    BenchScratch scratch;
    CHECK(scratch.bench("fast_silu").code == 0);
    {
        TerminalSession session("bench fast_silu");
        CHECK(session.waits_for("silu 1 × 4864: 1 of 4"));
        CHECK(session.waits_for("L × 4864"));
        CHECK(session.ends() == 0);
    }
    ::setenv("FAKE_BENCH", "hang:silu", 1);
    TerminalSession hanging("bench fast_silu");
    ::unsetenv("FAKE_BENCH");
    CHECK(hanging.waits_for("checking every answer"));
    ::usleep(300000);
    hanging.type("\x03");
    CHECK(hanging.waits_for("interrupted"));
    CHECK(hanging.ends() == 130);
    CHECK(hanging.echoes());
    CHECK(std::system("pgrep -f '[s]leep 1000' >/dev/null") != 0);
}
