#pragma once
// The function that makes an exercise's mistakes, in the place of the exercise as a part of the model.

#include <optional>

#include "grader/mistakes.hpp"
#include "tiny_llm/tensor.hpp"

namespace grader {
namespace {

/// Makes one mistake from now on.
[[maybe_unused]] bool make(const std::string& id) {
    for (const Described& one : described()) {
        if (one.id == id) return *one.made = one.as, true;
    }
    throw std::logic_error("there is no mistake " + id);
}

[[maybe_unused]] tiny_llm::Tensor tensor(const Floats& array) {
    tiny_llm::Tensor tensor(std::vector<std::size_t>(array.shape.begin(), array.shape.end()));
    std::copy(array.begin(), array.end(), tensor.begin());
    return tensor;
}

template <class T>
void add_argument(Call& call, const char* name, const T& value) {
    call.set(name, value);
}
template <class T>
void add_argument(Call& call, const char* name, const std::optional<T>& value) {
    if (value) call.set(name, *value);
}
inline void add_arguments(Call&) {}
template <class T, class... Rest>
void add_arguments(Call& call, const char* name, const T& value, const Rest&... rest) {
    add_argument(call, name, value);
    add_arguments(call, rest...);
}

template <class T>
void write_back(const Run&, const char*, const T&) {}
/// What a mistake has written into an argument that is const.
inline void write_back(const Run& run, const char* name, const tiny_llm::Tensor& argument) {
    if (const auto edited = run.edited.find(name); edited != run.edited.end())
        const_cast<tiny_llm::Tensor&>(argument) = tensor(edited->second);
}
inline void write_all_back(const Run&) {}
template <class T, class... Rest>
void write_all_back(const Run& run, const char* name, const T& argument, const Rest&... rest) {
    write_back(run, name, argument);
    write_all_back(run, rest...);
}

/// `function` of arguments that are told by name and value in turn.
template <class... Arguments>
Values outputs_as_part(Values (*function)(Run&), const Arguments&... arguments) {
    Call call;
    add_arguments(call, arguments...);
    Run run{call};
    Values outputs = function(run);
    write_all_back(run, arguments...);
    return outputs;
}

/// Its first output.
template <class... Arguments>
tiny_llm::Tensor as_part(Values (*function)(Run&), const Arguments&... arguments) {
    return tensor(std::get<Floats>(outputs_as_part(function, arguments...).at(0).is));
}

}  // namespace
}  // namespace grader
