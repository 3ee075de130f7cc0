#include "grading/ahead.hpp"

#include <csignal>

#include "grading/build.hpp"
#include "system/environment.hpp"
#include "system/loop.hpp"

namespace learn {
namespace {

constexpr std::uint64_t pause_milliseconds = 2000;

Ahead& self(void* handle) { return *static_cast<Ahead*>(static_cast<uv_handle_t*>(handle)->data); }

}  // namespace

Ahead::Ahead(const Course& course) : course_(course) {
    uv_timer_init(loop(), &pause_);
    pause_.data = this;
}

Ahead::~Ahead() {
    stop();
    ++open_;
    close(reinterpret_cast<uv_handle_t*>(&pause_));
    while (open_ > 0) wait_for_event();
}

void Ahead::close(uv_handle_t* handle) {
    uv_close(handle, [](uv_handle_t* h) { --self(h).open_; });
}

void Ahead::wait() {
    uv_timer_start(
        &pause_, [](uv_timer_t*) {}, pause_milliseconds, 0);
}

void Ahead::go_on() {
    if (running_ && ended_) {
        clear();
        if (killed_) wait();
        else steps_.pop_front();
    }
    if (!running_ && !steps_.empty() && !uv_is_active(reinterpret_cast<uv_handle_t*>(&pause_))) start();
}

void Ahead::start() {
    if (!lock_.emplace(course_.build_dir / ".lock").held()) {
        lock_.reset();
        return wait();
    }
    std::vector<std::string> command = ninja_command(course_, steps_.front());
    command.insert(command.begin(), {"nice", "-n", "19"});
    std::vector<char*> words = pointers(command);
    const std::vector<std::string> environment = environment_with({{"LC_ALL", "C"}});
    std::vector<char*> variables = pointers(environment);
    // A pipe that nobody reads from would stop ninja once it is full; one whose reader is gone ends ninja.
    uv_pipe_init(loop(), &output_, 0);
    uv_stdio_container_t stdio[3]{};
    stdio[1].flags = static_cast<uv_stdio_flags>(UV_CREATE_PIPE | UV_WRITABLE_PIPE);
    stdio[1].data.stream = reinterpret_cast<uv_stream_t*>(&output_);
    uv_process_options_t options{};
    options.file = words[0];
    options.args = words.data();
    options.env = variables.data();
    options.flags = UV_PROCESS_DETACHED;  // Ctrl-C is for the runner
    options.stdio_count = 3;
    options.stdio = stdio;
    options.exit_cb = [](uv_process_t* process, std::int64_t code, int signal) {
        self(process).ended_ = true;
        self(process).killed_ = signal != 0 || code == 2 || code == 128 + SIGINT;  // as ninja says it, old and new
    };
    ninja_.data = output_.data = this;
    running_ = true;
    ended_ = killed_ = false;
    if (uv_spawn(loop(), &ninja_, &options) != 0) {
        ended_ = true;
    } else {
        lock_->give_to(ninja_.pid);
        uv_read_start(
            reinterpret_cast<uv_stream_t*>(&output_),
            [](uv_handle_t*, std::size_t, uv_buf_t* buffer) {
                static char block[1 << 12];
                *buffer = uv_buf_init(block, sizeof block);
            },
            [](uv_stream_t* stream, ssize_t n, const uv_buf_t*) {
                if (n < 0) uv_read_stop(stream);
            });
    }
    open_ += 2;
}

void Ahead::clear() {
    close(reinterpret_cast<uv_handle_t*>(&ninja_));
    close(reinterpret_cast<uv_handle_t*>(&output_));
    while (open_ > 0) wait_for_event();
    lock_.reset();
    running_ = false;
}

void Ahead::stop() {
    if (!running_) return;
    // ninja passes it on, and takes away what was not finished.
    if (!ended_) ::kill(-ninja_.pid, SIGTERM);
    while (!ended_) wait_for_event();
    clear();
}

}  // namespace learn
