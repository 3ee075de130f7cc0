#include "grader/plot.hpp"

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
#include <cmath>
#include <cstdio>
#include <system_error>
#include <thread>

#include "tools/json/json.hpp"

namespace grader {
namespace {

/// How a call ended: with a value; in todo(); with an exception; with something of another size; by a signal; by the
/// end of the program; or not at all.
enum class End { none, value, todo, threw, size, signal, exited, endless };
constexpr const char* names[] = {"none", "value", "todo", "threw", "size", "signal", "exited", "endless"};

struct Drawn {
    End end = End::none;
    float y = 0;
    int number = 0;       // the signal, or the exit code
    char text[120] = "";  // of the exception; the shape that came, where it is not the one that was asked for
};

struct Answers {
    Drawn whole;                // of the call with all numbers at once
    std::vector<Drawn> points;  // of each number. Those of a curve are asked one by one where `whole` gave no values
};

using Seconds = std::chrono::duration<double>;

// A call takes microseconds. Endless ones cost this much; the runner ends everything after 15 s.
constexpr Seconds limit_of_all{1.0}, limit_of_one{0.2};
constexpr std::size_t most_endless = 8;  // of one panel, about
constexpr std::size_t most_points = 512;

/// Where a child leaves its answers.
struct Shared {
    std::atomic<std::size_t> at = 0;  // the number that is asked
    std::atomic<bool> done = false;
    Drawn whole;
    Drawn points[most_points];

    static Shared& make() {
        void* memory = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
        return *new (memory) Shared;
    }
};

template <class... Arguments>
void set_text(Drawn& answer, const char* format, Arguments... arguments) {
    std::snprintf(answer.text, sizeof answer.text, format, arguments...);
}

/// Whoever is asked, and what.
struct Asking {
    const Module& module;
    Function function;
    const Panel& panel;
};

/// Asks for x, and leaves how it ended in `whole` and the values in `points`.
void call(const Asking& asking, const std::vector<float>& x, Drawn& whole, Drawn* points) {
    Call one = asking.panel.call;
    one.set("x", Floats({x.size()}, x));
    const Outcome outcome = run(asking.module, asking.function, one);
    if (outcome.kind != Outcome::Kind::returned) {
        whole.end = outcome.kind == Outcome::Kind::todo ? End::todo : End::threw;
        if (whole.end == End::threw) set_text(whole, "%s", outcome.what.c_str());
        return;
    }
    const auto& y = std::get<Floats>(outcome.outputs.at(0).is);
    whole.end = y.size() == x.size() ? End::value : End::size;
    if (y.shape != std::vector<std::size_t>{x.size()}) {
        std::string shape;
        for (const std::size_t extent : y.shape) shape += (shape.empty() ? "" : ", ") + std::to_string(extent);
        set_text(whole, "(%s)", shape.c_str());
    }
    if (whole.end != End::value) return;
    for (std::size_t i = 0; i < y.size(); ++i) {
        points[i].end = End::value;
        points[i].y = y.values[i];
    }
}

/// Runs `work` in a child. How it ended: End::value where it came to its end. `limit` is for each step of shared.at.
template <class Work>
Drawn in_child(Shared& shared, Seconds limit, Work work) {
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
    Drawn answer;
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
void call_one(const Asking& asking, std::size_t i, Shared& shared) {
    Drawn& point = shared.points[i];
    Drawn how;
    call(asking, {asking.panel.x[i]}, how, &point);
    if (how.end != End::value) point = how;
}

/// A crash costs one number. An endless loop costs time, so the numbers right of it are left out for a while, and
/// asked from the other side as far as they answer: where the loop ends is found to the number.
void one_by_one(const Asking& asking, Shared& shared) {
    const std::size_t n = asking.panel.x.size(), step = n / most_endless + 1;
    for (std::size_t i = 0; i < n;) {
        shared.at = i;
        const Drawn end = in_child(shared, limit_of_one, [&] {
            for (std::size_t k = i; k < n; ++k) {
                shared.at = k;
                call_one(asking, k, shared);
            }
        });
        if (end.end == End::value) break;
        i = shared.at;
        shared.points[i] = end;
        i = end.end == End::endless ? (i / step + 1) * step : i + 1;
    }
    for (std::size_t i = n - 1; i-- > 0;) {
        Drawn& point = shared.points[i];
        if (point.end != End::none) continue;
        if (shared.points[i + 1].end == End::endless) {
            point.end = End::endless;  // between two that are
            continue;
        }
        shared.at = i;
        const Drawn end = in_child(shared, limit_of_one, [&] { call_one(asking, i, shared); });
        if (end.end != End::value) point = end;
    }
}

Answers ask(const Asking& asking) {
    const Panel& panel = asking.panel;
    const std::size_t n = panel.x.size();
    if (n > most_points) throw std::length_error("plot: " + panel.name + " has more numbers than are drawn");
    Shared& shared = Shared::make();
    const Drawn end = in_child(shared, limit_of_all, [&] { call(asking, panel.x, shared.whole, shared.points); });
    if (end.end != End::value) shared.whole = end;
    const bool asked = shared.whole.end == End::value || shared.whole.end == End::todo;
    if (!asked && !panel.row) {
        std::fill_n(shared.points, n, Drawn{});  // a crash may have left some
        one_by_one(asking, shared);
    }
    return {shared.whole, {shared.points, shared.points + n}};
}

tools::Json json(const Drawn& answer) {
    tools::Json value{{"end", names[static_cast<int>(answer.end)]}, {"number", answer.number}, {"text", answer.text}};
    if (answer.end != End::value) return value;
    // JSON has neither NaN nor infinity.
    if (std::isfinite(answer.y)) value["y"] = answer.y;
    else value["y"] = std::isnan(answer.y) ? "nan" : answer.y > 0 ? "inf" : "-inf";
    return value;
}

}  // namespace

void draw(const std::vector<Panel>& panels, const Module& module, Function function) {
    auto all = tools::Json::array();
    for (const Panel& panel : panels) {
        const Answers answers = ask({module, function, panel});
        auto points = tools::Json::array();
        for (std::size_t i = 0; i < answers.points.size(); ++i) {
            points.push_back(json(answers.points[i]));
            points.back()["x"] = panel.x[i];
        }
        all.push_back({{"name", panel.name},
                       {"row", panel.row},
                       {"en", panel.en},
                       {"zh", panel.zh},
                       {"whole", json(answers.whole)},
                       {"points", points}});
    }
    std::printf("\n%s", tools::json_text({{"panels", all}}).c_str());
}

}  // namespace grader
