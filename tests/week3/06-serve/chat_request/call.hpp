// How the grader calls chat_request. Included for the learner's answer and again for each wrong one: no include guard.
#include "tests/week3/06-serve/chat_request/lines.hpp"

namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    // The body lies in the middle of other bytes: a view ends where it says, not at a zero.
    const std::string& body = arguments.text("body");
    const std::string around = "{" + body + "}]";
    try {
        return request_lines::of(chat_request(std::string_view(around).substr(1, body.size())));
    } catch (const NotImplemented&) {
        throw;
    } catch (const RequestError& error) {
        return request_lines::refused(error.status, error.type, error.param, arguments.has("compared_without_param"));
    } catch (const std::invalid_argument&) {
        return {grader::Value(grader::Values{"std::invalid_argument, and no RequestError"})};
    } catch (const std::exception&) {
        return {grader::Value(grader::Values{"an exception that is no RequestError"})};
    }
}

}  // namespace tiny_llm
