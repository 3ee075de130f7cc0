#pragma once

#include <string>

namespace learn {

struct Processor {
    std::string model;
    std::string revision;  // tells two processors of the same model's name apart; empty where it cannot be asked
    bool avx2 = false;     // and FMA, without which no kernel for AVX2 runs
    bool avx512 = false;   // F, CD, BW, DQ and VL: what the compilers call x86-64-v4
};

/// Asks the processor itself, which takes no time; the system's list of all cores can.
Processor processor();

}  // namespace learn
