// Verifies and times the ways to compute an operation, all in one run. `./learn bench` builds and reads it: one JSON
// object a line, as emit() prints them.

#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "bench/speed/library.hpp"
#include "bench/speed/limits.hpp"
#include "bench/speed/operation.hpp"
#include "bench/speed/pytorch.hpp"
#include "bench/speed/race.hpp"
#include "bench/speed/threads.hpp"
#include "bench/speed/verify.hpp"
#include "tiny_llm/todo.hpp"
#include "tools/answers/guard.hpp"

namespace {

using namespace tiny_llm;
using namespace tiny_llm::bench;
using json = nlohmann::ordered_json;

struct Asked {
    std::vector<std::string> operations;
    std::string yours = "none";
    bool large = false, verify_only = false;
    std::size_t threads = 1, most_rows = 512;
    std::string python;
};

void emit(const json& event) { std::cout << event.dump(-1, ' ', false, json::error_handler_t::replace) << std::endl; }

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// All that take part in one operation: its name, and the file that the learner's is called.
struct Field {
    std::string op;
    std::vector<std::string> impls;
    std::string yours;  // "yours", "plain" or none
};

Field field_of(const std::string& op, const Asked& asked) {
    std::ifstream file(TINY_LLM_CONTENDERS "/list.json");
    Field field{op, {}, asked.yours == "fast" ? "yours" : asked.yours == "plain" ? "plain" : ""};
    if (!field.yours.empty()) field.impls.push_back("yours");
    for (const json& ladder : json::parse(file)) {
        if (ladder["op"] != op) continue;
        for (const json& impl : ladder["impls"]) field.impls.push_back(impl);
        return field;
    }
    throw std::runtime_error("no operation is called " + op);
}

std::filesystem::path library_of(const Field& field, std::string impl) {
    if (impl == "yours") impl = field.yours;
    std::replace(impl.begin(), impl.end(), ':', '-');
    return std::filesystem::path(TINY_LLM_CONTENDERS) / field.op / (impl + ".so");
}

/// Runs before the clock starts, so that each finds its own buffers in the caches as if it alone were called again and
/// again, and its threads awake. One run is not enough: the last-level cache keeps what was used more than once.
Racer timed(const std::string& impl, std::size_t threads, const std::function<void()>& run) {
    return {impl, threads, [run](std::size_t times, std::size_t count) {
                use_threads(count);
                const auto warm = Clock::now();
                for (int i = 0; i < 3 && seconds_since(warm) < 0.02; ++i) run();
                const auto begin = Clock::now();
                for (std::size_t i = 0; i < times; ++i) run();
                return seconds_since(begin);
            }};
}

/// One shape of one operation: who takes part, and who was refused.
class Heat {
public:
    Heat(const Field& field, const std::string& shape, const Workload& work, const Asked& asked)
        : field_(field), shape_(shape), work_(work), asked_(asked) {}

    bool refused_some() const { return refused_; }

    void verify() {
        for (const std::string& impl : field_.impls) {
            try {
                auto entrant = std::make_shared<Entrant>(library_of(field_, impl), work_.inputs.get());
                const std::string wrong = first_wrong(entrant->contender().outputs(), work_);
                if (!wrong.empty()) {
                    refuse(impl, "wrong", wrong);
                    continue;
                }
                enter(impl, entrant, asked_.threads);
            } catch (const NotImplemented& todo) {
                refuse(impl, "unsolved", todo.what());
            } catch (const std::exception& error) {
                refuse(impl, "threw", error.what());
            }
        }
    }

    void verify(PyTorch& pytorch) {
        for (const std::string& name : pytorch.load(field_.op, work_)) {
            // Layer norm is no RMSNorm: there is nothing here to compare its numbers with, and none of ours computes it.
            const std::string wrong = name == "pytorch" ? first_wrong(pytorch.outputs(name, work_), work_) : "";
            if (!wrong.empty()) {
                refuse(name, "wrong", wrong);
                continue;
            }
            racers_.push_back({name, asked_.threads, [&pytorch, name](std::size_t times, std::size_t) {
                                   return pytorch.seconds(name, times);
                               }});
        }
    }

