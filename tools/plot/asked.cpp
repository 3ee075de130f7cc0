#include "asked.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <system_error>
#include <thread>

#include "tiny_llm/todo.hpp"

namespace tiny_llm::plot {
namespace {

using Seconds = std::chrono::duration<double>;

// A call takes microseconds. Endless ones cost this much; the runner ends everything after 15 s.
constexpr Seconds limit_of_all{1.0}, limit_of_one{0.2};
constexpr std::size_t most_endless = 8;  // of one panel, about
constexpr std::size_t most_points = 512;

/// Where a child leaves its answers.
struct Shared {
    std::atomic<std::size_t> at = 0;  // the number that is asked
    std::atomic<bool> done = false;
    Answer whole;
    Answer points[most_points];

    static Shared& make() {
        void* memory = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
        return *new (memory) Shared;
    }
};

template <class... Arguments>
void set_text(Answer& answer, const char* format, Arguments... arguments) {
    std::snprintf(answer.text, sizeof answer.text, format, arguments...);
}

/// Asks for x, and leaves how it ended in `whole` and the values in `points`.
void call(const Panel& panel, const Tensor& x, Answer& whole, Answer* points) {
    try {
        const Tensor y = panel.function(x);
        whole.end = y.size() == x.size() ? End::value : End::size;
        if (y.shape() != x.shape()) {
            std::string shape;
            for (const std::size_t extent : y.shape()) shape += (shape.empty() ? "" : ", ") + std::to_string(extent);
            set_text(whole, "(%s)", shape.c_str());
        }
        if (whole.end != End::value) return;
        for (std::size_t i = 0; i < y.size(); ++i) {
            points[i].end = End::value;
            points[i].y = y.flat(i);
        }
    } catch (const NotImplemented&) {
        whole.end = End::todo;
    } catch (const std::exception& error) {
        whole.end = End::threw;
        set_text(whole, "%s", error.what());
    } catch (...) {
        whole.end = End::threw;
    }
}

/// Runs `work` in a child. How it ended: End::value where it came to its end. `limit` is for each step of shared.at.
template <class Work>
Answer in_child(Shared& shared, Seconds limit, Work work) {
    shared.done = false;
    const pid_t child = ::fork();
    if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (child == 0) {
        const int nowhere = ::open("/dev/null", O_RDWR);
        for (const int stream : {0, 1, 2}) ::dup2(nowhere, stream);
        const rlimit no_core{0, 0};
        ::setrlimit(RLIMIT_CORE, &no_core);
        work();
        shared.done = true;
        ::_exit(0);
    }
    using Clock = std::chrono::steady_clock;
    auto began = Clock::now();
    std::size_t at = shared.at;
    bool killed = false;
    int status = 0;
    while (::waitpid(child, &status, WNOHANG) == 0) {
        if (shared.at != at) {
            at = shared.at;
            began = Clock::now();
        }
        if (Clock::now() - began > limit && !killed) {
            ::kill(child, SIGKILL);
            killed = true;
        }
        std::this_thread::sleep_for(std::chrono::microseconds(300));
    }
    Answer answer;
    if (killed) {
        answer.end = End::endless;
    } else if (WIFSIGNALED(status)) {
        answer.end = End::signal;
        answer.number = WTERMSIG(status);
    } else if (shared.done) {
        answer.end = End::value;
    } else {
        answer.end = End::exited;
        answer.number = WEXITSTATUS(status);
    }
    return answer;
}

/// Asks for number i alone.
void call_one(const Panel& panel, std::size_t i, Shared& shared) {
    Answer& point = shared.points[i];
    const Tensor x = {panel.x(i)};
    Answer how;
    call(panel, x, how, &point);
    if (how.end != End::value) point = how;
}

/// A crash costs one number. An endless loop costs time, so the numbers right of it are left out for a while, and
/// asked from the other side as far as they answer: where the loop ends is found to the number.
void one_by_one(const Panel& panel, Shared& shared) {
    const std::size_t n = panel.x.size(), step = n / most_endless + 1;
    for (std::size_t i = 0; i < n;) {
        shared.at = i;
        const Answer end = in_child(shared, limit_of_one, [&] {
            for (std::size_t k = i; k < n; ++k) {
                shared.at = k;
                call_one(panel, k, shared);
            }
        });
        if (end.end == End::value) break;
        i = shared.at;
        shared.points[i] = end;
        i = end.end == End::endless ? (i / step + 1) * step : i + 1;
    }
    for (std::size_t i = n - 1; i-- > 0;) {
        Answer& point = shared.points[i];
        if (point.end != End::none) continue;
        if (shared.points[i + 1].end == End::endless) {
            point.end = End::endless;  // between two that are
            continue;
        }
        shared.at = i;
        const Answer end = in_child(shared, limit_of_one, [&] { call_one(panel, i, shared); });
        if (end.end != End::value) point = end;
    }
}

}  // namespace

Answers ask(const Panel& panel) {
    const std::size_t n = panel.x.size();
    if (n > most_points) throw std::length_error("plot: " + panel.name + " has more numbers than are drawn");
    Shared& shared = Shared::make();
    const Answer end = in_child(shared, limit_of_all, [&] { call(panel, panel.x, shared.whole, shared.points); });
    if (end.end != End::value) shared.whole = end;
    const bool asked = shared.whole.end == End::value || shared.whole.end == End::todo;
    if (!asked && !panel.row) {
        std::fill_n(shared.points, n, Answer{});  // a crash may have left some
        one_by_one(panel, shared);
    }
    return {shared.whole, {shared.points, shared.points + n}};
}

}  // namespace tiny_llm::plot
