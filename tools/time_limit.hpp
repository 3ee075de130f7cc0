#pragma once

#include <time.h>
#include <unistd.h>

#include <optional>

/// The processor time that a process has had so far, in seconds; nothing where the system does not tell.
inline std::optional<double> seconds_of_work([[maybe_unused]] pid_t process) {
#if !defined(__APPLE__)
    clockid_t clock;
    timespec time;
    if (::clock_getcpuclockid(process, &clock) == 0 && ::clock_gettime(clock, &time) == 0) {
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    }
#endif
    return std::nullopt;
}

/// Ends what never ends, and not what a busy machine lets wait: the time is over when a process has worked for so many
/// seconds, or has done nothing for three times as many (it may wait for a disk), or when ten times as many have passed.
class TimeLimit {
public:
    explicit TimeLimit(double seconds = 0) : seconds_(seconds) {}

    /// How often to ask.
    double step() const { return seconds_ / 10; }

    /// To be asked after each step, with the work so far.
    bool is_over(std::optional<double> work) {
        waited_ += step();
        const double worked = work.value_or(waited_);
        idle_ = worked - worked_ < step() / 100 ? idle_ + step() : 0;
        worked_ = worked;
        // What only works has a little less of the processor than the clock.
        if (waited_ < 0.95 * seconds_) return false;
        return worked_ > 0.8 * seconds_ || idle_ > 2.95 * seconds_ || waited_ > 9.95 * seconds_;
    }

private:
    double seconds_, waited_ = 0, worked_ = 0, idle_ = 0;
};
