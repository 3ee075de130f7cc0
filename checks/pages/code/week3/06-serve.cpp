// What chapter 6 of week 3 shows of stops, requests and events, and what it says of them.

#include "week3/06-serve/stop_text.hpp"

#include <nlohmann/json.hpp>

#include "checks/pages/code/is.hpp"

using namespace tiny_llm;
using nlohmann::json;

TEST_CASE("w3.6: six pieces by hand, and how many bytes are kept") {
    StopText stream({"\nUser:", "##"});
    const auto shows = [&](const char* piece, const char* shown, std::size_t kept) {
        CHECK(stream.push(piece) == shown);
        CHECK(stream.held.size() == kept);
    };
    shows("Hi!", "Hi!", 0);
    shows("\nUs", "", 3);
    shows("e #", "\nUse ", 1);
    shows(" 1.\n", "# 1.", 1);
    shows("User", "", 5);
    CHECK_FALSE(stream.stopped);
    shows(": Bye", "", 0);
    CHECK(stream.stopped);
}

TEST_CASE("w3.6: aab in three pieces") {
    StopText stream({"aab"});
    CHECK(stream.push("aa").empty());
    CHECK(stream.push("a") == "a");
    CHECK(stream.push("b").empty());
    CHECK(stream.stopped);
}

TEST_CASE("w3.6: which of two stops counts") {
    const std::vector<std::string> stops = {"abcd", "bc"};
    StopText whole(stops), bytes(stops);
    CHECK(whole.push("xabcd") == "xa");
    std::string shown;
    for (const char byte : std::string("xabcd")) shown += bytes.push(std::string(1, byte));
    CHECK(shown == "xa");
    const auto first_in_list = [&](const std::string& text) {
        for (const std::string& stop : stops) {
            if (text.find(stop) != text.npos) return text.substr(0, text.find(stop));
        }
        return std::string("nothing");
    };
    const auto begins_first = [&](const std::string& text) {
        const std::size_t place = std::min(text.find(stops[0]), text.find(stops[1]));
        return place == text.npos ? "nothing" : text.substr(0, place);
    };
    CHECK(first_in_list("xabcd") == "x");
    CHECK(begins_first("xabcd") == "x");
    // Byte by byte, what has come when the first of them is there.
    CHECK(first_in_list("xab") == "nothing");
    CHECK(first_in_list("xabc") == "xa");
    CHECK(begins_first("xabc") == "xa");
    CHECK_FALSE(std::string("ABCDEF").ends_with("DE"));
}

namespace {

struct Stops {
    std::vector<std::string> stops;
    // region moved
    explicit Stops(std::vector<std::string> stops)
        : stops(std::move(stops)) {
        for (const std::string& stop : stops)
            if (stop.empty()) throw std::invalid_argument("empty");
    }
    // endregion
};

}  // namespace

TEST_CASE("w3.6: a check of what was moved from") {
    CHECK_NOTHROW(Stops({"END", ""}));
    CHECK_THROWS_AS(StopText({"END", ""}), std::invalid_argument);
}

TEST_CASE("w3.6: what the library does with values that don't fit") {
    const auto shown = [] {
        // region json
        json(-1).get<std::size_t>();  // 18446744073709551615
        json(10.7).get<int>();        // 10
        json(true).get<int>();        // 1
        json body = {{"temperature", nullptr}};
        body.value("temperature", 1.0);  // throws: it's there, and null
        json huge = json::parse("1e999");  // throws, but no parse_error
        // endregion
    };
    CHECK_THROWS_AS(shown(), json::type_error);
    CHECK(json(-1).get<std::size_t>() == 18446744073709551615u);
    CHECK(json(10.7).get<int>() == 10);
    CHECK(json(true).get<int>() == 1);
    CHECK_THROWS_AS(json::parse("1e999"), json::out_of_range);
    // Hint 3: compared as JSON, 2^63 is below 0.
    const json large = std::uint64_t{1} << 63;
    CHECK(large < json(0));
    CHECK(large.is_number_unsigned());
    CHECK_FALSE(json::parse("18446744073709551616").is_number_integer());
}

TEST_CASE("w3.6: what is deep is read, and let go of, without a stack") {
    const json deep = json::parse(std::string(300'000, '[') + std::string(300'000, ']'));
    CHECK(deep.is_array());
}

TEST_CASE("w3.6: an event with bytes that are no text") {
    const auto shown = [] {
        // region dump
        const json text = "a\xFF";
        text.dump();  // throws json::type_error
        const auto replace = json::error_handler_t::replace;
        text.dump(-1, ' ', false, replace);  // "a\uFFFD"
        // endregion
    };
    CHECK_THROWS_AS(shown(), json::type_error);
    CHECK(json("a\xFF").dump(-1, ' ', false, json::error_handler_t::replace) == "\"a\uFFFD\"");
    CHECK(json("\n").dump() == "\"\\n\"");
}
