#pragma once

#include <string>

namespace grader {

enum class Language { en, zh };

/// From TINY_LLM_LANG, which the runner sets, else from LC_ALL, LC_MESSAGES and LANG, in POSIX's order.
Language language();

/// `en` or `zh`, whichever the reader asked for.
inline const char* either(const char* en, const char* zh) { return language() == Language::zh ? zh : en; }
inline std::string either(const std::string& en, const std::string& zh) { return language() == Language::zh ? zh : en; }

}  // namespace grader
