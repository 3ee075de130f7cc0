// A tokenizer.json that is damaged or of another kind: one line, which names the file and the key.

#include "grader/catch.hpp"

#include "files.hpp"

using namespace tiny_llm;
using Json = nlohmann::json;

namespace {

const Json good = Json::parse(R"({
  "added_tokens": [{"id": 3, "content": "<s>", "single_word": false, "lstrip": false, "rstrip": false,
                    "normalized": false, "special": true}],
  "normalizer": {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "▁"}]},
  "pre_tokenizer": {"type": "Sequence", "pretokenizers": [
    {"type": "Split", "pattern": {"Regex": "\\s+"}, "behavior": "Isolated", "invert": false}]},
  "post_processor": {"type": "TemplateProcessing",
    "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
    "special_tokens": {"<s>": {"id": "<s>", "ids": [3], "tokens": ["<s>"]}}},
  "decoder": {"type": "Sequence", "decoders": [{"type": "ByteFallback"}, {"type": "Fuse"}]},
  "model": {"type": "BPE", "unk_token": null, "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"]}
})");

void check_refused(const std::string& text, const std::string& expected) {
    const TemporaryFile file(text);
    std::string message = "nothing was thrown";
    try {
        Tokenizer::from_file(file.path());
    } catch (const ModelError& error) {
        message = error.what();
    }
    INFO("message:  " << message);
    INFO("expected: " << expected);
    CHECK(message.starts_with(file.path().string() + ": " + expected));
    CHECK(message.find('\n') == message.npos);
}

/// `good` with one value replaced.
void check_refused(const char* pointer, const char* value, const std::string& expected) {
    Json tokenizer = good;
    tokenizer[Json::json_pointer(pointer)] = Json::parse(value);
    check_refused(tokenizer.dump(), expected);
}

}  // namespace

TEST_CASE("the file that the others spoil is a good one") {
    CHECK(from_json(good).encode("ab") == std::vector<TokenId>{3, 2});
}

TEST_CASE("a file that is not there, is a folder, or is not JSON") {
    CHECK_THROWS_AS(Tokenizer::from_file("/nowhere/tokenizer.json"), ModelError);
    CHECK_THROWS_AS(Tokenizer::from_file(std::filesystem::temp_directory_path()), ModelError);
    check_refused("", "the file is empty");
    check_refused("{\"model\":\n {]", "not JSON: parse error at line 2, column 3");
    check_refused("{\"a\": \"\xFF\"}", "not JSON: parse error at line 1");
    check_refused(good.dump().substr(0, 200), "not JSON: parse error at line 1, column 201");
    check_refused("[]", "expected an object, found an array");
    check_refused("{}", "model: missing");
}

TEST_CASE("a tokenizer of another kind") {
    check_refused("/model/type", "\"WordPiece\"", "model.type: expected \"BPE\", found \"WordPiece\"");
    check_refused("/model/type", "\"Unigram\"", "model.type: ");
    check_refused("/model/dropout", "0.1", "model.dropout: expected 0.0, found 0.1");
    check_refused("/model/continuing_subword_prefix", "\"##\"", "model.continuing_subword_prefix: ");
    check_refused("/model/end_of_word_suffix", "\"</w>\"", "model.end_of_word_suffix: ");
    check_refused("/normalizer/type", "\"Lowercase\"", "normalizer.type: \"Lowercase\" is not supported");
    check_refused("/normalizer/normalizers/0/type", "\"NFKC\"", "normalizer.normalizers[0].type: \"NFKC\" is not");
    check_refused("/pre_tokenizer/pretokenizers/0/type", "\"Digits\"", "pre_tokenizer.pretokenizers[0].type: ");
    check_refused("/pre_tokenizer/pretokenizers/0/behavior", "\"Removed\"",
                  "pre_tokenizer.pretokenizers[0].behavior: expected \"Isolated\", found \"Removed\"");
    check_refused("/pre_tokenizer/pretokenizers/0/invert", "true", "pre_tokenizer.pretokenizers[0].invert: ");
    check_refused("/post_processor/type", "\"BertProcessing\"", "post_processor.type: ");
    check_refused("/decoder", "null", "decoder: missing");
    check_refused("/decoder", R"({"type": "WordPiece"})", "decoder.type: \"WordPiece\" is not supported");
    check_refused("/decoder/decoders", R"([{"type": "Fuse"}, {"type": "ByteFallback"}])", "decoder.decoders[1]: ");
    check_refused("/decoder/decoders", R"([{"type": "Strip", "content": " ", "start": 1, "stop": 0}])",
                  "decoder.decoders[0]: expected one Strip, after Fuse");
    for (const char* flag : {"single_word", "lstrip", "rstrip"})
        check_refused(("/added_tokens/0/" + std::string(flag)).c_str(), "true",
                      "added_tokens[0]." + std::string(flag) + ": expected false, found true");
}

