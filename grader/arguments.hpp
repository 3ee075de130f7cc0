#pragma once
// Between the grader, which knows no xtensor, and an exercise's functions, which take tensors. Only the libraries of calls
// and of planted answers are compiled with this.

#include <cstring>
#include <map>
#include <optional>
#include <stdexcept>

#include "grader/module.hpp"
#include "grader/turns.hpp"
#include "tiny_llm/tensor.hpp"
#include "tiny_llm/todo.hpp"

namespace grader {

using tiny_llm::Tensor;

/// A call's arguments. What the callee changes in a tensor is seen afterwards; a copy that it was given, such as a
/// struct's weight, is put back with `arguments["weight"] = norm.weight`.
class Arguments {
public:
    explicit Arguments(const Call& call) : function(call.function), call_(&call) {}

    std::string function;

    /// Another call's, in the same tensors.
    void become(const Call& call) {
        function = call.function;
        call_ = &call;
        for (auto& [name, tensor] : tensors_) fill(name, tensor);
    }

    Tensor& operator[](const std::string& name) {
        const auto [place, is_new] = tensors_.try_emplace(name);
        if (is_new) fill(name, place->second);
        return place->second;
    }
    bool has(const std::string& name) const { return call_->find(name) != nullptr; }
    std::optional<Tensor> maybe(const std::string& name) {
        return has(name) ? std::optional<Tensor>((*this)[name]) : std::nullopt;
    }
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
    const std::string& text(const std::string& name) const { return std::get<std::string>((*call_)[name].is); }
    const Values& several(const std::string& name) const { return std::get<Values>((*call_)[name].is); }

    std::vector<std::string> modified() const {
        std::vector<std::string> names;
        for (const auto& [name, value] : call_->arguments) {
            const auto asked = tensors_.find(name);
            // Of what an output was before, the callee has a copy.
            if (asked == tensors_.end() || name.ends_with(" before")) continue;
            const Tensor& now = asked->second;
            const auto& before = std::get<Floats>(value.is);
            const bool same_shape =
                std::equal(now.shape().begin(), now.shape().end(), before.shape.begin(), before.shape.end());
            const bool same = same_shape && (before.size() == 0 || std::memcmp(now.data(), before.values.data(),
                                                                               before.size() * sizeof(float)) == 0);
            if (!same) names.push_back(name);
        }
        return names;
    }

private:
    void fill(const std::string& name, Tensor& tensor) {
        const auto& array = std::get<Floats>((*call_)[name].is);
        tensor.resize(array.shape);
        std::copy(array.values.begin(), array.values.end(), tensor.data());
    }

    const Call* call_;
    std::map<std::string, Tensor> tensors_;  // those that were asked for
};

inline Outcome run(Function function, Arguments& arguments) {
    Outcome outcome;
    try {
        const auto once = [&] { return function(arguments); };
        outcome.outputs = arguments.has("threads")
                              ? in_turns(once, arguments.number<int>("threads"), arguments.number<int>("runs"))
                              : once();
    } catch (const tiny_llm::NotImplemented& e) {
        outcome.kind = Outcome::Kind::todo;
        outcome.what = e.what();
        outcome.file = e.file;
        outcome.line = e.line;
    } catch (const std::invalid_argument& e) {
        outcome.kind = Outcome::Kind::invalid_argument;
        outcome.what = e.what();
    } catch (const std::exception& e) {
        outcome.kind = Outcome::Kind::other_exception;
        outcome.what = e.what();
    } catch (...) {
        outcome.kind = Outcome::Kind::other_exception;
    }
    outcome.modified = arguments.modified();
    return outcome;
}
inline Outcome run(Function function, std::span<const Call> calls, std::size_t& at) {
    Arguments arguments(calls.front());
    for (at = 0; at + 1 < calls.size(); arguments.become(calls[++at])) run(function, arguments);
    return run(function, arguments);
}
inline Outcome run(Function function, const Call& call) {
    std::size_t at = 0;
    return run(function, {&call, 1}, at);
}

}  // namespace grader

/// Makes a library of these answers: {id, en, zh, function}, ….
#define GRADER_MODULE(...)                                          \
    extern "C" const grader::Module tiny_llm_module;                \
    static const grader::Answer tiny_llm_answers[] = {__VA_ARGS__}; \
    extern "C" const grader::Module tiny_llm_module{tiny_llm_answers, std::size(tiny_llm_answers), &grader::run};
