#include "grader/catch.hpp"
#include "scratch.hpp"
#include "system/processor.hpp"
#include "temporary_folder.hpp"
#include "terminal/text.hpp"

namespace fs = learn::fs;

namespace {

/// What the course chooses on this machine instead of an old kernel; empty where the machine has nothing better.
std::string better_kernel() {
    const learn::Processor cpu = learn::processor();
    return cpu.avx512 ? "SkylakeX" : cpu.avx2 ? "Haswell" : "";
}

std::string expected_kernel() { return better_kernel().empty() ? "Prescott" : better_kernel(); }

/// The course with this BLAS, which the graders are not linked with: it is only asked.
ChangedCourse with_blas(const std::string& library) {
    return ChangedCourse([&](nlohmann::json& course) { course["blas"] = {library}; });
}

/// A right silu that adds the kernel that its process was told to take to a file.
std::string telling_silu(const fs::path& file) {
    return silu_with(
        "const char* told = std::getenv(\"OPENBLAS_CORETYPE\");\n"
        "if (std::FILE* f = std::fopen(\"" +
        file.string() +
        "\", \"a\")) {\n"
        "std::fputs(told ? told : \"none\", f), std::fputs(\" \", f), std::fclose(f); }\n"
        "return x / (1.0f + xt::exp(-x));");
}

/// The words in a file, each once.
std::string words_in(const fs::path& file) {
    std::string words;
    const std::string text = learn::read_file(file).value_or("");
    for (std::size_t at = 0; at < text.size();) {
        const std::string word = text.substr(at, text.find(' ', at) - at);
        if (!contains(" " + words, " " + word + " ")) words += word + " ";
        at += word.size() + 1;
    }
    fs::remove(file);
    return words;
}

}  // namespace

TEST_CASE(
    "where OpenBLAS falls back to an old kernel every program that computes is told a better one, and that is said",
    "[slow]") {
    Scratch scratch;
    const ChangedCourse changed = with_blas(TINY_LLM_FAKE_BLAS);
    const TemporaryFolder folder;
    const fs::path told = folder.path / "told";
    scratch.put("silu", telling_silu(told));
    const Outcome first = learn_run("check silu");
    CHECK(first.code == 0);
    CHECK(contains(first.err, "would fall back to its old kernel Prescott, so the course makes it use " +
                                  better_kernel()) == !better_kernel().empty());
    const std::string word = better_kernel().empty() ? "none " : better_kernel() + " ";
    CHECK(words_in(told) == word);
    for (const char* command : {"check silu", "verify", "plot silu", "story --tokens 2 --seed 1"}) {
        INFO(command);
        CHECK_FALSE(contains(learn_run(command).err, "Prescott"));  // once is enough
        CHECK(words_in(told) == word);
    }

    const auto blas = learn_run("doctor --json").json()["blas"];
    CHECK(blas["kernel"] == expected_kernel());
    CHECK(blas["library_picks"] == "Prescott");
    CHECK(blas["chosen_by"] == (better_kernel().empty() ? "library" : "course"));
    CHECK(blas["library"] == TINY_LLM_FAKE_BLAS);
    const Outcome doctor = learn_run("doctor");
    CHECK(doctor.code == 0);
    CHECK(contains(doctor.out, "OpenBLAS " + expected_kernel() + " on "));
    if (better_kernel().empty()) return;
    CHECK(contains(doctor.out, "set by the course; by itself it would pick Prescott\n"));
    CHECK(contains(learn_run("--lang zh doctor").out, "由课程设定；不设的话它会选 Prescott\n"));
    CHECK(contains(learn_run("board").out, "BLAS:   OpenBLAS " + better_kernel() + " on "));
}

TEST_CASE("a kernel that the user has chosen is left alone, and said") {
    Scratch scratch;
    const ChangedCourse changed = with_blas(TINY_LLM_FAKE_BLAS);
    const TemporaryFolder folder;
    scratch.put("silu", telling_silu(folder.path / "told"));
    const Outcome check = learn_run("check silu", "export OPENBLAS_CORETYPE=Zen;");
    CHECK_FALSE(contains(check.err, "OpenBLAS"));
    CHECK(words_in(folder.path / "told") == "Zen ");
    const auto blas = learn_run("doctor --json", "export OPENBLAS_CORETYPE=Zen;").json()["blas"];
    CHECK(blas["kernel"] == "Zen");
    CHECK(blas["chosen_by"] == "user");
    CHECK(blas["library_picks"] == "Prescott");
    const Outcome doctor = learn_run("doctor", "export OPENBLAS_CORETYPE=Zen;");
    CHECK(doctor.code == 0);
    CHECK(contains(doctor.out, "set by you (OPENBLAS_CORETYPE); by itself it would pick Prescott\n"));

    // An old one that he has chosen himself is his own to take back. An empty value is none.
    const Outcome old = learn_run("doctor", "export OPENBLAS_CORETYPE=Prescott;");
    CHECK(contains(old.out, "unset OPENBLAS_CORETYPE") == !better_kernel().empty());
    CHECK(learn_run("doctor --json", "export OPENBLAS_CORETYPE=;").json()["blas"]["kernel"] == expected_kernel());
}

