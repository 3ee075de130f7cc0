#pragma once

#include <uv.h>

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "course/course.hpp"
#include "system/lock.hpp"

namespace learn {

/// Builds what will be needed next while the learner reads, at the lowest priority. A build that somebody waits for ends it
/// (LockForOthers). What fails here is told when it is needed.
class Ahead {
public:
    using Targets = std::vector<std::string>;

    explicit Ahead(const Course& course);
    ~Ahead();
    Ahead(const Ahead&) = delete;
    Ahead& operator=(const Ahead&) = delete;

    /// What to build, one step after the other.
    void plan(std::deque<Targets> steps) { steps_ = std::move(steps); }

    /// To be called whenever the loop has nothing else to do: starts the next step if none runs.
    void go_on();

    /// Returns when nothing runs any more.
    void stop();

private:
    void start();
    void wait();
    void clear();
    void close(uv_handle_t* handle);

    const Course& course_;
    std::deque<Targets> steps_;
    std::optional<LockForOthers> lock_;  // held while ninja runs
    uv_process_t ninja_{};
    uv_pipe_t output_{};
    uv_timer_t pause_{};  // while somebody else builds
    bool running_ = false, ended_ = false, killed_ = false;
    int open_ = 0;
};

}  // namespace learn
