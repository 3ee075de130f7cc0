#include "week2/06-tokenizer/stream_text.hpp"

#include "grader/as_part.hpp"
#include "tests/week2/06-tokenizer/stream_text/mistakes.hpp"

std::string tiny_llm::TextStream::push(std::string_view bytes) {
    Stream stream{pending};
    std::string text = stream.push(std::string(bytes));
    pending = stream.pending;
    return text;
}

std::string tiny_llm::TextStream::end() {
    Stream stream{pending};
    std::string text = stream.end();
    pending = stream.pending;
    return text;
}
