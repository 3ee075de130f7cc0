#include "system/process.hpp"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstring>

#include "messages.hpp"
#include "system/descendants.hpp"
#include "system/environment.hpp"
#include "system/errors.hpp"
#include "system/loop.hpp"
#include "tools/answers/guard.hpp"
#include "tools/time_limit.hpp"

namespace learn {
namespace {

constexpr double patience = 5;  // seconds in which a polite program ends after an interrupt

/// One running process and its pipes, in the form of libuv's callbacks.
class Running {
public:
    explicit Running(const Process& what) : what_(what) {}

    Ended run() {
        const std::uint64_t start = uv_hrtime();
        if (spawn()) wait();
        close_all();
        ended_.seconds = static_cast<double>(uv_hrtime() - start) * 1e-9;
        return ended_;
    }

private:
    static Running& self(void* handle) { return *static_cast<Running*>(static_cast<uv_handle_t*>(handle)->data); }

    template <class Handle>
    void adopt(Handle& handle) {
        handle.data = this;
        ++open_;
        handles_[handle_count_++] = reinterpret_cast<uv_handle_t*>(&handle);
    }

    bool spawn() {
        // One pipe for output and errors, so that the order of the lines stays; unless they are wanted apart.
        std::array<uv_file, 2> out{}, err{};
        if (const int error = open_pipe(output_, out)) return fail(error);
        if (const int error = what_.on_error ? open_pipe(errors_, err) : 0) return fail(error);
        uv_pipe_init(loop(), &input_, 0);
        adopt(input_);

        std::array<uv_stdio_container_t, 3> stdio{};
        stdio[0].flags = static_cast<uv_stdio_flags>(UV_CREATE_PIPE | UV_READABLE_PIPE);
        stdio[0].data.stream = reinterpret_cast<uv_stream_t*>(&input_);
        stdio[1].flags = stdio[2].flags = UV_INHERIT_FD;
        stdio[1].data.fd = out[1];
        stdio[2].data.fd = what_.on_error ? err[1] : out[1];

        std::vector<char*> arguments = pointers(what_.command);
        auto changed = what_.environment;
        if (what_.contained) changed.emplace_back(answers::guard_variable, answers::guarded_by_me());
        const std::vector<std::string> environment = environment_with(changed);
        std::vector<char*> variables = pointers(environment);
        uv_process_options_t options{};
        options.file = arguments[0];
        options.args = arguments.data();
        options.env = variables.data();
        options.cwd = what_.folder.empty() ? nullptr : what_.folder.c_str();
        options.flags = what_.contained ? UV_PROCESS_DETACHED : 0;
        options.stdio_count = 3;
        options.stdio = stdio.data();
        options.exit_cb = [](uv_process_t* process, std::int64_t code, int signal) {
            Running& r = self(process);
            r.exited_ = true;
            r.ended_.exit_code = static_cast<int>(code);
            r.ended_.signal = signal;
        };
        if (what_.contained) adopt_orphans();
        const int error = uv_spawn(loop(), &process_, &options);
        adopt(process_);
        ::close(out[1]);
        if (what_.on_error) ::close(err[1]);
        if (error) return fail(error);

        uv_read_start(reinterpret_cast<uv_stream_t*>(&output_), allocate, read<&Process::on_output>);
        if (what_.on_error) uv_read_start(reinterpret_cast<uv_stream_t*>(&errors_), allocate, read<&Process::on_error>);
        write_input();
        if (what_.time_limit > 0) {
            limit_ = TimeLimit(what_.time_limit);
            start(time_, limit_.step(), [](uv_timer_t* timer) {
                if (self(timer).limit_.is_over(seconds_of_work(answers::program_behind(self(timer).process_.pid))))
                    out_of_time(timer);
            });
        }
        if (what_.silence_limit > 0) start(silence_, what_.silence_limit, out_of_time);
        return true;
    }

    /// `ends` are the one that is read here, which closes with the handle, and the program's.
    int open_pipe(uv_pipe_t& pipe, std::array<uv_file, 2>& ends) {
        if (const int error = uv_pipe(ends.data(), UV_NONBLOCK_PIPE, 0)) return error;
        uv_pipe_init(loop(), &pipe, 0);
        adopt(pipe);
        ++reading_;
        return uv_pipe_open(&pipe, ends[0]);
    }

    void write_input() {
        auto* stream = reinterpret_cast<uv_stream_t*>(&input_);
        uv_buf_t buffer = uv_buf_init(const_cast<char*>(what_.input.data()), static_cast<unsigned>(what_.input.size()));
        uv_try_write(stream, &buffer, 1);  // a line or nothing: it always fits into a pipe
        close(reinterpret_cast<uv_handle_t*>(stream));
    }

