#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace grader {

/// An array in rows. The grader's own, so that nothing of what judges reads a line of xtensor: that takes seconds.
template <class T>
struct Array {
    std::vector<std::size_t> shape;
    std::vector<T> values;

    Array() = default;
    Array(std::vector<std::size_t> shape, T value) : shape(std::move(shape)), values(count(this->shape), value) {}
    Array(std::vector<std::size_t> shape, std::vector<T> values) : shape(std::move(shape)), values(std::move(values)) {}

    static std::size_t count(const std::vector<std::size_t>& shape) {
        std::size_t product = 1;
        for (const std::size_t extent : shape) product *= extent;
        return product;
    }
    std::size_t size() const { return values.size(); }
    T* data() { return values.data(); }
    const T* data() const { return values.data(); }
    auto begin() { return values.begin(); }
    auto end() { return values.end(); }
    auto begin() const { return values.begin(); }
    auto end() const { return values.end(); }
    /// The last axis; 1 where there is none.
    std::size_t width() const { return shape.empty() ? 1 : shape.back(); }
    std::size_t rows() const { return width() == 0 ? 0 : size() / width(); }
    T* row(std::size_t r) { return values.data() + r * width(); }
    const T* row(std::size_t r) const { return values.data() + r * width(); }
};

using Floats = Array<float>;
using Integers = Array<std::int64_t>;

/// What xtensor's arrays and their like have.
template <class T>
concept ArrayLike = requires(const T& array) {
    array.shape().begin();
    array.data();
    array.size();
};

struct Value;
using Values = std::vector<Value>;

/// What a function takes or gives: numbers in an array, one number, text (or any bytes), or several of these. Its
/// members are in value.cpp, because compiling them in each file would be a third of what most questions cost.
struct Value {
    std::variant<Floats, Integers, double, std::int64_t, std::string, Values> is;

    Value();
    Value(const Value& other);
    Value(Value&& other) noexcept;
    Value& operator=(const Value& other);
    Value& operator=(Value&& other) noexcept;
    ~Value();

    Value(Floats array);
    Value(Integers array);
    Value(double number);
    Value(std::int64_t number);
    Value(std::string text);
    Value(const char* text);
    Value(Values several);
    template <std::floating_point T>
    Value(T number) : Value(static_cast<double>(number)) {}
    template <std::integral T>
    Value(T number) : Value(static_cast<std::int64_t>(number)) {}
    template <ArrayLike T>
    Value(const T& array) {
        using Element = std::remove_cvref_t<decltype(*array.data())>;
        using Mine = std::conditional_t<std::integral<Element>, std::int64_t, float>;
        Array<Mine> mine({array.shape().begin(), array.shape().end()}, Mine{});
        std::transform(array.data(), array.data() + array.size(), mine.values.begin(),
                       [](const Element& element) { return static_cast<Mine>(element); });
        *this = std::move(mine);
    }
};

/// The elements of an array, the length of a text, 1 for a number.
std::size_t elements(const Value& value);

}  // namespace grader
