#pragma once

#include <string>

#include "course/course.hpp"

namespace learn {

/// The BLAS library that the course's programs are linked with, and which of its kernels they run.
struct Blas {
    enum class Chooser { library, course, user };

    std::string library;
    bool loaded = false;        // it could be asked
    std::string kernel;         // that runs; empty where the library does not say
    std::string config;         // as the library describes itself
    std::string library_picks;  // the kernel that runs when nobody chooses
    Chooser chosen_by = Chooser::library;
    std::string vendor = {};  // OpenBLAS, BLIS, MKL, ATLAS, FlexiBLAS, "reference"; empty where it is not known
};

/// OpenBLAS has a kernel for each family of processors, and takes one from 2004 where it does not know the processor's
/// name, whatever that can do. Where it would, this sets OPENBLAS_CORETYPE for this process and so for all that it
/// starts, if the library then really takes a better one, and says so the first time. A value of the user's is left
/// alone. What the library answers is kept in the build folder until the library, the processor or that value changes.
Blas choose_blas_kernel(const Course& course);

/// One of the kernels that OpenBLAS falls back to.
bool is_old_kernel(const std::string& kernel);

/// Matrix products take many times as long as they could: the reference BLAS, or an old kernel on a processor that has AVX2.
bool is_slow(const Blas& blas);

/// What is slow about it, and the command that mends it.
std::string slow_text(const Blas& blas);
std::string slow_fix(const Blas& blas);

/// "library", "course" or "user": who chose the kernel.
const char* chooser_name(const Blas& blas);

/// "OpenBLAS SkylakeX on Intel(R) Xeon(R) Processor", and who chose it where that was not the library itself ("" then). A BLAS
/// without kernels is called by its name, "" where that is not known.
std::string blas_line(const Blas& blas);
std::string blas_choice(const Blas& blas);

/// What the runner does when it is called with openblas_question and a library: it loads that with this
/// OPENBLAS_CORETYPE, none when empty, and prints what it answers. In a process of its own, because a loaded OpenBLAS
/// has started its threads and does not change its mind.
inline constexpr const char* openblas_question = "--which-openblas-kernel";
int tell_openblas_kernel(const std::string& library, const std::string& core_type);

}  // namespace learn
