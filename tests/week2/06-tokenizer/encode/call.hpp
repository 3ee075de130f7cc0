// How the grader calls pre_tokenize and encode. Included for the learner's answer and again for each wrong one: no include
// guard.
namespace tiny_llm {

/// The 256 characters have the ids 0 to 255, sorted, as in Qwen2's file; what merges make follows.
inline TokenizerFile tokenizer_file(grader::Arguments& arguments) {
    const auto text = [](const grader::Value& value) { return std::get<std::string>(value.is); };
    TokenizerFile file;
    for (int code = 33, id = 0; code < 324; ++code) {
        if ((code > 126 && code < 161) || code == 173) continue;
        std::string character(1, static_cast<char>(code));
        if (code > 126) character = {static_cast<char>(0xC0 | code >> 6), static_cast<char>(0x80 | (code & 0x3F))};
        file.vocab[character] = id++;
    }
    std::vector<TokenId> ids;
    if (arguments.has("ids of merges")) ids = arguments.numbers<TokenId>("ids of merges");
    for (const grader::Value& one : arguments.several("merges")) {
        const auto& pair = std::get<grader::Values>(one.is);
        const std::size_t rank = file.merges.size();
        file.merges[{text(pair.at(0)), text(pair.at(1))}] = rank;
        file.vocab[text(pair.at(0)) + text(pair.at(1))] = ids.empty() ? static_cast<TokenId>(256 + rank) : ids.at(rank);
    }
    if (arguments.has("other pieces")) {
        const std::vector<TokenId> their = arguments.numbers<TokenId>("ids of other pieces");
        for (std::size_t i = 0; i < their.size(); ++i)
            file.vocab[text(arguments.several("other pieces").at(i))] = their[i];
    }
    const std::vector<TokenId> added = arguments.numbers<TokenId>("ids of added tokens");
    for (std::size_t i = 0; i < added.size(); ++i)
        file.added_tokens[text(arguments.several("added tokens").at(i))] = added[i];
    return file;
}

inline grader::Values call(grader::Arguments& arguments) {
    const std::string& given = arguments.text("text");
    // It lies in the middle of others: a view ends where it says.
    const std::string around = given + "nd beyond the view";
    const auto text = std::string_view(around).substr(0, given.size());
    if (arguments.function == "pre_tokenize") {
        grader::Values words;
        for (const std::string& word : pre_tokenize(text)) words.emplace_back(word);
        return {grader::Value(words)};
    }
    grader::Values ids;
    for (const TokenId id : encode(text, tokenizer_file(arguments))) ids.emplace_back(id);
    return {grader::Value(ids)};
}

}  // namespace tiny_llm
