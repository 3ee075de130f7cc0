#pragma once

#include <cstddef>
#include <string>

namespace tiny_llm::bench {

/// How many threads OpenMP's loops and OpenBLAS take from now on.
void use_threads(std::size_t count);

/// 1 where the compiler has no OpenMP.
std::size_t most_threads();

/// OpenBLAS's own words; empty with another BLAS.
std::string blas_kernel();
std::string blas_config();
std::string blas_library();  // the file that was loaded

std::string cpu_name();

}  // namespace tiny_llm::bench
