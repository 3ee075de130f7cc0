#pragma once

#include <httplib.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace tiny_llm {

/// A thread for each connection, as one that waits for its answer, or says nothing, must not hold up the others. (httplib's own queue
/// has as many threads as the machine has cores, and a few more.) What still waits at the end is not waited for.
class Threads : public httplib::TaskQueue {
    static constexpr int most = 2000;
    using Enqueued = decltype(std::declval<httplib::TaskQueue>().enqueue({}));  // bool in later versions
    struct Alive {
        std::mutex mutex;
        std::condition_variable one_less;
        int count = 0;
    };

public:
    Enqueued enqueue(std::function<void()> serve) override {
        {
            std::unique_lock lock(alive_->mutex);
            alive_->one_less.wait(lock, [this] { return alive_->count < most; });
            ++alive_->count;
        }
        std::thread([alive = alive_, serve = std::move(serve)] {
            serve();
            const std::lock_guard lock(alive->mutex);
            --alive->count;
            alive->one_less.notify_all();
        }).detach();
        return Enqueued(true);
    }
    void shutdown() override {}

private:
    std::shared_ptr<Alive> alive_ = std::make_shared<Alive>();
};

}  // namespace tiny_llm