    void start(uv_timer_t& timer, double seconds, uv_timer_cb at_end) {
        uv_timer_init(loop(), &timer);
        adopt(timer);
        const auto milliseconds = static_cast<std::uint64_t>(seconds * 1000);
        uv_timer_start(&timer, at_end, milliseconds, milliseconds);
    }

    static void out_of_time(uv_timer_t* timer) {
        self(timer).ended_.out_of_time = true;
        self(timer).kill();
    }

    /// A polite program gets the first interrupt and some seconds; then another, at which it may say where it is; then it is
    /// killed.
    void pass_on_interrupt(int number) {
        if (what_.contained && !(what_.polite && number <= 2)) return kill();
        uv_process_kill(&process_, SIGINT);
        if (!what_.polite) return;
        if (number == 1) {
            start(patience_, patience, [](uv_timer_t* timer) { self(timer).pass_on_interrupt(2); });
        } else {
            uv_timer_start(
                &patience_, [](uv_timer_t* timer) { self(timer).kill(); }, 300, 300);
        }
    }

    void wait() {
        int told = 0;
        while (!exited_) {
            if (interruptions() > told) {
                if (told == 0 || what_.polite) pass_on_interrupt(told + 1);  // two that came at once count as one
                told = interruptions();
            }
            wait_for_event();
        }
        if (what_.contained) {
            ::kill(-process_.pid, SIGKILL);
            kill_descendants();
        }
        // What it has written last. A child that got away may hold the pipe open: then do not wait for its end.
        for (int i = 0; i < 1000 && reading_ > 0 && received_; ++i) {
            received_ = false;
            uv_run(loop(), UV_RUN_NOWAIT);
        }
    }

    void kill() {
        ::kill(-process_.pid, SIGKILL);
        uv_process_kill(&process_, SIGKILL);
        kill_descendants(process_.pid);
    }

    void close(uv_handle_t* handle) {
        if (uv_is_closing(handle)) return;
        uv_close(handle, [](uv_handle_t* h) { --self(h).open_; });
    }

    void close_all() {
        for (int i = 0; i < handle_count_; ++i) close(handles_[i]);
        while (open_ > 0) wait_for_event();
    }

    bool fail(int error) {
        ended_.error = what_.command[0] + ": " + uv_strerror(error);
        ended_.exit_code = 127;
        return false;
    }

    static void allocate(uv_handle_t* handle, std::size_t, uv_buf_t* buffer) {
        auto& block = self(handle).block_;
        *buffer = uv_buf_init(block.data(), block.size());
    }

    template <std::function<void(std::string_view)> Process::*listener>
    static void read(uv_stream_t* stream, ssize_t n, const uv_buf_t* buffer) {
        Running& r = self(stream);
        r.received_ = true;
        if (n < 0) {
            --r.reading_;
            uv_read_stop(stream);
        } else if (n > 0) {
            if (r.what_.silence_limit > 0) uv_timer_again(&r.silence_);
            if (r.what_.*listener) (r.what_.*listener)({buffer->base, static_cast<std::size_t>(n)});
        }
    }

    const Process& what_;
    Ended ended_;
    bool exited_ = false, received_ = true;
    int open_ = 0, reading_ = 0;
    std::array<uv_handle_t*, 7> handles_{};
    int handle_count_ = 0;
    uv_process_t process_{};
    uv_pipe_t output_{}, errors_{}, input_{};
    uv_timer_t time_{}, silence_{}, patience_{};
    TimeLimit limit_;
    std::array<char, 1 << 16> block_;
};

}  // namespace

Ended run(const Process& process) {
    throw_if_interrupted();
    Ended ended = Running(process).run();
    if (!process.polite) throw_if_interrupted();
    return ended;
}

void run_in_the_foreground(const std::vector<std::string>& command) {
    std::fflush(stdout);
    adopt_orphans();
    const auto environment = environment_with({{answers::guard_variable, answers::guarded_by_me()}});
    std::vector<char*> words = pointers(command), variables = pointers(environment);
    const pid_t program = ::fork();
    if (program == 0) {
        ::signal(SIGPIPE, SIG_DFL);
        ::execve(words[0], words.data(), variables.data());
        ::_exit(127);
    }
    if (program < 0 || ::access(words[0], X_OK) != 0) throw SetupError(msg::cannot_start(command[0]));
    const int status = answers::watch(program, 0);
    kill_descendants();
    answers::end_like(status);
}

}  // namespace learn