    /// The best with more threads, beside itself with one. With tensors of its own: others would lie in the caches of two
    /// cores when one core alone takes its turn.
    void add_threads(std::size_t threads) {
        const bool runs =
            std::any_of(racers_.begin(), racers_.end(), [](const Racer& r) { return r.impl == "solution"; });
        if (!runs) return;
        enter("solution", std::make_shared<Entrant>(library_of(field_, "solution"), work_.inputs.get()), threads);
    }

    void run() {
        // The two limits come last.
        const Limit arithmetic = computing(work_.operations);
        for (const Limit* limit : {&work_.memory, &arithmetic}) {
            racers_.push_back(timed("limit", asked_.threads, limit->run));
        }
        race(racers_, asked_.large ? 5.0 : 1.0, [this](std::size_t done, std::size_t of) {
            if (seconds_since(told_) < 0.1 && done != of) return;
            told_ = Clock::now();
            emit({{"event", "progress"}, {"op", field_.op}, {"shape", shape_}, {"done", done}, {"of", of}});
        });
        report(arithmetic);
    }

private:
    void enter(const std::string& impl, const std::shared_ptr<Entrant>& entrant, std::size_t threads) {
        Racer racer = timed(impl, threads, [entrant] { entrant->contender().run(); });
        racer.seconds = [entrant, seconds = racer.seconds](std::size_t times, std::size_t count) {
            use_threads(count);
            entrant->move();
            return seconds(times, count);
        };
        racers_.push_back(racer);
    }

    void refuse(const std::string& impl, const char* reason, const std::string& text) {
        refused_ = true;
        emit({{"event", "refused"},
              {"op", field_.op},
              {"shape", shape_},
              {"impl", impl},
              {"reason", reason},
              {"text", text}});
    }

    /// Of memory and arithmetic, whichever takes longer is the limit.
    void report(const Limit& arithmetic) {
        const double computing = racers_.back().median();
        racers_.pop_back();
        const double moving = racers_.back().median() * work_.memory.factor;
        const double limit = std::max(moving, computing);
        racers_.back().samples = {limit};
        for (const Racer& racer : racers_) {
            const double median = racer.median();
            json row{{"event", "row"},
                     {"op", field_.op},
                     {"shape", shape_},
                     {"impl", racer.impl},
                     {"threads", racer.threads},
                     {"median_ms", median},
                     {"ratio_to_limit", median / limit},
                     {"bytes", work_.bytes},
                     {"operations", work_.operations}};
            if (racer.impl == "limit") {
                row["limit"] = moving < computing ? arithmetic.name : work_.memory.name;
                row["memory_ms"] = moving;
                row["arithmetic_ms"] = computing;
            }
            emit(row);
        }
    }

