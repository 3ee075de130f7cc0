#include "system/lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>

#include "system/loop.hpp"

namespace learn {
namespace {

/// Whose build may be ended, as long as the file is locked: it says so in the file. 0 for nobody's.
pid_t ready_to_end(int file) {
    char text[16] = {};
    const ssize_t size = ::pread(file, text, sizeof text - 1, 0);
    return size > 0 ? static_cast<pid_t>(std::atol(text)) : 0;
}

void forget_who_is_ready(int file) {
    if (::ftruncate(file, 0) != 0) return;  // a full disk has room for less
}

}  // namespace

Lock::Lock(const fs::path& path, const std::function<void()>& on_wait)
    : file_(::open(path.c_str(), O_RDWR | O_CREAT, 0644)) {
    // A folder that cannot be written gives no lock; what follows will say so in its own words.
    if (file_ < 0) return;
    if (::flock(file_, LOCK_EX | LOCK_NB) == 0) {
        forget_who_is_ready(file_);
        return;
    }
    if (const pid_t program = ready_to_end(file_); program > 1) ::kill(-program, SIGTERM);
    uv_timer_t timer;
    uv_timer_init(loop(), &timer);
    uv_timer_start(
        &timer, [](uv_timer_t*) {}, 20, 20);
    // What has just been ended takes a moment, and nobody has to know.
    for (int turns = 0; ::flock(file_, LOCK_EX | LOCK_NB) != 0 && !interrupted(); ++turns) {
        if (turns == 25 && on_wait) on_wait();
        wait_for_event();
    }
    bool closed = false;
    timer.data = &closed;
    uv_close(reinterpret_cast<uv_handle_t*>(&timer), [](uv_handle_t* h) { *static_cast<bool*>(h->data) = true; });
    while (!closed) wait_for_event();
    if (interrupted()) {
        ::close(file_);
        throw_if_interrupted();
    }
    forget_who_is_ready(file_);
}

Lock::~Lock() {
    if (file_ >= 0) ::close(file_);
}

LockForOthers::LockForOthers(const fs::path& path) : file_(::open(path.c_str(), O_RDWR | O_CREAT, 0644)) {
    if (file_ < 0 || ::flock(file_, LOCK_EX | LOCK_NB) == 0) return;
    ::close(file_);
    file_ = -1;
}

LockForOthers::~LockForOthers() {
    if (file_ < 0) return;
    forget_who_is_ready(file_);
    ::close(file_);
}

void LockForOthers::give_to(pid_t program) {
    const std::string text = std::to_string(program);
    forget_who_is_ready(file_);
    if (::pwrite(file_, text.data(), text.size(), 0) < 0) return;  // then others wait
}

}  // namespace learn
