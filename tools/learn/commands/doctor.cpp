#include <cstdlib>
#include <utility>

#include "commands/commands.hpp"
#include "grading/build.hpp"
#include "messages.hpp"
#include "system/blas.hpp"
#include "system/errors.hpp"
#include "system/loop.hpp"
#include "system/process.hpp"
#include "system/processor.hpp"
#include "terminal/terminal.hpp"
#include "terminal/text.hpp"
#include "tools/json/json.hpp"

namespace learn {
namespace {

/// The first line that `command` prints; empty when it cannot be started.
std::string first_line(const std::vector<std::string>& command) {
    std::string output;
    Process process;
    process.command = command;
    process.environment = {{"LC_ALL", "C"}};
    process.time_limit = 10;
    process.on_output = [&](std::string_view text) { output += text; };
    if (!run(process).error.empty()) return "";
    const auto all = lines(output);
    return all.empty() ? "" : trim(all[0]);
}

/// The launcher knows what the packages are called on this system.
constexpr const char* install_all = "./learn --yes doctor";

class Examination {
public:
    explicit Examination(const fs::path& source_dir) : source_dir_(source_dir) {
        programs();
        course();
        machine();
        folder();
    }

    tools::Json json;
    std::string text;
    bool ok() const { return json.at("problems").empty(); }

private:
    void line(const Message& label, const std::string& value) { line(label(), value); }
    void line(const std::string& label, const std::string& value) {
        text += "  " + pad(label, 14) + (value.empty() ? msg::missing() : value) + "\n";
    }

    void problem(const std::string& what, const std::string& fix) {
        problems_.push_back({{"text", what}, {"fix", fix}});
    }

    void programs() {
        for (const std::string name : {"cmake", "ninja"}) {
            const std::string version = first_line({name, "--version"});
            json[name] = version;
            line(name, version);
            if (version.empty()) problem(msg::program_missing(name), install_all);
        }
        const std::string gdb = first_line({"gdb", "--version"});
        json["gdb"] = gdb;
        line("gdb", gdb);  // only for --debug: no problem when it is not there
    }

    void course() {
        Course course;
        bool server = true;
        try {
            course = open_course(source_dir_, "learn");
            server = can_serve(course);
        } catch (const SetupError& error) {
            problem(msg::course_bad(error.what()), "./learn --yes");
            const char* compiler = std::getenv("CXX");
            const std::string version = first_line({compiler && *compiler ? compiler : "c++", "--version"});
            json["compiler"] = version;
            line(msg::doctor_compiler, version);
            return;
        }
        json["compiler"] = {
            {"id", course.compiler_id}, {"version", course.compiler_version}, {"path", course.compiler_path}};
        line(msg::doctor_compiler, course.compiler_id + " " + course.compiler_version + "  " + course.compiler_path);
        if (first_line({course.compiler_path, "--version"}).empty()) {
            problem(msg::program_missing(course.compiler_path), "rm -r build/learn && ./learn");
        }
        if (!server) problem(msg::serve_needs_httplib(), install_all);
        json["packages"] = tools::Json::object();
        std::vector<std::string> packages;
        for (const std::string name : {"libpcre2-8", "libutf8proc"}) {  // the tokenizer's, which CMake finds so, too
            course.packages.emplace_back(name, first_line({"pkg-config", "--silence-errors", "--modversion", name}));
            if (!course.packages.back().second.empty()) continue;
            problem(msg::program_missing(name), install_all);
        }
        for (const auto& [name, version] : course.packages) {
            json["packages"][name] = version;
            packages.push_back(name + " " + (version.empty() ? msg::missing() : version));
        }
        std::string label = msg::doctor_packages();
        for (const std::string& part : wrap(joined(packages), 64)) line(std::exchange(label, ""), part);
        examine_blas(course);
    }

    void examine_blas(const Course& course) {
        const Blas blas = choose_blas_kernel(course);
        json["blas"] = {{"library", blas.library},
                        {"vendor", blas.vendor},
                        {"slow", is_slow(blas)},
                        {"kernel", blas.kernel},
                        {"config", blas.config},
                        {"chosen_by", chooser_name(blas)},
                        {"library_picks", blas.library_picks}};
        line(msg::doctor_blas, blas.library);
        if (!blas.config.empty()) line("", blas.config);
        line(msg::doctor_kernel, blas_line(blas).empty() ? "?" : blas_line(blas));
        if (const std::string choice = blas_choice(blas); !choice.empty()) line("", choice);
        if (!blas.loaded) problem(msg::blas_missing(blas.library), std::string("rm -r build/learn && ") + install_all);
        if (is_slow(blas)) problem(slow_text(blas), slow_fix(blas));
    }

    void machine() {
        const Processor cpu = processor();
        const std::string cores = std::to_string(uv_available_parallelism());
        json["processor"] = {{"model", cpu.model}, {"avx2", cpu.avx2}, {"avx512", cpu.avx512}};
        line(msg::doctor_cpu, cpu.model + " (" + cores + ")" + (cpu.avx512 ? ", AVX-512" : cpu.avx2 ? ", AVX2" : ""));
        std::error_code error;
        const auto space = fs::space(source_dir_, error);
        if (error) return;
        const double gib = static_cast<double>(space.available) / (1 << 30);
        json["disk_free_gib"] = gib;
        line(msg::doctor_disk, seconds_text(gib) + " GiB");
        if (gib < 1) problem(msg::disk_full(), msg::disk_fix());
    }

    void folder() {
        std::error_code error;
        const fs::path folder = source_dir_ / ".learn";
        const fs::path state = folder / "state.json";
        const bool there = fs::exists(state, error);
        json["state"] = there ? state.string() : "";
        line(msg::doctor_state, there ? ".learn/state.json" : msg::state_fresh());
        if (there && !tools::parse_json(read_file(state).value_or("")).is_object()) {
            problem(msg::state_bad(".learn/state.json"), "./learn list");
        }
        const fs::path probe = fs::exists(folder, error) ? folder : source_dir_;
        if (!write_file(probe / ".learn-probe", "")) {
            problem(msg::folder_read_only(probe.string()), "chmod u+w '" + probe.string() + "'");
        } else {
            fs::remove(probe / ".learn-probe", error);
        }
        json["problems"] = problems_;
        for (const auto& p : problems_) {
            text += "\n  ! " + p["text"].get<std::string>() + "\n    " + msg::doctor_fix(p["fix"].get<std::string>()) +
                    "\n";
        }
        if (problems_.empty()) text += "\n  " + msg::doctor_ok() + "\n";
    }

    fs::path source_dir_;
    tools::Json problems_ = tools::Json::array();
};

}  // namespace

int doctor(const fs::path& source_dir, bool json) {
    const Examination examination(source_dir);
    json ? print(tools::json_text(examination.json)) : print_text(examination.text);
    return examination.ok() ? 0 : 1;
}

}  // namespace learn
