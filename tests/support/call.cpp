#include "support/call.hpp"

#include <algorithm>
#include <stdexcept>

#include "support/grade.hpp"

namespace grader {
namespace {

template <class Tensors>
auto& find(Tensors& tensors, const std::string& name) {
    const auto found = std::find_if(tensors.begin(), tensors.end(), [&](auto& t) { return t.first == name; });
    if (found == tensors.end()) throw std::logic_error("the test has no tensor named " + name);
    return found->second;
}

}  // namespace

Tensor& Call::operator[](const std::string& name) { return find(tensors, name); }
const Tensor& Call::operator[](const std::string& name) const { return find(tensors, name); }

bool Call::has(const std::string& name) const {
    return std::any_of(tensors.begin(), tensors.end(), [&](auto& t) { return t.first == name; });
}

std::optional<Tensor> Call::maybe(const std::string& name) const {
    return has(name) ? std::optional<Tensor>((*this)[name]) : std::nullopt;
}

float Call::number(const std::string& name) const { return numbers.at(name); }

std::size_t Call::elements() const {
    std::size_t n = 0;
    for (const auto& t : tensors) n += t.second.size();
    return n;
}

// Not beside `grade`, which cannot be linked without a learner's answer: reports need it, and they have tests of their own.
std::string output_before(std::size_t k) { return k == 0 ? "out before" : "out 2 before"; }

}  // namespace grader
