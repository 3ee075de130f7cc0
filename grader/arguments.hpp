#pragma once
// Between the grader, which knows no xtensor, and an exercise's functions, which take tensors. Only the libraries of calls
// and of planted answers are compiled with this; all are linked with arguments.cpp, so that each compiles in a moment.

#include <map>
#include <optional>
#include <stdexcept>

#include "grader/module.hpp"
#include "tiny_llm/tensor.hpp"
#include "tiny_llm/todo.hpp"

namespace grader {

using tiny_llm::Tensor;

/// A call's arguments. What the callee changes in a tensor is seen afterwards; a copy that it was given, such as a
/// struct's weight, is put back with `arguments["weight"] = norm.weight`.
class Arguments {
public:
    explicit Arguments(const Call& call);
    ~Arguments();

    std::string function;

    /// Another call's, in the same tensors.
    void become(const Call& call);

    Tensor& operator[](const std::string& name);
    bool has(const std::string& name) const;
    std::optional<Tensor> maybe(const std::string& name);
    /// A float unless another type is asked for.
    template <class T = float>
    T number(const std::string& name) const {
        const Value& value = (*call_)[name];
        if (const auto* whole = std::get_if<std::int64_t>(&value.is)) return static_cast<T>(*whole);
        return static_cast<T>(std::get<double>(value.is));
    }
    template <class T>
    std::vector<T> numbers(const std::string& name) const {
        const auto& array = std::get<Integers>((*call_)[name].is);
        return {array.values.begin(), array.values.end()};
    }
    const std::string& text(const std::string& name) const;
    const Values& several(const std::string& name) const;

    std::vector<std::string> modified() const;

private:
    void fill(const std::string& name, Tensor& tensor);

    const Call* call_;
    std::map<std::string, Tensor> tensors_;  // those that were asked for
};

/// As of a module.
Outcome run(Function function, std::span<const Call> calls, std::size_t& at);
Outcome run(Function function, const Call& call);

}  // namespace grader

/// Makes of these answers to an exercise, {name, function}, …, what the grader finds by its id.
#define GRADER_MODULE(exercise, ...)                                                        \
    extern "C" const grader::Module tiny_llm_module_##exercise;                             \
    static const grader::Answer tiny_llm_answers_##exercise[] = {__VA_ARGS__};              \
    extern "C" const grader::Module tiny_llm_module_##exercise{tiny_llm_answers_##exercise, \
                                                               std::size(tiny_llm_answers_##exercise), &grader::run};