    const Field& field_;
    const std::string shape_;
    const Workload& work_;
    const Asked& asked_;
    std::vector<Racer> racers_;
    bool refused_ = false;
    Clock::time_point told_ = Clock::now();
};

constexpr std::size_t row_counts[] = {1, 8, 64, 512};

bool run(const Asked& asked) {
    const Widths widths = asked.large ? qwen2_7b : qwen2_0_5b;
    use_threads(asked.threads);
    emit({{"event", "start"},
          {"cpu", cpu_name()},
          {"cores", most_threads()},
          {"blas", {{"library", blas_library()}, {"kernel", blas_kernel()}, {"config", blas_config()}}}});
    std::unique_ptr<PyTorch> pytorch;
    if (!asked.python.empty()) pytorch = std::make_unique<PyTorch>(asked.python, asked.threads);
    bool all_right = true;
    for (const Operation& operation : operations()) {
        if (std::find(asked.operations.begin(), asked.operations.end(), operation.name) == asked.operations.end())
            continue;
        const Field field = field_of(operation.name, asked);
        const auto shape = [&](std::size_t rows) {
            return std::to_string(rows) + "x" + std::to_string(operation.width(widths));
        };
        std::vector<std::size_t> rows_timed;
        for (const std::size_t rows : row_counts) {
            if (rows <= asked.most_rows) rows_timed.push_back(rows);
        }
        json shapes = json::array();
        for (const std::size_t rows : rows_timed) shapes.push_back(shape(rows));
        json impls = field.impls;
        if (pytorch) impls.push_back("pytorch");
        impls.push_back("limit");
        emit({{"event", "plan"}, {"op", operation.name}, {"shapes", shapes}, {"impls", impls}});
        for (const std::size_t rows : rows_timed) {
            const Workload work = operation.make(rows, widths);
            Heat heat(field, shape(rows), work, asked);
            heat.verify();
            if (pytorch) heat.verify(*pytorch);
            if (asked.threads == 1 && rows == 512 && most_threads() > 1) heat.add_threads(2);
            if (!asked.verify_only) heat.run();
            all_right = all_right && !heat.refused_some();
        }
    }
    emit({{"event", "end"}});
    return all_right;
}

/// Threads that wait for work run for a tenth of a millisecond, so that those of the one whose turn it is are awake when he
/// calls again, and then sleep, so that they do not take the core from the next one. By themselves they run for 3 ms
/// (libgomp), 200 ms (libomp) and 25 ms (OpenBLAS). All read this once, when they are loaded, and so the program starts
/// itself again.
void let_threads_sleep(char** argv) {
    if (std::getenv("GOMP_SPINCOUNT")) return;
    ::setenv("GOMP_SPINCOUNT", "10000", 1);
    ::setenv("KMP_BLOCKTIME", "1", 1);             // milliseconds: there is nothing shorter but not to wait at all
    ::setenv("OPENBLAS_THREAD_TIMEOUT", "18", 1);  // 2^18 clock ticks
#ifdef TINY_LLM_LEVEL
    // The libraries too are to do without what processors of that level lack.
    const bool avx2 = std::string(TINY_LLM_LEVEL) == "x86-64-v3";
    ::setenv("OPENBLAS_CORETYPE", avx2 ? "Haswell" : "Nehalem", 1);
    ::setenv("DNNL_MAX_CPU_ISA", avx2 ? "AVX2" : "SSE41", 1);
    ::setenv("ATEN_CPU_CAPABILITY", avx2 ? "avx2" : "default", 1);
#endif
    ::execv("/proc/self/exe", argv);  // where this is not possible, it goes on as it is
}

/// From the heap, because a piece that the system gives by itself begins a page, always.
void take_all_memory_from_the_heap() {
#ifdef __GLIBC__
    ::mallopt(M_MMAP_THRESHOLD, 1 << 30);
    ::mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

}  // namespace

int main(int argc, char** argv) {
    answers::guard();
    let_threads_sleep(argv);
    take_all_memory_from_the_heap();
    Asked asked;
    CLI::App app("Verifies and times the ways to compute an operation.");
    std::vector<std::string> names;
    for (const Operation& operation : operations()) names.push_back(operation.name);
    app.add_option("operation", asked.operations, "which; all by default")->check(CLI::IsMember(names));
    app.add_option("--yours", asked.yours, "the learner's fast file, plain file, or none")
        ->check(CLI::IsMember({"fast", "plain", "none"}));
    app.add_option("--threads", asked.threads)->check(CLI::Range(std::size_t{1}, most_threads()));
    app.add_option("--most-rows", asked.most_rows, "leave out the shapes with more")->check(CLI::Range(1, 512));
    app.add_option("--pytorch", asked.python, "a Python that has PyTorch");
    app.add_flag("--large", asked.large, "the widths of Qwen2-7B");
    app.add_flag("--verify", asked.verify_only, "times nothing; exit 1 when anyone is wrong");
    CLI11_PARSE(app, argc, argv);
    if (asked.operations.empty()) asked.operations = names;
    try {
        const bool all_right = run(asked);
        return asked.verify_only && !all_right ? 1 : 0;
    } catch (const std::exception& error) {
        std::cerr << "bench: " << error.what() << "\n";
        return 2;
    }
}
