#pragma once
// nlohmann/json, whose reading and writing of text is compiled once (once.cpp): they take longer than most files that use them. A
// specialization that is declared is not compiled, and the library's own operator""_json would have all of them compiled anywhere.

#include <nlohmann/json.hpp>
#include <string>

// Of a text in one piece, and of a string.
#define TINY_LLM_JSON_OF(kind, Iterator)                                                                           \
    kind void nlohmann::detail::parser<nlohmann::json, nlohmann::detail::iterator_input_adapter<Iterator>>::parse( \
        bool, nlohmann::json&);                                                                                    \
    kind nlohmann::detail::lexer<nlohmann::json, nlohmann::detail::iterator_input_adapter<Iterator>>::token_type   \
    nlohmann::detail::lexer<nlohmann::json, nlohmann::detail::iterator_input_adapter<Iterator>>::scan();
#define TINY_LLM_JSON_ONCE(kind)                                                                              \
    TINY_LLM_JSON_OF(kind, const char*)                                                                       \
    TINY_LLM_JSON_OF(kind, std::string::const_iterator)                                                       \
    kind void nlohmann::detail::serializer<nlohmann::json>::dump(const nlohmann::json&, bool, bool, unsigned, \
                                                                 unsigned);                                   \
    kind nlohmann::json::basic_json(const nlohmann::json&);                                                   \
    kind nlohmann::json::basic_json(nlohmann::json::initializer_list_t, bool, nlohmann::json::value_t);

// Versions that were tried; with others each file compiles its own.
#if NLOHMANN_JSON_VERSION_MAJOR == 3 && NLOHMANN_JSON_VERSION_MINOR >= 10 && NLOHMANN_JSON_VERSION_MINOR <= 11
#ifdef TINY_LLM_JSON_HERE
TINY_LLM_JSON_ONCE(template)
#else
TINY_LLM_JSON_ONCE(template <>)
#endif
#endif
