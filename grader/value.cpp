#include "grader/value.hpp"

namespace grader {

Value::Value() = default;
Value::Value(const Value&) = default;
Value::Value(Value&&) noexcept = default;
Value& Value::operator=(const Value&) = default;
Value& Value::operator=(Value&&) noexcept = default;
Value::~Value() = default;

Value::Value(Floats array) : is(std::move(array)) {}
Value::Value(Integers array) : is(std::move(array)) {}
Value::Value(double number) : is(number) {}
Value::Value(std::int64_t number) : is(number) {}
Value::Value(std::string text) : is(std::move(text)) {}
Value::Value(const char* text) : is(std::string(text)) {}
Value::Value(Values several) : is(std::move(several)) {}

std::size_t elements(const Value& value) {
    struct Count {
        std::size_t operator()(const Floats& array) const { return array.size(); }
        std::size_t operator()(const Integers& array) const { return array.size(); }
        std::size_t operator()(const std::string& text) const { return text.size(); }
        std::size_t operator()(double) const { return 1; }
        std::size_t operator()(std::int64_t) const { return 1; }
        std::size_t operator()(const Values& several) const {
            std::size_t n = 0;
            for (const Value& one : several) n += elements(one);
            return n;
        }
    };
    return std::visit(Count{}, value.is);
}

}  // namespace grader
