// plot_<id>_yours, plot_<id>_given: asks an exercise's functions for what `./learn plot` draws, and prints the
// answers as one line of JSON. Whatever else may stand around that line is the learner's.

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>

#include "asked.hpp"

namespace {

using Json = nlohmann::ordered_json;
using namespace tiny_llm::plot;

constexpr const char* names[] = {"none", "value", "todo", "threw", "size", "signal", "exited", "endless"};

Json json(const Answer& answer) {
    Json value{{"end", names[static_cast<int>(answer.end)]}, {"number", answer.number}, {"text", answer.text}};
    if (answer.end != End::value) return value;
    // JSON has neither NaN nor infinity.
    if (std::isfinite(answer.y)) value["y"] = answer.y;
    else value["y"] = std::isnan(answer.y) ? "nan" : answer.y > 0 ? "inf" : "-inf";
    return value;
}

}  // namespace

int main() {
    try {
        Json all = Json::array();
        for (const Panel& panel : panels()) {
            const Answers answers = ask(panel);
            Json points = Json::array();
            for (std::size_t i = 0; i < answers.points.size(); ++i) {
                points.push_back(json(answers.points[i]));
                points.back()["x"] = panel.x(i);
            }
            all.push_back({{"name", panel.name},
                           {"row", panel.row},
                           {"en", panel.en},
                           {"zh", panel.zh},
                           {"whole", json(answers.whole)},
                           {"points", points}});
        }
        const std::string text = Json{{"panels", all}}.dump(-1, ' ', false, Json::error_handler_t::replace);
        std::printf("\n%s\n", text.c_str());
        std::fflush(stdout);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "plot: %s\n", error.what());
        ::_exit(1);
    }
    ::_exit(0);  // what the learner's file may do at the end of a program is not asked for
}
