#include "system/blas.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "messages.hpp"
#include "system/loop.hpp"
#include "system/packages.hpp"
#include "system/process.hpp"
#include "system/processor.hpp"
#include "terminal/terminal.hpp"
#include "terminal/text.hpp"
#include "tools/json/json.hpp"

namespace learn {
namespace {

constexpr const char* variable = "OPENBLAS_CORETYPE";

struct Answer {
    bool loaded = false;
    std::string kernel, config, vendor;
};

Answer ask(const std::string& library, const std::string& core_type) {
    char self[4096];
    std::size_t length = sizeof self;
    if (uv_exepath(self, &length) != 0) return {};
    std::string output;
    Process process;
    process.command = {self, openblas_question, library, core_type};
    process.time_limit = 10;
    process.on_output = [&](std::string_view text) { output += text; };
    if (!run(process).error.empty()) return {};
    for (const std::string& line : lines(output)) {
        const tools::Json json = tools::parse_json(line);
        if (json.is_object() && json.contains("kernel"))
            return {true, json.at("kernel"), json.value("config", ""), json.value("vendor", "")};
    }
    return {};
}

/// By a function that only its libraries have. What is called libblas and has none of them is the reference BLAS.
std::string vendor_of(void* handle, const std::string& library) {
    constexpr std::pair<const char*, const char*> vendors[] = {{"openblas_get_config", "OpenBLAS"},
                                                               {"bli_info_get_version_str", "BLIS"},
                                                               {"MKL_Get_Version", "MKL"},
                                                               {"ATL_buildinfo", "ATLAS"},
                                                               {"flexiblas_get_version", "FlexiBLAS"}};
    for (const auto& [function, vendor] : vendors) {
        if (::dlsym(handle, function)) return vendor;
    }
    const std::string name = fs::path(library).filename().string();
    return name.starts_with("libblas.so") ? "reference" : "";
}

Blas find_out(const std::string& library, const std::string& wanted_by_user) {
    Blas blas;
    blas.library = library;
    Answer answer = ask(library, "");
    blas.library_picks = answer.kernel;
    if (!wanted_by_user.empty()) {
        blas.chosen_by = Blas::Chooser::user;
        answer = ask(library, wanted_by_user);
    } else if (is_old_kernel(answer.kernel)) {
        const Processor cpu = processor();
        for (const auto& [possible, core_type] : {std::pair(cpu.avx512, "SkylakeX"), std::pair(cpu.avx2, "Haswell")}) {
            if (!possible || blas.chosen_by == Blas::Chooser::course) continue;
            const Answer better = ask(library, core_type);
            if (better.kernel != core_type) continue;
            blas.chosen_by = Blas::Chooser::course;
            answer = better;
        }
    }
    blas.loaded = answer.loaded;
    blas.vendor = answer.vendor;
    blas.kernel = answer.kernel;
    blas.config = trim(answer.config);
    return blas;
}

tools::Json json_of(const Blas& blas, const std::string& asked_of) {
    return {{"asked_of", asked_of},
            {"library", blas.library},
            {"loaded", blas.loaded},
            {"vendor", blas.vendor},
            {"kernel", blas.kernel},
            {"config", blas.config},
            {"library_picks", blas.library_picks},
            {"chosen_by", chooser_name(blas)}};
}

/// An answer that is kept; nothing where it was asked of something else.
std::optional<Blas> kept(const fs::path& file, const std::string& asked_of) {
    const tools::Json json = tools::parse_json(read_file(file).value_or(""));
    if (!json.is_object() || json.value("asked_of", tools::Json()) != tools::Json(asked_of)) return std::nullopt;
    Blas blas;
    try {
        blas.library = json.at("library");
        blas.loaded = json.at("loaded");
        blas.vendor = json.at("vendor");
        blas.kernel = json.at("kernel");
        blas.config = json.at("config");
        blas.library_picks = json.at("library_picks");
        const std::string by = json.at("chosen_by");
        for (const auto chooser : {Blas::Chooser::course, Blas::Chooser::user}) {
            blas.chosen_by = chooser;
            if (chooser_name(blas) == by) return blas;
        }
        blas.chosen_by = Blas::Chooser::library;
        return blas;
    } catch (const tools::Json::exception&) {
        return std::nullopt;
    }
}

/// What programs that are linked with it load: Debian's libblas.so and libblas.so.3 are each whatever was chosen for it.
std::string loaded_by_programs(const fs::path& library) {
    std::error_code error;
    const fs::path other = library.parent_path() / "libblas.so.3";
    return library.filename() == "libblas.so" && fs::exists(other, error) ? other.string() : library.string();
}

/// All that the answer depends on.
std::string question_of(const std::string& library, const std::string& wanted_by_user) {
    std::error_code error;
    const fs::path file = fs::canonical(library, error);
    const auto changed = fs::last_write_time(file, error).time_since_epoch();
    const auto seconds = std::chrono::duration<double>(changed).count();  // libc++ counts in integers of 128 bits
    const Processor cpu = processor();
    return library + " = " + file.string() + " of " + std::to_string(seconds) + " on " + cpu.model + " " +
           cpu.revision + (cpu.avx2 ? " avx2" : "") + (cpu.avx512 ? " avx512" : "") +
           (wanted_by_user.empty() ? "" : " with " + wanted_by_user);
}

}  // namespace

Blas choose_blas_kernel(const Course& course) {
    const auto found = std::find_if(course.blas.begin(), course.blas.end(), [](const std::string& name) {
        return name.find("blas") != name.npos || name.find("blis") != name.npos || name.find("mkl") != name.npos;
    });
    if (found == course.blas.end()) return {};
    const std::string library = loaded_by_programs(*found);
    const char* value = std::getenv(variable);
    const std::string wanted_by_user = value ? value : "";
    // OpenBLAS does not take an empty value for none.
    if (wanted_by_user.empty()) ::unsetenv(variable);

    const fs::path file = course.build_dir / "blas.json";
    const std::string question = question_of(library, wanted_by_user);
    std::optional<Blas> blas = kept(file, question);
    if (!blas) {
        blas = find_out(library, wanted_by_user);
        write_file(file, tools::json_text(json_of(*blas, question)));
        if (blas->chosen_by == Blas::Chooser::course) warn(msg::blas_chosen(blas->library_picks, blas->kernel));
    }
    if (blas->chosen_by == Blas::Chooser::course) ::setenv(variable, blas->kernel.c_str(), 1);
    return *blas;
}

bool is_old_kernel(const std::string& kernel) {
    const char* const old[] = {"Prescott", "Generic", "generic", "Core2", "Katmai", "Northwood", "Nehalem"};
    return std::any_of(std::begin(old), std::end(old), [&](const char* name) { return kernel == name; });
}

bool is_slow(const Blas& blas) {
    return blas.vendor == "reference" || (is_old_kernel(blas.kernel) && processor().avx2);
}

std::string slow_text(const Blas& blas) {
    return blas.vendor == "reference" ? msg::blas_is_reference(blas.library) : msg::blas_slow(blas.kernel);
}

std::string slow_fix(const Blas& blas) {
    if (blas.vendor != "reference") {
        return blas.chosen_by == Blas::Chooser::user ? "unset OPENBLAS_CORETYPE" : msg::blas_slow_fix();
    }
    // Debian: …/x86_64-linux-gnu/libblas.so.3, and beside it the folder openblas-pthread, if that is installed.
    const fs::path folder = fs::path(blas.library).parent_path();
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const bool better = entry.path().filename().string().starts_with("openblas") &&
                            fs::exists(entry.path() / "libblas.so.3", error);
        if (better) return "sudo update-alternatives --auto libblas.so.3-" + folder.filename().string();
    }
    return install_command({"libopenblas-dev", "openblas-devel", "blas-openblas", "openblas"});
}

