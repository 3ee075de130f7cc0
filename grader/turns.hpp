#pragma once
// A call with the arguments "threads" and "runs" is made with one thread, then so often with so many, which are made to
// wait in the middle of their work so that they overlap on any machine, however few processors it has: first one at a chosen
// instruction (overlap.hpp), then all at random times. What threads share by mistake is then wrong in some of the runs.
//
// Outputs: those of the run with several threads that is farthest from the one with one thread; those of the one with
// one thread; and {1} where runs with several threads differ from each other, {0} where they are all the same, {3} where none
// differs only because the compiler keeps in a register what the threads share (overlap.hpp). Where one
// thread alone gives something else when it is called again, no other run is made: it is no matter of threads, and the first
// outputs are of that call, the last is {2}.

#include <dlfcn.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <utility>

#if defined(__linux__)
#include <dirent.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#endif

#include "grader/module.hpp"
#include "grader/overlap.hpp"

namespace grader {

/// While it lives, the threads of this process are stopped for a moment again and again, each at times of its own.
class Interruptions {
#if defined(__linux__)
public:
    Interruptions() {
        struct sigaction action = {};
        action.sa_handler = wait_a_little;
        action.sa_flags = SA_RESTART;
        ::sigaction(SIGURG, &action, &before_);
        interrupts_ = std::thread([this] { run(); });
    }
    Interruptions(const Interruptions&) = delete;
    Interruptions& operator=(const Interruptions&) = delete;
    ~Interruptions() {
        ended_ = true;
        interrupts_.join();
        ::sigaction(SIGURG, &before_, nullptr);
    }

private:
    static void wait(long nanoseconds) {
        const timespec time{0, nanoseconds};
        ::nanosleep(&time, nullptr);
    }
    static void wait_a_little(int) {
        const int error = errno;
        wait(150'000);
        errno = error;
    }
    void run() {
        const auto own = static_cast<long>(::syscall(SYS_gettid));
        for (unsigned long random = 1; !ended_; wait(40'000)) {
            DIR* threads = ::opendir("/proc/self/task");
            if (!threads) return;
            while (const dirent* entry = ::readdir(threads)) {
                const long id = std::atol(entry->d_name);
                random = random * 6364136223846793005u + 1442695040888963407u;
                if (id > 0 && id != own && random >> 63 == 0) ::syscall(SYS_tgkill, ::getpid(), id, SIGURG);
            }
            ::closedir(threads);
        }
    }

    struct sigaction before_ = {};
    std::atomic<bool> ended_ = false;
    std::thread interrupts_;
#endif
};

/// How far two runs are apart: 0 where they differ by no more than sums in another order do.
static inline double distance(const Values& a, const Values& b) {
    double farthest = 0;
    for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
        const auto* one = std::get_if<Floats>(&a[k].is);
        const auto* other = std::get_if<Floats>(&b[k].is);
        if (!one || !other) continue;
        if (one->shape != other->shape) return HUGE_VAL;
        for (std::size_t i = 0; i < one->size(); ++i) {
            const double x = one->values[i], y = other->values[i];
            if (std::isnan(x) && std::isnan(y)) continue;
            if (std::isnan(x) || std::isnan(y)) return HUGE_VAL;
            const double off = std::abs(x - y);
            if (off > 1e-4 + 1e-4 * std::abs(y)) farthest = std::max(farthest, off);
        }
    }
    return farthest;
}

/// Makes the call as said above; `threads` is told to OpenMP.
static inline Values in_turns(const std::function<Values()>& call, int threads, [[maybe_unused]] int runs) {
    // Not linked with OpenMP: the answer brings it, if it uses it.
    const auto set_threads = reinterpret_cast<void (*)(int)>(::dlsym(RTLD_DEFAULT, "omp_set_num_threads"));
    const auto get_threads = reinterpret_cast<int (*)()>(::dlsym(RTLD_DEFAULT, "omp_get_max_threads"));
    struct AsBefore {
        std::function<void()> end;
        ~AsBefore() { end(); }
    };
    const int before = get_threads ? get_threads() : 0;
    const AsBefore as_before{[&] {
        if (set_threads && before > 0) set_threads(before);
    }};
    if (set_threads) set_threads(1);
    const Values alone = call();
    const auto outputs = [&](Values first, int differ) {
        first.insert(first.end(), alone.begin(), alone.end());
        // A model that leaves numbers open does not know whether they are the same in every run.
        first.push_back(Integers({1}, leaves_open(alone) ? any_number : differ));
        return first;
    };
    // Twice, since memory that was never set is often zero until it is given out again.
    for (int again = 0; again < 2; ++again) {
        Values one = call();
        if (distance(one, alone) > 0) return outputs(std::move(one), 2);
    }

    if (set_threads) set_threads(threads);
    Values first, farthest;
    bool differ = false;
    double most = -1;
    int turn = 0;
    const auto shows_sharing = [&] {
        ++turn;
        Values one = call();
        if (turn == 1) first = one;
        else differ = differ || distance(one, first) > 0;
        const double off = distance(one, alone);
        if (off > most) most = off, farthest = std::move(one);
        return differ && off > 0;
    };
    grader_overlap(-1, 0);
    bool shown = shows_sharing(), only_written = false;
    const int regions = std::min(grader_regions(), 3);
    for (int region = 0; region < regions; ++region) {
        for (const long instructions : {250, 2000}) {
            grader_overlap(region, instructions);
            shown = shown || shows_sharing();
            if (shown || only_written || !grader_shared()) continue;
            // They only write it, and nobody is disturbed by what stands there: else it is a sum of all threads, or a
            // number that one has computed for the others.
            bool undisturbed = true;
            for (const float number : {3e15f, -3e15f}) {
                grader_overlap(region, instructions);
                grader_disturb(number);
                undisturbed = distance(call(), alone) == 0 && undisturbed;
            }
            grader_disturb(0);
            only_written = undisturbed && grader_shared();
        }
    }
    grader_overlap(-1, 0);
    const Interruptions interruptions;
    for (int run = 0; run < runs && !shown && !shows_sharing();) ++run;
    // Only now: what is shared may have been written just before it was read, each time so far.
    if (only_written && most <= 0) return outputs(alone, 3);
    return outputs(std::move(farthest), differ ? 1 : 0);
}

}  // namespace grader
