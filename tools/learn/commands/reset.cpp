#include <iostream>
#include <string>

#include "commands/commands.hpp"
#include "messages.hpp"
#include "system/errors.hpp"
#include "terminal/terminal.hpp"

namespace learn {
namespace {

/// .learn/backup/silu-20260131-235959.cpp, or …-2.cpp when two are made in one second.
fs::path backup_path(const fs::path& folder, const std::string& id) {
    const std::string stem = id + "-" + timestamp();
    fs::path path = folder / (stem + ".cpp");
    std::error_code error;
    for (int n = 2; fs::exists(path, error); ++n) path = folder / (stem + "-" + std::to_string(n) + ".cpp");
    return path;
}

}  // namespace

void put_stub_back(Session& session, const Exercise& exercise) {
    const fs::path file = session.course.source_dir / exercise.file;
    const auto stub = read_file(session.course.source_dir / exercise.stub);
    if (!stub) throw SetupError(msg::reset_no_stub(exercise.stub));
    std::error_code error;
    if (!fs::is_symlink(file, error) && fs::is_directory(file, error)) {
        throw SetupError(msg::file_is_folder(exercise.file, exercise.id));
    }
    const bool link = fs::is_symlink(file, error);
    const bool there = fs::exists(file, error);
    const auto mine = read_file(file);
    if (!link && (error || (there && !mine))) throw SetupError(msg::file_unreadable(exercise.file));
    if (there && (link || mine != stub)) {
        const fs::path folder = session.state.folder() / "backup";
        fs::create_directories(folder, error);
        const fs::path backup = backup_path(folder, exercise.id);
        const std::string name = shown(backup, session.course.source_dir);
        if (!fs::copy_file(file, backup, error)) {
            fs::remove(backup, error);  // half of it
            throw SetupError(msg::reset_no_backup(name));
        }
        print_line(msg::reset_backup(name));
    }
    fs::create_directories(file.parent_path(), error);
    // By a rename, so that a symbolic link is replaced and not written through.
    if (!write_file(file, *stub)) throw SetupError(msg::cannot_write(exercise.file));
    session.state.update([&](State& state) { state.exercises[exercise.id].status = Status::unsolved; });
    print_line(msg::reset_done(exercise.file));
}

int reset(Session& session) {
    const Exercise& exercise = chosen(session, session.options.id);
    if (!session.options.yes && stdin_is_terminal() && stdout_is_terminal()) {
        print(msg::reset_ask(exercise.file));
        std::string answer;
        std::getline(std::cin, answer);
        if (answer != "y" && answer != "Y" && answer != "yes") {
            print_line(msg::reset_not());
            return 1;
        }
    }
    put_stub_back(session, exercise);
    return 0;
}

}  // namespace learn
