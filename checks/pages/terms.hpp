#pragma once

#include <string>
#include <vector>

/// A line of terms.txt.
struct Term {
    std::string english, chinese;
    std::vector<std::string> refused;
    std::vector<std::string> right;  // longer words, each with a refused one in it
};

std::vector<Term> parse_terms(const std::string& list);

/// "file:line: …" for each word in the text that the course does not use, and one that goes on in the next line is a word, too.
std::vector<std::string> other_words(const std::vector<Term>& terms, const std::string& path, const std::string& text);