const char* chooser_name(const Blas& blas) {
    switch (blas.chosen_by) {
        case Blas::Chooser::course: return "course";
        case Blas::Chooser::user: return "user";
        case Blas::Chooser::library: break;
    }
    return "library";
}

std::string blas_line(const Blas& blas) {
    if (blas.vendor == "reference") return msg::blas_reference();
    return blas.kernel.empty() ? blas.vendor : msg::blas_on(blas.kernel, processor().model);
}

std::string blas_choice(const Blas& blas) {
    switch (blas.chosen_by) {
        case Blas::Chooser::course: return msg::blas_by_course(blas.library_picks);
        case Blas::Chooser::user: return msg::blas_by_user(blas.library_picks);
        case Blas::Chooser::library: break;
    }
    return "";
}

int tell_openblas_kernel(const std::string& library, const std::string& core_type) {
    core_type.empty() ? ::unsetenv(variable) : ::setenv(variable, core_type.c_str(), 1);
    void* handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) return 1;
    const auto answer = [&](const char* question) -> std::string {
        const auto function = reinterpret_cast<char* (*)()>(::dlsym(handle, question));
        const char* text = function ? function() : nullptr;
        return text ? text : "";
    };
    print(tools::json_text({{"kernel", answer("openblas_get_corename")},
                            {"config", answer("openblas_get_config")},
                            {"vendor", vendor_of(handle, library)}}));
    return 0;
}

}  // namespace learn
