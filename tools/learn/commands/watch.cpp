#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <set>

#include "commands/board.hpp"
#include "commands/commands.hpp"
#include "course/own_file.hpp"
#include "grading/ahead.hpp"
#include "messages.hpp"
#include "story/story_program.hpp"
#include "system/errors.hpp"
#include "system/loop.hpp"
#include "terminal/terminal.hpp"

namespace learn {
namespace {

/// Keys one by one and unseen, as long as it lives. Not libuv's raw mode, because that takes Ctrl-C away: here it must
/// end a build or an endless loop at any moment.
class KeyMode {
public:
    KeyMode() {
        ::tcgetattr(STDIN_FILENO, &before_);
        termios mode = before_;
        mode.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
        mode.c_cc[VSUSP] = _POSIX_VDISABLE;
        ::tcsetattr(STDIN_FILENO, TCSANOW, &mode);
    }
    ~KeyMode() { ::tcsetattr(STDIN_FILENO, TCSANOW, &before_); }
    KeyMode(const KeyMode&) = delete;
    KeyMode& operator=(const KeyMode&) = delete;

private:
    termios before_{};
};

/// Keys and saves come at any time, also during a check; the callbacks only note them.
class Watcher {
public:
    Watcher() {
        uv_tty_init(loop(), &keys_, STDIN_FILENO, 1);
        uv_timer_init(loop(), &settle_);
        for (uv_fs_event_t& folder : folders_) uv_fs_event_init(loop(), &folder);
        for (uv_handle_t* handle : handles()) handle->data = this;
        uv_read_start(reinterpret_cast<uv_stream_t*>(&keys_), allocate, on_key);
    }

    ~Watcher() {
        for (uv_handle_t* handle : handles()) uv_close(handle, [](uv_handle_t* h) { --self(h).open_; });
        while (open_ > 0) wait_for_event();
    }
    Watcher(const Watcher&) = delete;
    Watcher& operator=(const Watcher&) = delete;

    /// Folders and not files: many editors save by putting a new file in the old one's place. Says why when it cannot.
    std::string watch(const std::set<fs::path>& files) {
        if (files == files_) return "";
        files_ = files;
        std::set<fs::path> parents;
        for (const fs::path& file : files) parents.insert(file.parent_path());
        int error = 0;
        auto parent = parents.begin();
        for (uv_fs_event_t& folder : folders_) {
            uv_fs_event_stop(&folder);
            if (parent == parents.end()) continue;
            const int failed = uv_fs_event_start(&folder, on_change, parent++->c_str(), 0);
            if (failed) error = failed;
        }
        return error ? uv_strerror(error) : "";
    }

    bool saved = false;
    std::string typed;

private:
    static Watcher& self(void* handle) { return *static_cast<Watcher*>(static_cast<uv_handle_t*>(handle)->data); }

    std::vector<uv_handle_t*> handles() {
        std::vector<uv_handle_t*> all{reinterpret_cast<uv_handle_t*>(&keys_), reinterpret_cast<uv_handle_t*>(&settle_)};
        for (uv_fs_event_t& folder : folders_) all.push_back(reinterpret_cast<uv_handle_t*>(&folder));
        return all;
    }

    static void allocate(uv_handle_t* handle, std::size_t, uv_buf_t* buffer) {
        *buffer = uv_buf_init(self(handle).block_, sizeof block_);
    }

    static void on_key(uv_stream_t* stream, ssize_t n, const uv_buf_t* buffer) {
        if (n < 0) {
            uv_read_stop(stream);
            return interrupt();  // the terminal is gone
        }
        std::string& typed = self(stream).typed;
        typed.append(buffer->base, static_cast<std::size_t>(n));
        if (typed.find('q') != typed.npos) interrupt();  // also in the middle of a check
    }

    static void on_change(uv_fs_event_t* event, const char* name, int, int) {
        Watcher& w = self(event);
        if (name && std::none_of(w.files_.begin(), w.files_.end(),
                                 [&](const fs::path& file) { return file.filename() == name; }))
            return;
        // One save is several events; a short pause after the last of them.
        uv_timer_start(
            &w.settle_, [](uv_timer_t* timer) { self(timer).saved = true; }, 50, 0);
    }

