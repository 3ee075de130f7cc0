#include "scratch.hpp"

#include <sys/wait.h>

#include <chrono>
#include <cstdlib>
#include <stdexcept>

#include "terminal/text.hpp"

namespace fs = learn::fs;

namespace {

const fs::path source = TINY_LLM_SOURCE_DIR;
const fs::path root_path = fs::path(TINY_LLM_SCRATCH) / "我的 课程 (scratch)";
const fs::path course_file = root_path / "build/learn/course.json";

std::string quoted(const std::string& text) { return "'" + text + "'"; }

/// Copies what has changed, so that what is built stays built.
void copy_changed(const fs::path& from, const fs::path& to) {
    if (fs::is_directory(from)) {
        fs::create_directories(to);
        for (const auto& entry : fs::directory_iterator(from)) copy_changed(entry.path(), to / entry.path().filename());
    } else if (!fs::exists(to) || fs::file_size(from) != fs::file_size(to) ||
               learn::read_file(from) != learn::read_file(to)) {
        fs::copy_file(from, to, fs::copy_options::overwrite_existing);
    }
}

/// A target `story` that is the program built for this test.
std::string copied_story() {
    return "add_custom_command(OUTPUT bin/story DEPENDS \"" TINY_LLM_STORY
           "\"\n"
           "  COMMAND ${CMAKE_COMMAND} -E copy \"" TINY_LLM_STORY
           "\" ${CMAKE_BINARY_DIR}/bin/story VERBATIM)\n"
           "add_custom_target(story DEPENDS ${CMAKE_BINARY_DIR}/bin/story)\n"
           "add_custom_target(serving)\n"  // which that program loads from where it was built
           "add_custom_target(telling_in_pages)\n"
           "set_property(GLOBAL PROPERTY TINY_LLM_HTTPLIB_VERSION 0.10)\n";
}

/// What ./learn bench builds: a script in the place of the program, and the learner's files as libraries. The learner's fast
/// files are no exercises of the scratch copy; who needs them there says so with ChangedCourse.
std::string faked_bench() {
    std::string text = "add_custom_command(OUTPUT bin/bench DEPENDS \"" TINY_LLM_FAKE_BENCH
                       "\"\n"
                       "  COMMAND ${CMAKE_COMMAND} -E copy \"" TINY_LLM_FAKE_BENCH
                       "\" ${CMAKE_BINARY_DIR}/bin/bench VERBATIM)\n"
                       "add_custom_target(bench DEPENDS ${CMAKE_BINARY_DIR}/bin/bench)\n";
    for (const std::string op : {"silu", "linear"}) {
        const std::string plain = (op == "silu" ? "week1/01-silu/" : "week1/03-qwen2-mlp/") + op + ".cpp";
        text += "add_custom_target(bench_" + op + "_given)\n";
        for (const auto& [whose, file] :
             {std::pair("yours", "week1/05-speed/fast_" + op + ".cpp"), std::pair("plain", plain)}) {
            const std::string target = "bench_" + op + "_" + whose;
            text += "set_source_files_properties(${CMAKE_SOURCE_DIR}/" + file +
                    " PROPERTIES GENERATED TRUE)\n"
                    "tiny_llm_add_module(" +
                    target + " contenders/" + op + "/" + whose + " yours ${CMAKE_SOURCE_DIR}/" + file +
                    " ${CMAKE_SOURCE_DIR}/" + plain +
                    ")\n"
                    "target_link_libraries(" +
                    target +
                    " PRIVATE tiny_llm_common)\n"
                    "target_include_directories(" +
                    target + " PRIVATE week1/01-silu week1/03-qwen2-mlp)\n";
        }
    }
    // One of them can be checked, too.
    text +=
        "tiny_llm_add_module(fast_silu_yours answers/yours fast_silu ${CMAKE_SOURCE_DIR}/week1/05-speed/fast_silu.cpp)\n"
        "target_link_libraries(fast_silu_yours PRIVATE tiny_llm_fast_base)\n"
        "target_include_directories(fast_silu_yours PRIVATE week1/05-speed)\n";
    return text;
}

/// Three exercises, two of which the third needs: as few as show everything. What grades is taken from the build folder of
/// these tests, but for the sanitizers.
std::string small_cmake_lists() {
    std::string text;
    for (const std::string& line : learn::lines(learn::read_file(source / "CMakeLists.txt").value())) {
        const bool other = line.starts_with("add_exercise(") && !contains(line, "01-silu silu)") &&
                           !contains(line, "-mlp linear)") && !contains(line, "-mlp qwen2_mlp NEEDS");
        const bool not_copied = line == "add_subdirectory(tools/learn)" || line == "add_subdirectory(tools/drawing)" ||
                                line == "add_subdirectory(model)" || line == "add_subdirectory(bench/week3)" ||
                                line == "  add_subdirectory(checks)";
        const bool other_part = line.starts_with("add_part(") && line != "add_part(silu)" &&
                                line != "add_part(linear)" && line != "add_part(qwen2_mlp)";
        const bool is_bench =
            line.starts_with("add_ladder(") || line.starts_with("add_bench(") || contains(line, "speed");
        if (line == "enable_testing()") {
            text += "if(NOT TINY_LLM_SANITIZE)\n  set(TINY_LLM_GRADERS \"" TINY_LLM_BUILD "\")\nendif()\n";
        }
        // Not built a second time, which takes a minute: the program takes the parts of the scratch copy all the same.
        if (line == "add_subdirectory(model)") text += copied_story();
        if (line == "write_course()") text += faked_bench();
        if (!other && !not_copied && !other_part && !is_bench) text += line + "\n";
    }
    return text;
}

void prepare() {
    static const bool done = [] {
        for (const char* part :
             {"cmake", "include", "grader", "tests/week1", "solutions", "tools/answers", "tools/gdb", "tools/json",
              "tools/time_limit.hpp", "tools/utf8", "docs/en/week1", "docs/zh/week1", "CMakePresets.json"}) {
            fs::create_directories((root_path / part).parent_path());
            copy_changed(source / part, root_path / part);
        }
        for (const char* id :
             {"week1/01-silu/silu.hpp", "week1/03-qwen2-mlp/linear.hpp", "week1/03-qwen2-mlp/qwen2_mlp.hpp"}) {
            fs::create_directories((root_path / id).parent_path());
            copy_changed(source / id, root_path / id);
        }
        if (learn::read_file(root_path / "CMakeLists.txt") != small_cmake_lists()) {
            learn::write_file(root_path / "CMakeLists.txt", small_cmake_lists());
        }
        return true;
    }();
    (void)done;
}

}  // namespace

