#pragma once
// Values and outcomes as bytes, for the way from one process into another.

#include <cstring>
#include <stdexcept>
#include <type_traits>

#include "grader/call.hpp"

namespace grader {

class Writer {
public:
    std::string bytes;

    template <class T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
    void put(T number) { bytes.append(reinterpret_cast<const char*>(&number), sizeof number); }
    void put(const std::string& text) {
        put(text.size());
        bytes += text;
    }
    template <class T>
    void put(const std::vector<T>& several) {
        put(several.size());
        if constexpr (std::is_arithmetic_v<T>) {
            bytes.append(reinterpret_cast<const char*>(several.data()), several.size() * sizeof(T));
        } else {
            for (const T& one : several) put(one);
        }
    }
    template <class T>
    void put(const Array<T>& array) {
        put(array.shape);
        put(array.values);
    }
    void put(const Value& value) {
        put(value.is.index());
        std::visit([this](const auto& known) { put(known); }, value.is);
    }
    void put(const Outcome& outcome) {
        put(outcome.kind);
        put(outcome.outputs);
        put(outcome.modified);
        put(outcome.what);
        put(outcome.file);
        put(outcome.line);
    }
    void put(const Call& call) {
        put(call.function);
        put(call.arguments.size());
        for (const auto& [name, value] : call.arguments) put(name), put(value);
    }
};

/// Throws std::runtime_error where the bytes end too early: whoever wrote them may have been killed.
class Reader {
public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}

    bool at_end() const { return rest_.empty(); }

    template <class T>
    T get() {
        T result{};
        get(result);
        return result;
    }

private:
    const char* take(std::size_t size) {
        if (size > rest_.size()) throw std::runtime_error("bytes are missing");
        const char* taken = rest_.data();
        rest_.remove_prefix(size);
        return taken;
    }
    template <class T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
    void get(T& number) { std::memcpy(&number, take(sizeof number), sizeof number); }
    void get(std::string& text) {
        const auto size = get<std::size_t>();
        text.assign(take(size), size);
    }
    template <class T>
    void get(std::vector<T>& several) {
        const auto size = get<std::size_t>();
        if (size > rest_.size()) throw std::runtime_error("bytes are missing");
        several.resize(size);
        if constexpr (std::is_arithmetic_v<T>) {
            if (size > rest_.size() / sizeof(T)) throw std::runtime_error("bytes are missing");
            if (size > 0) std::memcpy(several.data(), take(size * sizeof(T)), size * sizeof(T));
        } else {
            for (T& one : several) get(one);
        }
    }
    template <class T>
    void get(Array<T>& array) {
        get(array.shape);
        get(array.values);
    }
    template <class T>
    void get_into(Value& value) {
        value.is = get<T>();
    }
    void get(Value& value) {
        switch (get<std::size_t>()) {
            case 0: return get_into<Floats>(value);
            case 1: return get_into<Integers>(value);
            case 2: return get_into<double>(value);
            case 3: return get_into<std::int64_t>(value);
            case 4: return get_into<std::string>(value);
            case 5: return get_into<Values>(value);
            default: throw std::runtime_error("bytes of no value");
        }
    }
    void get(Outcome& outcome) {
        get(outcome.kind);
        get(outcome.outputs);
        get(outcome.modified);
        get(outcome.what);
        get(outcome.file);
        get(outcome.line);
    }
    void get(Call& call) {
        get(call.function);
        for (auto count = get<std::size_t>(); count > 0; --count) {
            auto& [name, value] = call.arguments.emplace_back();
            get(name);
            get(value);
        }
    }

    std::string_view rest_;
};

}  // namespace grader
