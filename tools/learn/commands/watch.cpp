#include <termios.h>
#include <unistd.h>

#include <cstring>

#include "commands/board.hpp"
#include "commands/commands.hpp"
#include "messages.hpp"
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
        uv_fs_event_init(loop(), &folder_);
        for (uv_handle_t* handle : handles()) handle->data = this;
        uv_read_start(reinterpret_cast<uv_stream_t*>(&keys_), allocate, on_key);
    }

    ~Watcher() {
        for (uv_handle_t* handle : handles()) uv_close(handle, [](uv_handle_t* h) { --self(h).open_; });
        while (open_ > 0) wait_for_event();
    }
    Watcher(const Watcher&) = delete;
    Watcher& operator=(const Watcher&) = delete;

    /// The folder and not the file: many editors save by putting a new file in its place. Says why when it cannot.
    std::string watch(const fs::path& file) {
        name_ = file.filename().string();
        uv_fs_event_stop(&folder_);
        const int error = uv_fs_event_start(&folder_, on_change, file.parent_path().c_str(), 0);
        return error ? uv_strerror(error) : "";
    }

    bool saved = false;
    std::string typed;

private:
    static Watcher& self(void* handle) { return *static_cast<Watcher*>(static_cast<uv_handle_t*>(handle)->data); }

    std::vector<uv_handle_t*> handles() {
        return {reinterpret_cast<uv_handle_t*>(&keys_), reinterpret_cast<uv_handle_t*>(&settle_),
                reinterpret_cast<uv_handle_t*>(&folder_)};
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
        if (name && w.name_ != name) return;
        // One save is several events; a short pause after the last of them.
        uv_timer_start(
            &w.settle_, [](uv_timer_t* timer) { self(timer).saved = true; }, 50, 0);
    }

    uv_tty_t keys_{};
    uv_timer_t settle_{};
    uv_fs_event_t folder_{};
    int open_ = 3;
    char block_[64];
    std::string name_;
};

class Watching {
public:
    explicit Watching(Session& session) : session_(session) {}

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
                    clear_screen();
                    check();
                } else if (!watcher.typed.empty()) {
                    const char key = watcher.typed[0];
                    watcher.typed.erase(0, 1);
                    handle(key);
                } else {
                    wait_for_event();
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
        const std::string error = watcher_->watch(session_.course.source_dir / exercise.file);
        if (!error.empty()) print_line(msg::watch_failed(error));
    }

    void check() {
        watcher_->saved = false;
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
            case 'r': asking_ = true; return print(msg::reset_ask(exercise_->file));
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
    const Exercise* exercise_ = nullptr;
    bool asking_ = false;
};

}  // namespace

int watch(Session& session) {
    if (!stdin_is_terminal() || !stdout_is_terminal()) throw SetupError(msg::watch_needs_terminal());
    return Watching(session).run();
}

}  // namespace learn