TEST_CASE("a pattern that is wrong, or that another library would understand differently") {
    const char* const regex = "/pre_tokenizer/pretokenizers/0/pattern/Regex";
    const std::string key = "pre_tokenizer.pretokenizers[0].pattern.Regex: ";
    check_refused(regex, R"("(a")", key + "missing closing parenthesis at offset 2");
    check_refused(regex, R"("\\w+")", key + "the escape \\w is not supported");
    check_refused(regex, R"("\\h")", key + "the escape \\h is not supported");
    check_refused(regex, R"("[a-z&&b]")", key + "&& is not supported");
    check_refused(regex, "7", key + "expected a string, found 7");
    check_refused("/pre_tokenizer/pretokenizers/0/pattern", R"({"String": " "})", key + "expected a string, found");
}

TEST_CASE("a vocabulary with ids twice, negative, huge or none") {
    check_refused("/model/vocab/b", "0", "model.vocab: the id 0 belongs to two tokens, \"a\" and \"b\"");
    check_refused("/model/vocab/b", "-1", "model.vocab[\"b\"]: expected an id from 0 to 16777215");
    check_refused("/model/vocab/b", "16777216", "model.vocab[\"b\"]: expected an id");
    check_refused("/model/vocab/b", "99999999999999999999", "model.vocab[\"b\"]: expected an id");
    check_refused("/model/vocab/b", "1.0", "model.vocab[\"b\"]: expected an id");
    check_refused("/model/vocab/b", "{\"a\": 1}", "model.vocab[\"b\"]: expected an id");
    check_refused("/model/vocab", "[1]", "model.vocab: expected an object");
    check_refused("/model/vocab", "3", "model.vocab: expected an object, found 3");
    check_refused(R"({"model": {"vocab": {"a": 0, "a": 1}, "merges": []}})",
                  "model.vocab: the token \"a\" comes twice");
    check_refused("/added_tokens/0/id", "1", "added_tokens[0].id: 1 is not what model.vocab has for \"<s>\"");
    check_refused("/added_tokens/0/id", "-1", "added_tokens[0].id: expected a whole number from 0 to 16777215");
    check_refused("/added_tokens/0/content", "\"ab\"", "added_tokens[0].id: 3 is not what model.vocab has for \"ab\"");
    check_refused("/added_tokens/0/content", "\"\"", "added_tokens[0].content: is empty");
    check_refused("/added_tokens/1", good["added_tokens"][0].dump().c_str(), "added_tokens: the id 3 belongs to two");
    check_refused("/model/unk_token", "\"<unk>\"", "model.unk_token: \"<unk>\" is not in the vocabulary");
}

TEST_CASE("merges of tokens that are not there, or that are no pairs") {
    check_refused("/model/merges/0", "\"a c\"", "model.merges[0]: \"c\" is not in the vocabulary");
    check_refused("/model/merges/0", "\"b a\"", "model.merges[0]: \"ba\" is not in the vocabulary");
    check_refused("/model/merges/0", "\"ab\"", "model.merges[0]: expected two tokens with a space between them");
    check_refused("/model/merges/0", "\"a b ab\"", "model.merges[0]: expected two tokens with a space");
    check_refused("/model/merges/0", R"(["a"])", "model.merges[0]: expected two tokens");
    check_refused("/model/merges/0", R"(["a", "b", "ab"])", "model.merges[0]: expected two tokens");
    check_refused("/model/merges/0", R"(["a", 1])", "model.merges[0]: expected \"left right\"");
    check_refused("/model/merges/0", "1", "model.merges[0]: expected \"left right\"");
    check_refused("/model/merges", "{\"a\": \"b c\"}", "model.merges: expected an array");
    check_refused("/model/merges", "\"a b\"", "model.merges: expected an array");
}

TEST_CASE("steps nested without end") {
    std::string normalizer = R"({"type": "NFC"})";
    for (int depth = 0; depth < 100; ++depth)
        normalizer = R"({"type": "Sequence", "normalizers": [)" + normalizer + "]}";
    check_refused("/normalizer", normalizer.c_str(), "normalizer.normalizers[0].normalizers[0]");
}

TEST_CASE("values of the wrong type") {
    check_refused("/normalizer", "3", "normalizer: expected an object, found 3");
    check_refused("/normalizer/normalizers", "{}", "normalizer.normalizers: expected an array, found an object");
    check_refused("/normalizer/normalizers/0/prepend", "null", "normalizer.normalizers[0].prepend: expected a");
    check_refused("/model/fuse_unk", "\"yes\"", "model.fuse_unk: expected true or false, found \"yes\"");
    check_refused("/post_processor/special_tokens/<s>/ids/0", "-3", "post_processor.special_tokens.<s>.ids[0]: ");
    check_refused("/post_processor/single", "[]", "post_processor.single: expected the text, A, once");
    check_refused("/added_tokens", "{}", "added_tokens: expected an array, found an object");
}
