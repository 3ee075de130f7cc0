#include "grader/arguments.hpp"

#include <cstring>

#include "grader/turns.hpp"

namespace grader {

Arguments::Arguments(const Call& call) : function(call.function), call_(&call) {}
Arguments::~Arguments() = default;

void Arguments::become(const Call& call) {
    function = call.function;
    call_ = &call;
    for (auto& [name, tensor] : tensors_) fill(name, tensor);
}

Tensor& Arguments::operator[](const std::string& name) {
    const auto [place, is_new] = tensors_.try_emplace(name);
    if (is_new) fill(name, place->second);
    return place->second;
}

bool Arguments::has(const std::string& name) const { return call_->find(name) != nullptr; }

std::optional<Tensor> Arguments::maybe(const std::string& name) {
    return has(name) ? std::optional<Tensor>((*this)[name]) : std::nullopt;
}

const std::string& Arguments::text(const std::string& name) const { return std::get<std::string>((*call_)[name].is); }

const Values& Arguments::several(const std::string& name) const { return std::get<Values>((*call_)[name].is); }

std::vector<std::string> Arguments::modified() const {
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

void Arguments::fill(const std::string& name, Tensor& tensor) {
    const auto& array = std::get<Floats>((*call_)[name].is);
    tensor.resize(array.shape);
    std::copy(array.values.begin(), array.values.end(), tensor.data());
}

namespace {

Outcome made(Function function, Arguments& arguments) {
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

}  // namespace

Outcome run(Function function, std::span<const Call> calls, std::size_t& at) {
    Arguments arguments(calls.front());
    for (at = 0; at + 1 < calls.size(); arguments.become(calls[++at])) made(function, arguments);
    return made(function, arguments);
}

Outcome run(Function function, const Call& call) {
    std::size_t at = 0;
    return run(function, {&call, 1}, at);
}

}  // namespace grader
