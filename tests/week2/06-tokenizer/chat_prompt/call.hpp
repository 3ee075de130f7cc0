// How the grader calls chat_prompt. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    std::vector<Message> messages;
    for (const grader::Value& message : arguments.several("messages")) {
        const auto& pair = std::get<grader::Values>(message.is);
        messages.push_back({std::get<std::string>(pair.at(0).is), std::get<std::string>(pair.at(1).is)});
    }
    return {chat_prompt(messages)};
}

}  // namespace tiny_llm
