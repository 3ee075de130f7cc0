#include "week1/02-rms-norm/rms_norm.hpp"

#include "grader/as_part.hpp"
#include "tests/week1/02-rms-norm/rms_norm/mistakes.hpp"

tiny_llm::Tensor tiny_llm::RMSNorm::operator()(const Tensor& x) const {
    return grader::as_part(&::rms_norm, "x", x, "weight", weight, "eps", eps);
}
