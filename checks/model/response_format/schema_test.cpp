#include "grader/catch.hpp"
#include "model/response_format/constraint.hpp"
#include "model/response_format/response_format.hpp"

using namespace tiny_llm;
using nlohmann::ordered_json;

namespace {

bool accepts(const Dfa& dfa, std::string_view text) {
    std::int32_t state = 0;
    for (const unsigned char byte : text) {
        state = dfa.next[static_cast<std::size_t>(state)][byte];
        if (state < 0) return false;
    }
    return dfa.accepting[static_cast<std::size_t>(state)];
}

ordered_json format_of(const char* schema) {
    return {{"type", "json_schema"}, {"json_schema", {{"name", "answer"}, {"schema", ordered_json::parse(schema)}}}};
}

struct Case {
    const char* schema;
    std::vector<std::string> accepted, refused;
};

std::string complaint(const ordered_json& format) {
    try {
        response_automaton(format);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a schema accepts what fits it") {
    const std::vector<Case> cases = {
        {R"({"type": "string"})",
         {R"("")", R"("a b, c")", R"("é中🦊")", R"("\"\\\/\b\f\n\r\t\u00e9")", R"("\ud83e\udd8a")",
          R"("\uD7FF\uE000")"},
         {"", "\"", R"("a"b")", "\"a\nb\"", R"("\x")", R"("\u12")", R"("\ud83e")", R"("\udd8a")", R"("\ud83e\u0041")",
          "\"\xFF\"", "a"}},
        {R"({"type": "string", "minLength": 1, "maxLength": 3})",
         {R"("a")", R"("中文字")", R"("\n\ud83e\udd8aa")"},
         {R"("")", R"("abcd")"}},
        {R"({"type": "integer"})",
         {"0", "7", "-7", "123456789012345"},
         {"", "-0", "00", "1.0", "1e2", "+1", "1234567890123456"}},
        {R"({"type": "number"})", {"0", "-0", "7.25", "-1.5e-10", "1E+05"}, {".5", "1.", "1e", "01", "1e999", "NaN"}},
        {R"({"type": "boolean"})", {"true", "false"}, {"True", "tru"}},
        {R"({"type": "null"})", {"null"}, {"nul", "none"}},
        {R"({"type": ["string", "null"]})", {"null", R"("null")"}, {"1"}},
        {R"({"enum": ["red", "green", 3, null, true]})", {R"("red")", "3", "null", "true"}, {R"("blue")", "red"}},
        {R"({"const": {"a": [1, "é\n"], "b": {}, "c": []}})",
         {R"({"a":[1,"é\n"],"b":{},"c":[]})", R"({"a": [1, "é\n"], "b": {}, "c": []})"},
         {R"({"a":[1,"é\n"],"b":{}})"}},
        {R"({"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]})",
         {"1", "[]", "[1, 2]"},
         {"[[1]]", "true"}},
        {R"({"type": "array", "items": {"type": "boolean"}})",
         {"[]", "[true]", "[true,false, true]"},
         {"[true,]", "[,true]", "[1]", "true", "[true"}},
        {R"({"type": "array", "items": {"type": "null"}, "minItems": 1})", {"[null]", "[null, null, null]"}, {"[]"}},
        {R"({"type": "array", "items": {"type": "null"}, "minItems": 3})",
         {"[null,null,null]", "[null, null, null, null]"},
         {"[null,null]"}},
        {R"({"type": "array", "items": {"type": "null"}, "minItems": 1, "maxItems": 2})",
         {"[null]", "[null, null]"},
         {"[]", "[null,null,null]"}},
        {R"({"type": "array", "items": {"type": "null"}, "maxItems": 0})", {"[]"}, {"[null]"}},
        {R"({"type": "array", "items": {"type": "null"}, "maxItems": 1})", {"[]", "[null]"}, {"[null,null]"}},
        {R"({"type": "object", "properties": {"b": {"type": "null"}, "a": {"type": "null"}}, "required": ["a", "b"]})",
         {R"({"b":null,"a":null})", R"({"b": null, "a": null})"},
         {R"({"a":null,"b":null})", R"({"b":null})", "{}", R"({"b" :null,"a":null})", R"({ "b":null,"a":null})",
          R"({"b":  null,"a":null})"}},
        {R"({"type": "object", "properties": {"a": {"type": "null"}, "b": {"type": "null"}, "c": {"type": "null"}}, "required": ["b"]})",
         {R"({"b":null})", R"({"a":null,"b":null})", R"({"b":null,"c":null})", R"({"a":null,"b":null,"c":null})"},
         {"{}", R"({"a":null})", R"({"a":null,"c":null})", R"({,"b":null})", R"({"b":null,})"}},
        {R"({"properties": {"a": {"type": "null"}, "b": {"type": "null"}}})",
         {"{}", R"({"a":null})", R"({"b":null})", R"({"a":null,"b":null})"},
         {R"({"b":null,"a":null})", R"({,"b":null})"}},
        {R"({"type": "object", "properties": {}})", {"{}"}, {R"({"a":1})"}},
        {R"({"type": "object", "properties": {"say \"hi\"": {"type": "null"}}})",
         {R"({"say \"hi\"":null})"},
         {R"({"say "hi"":null})"}},
        {R"({"title": "any", "description": "of any kind"})",
         {"1", R"({"a":[{"b":[1]}]})", "[[[[[]]]]]"},
         {"[[[[[[]]]]]]", "x"}},
    };
    for (const Case& one : cases) {
        CAPTURE(one.schema);
        const Dfa dfa = *response_automaton(format_of(one.schema));
        for (const std::string& text : one.accepted) {
            CAPTURE(text);
            CHECK(accepts(dfa, text));
            CHECK(nlohmann::json::accept(text));
        }
        for (const std::string& text : one.refused) {
            CAPTURE(text);
            CHECK_FALSE(accepts(dfa, text));
        }
    }
}

