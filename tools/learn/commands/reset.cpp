#include <unistd.h>

#include <iostream>
#include <limits>
#include <string>

#include "commands/commands.hpp"
#include "course/backup.hpp"
#include "messages.hpp"
#include "system/errors.hpp"
#include "system/lock.hpp"
#include "terminal/terminal.hpp"

namespace learn {
namespace {

bool same_text(const fs::path& a, const fs::path& b) {
    std::error_code error;
    constexpr auto all = std::numeric_limits<std::size_t>::max();
    return fs::file_size(a, error) == fs::file_size(b, error) && read_file(a, all) == read_file(b, all);
}

}  // namespace

void put_stub_back(Session& session, const Exercise& exercise) {
    const fs::path file = session.course.source_dir / exercise.file;
    std::error_code error;
    fs::create_directories(session.state.folder(), error);
    const Lock lock(session.state.folder() / "reset.lock");
    const fs::path stub = session.course.source_dir / exercise.stub;
    const auto stub_text = read_file(stub);
    if (!stub_text) throw SetupError(msg::reset_no_stub(exercise.stub));
    const bool link = fs::is_symlink(file, error);
    if (!link && fs::is_directory(file, error)) throw SetupError(msg::file_is_folder(exercise.file, exercise.id));
    const bool there = fs::exists(file, error);
    const bool closed = static_cast<bool>(error);  // its folder
    const bool regular = fs::is_regular_file(file, error);
    if (!link && there && !regular) throw SetupError(msg::file_not_regular(exercise.file, exercise.id));
    if (!link && (closed || (there && !read_file(file, 1)))) throw SetupError(msg::file_unreadable(exercise.file));
    fs::path backup;
    const auto tell = [&] { print_line(msg::reset_backup(shown(backup, session.course.source_dir))); };
    if (regular && (link || !same_text(file, stub))) {
        backup = backed_up(session.course.source_dir, file, exercise.id, ".cpp");
        tell();
    }
    fs::create_directories(file.parent_path(), error);
    // What is renamed takes the place of a symbolic link, and is not written through it.
    const std::string name = file.filename().string() + ".new-" + std::to_string(::getpid());
    const fs::path fresh = write_new_file(file.parent_path(), name, "", *stub_text);
    if (fresh.empty()) throw SetupError(msg::cannot_write(exercise.file));
    if (!exchange(fresh, file)) {
        fs::rename(fresh, file, error);
        if (error) {
            fs::remove(fresh, error);
            throw SetupError(msg::cannot_write(exercise.file));
        }
    } else if (link || same_text(fresh, stub) || (!backup.empty() && same_text(fresh, backup))) {
        fs::remove(fresh, error);
    } else {  // an editor has saved in between
        try {
            backup = backed_up(session.course.source_dir, fresh, exercise.id, ".cpp");
        } catch (const SetupError&) {
            if (exchange(fresh, file)) fs::remove(fresh, error);
            throw;
        }
        fs::remove(fresh, error);
        tell();
    }
    session.state.update([&](State& state) { state.exercises[exercise.id].status = Status::unsolved; });
    print_line(msg::reset_done(exercise.file));
}

int reset(Session& session) {
    const Exercise& exercise = chosen(session, session.options.id);
    if (!session.options.yes && stdin_is_terminal() && stdout_is_terminal()) {
        print_text(msg::reset_ask(exercise.file));
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
