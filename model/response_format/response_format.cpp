#include "model/response_format/response_format.hpp"

#include <set>

#include "model/response_format/automaton.hpp"

namespace tiny_llm {
namespace {

using Json = nlohmann::ordered_json;
using Part = Nfa::Part;

[[noreturn]] void fail(const std::string& where, const std::string& what) {
    throw std::invalid_argument(where + ": " + what);
}

// After \u with the first half of a character comes the other half: one half by itself is no text.
constexpr const char* character =
    R"([^"\\\x00-\x1F]|\\["\\/bfnrt]|\\u(?:[0-9A-CEFa-cef][0-9A-Fa-f]{3}|[Dd][0-7][0-9A-Fa-f]{2}|)"
    R"([Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}))";
constexpr const char* integer = "0|-?[1-9][0-9]{0,14}";
constexpr const char* number = R"(-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?(?:[Ee][+\-]?[0-9]{1,2})?)";

/// How deep a schema may be, for there's a function call for each level.
constexpr std::size_t most_levels = 100;

/// Values of any kind.
class Values {
public:
    explicit Values(Nfa& nfa) : nfa_(nfa) {}

    Part comma() { return nfa_.regex(", ?"); }
    Part in_order(std::initializer_list<Part> parts) {
        Part all = nfa_.nothing();
        for (const Part& one : parts) all = nfa_.after(all, one);
        return all;
    }
    Part string(std::size_t least = 0, std::optional<std::size_t> most = std::nullopt) {
        const Part inside =
            nfa_.several([&] { return nfa_.regex(character); }, [&] { return nfa_.nothing(); }, least, most);
        return in_order({nfa_.text("\""), inside, nfa_.text("\"")});
    }
    /// Items in brackets, or members in braces.
    Part list(const char* open, const Nfa::Make& item, const char* close, std::size_t least = 0,
              std::optional<std::size_t> most = std::nullopt) {
        const Part inside = nfa_.several(
            item, [&] { return comma(); }, least, most);
        return in_order({nfa_.text(open), inside, nfa_.text(close)});
    }
    Part member(const Part& name, const Part& value) { return in_order({name, nfa_.regex(": ?"), value}); }
    /// With at most `depth` objects and arrays inside each other.
    Part any(std::size_t depth) {
        const Part plain = nfa_.either(string(), nfa_.regex(std::string(number) + "|true|false|null"));
        if (depth == 0) return plain;
        const Part array = list(
            "[", [&] { return any(depth - 1); }, "]");
        return nfa_.either(plain, nfa_.either(array, object(depth)));
    }
    Part object(std::size_t depth) {
        return list(
            "{", [&] { return member(string(), any(depth - 1)); }, "}");
    }
    /// This one and no other.
    Part just(const Json& value, std::size_t levels = 0) {
        if (levels == most_levels) throw TooLarge();
        if (!value.is_structured()) return nfa_.text(value.dump());
        auto next = value.begin();
        const auto item = [&] {
            const auto now = next++;
            return value.is_array() ? just(*now, levels + 1)
                                    : member(nfa_.text(Json(now.key()).dump()), just(*now, levels + 1));
        };
        return list(value.is_array() ? "[" : "{", item, value.is_array() ? "]" : "}", value.size(), value.size());
    }

private:
    Nfa& nfa_;
};

/// A schema or a part of one, which knows where it is.
class Schema {
public:
    Schema(const Json& json, std::string where, std::size_t depth, Nfa& nfa, std::size_t levels = 0)
        : json_(json), where_(std::move(where)), depth_(depth), levels_(levels), nfa_(nfa), values_(nfa) {
        if (levels == most_levels) throw TooLarge();
        if (!json.is_object()) fail(where_, "is no object");
        static const std::set<std::string> known = {"type",
                                                    "properties",
                                                    "required",
                                                    "items",
                                                    "minItems",
                                                    "maxItems",
                                                    "minLength",
                                                    "maxLength",
                                                    "enum",
                                                    "const",
                                                    "anyOf",
                                                    "title",
                                                    "description",
                                                    "default",
                                                    "examples",
                                                    "$schema",
                                                    "additionalProperties"};
        for (const auto& [name, value] : json.items()) {
            if (!known.contains(name)) fail(where_ + "." + name, "is not supported");
        }
    }

    Part part() {
        if (json_.contains("const")) return values_.just(json_["const"]);
        if (json_.contains("enum"))
            return one_of("enum", [&](const Json& value, const std::string&) { return values_.just(value); });
        if (json_.contains("anyOf"))
            return one_of("anyOf", [&](const Json& one, const std::string& at) { return inner(one, at, depth_); });
        const auto of_type = [&](const Json& type, const std::string& at) {
            if (!type.is_string()) fail(at, "is no string");
            return of(type.get<std::string>(), at);
        };
        if (json_.contains("type"))
            return json_["type"].is_array() ? one_of("type", of_type) : of_type(json_["type"], where_ + ".type");
        if (json_.contains("properties")) return object();
        return json_.contains("items") ? array() : values_.any(depth_);
    }

private:
    Part inner(const Json& json, const std::string& where, std::size_t depth) {
        return Schema(json, where, depth, nfa_, levels_ + 1).part();
    }
    template <class Each>
    Part one_of(const char* name, const Each& each) {
        const Json& all = json_[name];
        const std::string at = where_ + "." + name;
        if (!all.is_array() || all.empty()) fail(at, "is no list of at least one");
        Part any = each(all[0], at + ".0");
        for (std::size_t k = 1; k < all.size(); ++k) any = nfa_.either(any, each(all[k], at + "." + std::to_string(k)));
        return any;
    }
    std::optional<std::size_t> count(const char* name) const {
        if (!json_.contains(name)) return std::nullopt;
        if (!json_[name].is_number_unsigned()) fail(where_ + "." + name, "is no whole number from 0");
        return json_[name].get<std::size_t>();
    }
    std::pair<std::size_t, std::optional<std::size_t>> counts(const char* least, const char* most) const {
        const std::pair both(count(least).value_or(0), count(most));
        if (both.second && *both.second < both.first) fail(where_ + "." + most, std::string("is below ") + least);
        return both;
    }

    Part of(const std::string& type, const std::string& at) {
        if (type == "object") return object();
        if (type == "array") return array();
        if (type == "integer") return nfa_.regex(integer);
        if (type == "number") return nfa_.regex(number);
        if (type == "boolean") return nfa_.regex("true|false");
        if (type == "null") return nfa_.text("null");
        if (type != "string") fail(at, "\"" + type + "\" is not supported");
        const auto [least, most] = counts("minLength", "maxLength");
        return values_.string(least, most);
    }

    std::size_t inside() const {
        if (depth_ == 0)
            fail(where_, "more than " + std::to_string(json_depth) + " objects and arrays inside each other");
        return depth_ - 1;
    }
    Part array() {
        const std::size_t depth = inside();
        const auto [least, most] = counts("minItems", "maxItems");
        const auto item = [&] {
            return json_.contains("items") ? inner(json_["items"], where_ + ".items", depth) : values_.any(depth);
        };
        return values_.list("[", item, "]", least, most);
    }
    Part object() {
        const std::size_t depth = inside();
        const Json none = Json::object();
        const Json& properties = json_.contains("properties") ? json_["properties"] : none;
        if (!properties.is_object()) fail(where_ + ".properties", "is no object");
        std::set<std::string> required;
        if (json_.contains("required")) {
            if (!json_["required"].is_array()) fail(where_ + ".required", "is no list");
            for (const Json& name : json_["required"]) {
                if (!name.is_string() || !properties.contains(name.get<std::string>()))
                    fail(where_ + ".required", name.dump() + " is not among the properties");
                required.insert(name.get<std::string>());
            }
        }
        if (!json_.contains("properties")) return values_.object(depth + 1);

        // Two ways lie side by side: on one nothing is written yet, on the other a comma comes before the next member.
        const Part open = nfa_.text("{"), close = nfa_.text("}");
        Part first = open, later = nfa_.nothing();
        for (const auto& [name, schema] : properties.items()) {
            const Part value = inner(schema, where_ + ".properties." + name, depth);
            const Part member = values_.member(nfa_.text(Json(name).dump()), value), comma = values_.comma();
            nfa_.join(first.out, member.in);
            nfa_.join(later.out, comma.in);
            nfa_.join(comma.out, member.in);
            const Part still_first = nfa_.nothing(), written = nfa_.nothing();
            nfa_.join(member.out, written.in);
            if (!required.contains(name)) nfa_.join(first.out, still_first.in), nfa_.join(later.out, written.in);
            first = still_first;
            later = written;
        }
        nfa_.join(first.out, close.in);
        nfa_.join(later.out, close.in);
        return {open.in, close.out};
    }

    const Json& json_;
    std::string where_;
    std::size_t depth_, levels_;
    Nfa& nfa_;
    Values values_;
};

}  // namespace

Dfa schema_automaton(const Json& schema, const std::string& where) {
    Nfa nfa;
    try {
        const Part whole = Schema(schema, where, json_depth, nfa).part();
        return nfa.dfa(whole);
    } catch (const TooLarge& error) {
        fail(where, error.what());
    }
}

std::optional<Dfa> response_automaton(const Json& response_format) {
    const std::string where = "response_format";
    if (!response_format.is_object() || !response_format.contains("type") || !response_format["type"].is_string())
        fail(where, "is no object with a type");
    const std::string type = response_format["type"];
    if (type == "text") return std::nullopt;
    if (type == "json_object") return schema_automaton({{"type", "object"}}, where);
    if (type != "json_schema") fail(where + ".type", "\"" + type + "\" is not supported");
    const Json none = Json::object();
    const Json& given = response_format.contains(type) ? response_format[type] : none;
    if (!given.is_object() || !given.contains("schema")) fail(where + "." + type, "has no schema");
    return schema_automaton(given["schema"], where + "." + type + ".schema");
}

}  // namespace tiny_llm
