#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>

#include "build.hpp"
#include "commands.hpp"
#include "errors.hpp"
#include "json_value.hpp"
#include "loop.hpp"
#include "messages.hpp"
#include "process.hpp"
#include "terminal.hpp"
#include "text.hpp"

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

struct Processor {
    std::string model;
    bool avx2 = false;
};

Processor processor() {
    Processor result;
    uv_cpu_info_t* cpus = nullptr;
    int count = 0;
    if (uv_cpu_info(&cpus, &count) == 0) {
        if (count > 0) result.model = std::string(cpus[0].model) + " (" + std::to_string(count) + ")";
        uv_free_cpu_info(cpus, count);
    }
#if defined(__x86_64__) || defined(__i386__)
    result.avx2 = __builtin_cpu_supports("avx2");
#endif
    return result;
}

struct Blas {
    std::string library, kernel, config;
    bool loaded = false;
};

Blas blas(const std::vector<std::string>& libraries) {
    Blas result;
    for (const std::string& library : libraries) {
        if (library.find("blas") == library.npos) continue;
        result.library = library;
        void* handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!handle) continue;
        result.loaded = true;
        using Ask = char* (*)();
        if (const auto core = reinterpret_cast<Ask>(::dlsym(handle, "openblas_get_corename"))) result.kernel = core();
        if (const auto config = reinterpret_cast<Ask>(::dlsym(handle, "openblas_get_config"))) result.config = config();
        return result;
    }
    return result;
}

/// The kernels that OpenBLAS falls back to when it does not know a processor.
bool is_old(const std::string& kernel) {
    const char* const old[] = {"Prescott", "Generic", "generic", "Core2", "Katmai", "Northwood", "Nehalem"};
    return std::any_of(std::begin(old), std::end(old), [&](const char* name) { return kernel == name; });
}

class Examination {
public:
    explicit Examination(const fs::path& source_dir) : source_dir_(source_dir) {
        programs();
        course();
        machine();
        folder();
    }

    Json json;
    std::string text;
    bool ok() const { return json.at("problems").empty(); }

private:
    void line(const Message& label, const std::string& value) { line(label(), value); }
    void line(const std::string& label, const std::string& value) {
        text += "  " + pad(label, 14) + (value.empty() ? msg::missing() : value) + "\n";
    }

    void problem(const std::string& what, const std::string& fix) { problems_.push_back({{"text", what}, {"fix", fix}}); }

    void programs() {
        for (const std::string name : {"cmake", "ninja"}) {
            const std::string version = first_line({name, "--version"});
            json[name] = version;
            line(name, version);
            if (version.empty()) problem(msg::program_missing(name), "apt-get install " + std::string(name == "ninja" ? "ninja-build" : "cmake"));
        }
        const std::string gdb = first_line({"gdb", "--version"});
        json["gdb"] = gdb;
        line("gdb", gdb);  // only for --debug: no problem when it is not there
    }

    void course() {
        Course course;
        try {
            course = open_course(source_dir_, "learn");
        } catch (const SetupError& error) {
            problem(msg::course_bad(error.what()), "./learn --yes");
            const char* compiler = std::getenv("CXX");
            const std::string version = first_line({compiler && *compiler ? compiler : "c++", "--version"});
            json["compiler"] = version;
            line(msg::doctor_compiler, version);
            return;
        }
        json["compiler"] = {{"id", course.compiler_id}, {"version", course.compiler_version}, {"path", course.compiler_path}};
        line(msg::doctor_compiler, course.compiler_id + " " + course.compiler_version + "  " + course.compiler_path);
        if (first_line({course.compiler_path, "--version"}).empty()) {
            problem(msg::program_missing(course.compiler_path), "rm -r build/learn && ./learn");
        }
        json["packages"] = Json::object();
        std::string packages;
        for (const std::string name : {"libpcre2-8", "libutf8proc"}) {  // the tokenizer's, which CMake finds so, too
            course.packages.emplace_back(name, first_line({"pkg-config", "--silence-errors", "--modversion", name}));
            if (!course.packages.back().second.empty()) continue;
            problem(msg::program_missing(name), "apt-get install " + std::string(name == "libutf8proc" ? name + "-dev" : "libpcre2-dev"));
        }
        for (const auto& [name, version] : course.packages) {
            json["packages"][name] = version;
            packages += (packages.empty() ? "" : ", ") + name + " " + (version.empty() ? msg::missing() : version);
        }
        line(msg::doctor_packages, packages);
        examine_blas(course.blas);
    }

    void examine_blas(const std::vector<std::string>& libraries) {
        const Blas found = blas(libraries);
        json["blas"] = {{"library", found.library}, {"kernel", found.kernel}, {"config", found.config}};
        line(msg::doctor_blas, found.library);
        line(msg::doctor_kernel, found.kernel.empty() ? "?" : found.kernel + "  (" + trim(found.config) + ")");
        if (!found.loaded) problem(msg::blas_missing(found.library), "apt-get install libopenblas-dev && rm -r build/learn");
        if (is_old(found.kernel) && processor().avx2) {
            problem(msg::blas_slow(found.kernel), "export OPENBLAS_CORETYPE=Haswell");
        }
    }

    void machine() {
        const Processor cpu = processor();
        json["processor"] = {{"model", cpu.model}, {"avx2", cpu.avx2}};
        line(msg::doctor_cpu, cpu.model + (cpu.avx2 ? ", AVX2" : ""));
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
        if (there && !parse_json(read_file(state).value_or("")).is_object()) {
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
            text += "\n  ! " + p["text"].get<std::string>() + "\n    " + msg::doctor_fix(p["fix"].get<std::string>()) + "\n";
        }
        if (problems_.empty()) text += "\n  " + msg::doctor_ok() + "\n";
    }

    fs::path source_dir_;
    Json problems_ = Json::array();
};

}  // namespace

int doctor(const fs::path& source_dir, bool json) {
    const Examination examination(source_dir);
    print(json ? json_text(examination.json) : examination.text);
    return examination.ok() ? 0 : 1;
}

}  // namespace learn
