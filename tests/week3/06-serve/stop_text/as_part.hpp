#include "week3/06-serve/stop_text.hpp"

#include <deque>

#include "grader/as_part.hpp"
#include "tests/week3/06-serve/stop_text/mistakes.hpp"

namespace {

std::deque<Stopper> all;  // which know more than the members of a StopText hold: `held` is the place in this

/// What one of them does.
template <class Does>
std::string done(tiny_llm::StopText& text, Does does) {
    grader::questions = 0;
    Stopper& stopper = all.at(std::stoul(text.held));
    std::string shown = does(stopper);
    text.stopped = stopper.stopped;
    return shown;
}

}  // namespace

tiny_llm::StopText::StopText(std::vector<std::string> stops) : held(std::to_string(all.size())) {
    all.emplace_back(std::move(stops));
}

std::string tiny_llm::StopText::push(std::string_view text) {
    const std::string piece(text);
    return done(
        *this, [&](Stopper& stopper) { return stopper.push(up_to_a_zero ? std::string(piece.c_str()) : piece); });
}

std::string tiny_llm::StopText::end() {
    return done(*this, [](Stopper& stopper) { return stopper.end(); });
}
