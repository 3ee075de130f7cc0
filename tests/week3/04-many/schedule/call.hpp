// How the grader calls schedule. Included for the learner's answer and again for each wrong one: no include guard.
#include "tests/week3/04-many/schedule/script.hpp"

namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    std::vector<std::string> steps;
    for (const grader::Value& step : arguments.several("steps")) steps.push_back(std::get<std::string>(step.is));
    const auto played = schedule_script::play<Server, Limits, Step>(
        steps, [](Server& server, const Limits& limits, Step& step) -> std::string {
            try {
                step = schedule(server, limits);
            } catch (const NotImplemented&) {
                throw;
            } catch (const std::invalid_argument&) {
                return grader::the_refusal;
            } catch (const std::exception&) {
                return grader::another_exception;
            }
            return "";
        });
    const auto texts = [](const std::vector<std::string>& all) {
        return grader::Value(grader::Values(all.begin(), all.end()));
    };
    grader::Values outputs;
    outputs.push_back(texts(played.events));
    outputs.push_back(texts(schedule_script::described(played.server)));
    return outputs;
}

}  // namespace tiny_llm
