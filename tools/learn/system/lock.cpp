#include "system/lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "system/loop.hpp"

namespace learn {

Lock::Lock(const fs::path& path, const std::function<void()>& on_wait)
    : file_(::open(path.c_str(), O_RDWR | O_CREAT, 0644)) {
    // A folder that cannot be written gives no lock; what follows will say so in its own words.
    if (file_ < 0 || ::flock(file_, LOCK_EX | LOCK_NB) == 0) return;
    if (on_wait) on_wait();
    uv_timer_t timer;
    uv_timer_init(loop(), &timer);
    uv_timer_start(
        &timer, [](uv_timer_t*) {}, 50, 50);
    while (::flock(file_, LOCK_EX | LOCK_NB) != 0 && !interrupted()) wait_for_event();
    bool closed = false;
    timer.data = &closed;
    uv_close(reinterpret_cast<uv_handle_t*>(&timer), [](uv_handle_t* h) { *static_cast<bool*>(h->data) = true; });
    while (!closed) wait_for_event();
    if (interrupted()) {
        ::close(file_);
        throw_if_interrupted();
    }
}

Lock::~Lock() {
    if (file_ >= 0) ::close(file_);
}

}  // namespace learn
