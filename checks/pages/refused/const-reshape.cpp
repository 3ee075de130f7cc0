// refused: discards qualifiers|but function is not marked const|no matching member function

#include "tiny_llm/tensor.hpp"

using namespace tiny_llm;

void flatten(const Tensor& x) {
    // region const-reshape
    x.reshape({-1, 3});
    // endregion
}
