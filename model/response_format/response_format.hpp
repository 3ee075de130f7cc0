#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "week3/06-serve/token_mask.hpp"

namespace tiny_llm {

/// How many objects and arrays may lie inside each other. An automaton can't count without end: for each place in which a value may
/// be, it has states of its own.
constexpr std::size_t json_depth = 5;

/// The JSON texts that fit a schema. They are written as JSON.stringify and Python's json.dumps write them: with one space or none
/// after , and : and no other. Numbers have at most 15 digits before the point, 15 after it and 2 in the exponent, so that every reader
/// can read them. Properties come in the schema's order; those that are not `required` may be missing.
///
/// schema   type ("object", "array", "string", "integer", "number", "boolean", "null", or several), properties, required, items,
///          minItems, maxItems, minLength, maxLength, enum, const, anyOf; {} is any value. What describes and does not restrict is passed
///          over: title, description, default, examples, $schema, additionalProperties (none are written, which any value of it allows)
/// where    what the schema is called where something is wrong with it
///
/// Throws std::invalid_argument for any other keyword, naming it and where it is, where values lie deeper than json_depth, and where
/// the automaton would become too large.
Dfa schema_automaton(const nlohmann::ordered_json& schema, const std::string& where);

/// What the field `response_format` of OpenAI's chat completions asks for: {"type": "json_object"}, an object of any kind, or
/// {"type": "json_schema", "json_schema": {"name": …, "schema": …}}. Nothing for {"type": "text"}.
///
/// Throws std::invalid_argument, naming the field, for what is none of these or is not known.
std::optional<Dfa> response_automaton(const nlohmann::ordered_json& response_format);

}  // namespace tiny_llm
