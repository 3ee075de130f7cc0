#include "week2/06-tokenizer/byte_level.hpp"

#include "grader/as_part.hpp"
#include "tests/week2/06-tokenizer/byte_level/mistakes.hpp"

static std::string byte_level_part(const char* function, const char* argument, std::string_view text) {
    grader::Call call{function, {}};
    call.set(argument, std::string(text));
    grader::Run run{call};
    return std::get<std::string>(::byte_level(run).at(0).is);
}

std::string tiny_llm::to_byte_level(std::string_view bytes) { return byte_level_part("to_byte_level", "bytes", bytes); }
std::string tiny_llm::from_byte_level(std::string_view text) {
    return byte_level_part("from_byte_level", "text", text);
}