    uv_tty_t keys_{};
    uv_timer_t settle_{};
    std::array<uv_fs_event_t, 8> folders_{};
    int open_ = 2 + static_cast<int>(folders_.size());
    char block_[64];
    std::set<fs::path> files_;
};

/// The learner's file, what it includes from beside itself, and where symbolic links lead.
std::set<fs::path> files_of(const Course& course, const Exercise& exercise) {
    std::set<fs::path> files{course.source_dir / exercise.file};
    for (const auto& [path, text] : inspect(course, exercise).beside) files.insert(course.source_dir / path);
    std::error_code error;
    for (fs::path file : std::set<fs::path>(files)) {
        for (int links = 0; links < 8 && fs::is_symlink(file, error); ++links) {
            file = file.parent_path() / fs::read_symlink(file, error);
            files.insert(file);
        }
    }
    return files;
}

/// What whoever works on this exercise will want next: to be told why, the next exercise, the story, all the others.
std::deque<Ahead::Targets> wanted_next(const Course& course, const Exercise& exercise) {
    std::deque<Ahead::Targets> steps;
    const auto begin = course.exercises.begin() + (&exercise - course.exercises.data());
    const auto add = [&](auto from, auto to) {
        if (!course.builds_graders()) return;
        Ahead::Targets questions, mistakes;
        for (auto e = from; e != to; ++e) {
            for (const std::string& target : question_targets(course, *e)) questions.push_back(target);
            mistakes.push_back(mistakes_target(e->id));
        }
        steps.push_back(questions), steps.push_back(mistakes);
    };
    add(begin, std::min(begin + 2, course.exercises.end()));
    steps.push_back({story_target});
    add(course.exercises.begin(), course.exercises.end());
    return steps;
}

class Watching {
public:
    explicit Watching(Session& session) : session_(session), ahead_(session.course) {}

    int run() {
        const KeyMode mode;
        Watcher watcher;
        watcher_ = &watcher;
        print("\n" + board(session_.course, session_.state.load(), session_.blas) + "\n");
        try {
            look_at(chosen(session_, ""));
            check();
            while (!interrupted()) {
                if (watcher.saved) {
                    ahead_.stop();
                    clear_screen();
                    check();
                } else if (!watcher.typed.empty()) {
                    const char key = watcher.typed[0];
                    watcher.typed.erase(0, 1);
                    ahead_.stop();
                    handle(key);
                } else {
                    ahead_.go_on();
                    const bool came_meanwhile = watcher.saved || !watcher.typed.empty() || interrupted();
                    if (!came_meanwhile) wait_for_event();
                }
            }
        } catch (const Interrupted&) {
        }
        print_line();
        return 0;
    }

private:
    void look_at(const Exercise& exercise) {
        exercise_ = &exercise;
        asking_ = false;
        watch_files();
        ahead_.plan(wanted_next(session_.course, exercise));
    }

    void watch_files() {
        const std::string error = watcher_->watch(files_of(session_.course, *exercise_));
        if (!error.empty()) print_line(msg::watch_failed(error));
    }

    void check() {
        watcher_->saved = false;
        watch_files();  // what it includes, and where a link leads, may be another file now
        guarded([&] {
            Grader grader(session_.course);
            grade_and_tell(session_, grader, *exercise_);
        });
    }

    void handle(char key) {
        if (asking_) {
            asking_ = false;
            print_line(std::string(1, key == 'y' || key == 'Y' ? 'y' : 'n'));
            if (key != 'y' && key != 'Y') print_line(msg::reset_not());
            else guarded([&] { put_stub_back(session_, *exercise_); });
            return;
        }
        switch (key) {
            case 'h': return guarded([&] { show_hint(session_, *exercise_); });
            case 'l': return guarded([&] { print(board(session_.course, session_.state.load(), session_.blas)); });
            case 'c': return check();
            case 's': return guarded([&] { show_solution(session_, *exercise_); });
            case 't': return guarded([&] { story(session_); });
            case 'n': return guarded([&] { go_on(); });
            case 'r': asking_ = true; return print_text(msg::reset_ask(exercise_->file));
            default: return;
        }
    }

    void go_on() {
        const Exercise* next = move_on(session_);
        if (!next) return print_line(msg::all_done());
        look_at(*next);
        print(board(session_.course, session_.state.load(), session_.blas));
    }

    /// A folder that cannot be built is told, and watching goes on.
    template <class Action>
    void guarded(Action action) {
        try {
            action();
        } catch (const SetupError& error) {
            print_line(msg::error(error.what()));
        }
        print_line("\n" + dim(msg::keys(fs::path(exercise_->file).filename().string())));
    }

    Session& session_;
    Watcher* watcher_ = nullptr;
    Ahead ahead_;
    const Exercise* exercise_ = nullptr;
    bool asking_ = false;
};

}  // namespace

int watch(Session& session) {
    if (!stdin_is_terminal() || !stdout_is_terminal()) throw SetupError(msg::watch_needs_terminal());
    return Watching(session).run();
}

}  // namespace learn
