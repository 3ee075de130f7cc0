#include "system/output_file.hpp"

#include <unistd.h>

#include "messages.hpp"
#include "system/errors.hpp"

namespace learn {
namespace {

/// The course's own pictures are SVG, too; these are the folders that have some.
bool is_of_the_course(const fs::path& file, const fs::path& source_dir) {
    for (const char* folder : {"docs", "model"}) {
        std::error_code error;
        const fs::path inside = file.lexically_relative(fs::canonical(source_dir / folder, error));
        if (!error && !inside.empty() && *inside.begin() != "..") return true;
    }
    return false;
}

bool is_writable_folder(const fs::path& folder) {
    std::error_code error;
    return fs::is_directory(folder, error) && ::access(folder.c_str(), W_OK) == 0;
}

/// The file itself, where a link is named.
fs::path target_of(const fs::path& path) {
    std::error_code error;
    const fs::path target = fs::canonical(path, error);
    return error ? path : target;
}

}  // namespace

const OutputKind svg_picture{msg::an_svg_picture, msg::plot_not_written,
                             [](std::string_view text) { return text.starts_with("<svg"); }};
const OutputKind junit_report{msg::a_junit_report, msg::report_not_written, [](std::string_view text) {
                                  return text.starts_with("<?xml") && text.find("<testsuite") != text.npos;
                              }};

void require_writable(const fs::path& path, const OutputKind& kind, const fs::path& source_dir) {
    const bool is_option = path.string().starts_with("-");  // --svg --json: the name was forgotten
    const fs::path folder = path.has_parent_path() ? path.parent_path() : ".";
    if (!path.has_filename() || is_option || !is_writable_folder(folder)) {
        throw SetupError(kind.cannot_write(path.string()));
    }
    std::error_code error;
    if (!fs::exists(fs::symlink_status(path, error))) return;
    const fs::path file = target_of(path);
    if (!kind.begins_so(read_file(file, 4096).value_or("")))
        throw SetupError(msg::not_replaced(path.string(), kind.name()));
    if (is_of_the_course(file, source_dir)) throw SetupError(msg::not_replaced_of_course(path.string()));
}

void write_output(const fs::path& path, const std::string& text, const OutputKind& kind, const fs::path& source_dir) {
    require_writable(path, kind, source_dir);
    if (!write_file(target_of(path), text)) throw SetupError(kind.cannot_write(path.string()));
}

}  // namespace learn
