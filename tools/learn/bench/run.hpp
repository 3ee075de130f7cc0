#pragma once

#include <string>
#include <vector>

#include "bench/results.hpp"
#include "course/course.hpp"
#include "grading/verdict.hpp"

namespace learn {

/// Which file of the learner's runs beside the others.
enum class Yours { fast, plain, none };

struct BenchOperation {
    std::string op;  // the plain exercise; the fast one is fast_<op>
    Yours yours;
    std::string broken = "";  // the exercise of which the file does not build, so that none of the learner's takes part
    std::string fingerprint = "";  // of the learner's file, as it was when it was read to be built
};

/// The exercise whose file that is.
const Exercise& bench_exercise(const Course& course, const BenchOperation& operation);

/// The programs and libraries for these operations. Where a file of the learner's does not build, what it is linked into
/// is left out, and its grade is returned, as `check` gives it. Throws SetupError where anything else does not build.
std::vector<Grade> build_bench(const Course& course, std::vector<BenchOperation>& operations);

struct BenchSettings {
    bool large = false;
    int most_rows = 0;            // 0: all shapes
    std::string threads, python;  // empty: the program's own
};

/// Times them into `results`. Where the program ends too early and the learner's file was in it, that is a refusal, "crashed"
/// or "timed_out", which `on_lost` is told of at once, and the operation is timed again without. Throws SetupError where it
/// ends too early all the same.
void run_bench(const Course& course, std::vector<BenchOperation> operations, const BenchSettings& settings,
               BenchResults& results, const std::function<void(const BenchRefusal&)>& on_lost);

/// A Python that has PyTorch; empty where there is none.
std::string python_with_torch(const Course& course);

}  // namespace learn
