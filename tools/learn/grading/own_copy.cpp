#include "grading/own_copy.hpp"

#include "grading/build.hpp"
#include "messages.hpp"
#include "system/errors.hpp"

namespace learn {
namespace {

/// The text below a line that names the file it is of: for the compiler's messages, sanitizers, gdb and todo().
std::string named(const fs::path& file, std::string_view text) {
    std::string path;
    for (const char c : file.string()) {
        if (c == '\\' || c == '"') path += '\\';
        path += c;
    }
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // nowhere but at the beginning
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    return "#line 1 \"" + path + "\"\n" + std::string(text);
}

}  // namespace

void place_copy(const Course& course, const OwnFile& file) {
    const std::string& own = course.find(file.id)->file;
    const fs::path folder = course.build_dir / "answers/text" / file.id;
    std::map<fs::path, std::string> wanted{{folder / own, named(course.source_dir / own, file.text)}};
    for (const auto& [path, text] : file.beside) wanted[folder / path] = named(course.source_dir / path, text);

    std::error_code error;
    std::vector<fs::path> others;
    for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
        if (!entry.is_directory(error) && wanted.count(entry.path()) == 0) others.push_back(entry.path());
    }
    bool same = others.empty();
    for (const auto& [path, text] : wanted) same = same && read_file(path) == text;
    if (same) return;
    // Before it is written, so that it is compiled whatever the clock says, and whenever this ends.
    for (const std::string whose : {"yours", "yours-fast", "debug"}) {
        const fs::path objects = course.build_dir / "CMakeFiles" / (answer_target(file.id, whose) + ".dir");
        fs::remove(objects / "answers/text" / file.id / (own + ".o"), error);
        fs::remove(course.answer(file.id, whose), error);
    }
    for (const fs::path& path : others) fs::remove(path, error);
    for (const auto& [path, text] : wanted) {
        fs::create_directories(path.parent_path(), error);
        if (write_file(path, text)) continue;
        check_room(course.build_dir, "");
        throw SetupError(msg::cannot_write(path.parent_path().string()));
    }
}

}  // namespace learn
