#include "tools/json/json.hpp"

#include <cstdio>
#include <stdexcept>

#include "tools/json/line.hpp"
#include "tools/json/tree.hpp"
#include "tools/utf8/utf8.hpp"

namespace tools {

Json parse_json(std::string_view text) {
    constexpr int deepest = 100;
    return Json::parse(
        text, [](int depth, Json::parse_event_t, const Json&) { return depth < deepest; }, false);
}

long whole_number(const Json& object, const char* key, long least, long most, long fallback) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number()) return fallback;
    const double value = found->get<double>();
    if (value <= double(least)) return least;
    return value >= double(most) ? most : found->get<long>();
}

std::string json_text(const Json& value, int indent) {
    const std::string text = value.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
    std::string result;
    for (std::string_view rest = text; !rest.empty();) {
        const utf8::Character c = utf8::first(rest);
        if (c.code != '\n' && utf8::is_harmful(c.code)) {
            char escape[16];
            std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c.code));
            result += escape;
        } else {
            result += rest.substr(0, c.bytes);
        }
        rest.remove_prefix(c.bytes);
    }
    return result;
}

std::string json_line(const std::string& key, const std::string& value) { return json_text({{key, value}}); }

std::string json_quoted(const std::string& text) {
    std::string line = json_text(text);
    line.pop_back();
    return line;
}

namespace {

Tree tree(const Json& value) {
    Tree result;
    switch (value.type()) {
        case Json::value_t::boolean: result.kind = Tree::Kind::boolean, result.truth = value.get<bool>(); break;
        case Json::value_t::string:
            result.kind = Tree::Kind::text, result.text = value.get_ref<const std::string&>();
            break;
        case Json::value_t::number_integer:
        case Json::value_t::number_unsigned: result.integer = value.get<std::int64_t>(); [[fallthrough]];
        case Json::value_t::number_float:
            result.kind = value.is_number_integer() ? Tree::Kind::integer : Tree::Kind::number;
            result.number = value.get<double>();
            break;
        case Json::value_t::array:
            result.kind = Tree::Kind::array;
            for (const Json& one : value) result.items.push_back(tree(one));
            break;
        case Json::value_t::object:
            result.kind = Tree::Kind::object;
            for (const auto& member : value.items()) {
                result.items.push_back(tree(member.value()));
                result.items.back().key = member.key();
            }
            break;
        default: break;
    }
    return result;
}

}  // namespace

Tree read_tree(std::string_view text) {
    try {
        return tree(Json::parse(text));
    } catch (const Json::exception& error) {
        throw std::runtime_error(error.what());
    }
}

const Tree* Tree::find(std::string_view name) const {
    for (const Tree& item : items) {
        if (kind == Kind::object && item.key == name) return &item;
    }
    return nullptr;
}

const Tree& Tree::at(std::string_view name) const {
    if (const Tree* found = find(name)) return *found;
    throw std::runtime_error("there is no \"" + std::string(name) + "\"");
}

double Tree::as_number() const {
    if (kind != Kind::integer && kind != Kind::number) throw std::runtime_error("it is no number");
    return number;
}

const std::string& Tree::as_text() const {
    if (kind != Kind::text) throw std::runtime_error("it is no text");
    return text;
}

std::string Tree::text_of(std::string_view name, const std::string& fallback) const {
    const Tree* found = find(name);
    return found ? found->as_text() : fallback;
}

}  // namespace tools