Scratch::Scratch() {
    prepare();
    fs::remove_all(root_path / ".learn");
    for (const char* id : {"silu", "linear", "qwen2_mlp"}) {
        const fs::path path = file(id);
        const auto stub =
            learn::read_file(root_path / "tests" / fs::relative(path, root_path).parent_path() / id / "stub.cpp");
        if (!fs::is_symlink(path) && learn::read_file(path) == stub) continue;
        fs::remove_all(path);
        put(id, stub.value());
    }
}

const fs::path& Scratch::root() const { return root_path; }

fs::path Scratch::file(const std::string& id) const {
    return root_path / (id == "silu" ? "week1/01-silu" : "week1/03-qwen2-mlp") / (id + ".cpp");
}

void Scratch::put(const std::string& id, const std::string& text) {
    if (!learn::write_file(file(id), text)) throw std::runtime_error("cannot write " + file(id).string());
}

void Scratch::solve(const std::string& id) {
    put(id, learn::read_file(root_path / "solutions" / fs::relative(file(id), root_path)).value());
}

std::string learn_command() {
    return "env -u TINY_LLM_BUILD_DIR TINY_LLM_SOURCE_DIR=" + quoted(root_path.string()) + " " +
           quoted(TINY_LLM_RUNNER);
}

Outcome learn_run(const std::string& arguments, const std::string& prefix) {
    const fs::path out = root_path / "out.txt", err = root_path / "err.txt";
    const std::string command = "export LC_ALL=C.UTF-8; unset OPENBLAS_CORETYPE; " + prefix + " " + learn_command() +
                                " " + arguments + " >" + quoted(out.string()) + " 2>" + quoted(err.string()) +
                                " </dev/null";
    const auto start = std::chrono::steady_clock::now();
    const int status = std::system(command.c_str());
    Outcome outcome;
    outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    outcome.out = learn::read_file(out).value_or("");
    outcome.err = learn::read_file(err).value_or("");
    return outcome;
}

ChangedCourse::ChangedCourse(const std::function<void(nlohmann::json&)>& change) {
    learn_run("check silu");  // whatever CMake has to write again is written now
    before_ = learn::read_file(course_file).value();
    auto course = nlohmann::json::parse(before_);
    change(course);
    learn::write_file(course_file, course.dump());
    fs::remove(course_file.parent_path() / "blas.json");
}

ChangedCourse::~ChangedCourse() {
    learn::write_file(course_file, before_);
    fs::remove(course_file.parent_path() / "blas.json");
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

std::string silu_with(const std::string& body) {
    return "#include \"silu.hpp\"\n#include <csignal>\n#include <cstdio>\n#include <cstdlib>\n#include <stdexcept>\n"
           "#include <sys/prctl.h>\n#include <unistd.h>\n"
           "namespace tiny_llm {\nTensor silu(const Tensor& x) {\n" +
           body + "\nreturn x;\n}\n}\n";
}

std::string two_faced_silu() {
    return silu_with(
        "const char* mood = std::getenv(\"TINY_LLM_TEST_MOOD\");\n"
        "const std::string does = mood ? mood : \"\";\n"
        "if (does == \"crash\") std::abort();\n"
        "if (does == \"throw\") throw std::runtime_error(\"silu: no mood for this\");\n"
        "if (does == \"exit\") _exit(0);\n"
        "if (does == \"print\") std::puts(\"here I am\");\n"
        "if (does == \"hang\") for (;;) usleep(1000);\n"
        "if (does == \"slow\") usleep(20000);\n"
        "return x / (1.0f + xt::exp(-x));");
}
