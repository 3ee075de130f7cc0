// Outputs that are whole numbers, such as tokens, and lists of numbers or of texts.

#include <map>
#include <set>

#include "grader/bytes.hpp"
#include "grader/symptoms/seen.hpp"

namespace grader {
namespace {

bool returned(const Record& r) {
    return r.learner.kind == Outcome::Kind::returned && r.learner.modified.empty() && !r.expected.invalid_argument &&
           !r.expected.distribution && r.learner.outputs.size() == r.expected.outputs.size();
}

/// A number that is wrong.
struct Wrong {
    std::int64_t yours, expected;
    const Call& call;
};
using Numbers = std::vector<Wrong>;

bool each(const Numbers& wrong, const std::function<bool(const Wrong&)>& holds) {
    return std::all_of(wrong.begin(), wrong.end(), holds);
}
std::size_t different(const Numbers& wrong, std::int64_t Wrong::*number) {
    std::set<std::int64_t> numbers;
    for (const Wrong& w : wrong) numbers.insert(w.*number);
    return numbers.size();
}

/// The wrong numbers where each output is one number, or as many as expected; none where something else is wrong too.
Numbers numbers_of(const Records& records) {
    Numbers wrong;
    for (const Record* r : records) {
        if (!r->failed || !returned(*r)) continue;
        if (r->expected.outputs.size() != 1) return {};
        const Value &yours = r->learner.outputs[0], &expected = r->expected.outputs[0];
        if (yours.is.index() != expected.is.index()) return {};
        if (const auto* one = std::get_if<std::int64_t>(&expected.is)) {
            wrong.push_back({std::get<std::int64_t>(yours.is), *one, r->call});
            continue;
        }
        const auto* several = std::get_if<Integers>(&expected.is);
        if (!several || std::get<Integers>(yours.is).shape != several->shape) return {};
        for (std::size_t i = 0; i < several->size(); ++i) {
            const std::int64_t mine = std::get<Integers>(yours.is).values[i];
            if (mine != several->values[i]) wrong.push_back({mine, several->values[i], r->call});
        }
    }
    return wrong;
}

/// The number at a place of a row; nothing where it has no such place, or where numbers of it cannot be compared.
const float* at(const Floats& row, std::int64_t place) {
    if (row.shape.size() != 1 || place < 0 || static_cast<std::size_t>(place) >= row.size()) return nullptr;
    if (std::any_of(row.begin(), row.end(), [](float x) { return std::isnan(x); })) return nullptr;
    return &row.values[static_cast<std::size_t>(place)];
}

/// What the wrong numbers are as places in an input.
std::optional<Symptom> of_places_in(const Numbers& wrong, const std::string& name) {
    const auto row = [&](const Wrong& w) -> const Floats& { return *array(w.call, name); };
    const auto at_yours = [&](const std::function<bool(const Wrong&, float)>& holds) {
        return each(wrong, [&](const Wrong& w) {
            const float* number = at(row(w), w.yours);
            return number && holds(w, *number);
        });
    };
    // A place that is expected is one of the input: else it is no place that is asked for.
    if (!each(wrong, [&](const Wrong& w) { return w.expected >= 0 && at(row(w), w.expected); })) return std::nullopt;
    if (at_yours([&](const Wrong& w, float x) { return x == *at(row(w), w.expected); })) {
        return symptom(
            "equal-elsewhere",
            "Wherever yours is wrong, " + name + " has the same number at your index as at the expected one.",
            "凡是出错的地方，" + name + " 在你给出的位置和应有的位置上是同一个数。");
    }
    struct Extreme {
        const char *id, *en, *zh;
        bool (*is)(const Floats&, float);
    };
    static constexpr Extreme extremes[] = {
        {"place-of-largest", "largest number", "最大的数",
         [](const Floats& x, float y) { return y == *std::max_element(x.begin(), x.end()); }},
        {"place-of-largest-size", "number with the largest absolute value", "绝对值最大的数",
         [](const Floats& x, float y) {
             return std::all_of(x.begin(), x.end(), [y](float other) { return std::abs(other) <= std::abs(y); });
         }},
        {"place-of-smallest", "smallest number", "最小的数",
         [](const Floats& x, float y) { return y == *std::min_element(x.begin(), x.end()); }},
    };
    if (different(wrong, &Wrong::yours) >= 2) {
        for (const Extreme& one : extremes) {
            if (!at_yours([&](const Wrong& w, float x) { return one.is(row(w), x); })) continue;
            return symptom(one.id,
                           "Every wrong number is the index of the " + std::string(one.en) + " in " + name + ".",
                           "每个错误的数都是 " + name + " 中" + one.zh + "的位置。");
        }
        if (each(wrong, [&](const Wrong& w) { return w.yours == static_cast<std::int64_t>(row(w).size()); })) {
            return symptom("behind-the-end",
                           "Every wrong number is the number of elements of " + name + ", one past its last index.",
                           "每个错误的数都是 " + name + " 的元素个数，比最后一个位置还多一。");
        }
    }
    return std::nullopt;
}

std::optional<Symptom> of_numbers(const Numbers& wrong) {
    if (wrong.size() < 2) return std::nullopt;
    const std::int64_t by = wrong[0].yours - wrong[0].expected;
    if (different(wrong, &Wrong::expected) >= 2) {
        if (each(wrong, [by](const Wrong& w) { return w.yours - w.expected == by; })) {
            const std::string much = std::to_string(std::abs(by));
            return by > 0 ? symptom("more-by", "Every wrong number is the expected one plus " + much + ".",
                                    "每个错误的数都比应有的多 " + much + "。")
                          : symptom("less-by", "Every wrong number is the expected one minus " + much + ".",
                                    "每个错误的数都比应有的少 " + much + "。");
        }
        if (each(wrong, [&](const Wrong& w) { return w.yours == wrong[0].yours; })) {
            const std::string number = std::to_string(wrong[0].yours);
            return symptom("always-this", "Every wrong number is " + number + ".", "每个错误的数都是 " + number + "。");
        }
    }
    const auto names = arrays(wrong, [](const Wrong& w) -> const Call& { return w.call; });
    for (const std::string& name : names) {
        if (auto found = of_places_in(wrong, name)) return found;
    }
    if (each(wrong, [](const Wrong& w) { return w.expected == 0; }))
        return symptom("zero-expected", "Every wrong number should be 0.", "每个错误的数本应是 0。");
    return std::nullopt;
}

/// In which direction all wrong numbers are off.
std::optional<Symptom> of_directions(const Numbers& wrong) {
    if (wrong.size() < 4) return std::nullopt;
    if (each(wrong, [](const Wrong& w) { return w.yours > w.expected; }))
        return symptom("all-larger", "Every wrong number is larger than the expected one.",
                       "每个错误的数都比应有的大。");
    if (each(wrong, [](const Wrong& w) { return w.yours < w.expected; }))
        return symptom("all-smaller", "Every wrong number is smaller than the expected one.",
                       "每个错误的数都比应有的小。");
    return std::nullopt;
}

/// A number among the arguments that changes what is expected and never what is given back.
std::optional<Symptom> of_unused(const Records& records) {
    std::set<std::string> names;
    for (const Record* r : records) {
        for (const auto& [name, value] : r->call.arguments) {
            if (std::holds_alternative<double>(value.is)) names.insert(name);
        }
    }
    const auto bytes = [](const Values& values) {
        Writer writer;
        writer.put(values);
        return writer.bytes;
    };
    for (const std::string& name : names) {
        struct Group {
            std::set<std::string> yours, expected;
        };
        std::map<std::string, Group> groups;  // calls that are alike but for this number
        for (const Record* r : records) {
            if (!returned(*r) || !r->call.find(name)) continue;
            Writer others;
            for (const auto& [other, value] : r->call.arguments) {
                if (other == name || std::holds_alternative<std::string>(value.is)) continue;
                others.put(other);
                others.put(value);
            }
            Group& group = groups[others.bytes];
            group.yours.insert(bytes(r->learner.outputs));
            group.expected.insert(bytes(r->expected.outputs));
        }
        std::size_t changes = 0;
        bool constant = true;
        for (const auto& [others, group] : groups) {
            if (group.expected.size() < 2) continue;
            changes += group.expected.size() - 1;
            constant = constant && group.yours.size() == 1;
        }
        if (changes < 2 || !constant) continue;
        return symptom("unused", "For calls that differ only in " + name + ", yours always gives the same result.",
                       "只有 " + name + " 不同的那些调用，你给出的结果都相同。");
    }
    return std::nullopt;
}

/// A list that is wrong, each element as bytes, and where they are texts, these.
struct WrongList {
    std::vector<std::string> yours, expected;
    const Call& call;
};
using WrongLists = std::vector<WrongList>;

std::vector<std::string> parts_of(const Value& value) {
    std::vector<std::string> elements;
    if (const auto* integers = std::get_if<Integers>(&value.is)) {
        for (const std::int64_t one : integers->values) elements.push_back(std::to_string(one));
    } else {
        for (const Value& one : std::get<Values>(value.is)) {
            if (const auto* text = std::get_if<std::string>(&one.is)) {
                elements.push_back(*text);
            } else if (const auto* whole = std::get_if<std::int64_t>(&one.is)) {
                elements.push_back(std::to_string(*whole));
            } else {
                Writer writer;
                writer.put(one);
                elements.push_back(writer.bytes);
            }
        }
    }
    return elements;
}

bool is_list(const Value& value) {
    const auto* integers = std::get_if<Integers>(&value.is);
    return (integers && integers->shape.size() == 1) || std::holds_alternative<Values>(value.is);
}

/// The wrong ones of output k; nothing where one of them is no list.
std::optional<WrongLists> lists_of(const Records& records, std::size_t k) {
    WrongLists wrong;
    for (const Record* r : records) {
        if (!r->failed || !returned(*r)) continue;
        if (r->expected.outputs.size() <= k) return std::nullopt;
        const Value &yours = r->learner.outputs[k], &expected = r->expected.outputs[k];
        if (!is_list(expected) || yours.is.index() != expected.is.index() || !is_list(yours)) return std::nullopt;
        if (close(yours, expected, r->expected.tolerance)) continue;
        wrong.push_back({parts_of(yours), parts_of(expected), r->call});
    }
    return wrong;
}

using Elements = std::vector<std::string>;

bool begins_with(const Elements& all, const Elements& part) {
    return part.size() < all.size() && std::equal(part.begin(), part.end(), all.begin());
}
bool ends_with(const Elements& all, const Elements& part) {
    return part.size() < all.size() && std::equal(part.rbegin(), part.rend(), all.rbegin());
}

/// "next" of "next({1, 2})", a line that says what was called.
std::string called(const std::string& line) { return line.substr(0, std::min(line.find('('), line.size())); }

/// Of lists of calls the one function whose calls alone differ.
std::string differing_call(const WrongLists& lists) {
    std::set<std::string> functions;
    for (const WrongList& list : lists) {
        for (const Elements* elements : {&list.yours, &list.expected}) {
            for (const std::string& line : *elements) {
                if (line.find('(') == std::string::npos) return "";
                functions.insert(called(line));
            }
        }
    }
    if (functions.size() < 2) return "";
    for (const std::string& function : functions) {
        const auto others = [&](Elements lines) {
            std::erase_if(lines, [&](const std::string& line) { return called(line) == function; });
            return lines;
        };
        const bool alone = std::all_of(lists.begin(), lists.end(), [&](const WrongList& list) {
            return others(list.yours) == others(list.expected);
        });
        if (alone) return function;
    }
    return "";
}

/// `what` is the output's name where there are several.
std::optional<Symptom> of_lists(const WrongLists& lists, const std::string& what) {
    std::size_t shown = 0;  // elements that could have shown otherwise
    for (const WrongList& list : lists) shown += std::max(list.yours.size(), list.expected.size());
    if (lists.empty() || shown < 4) return std::nullopt;
    const std::string en = what.empty() ? "Wherever the result is wrong, " : "Wherever \"" + what + "\" is wrong, ";
    const std::string zh = what.empty() ? "凡是结果不对的地方，" : "凡是“" + what + "”不对的地方，";
    const auto all = [&](const std::function<bool(const WrongList&)>& holds) {
        return std::all_of(lists.begin(), lists.end(), holds);
    };
    const auto say = [&](const char* id, const std::string& in_en, const std::string& in_zh) {
        return symptom(id, en + in_en, zh + in_zh);
    };
    const auto apart = [](const WrongList& list) {
        const auto difference = static_cast<std::ptrdiff_t>(list.yours.size()) - std::ssize(list.expected);
        return std::abs(difference);
    };
    const bool by_one = all([&](const WrongList& list) { return apart(list) == 1; });

    if (all([](const WrongList& list) { return list.yours.empty(); }))
        return say("list-empty", "it is empty.", "得到的都是空的。");
    if (all([](const WrongList& list) { return begins_with(list.yours, list.expected); })) {
        return by_one ? say("one-behind", "it is the expected one with one more at the end.",
                            "都是应有的那些，后面又多了一个。")
                      : say("more-behind", "it is the expected one with more at the end.",
                            "都是应有的那些，后面又多了东西。");
    }
    if (all([](const WrongList& list) { return begins_with(list.expected, list.yours); })) {
        return by_one ? say("last-missing", "it is the expected one without its last element.",
                            "都是应有的那些，少了最后一个。")
                      : say("end-missing", "it is the expected one without its end.", "都是应有的那些，少了末尾一段。");
    }
    if (all([](const WrongList& list) { return ends_with(list.yours, list.expected); })) {
        for (const auto& [name, value] : lists[0].call.arguments) {
            const auto in_front = [&name = name](const WrongList& list) {
                const Value* input = list.call.find(name);
                if (!input || !is_list(*input)) return false;
                Elements joined = parts_of(*input);
                joined.insert(joined.end(), list.expected.begin(), list.expected.end());
                return joined == list.yours;
            };
            if (all(in_front))
                return say("input-in-front", "it is the expected one with the input " + name + " in front.",
                           "都是应有的那些，前面多了输入 " + name + "。");
        }
    }
    const auto differ_only = [](const WrongList& list, bool at_the_end) {
        const auto as_long = list.yours.size() == list.expected.size() && list.yours.size() > 1;
        const auto from = at_the_end ? 0 : 1;
        return as_long &&
               std::equal(list.yours.begin() + from, list.yours.end() - 1 + from, list.expected.begin() + from);
    };
    if (all([&](const WrongList& list) { return differ_only(list, true); }))
        return say("last-wrong", "only its last element is wrong.", "错的都只有最后一个。");
    if (all([&](const WrongList& list) { return differ_only(list, false); }))
        return say("first-wrong", "only its first element is wrong.", "错的都只有第一个。");
    if (const std::string function = differing_call(lists); !function.empty())
        return say("calls-of", "only calls of " + function + " differ; without them, it is as expected.",
                   "不同的只有对 " + function + " 的调用；除去它们，其余都与应有的一样。");
    return std::nullopt;
}

}  // namespace

std::optional<Symptom> of_tokens(const Records& records) {
    const Record* first = nullptr;
    for (const Record* r : records) {
        if (r->failed && !r->learner.modified.empty()) return std::nullopt;  // as if it were not wrong
        if (r->failed && returned(*r) && !first) first = r;
    }
    if (!first) return std::nullopt;
    const Numbers wrong = numbers_of(records);
    if (auto found = of_numbers(wrong)) return found;
    if (!wrong.empty()) {
        if (auto found = of_unused(records)) return found;
        if (auto found = of_directions(wrong)) return found;
    }
    const std::size_t outputs = first->expected.outputs.size();
    for (std::size_t k = 0; k < outputs; ++k) {
        const auto lists = lists_of(records, k);
        if (!lists) return std::nullopt;
        std::string name;
        for (const Record* r : records) {
            if (outputs > 1 && r->expected.names.size() == outputs) name = r->expected.names[k];
        }
        if (outputs > 1 && name.empty()) return std::nullopt;
        if (auto found = of_lists(*lists, name)) return found;
    }
    return std::nullopt;
}

}  // namespace grader
