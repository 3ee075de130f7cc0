#pragma once

#include <string>
#include <vector>

#include "bench/medal.hpp"
#include "bench/results.hpp"
#include "plot/picture.hpp"

namespace learn {

/// What is shown together: one shape at one number of threads, and those that were timed in the plan's order. Who was not
/// timed is in the first of a shape's blocks.
struct BenchBlock {
    std::string shape;
    int threads = 0;
    std::string limit;  // what sets it
    struct Bar {
        std::string impl;
        const BenchRow* row = nullptr;          // null where it was not timed,
        const BenchRefusal* refusal = nullptr;  // and this where it is told why
        Medal medal = Medal::none;              // the learner's

        std::string name() const;  // "oneDNN", "yours (silver)"
    };
    std::vector<Bar> bars;

    /// As much faster than the limit as anything here is, from 1 to 4: what a whole bar stands for.
    double scale() const;
    const BenchRow* row(const std::string& impl) const;
};

std::vector<BenchBlock> bench_blocks(const BenchResults& results, const BenchPlan& plan);

/// The blocks of an operation, one below the other, and how the times grow with the first number of the shape.
std::string bench_text(const BenchResults& results, const BenchPlan& plan, const PlotPaper& paper);

/// "fast_silu: silver, held back by 1 × 4864. …", in a line or two; `next_file` is the next step's.
std::string standing_text(const std::string& id, const Standing& standing, const std::string& next_file,
                          const PlotPaper& paper);

/// The same bars as an SVG file, all operations one below the other.
std::string bench_svg(const BenchResults& results);

/// "OpenBLAS SkylakeX on Intel(R) Xeon(R) Processor, 2 cores", as the program has found it.
std::string bench_machine(const BenchResults& results);

/// "silver", in the learner's language
std::string medal_text(Medal medal);

/// "yours", "one-pass", "oneDNN"
std::string bench_name(const std::string& impl);

/// "limit: memcpy, 1 thread"
std::string bench_conditions(const BenchBlock& block);

/// "0.93 ms", "1.25 s"; "2.6×"
std::string time_text(double milliseconds);
std::string ratio_text(double ratio);

/// "512 × 4864" for "512x4864"
std::string bench_shape(const std::string& shape);

}  // namespace learn
