#include "tools/answers/load.hpp"

#include <cxxabi.h>
#include <dlfcn.h>

#include <cstdlib>
#include <memory>
#include <string_view>

namespace answers {
namespace {

/// "…/silu.so: undefined symbol: _ZN8tiny_llm4siluE…", as a linker would have said it.
std::string reason() {
    const char* said = ::dlerror();
    std::string text = said ? said : "?";
    constexpr std::string_view phrase = "undefined symbol: ";
    const std::size_t at = text.find(phrase);
    if (at == text.npos) return text;
    const std::size_t from = at + phrase.size();
    return "undefined reference to " + readable(text.substr(from, text.find_first_of(" \t(", from) - from));
}

void* opened(const std::string& library, int scope) {
    void* handle = ::dlopen(library.c_str(), RTLD_NOW | scope);
    if (!handle) throw Unloadable(library, reason());
    return handle;
}

}  // namespace

std::string readable(const std::string& symbol) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> plain(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
    std::string name = status == 0 ? plain.get() : symbol;
    for (const char* element : {"float", "half_float::half", "tiny_llm::bfloat16"}) {
        const std::string begins = "xt::xarray_container<xt::uvector<" + std::string(element);
        const std::string tensor =
            element == std::string_view("float") ? "Tensor" : "BasicTensor<" + std::string(element) + ">";
        constexpr std::string_view ends = "xt::xtensor_expression_tag>";
        for (std::size_t at; (at = name.find(begins)) != name.npos;) {
            const std::size_t end = name.find(ends, at);
            if (end == name.npos) break;
            name.replace(at, end + ends.size() - at, tensor);
        }
    }
    return name;
}

void load(const std::string& library) { opened(library, RTLD_GLOBAL); }

void* loaded(const std::string& library, const std::string& name) {
    void* found = ::dlsym(opened(library, RTLD_LOCAL), name.c_str());
    if (!found) throw Unloadable(library, "it has no " + name);
    return found;
}

}  // namespace answers
