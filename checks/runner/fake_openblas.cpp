// Stands in for an OpenBLAS that does not know the processor. With STUBBORN it is one that takes no other kernel either, with
// REFERENCE another BLAS, which is told by its name alone.
#include <cstdlib>

#ifdef REFERENCE
extern "C" void sgemm_() {}
#else
extern "C" const char* openblas_get_corename() {
    const char* told = std::getenv("OPENBLAS_CORETYPE");
#ifdef STUBBORN
    told = nullptr;
#endif
    return told ? told : "Prescott";
}

extern "C" const char* openblas_get_config() { return "OpenBLAS 0.0 fake"; }
#endif
