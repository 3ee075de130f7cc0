#pragma once

#include <string>

namespace learn {

/// CSS for a picture that is drawn in the light theme's colours: where the reader's system is dark, the dark theme's.
std::string dark_rules();

}  // namespace learn