TEST_CASE("a library that takes no better kernel is a problem, and nothing is set") {
    Scratch scratch;
    const ChangedCourse changed = with_blas(TINY_LLM_STUBBORN_BLAS);
    const TemporaryFolder folder;
    scratch.put("silu", telling_silu(folder.path / "told"));
    CHECK_FALSE(contains(learn_run("check silu").err, "OpenBLAS"));
    CHECK(words_in(folder.path / "told") == "none ");
    const Outcome doctor = learn_run("doctor --json");
    CHECK(doctor.json()["blas"]["kernel"] == "Prescott");
    CHECK(doctor.json()["blas"]["chosen_by"] == "library");
    CHECK(doctor.code == (better_kernel().empty() ? 0 : 1));
    CHECK(contains(learn_run("doctor").out, "install a newer OpenBLAS") == !better_kernel().empty());
}

TEST_CASE("the reference BLAS is a problem that doctor and the board tell, with the command that mends it") {
    Scratch scratch;
    const TemporaryFolder folder;
    const fs::path libraries = folder.path / "some-linux-gnu";
    fs::create_directory(libraries);
    fs::copy_file(TINY_LLM_REFERENCE_BLAS, libraries / "libblas.so");
    const ChangedCourse changed = with_blas((libraries / "libblas.so").string());
    const Outcome doctor = learn_run("doctor");
    CHECK(doctor.code == 1);
    CHECK(contains(doctor.out, "is the reference BLAS"));
    CHECK(contains(doctor.out, "apt-get install libopenblas-dev\n"));
    CHECK_FALSE(contains(doctor.out, "no problems found"));
    const auto blas = learn_run("doctor --json").json()["blas"];
    CHECK(blas["vendor"] == "reference");
    CHECK(blas["slow"] == true);
    CHECK(contains(learn_run("board").out, "BLAS:   the reference BLAS, slow: ./learn doctor\n"));
    CHECK(contains(learn_run("--lang zh board").out, "BLAS：  参考实现 BLAS，很慢：./learn doctor\n"));

    // Where an OpenBLAS lies beside it, it was not chosen. Then programs load libblas.so.3, whatever libblas.so is.
    fs::create_directory(libraries / "openblas-pthread");
    fs::copy_file(TINY_LLM_FAKE_BLAS, libraries / "openblas-pthread/libblas.so.3");
    CHECK(
        contains(learn_run("doctor").out, "to fix it: sudo update-alternatives --auto libblas.so.3-some-linux-gnu\n"));
    fs::create_symlink("openblas-pthread/libblas.so.3", libraries / "libblas.so.3");
    const auto mended = learn_run("doctor --json").json()["blas"];
    CHECK(mended["vendor"] == "OpenBLAS");
    CHECK(mended["slow"] == false);
}

TEST_CASE("what the library answered is asked again when the library changes, and only then") {
    const Scratch scratch;
    const TemporaryFolder folder;
    const fs::path library = folder.path / "libblas.so";
    fs::copy_file(TINY_LLM_FAKE_BLAS, library);
    const ChangedCourse changed = with_blas(library.string());
    CHECK(learn_run("doctor --json").json()["blas"]["kernel"] == expected_kernel());
    const fs::path kept = scratch.root() / "build/learn/blas.json";
    std::string answer = learn::read_file(kept).value_or("");
    REQUIRE(contains(answer, expected_kernel()));

    // An answer that no library gives: whoever sees it has not asked.
    answer.replace(answer.find("OpenBLAS 0.0 fake"), 17, "OpenBLAS kept ...");
    learn::write_file(kept, answer);
    CHECK(learn_run("doctor --json").json()["blas"]["config"] == "OpenBLAS kept ...");
    fs::last_write_time(library, fs::last_write_time(library) + std::chrono::seconds(1));
    CHECK(learn_run("doctor --json").json()["blas"]["config"] == "OpenBLAS 0.0 fake");
    fs::remove(library);
    fs::copy_file(TINY_LLM_STUBBORN_BLAS, library);
    CHECK(learn_run("doctor --json").json()["blas"]["kernel"] == "Prescott");
    for (const char* damaged : {"", "{", "[]", "{\"asked_of\": 1}"}) {
        learn::write_file(kept, damaged);
        CHECK(learn_run("doctor --json").json()["blas"]["kernel"] == "Prescott");
    }
    fs::remove(library);
    const Outcome gone = learn_run("doctor");
    CHECK(gone.code == 1);
    CHECK(contains(gone.out, "cannot be loaded"));
    CHECK(learn_run("board").code == 0);
}

TEST_CASE("the machine's own OpenBLAS is asked, too") {
    const Scratch scratch;
    const auto alone = learn_run("doctor --json").json()["blas"];
    const std::string config = alone["config"];
    if (!contains(config, "OpenBLAS")) return;  // another BLAS, which has nothing to tell
    CHECK_FALSE(alone["kernel"].get<std::string>().empty());
    if (!contains(config, "DYNAMIC_ARCH")) return;  // made for this processor alone
    const auto told = learn_run("doctor --json", "export OPENBLAS_CORETYPE=Prescott;").json()["blas"];
    CHECK(told["kernel"] == "Prescott");
    CHECK(told["chosen_by"] == "user");
    CHECK(told["library_picks"] == alone["library_picks"]);
}