TEST_CASE("an object of any kind, five deep") {
    const Dfa dfa = *response_automaton({{"type", "json_object"}});
    CHECK(dfa.next.size() < 3000);
    CHECK(accepts(dfa, R"({})"));
    CHECK(accepts(dfa, R"({"a": [1, -2.5e3, {"b": [{"c": null}]}], "": "x"})"));
    CHECK_FALSE(accepts(dfa, R"({"a": [[[[[]]]]]})"));
    CHECK_FALSE(accepts(dfa, R"([])"));
    CHECK_FALSE(accepts(dfa, R"("a")"));
    CHECK_FALSE(response_automaton({{"type", "text"}}));
}

TEST_CASE("what a response_format may not have is named") {
    const std::string schema = "response_format.json_schema.schema";
    CHECK(complaint(ordered_json::array()) == "response_format: is no object with a type");
    CHECK(complaint({{"type", 3}}) == "response_format: is no object with a type");
    CHECK(complaint({{"type", "xml"}}) == "response_format.type: \"xml\" is not supported");
    CHECK(complaint({{"type", "json_schema"}}) == "response_format.json_schema: has no schema");
    CHECK(complaint({{"type", "json_schema"}, {"json_schema", {{"name", "a"}}}}) ==
          "response_format.json_schema: has no schema");
    CHECK(complaint(format_of("true")) == schema + ": is no object");
    CHECK(complaint(format_of(R"({"$ref": "#/a"})")) == schema + ".$ref: is not supported");
    CHECK(complaint(format_of(R"({"type": "text"})")) == schema + ".type: \"text\" is not supported");
    CHECK(complaint(format_of(R"({"type": []})")) == schema + ".type: is no list of at least one");
    CHECK(complaint(format_of(R"({"type": [1]})")) == schema + ".type.0: is no string");
    CHECK(complaint(format_of(R"({"enum": []})")) == schema + ".enum: is no list of at least one");
    CHECK(complaint(format_of(R"({"type": "object", "properties": {"age": {"type": "integer", "minimum": 3}}})")) ==
          schema + ".properties.age.minimum: is not supported");
    CHECK(complaint(format_of(R"({"type": "array", "items": {"type": "string", "pattern": "a"}})")) ==
          schema + ".items.pattern: is not supported");
    CHECK(complaint(format_of(R"({"anyOf": [{}, {"not": {}}]})")) == schema + ".anyOf.1.not: is not supported");
    CHECK(complaint(format_of(R"({"type": "object", "properties": {"a": {}}, "required": ["b"]})")) ==
          schema + ".required: \"b\" is not among the properties");
    CHECK(complaint(format_of(R"({"type": "array", "minItems": 3, "maxItems": 2})")) ==
          schema + ".maxItems: is below minItems");
    CHECK(complaint(format_of(R"({"type": "array", "minItems": -1})")) ==
          schema + ".minItems: is no whole number from 0");
    CHECK(complaint(format_of(R"({"type": "string", "maxLength": 1000000})")) ==
          schema + ": the automaton would be too large");
    std::string alternatives = "{}", value = "1";
    for (int k = 0; k < 1000; ++k) alternatives = R"({"anyOf": [)" + alternatives + "]}", value = "[" + value + "]";
    CHECK(complaint(format_of(alternatives.c_str())) == schema + ": the automaton would be too large");
    CHECK(complaint(format_of((R"({"const": )" + value + "}").c_str())) ==
          schema + ": the automaton would be too large");
    std::string deep = "{}";
    for (int k = 0; k < 6; ++k) deep = R"({"type": "array", "items": )" + deep + "}";
    CHECK(complaint(format_of(deep.c_str())).find("more than 5 objects and arrays inside each other") !=
          std::string::npos);
}

TEST_CASE("a text is brought to an end in time") {
    const std::vector<std::string> vocabulary = {"{", "}", "\"", ":", ",", "a", "[", "]", "1", "", "{\"a", "aaaa"};
    const Ids stop = {9};
    const Tensor logits = xt::zeros<float>({vocabulary.size()});
    const auto allowed = [&](const std::string& so_far, std::size_t left) {
        Constraint constraint(*response_automaton({{"type", "json_object"}}), vocabulary, stop);
        for (const char c : so_far)
            constraint.take(std::find(vocabulary.begin(), vocabulary.end(), std::string(1, c)) - vocabulary.begin());
        const Tensor masked = constraint.masked(logits, left);
        std::string ids;
        for (std::size_t id = 0; id < masked.size(); ++id) {
            if (masked(id) == 0) ids += (ids.empty() ? "" : " ") + std::to_string(id);
        }
        return ids;
    };
    CHECK(allowed("", 100) == "0 10");
    CHECK(allowed("", 2) == "0");  // {"a needs four more bytes: ":1}
    CHECK(allowed("{", 100) == "1 2");
    CHECK(allowed("{", 4) == "1");  // {":1} would need five
    CHECK(allowed("{", 5) == "1 2");
    CHECK(allowed("{\"a\":[", 3) == "7 8");
    CHECK(allowed("{\"a\":[1", 2) == "7");
    CHECK(allowed("{}", 100) == "9");
    CHECK(allowed("{}", 1) == "9");
    CHECK(allowed("{", 1) == "1");
    CHECK(allowed("{", 0) == "1 2");  // nothing left: the mask alone
}

TEST_CASE("a vocabulary without the bytes that are needed") {
    const std::vector<std::string> vocabulary = {"{", "\"", "a"};
    Constraint constraint(*response_automaton(format_of(R"({"const": {}})")), vocabulary, {});
    const Tensor logits = xt::zeros<float>({std::size_t{3}});
    CHECK(constraint.masked(logits, 10)(0) == 0);
    CHECK_THROWS_AS(constraint.take(1), std::invalid_argument);
    constraint.take(0);
    CHECK_THROWS_AS(constraint.masked(logits, 10), std::runtime_error);
}
