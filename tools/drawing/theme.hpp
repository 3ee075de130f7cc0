#pragma once

#include <string>
#include <string_view>

namespace tiny_llm::figures {

/// The colours of a picture. The strong ones are Okabe and Ito's, which colour-blind readers can tell apart (the dark
/// theme's green is theirs made lighter); where two lines could still be confused, one of them is dashed.
struct Theme {
    std::string_view name;
    std::string_view text;
    std::string_view muted;  // axes' numbers
    std::string_view rule;   // axes
    std::string_view faint;  // grids, empty cells
    std::string_view first;
    std::string_view second;
    std::string_view third;
    std::string_view ground;  // of pictures that stand alone
};

inline constexpr Theme light{"light",   "#1d2426", "#586466", "#a3adae", "#e4e8e8",
                             "#0072b2", "#d55e00", "#009e73", "#ffffff"};
inline constexpr Theme dark{"dark",    "#e3e6e4", "#a5aead", "#6b7475", "#31383a",
                            "#56b4e9", "#e69f00", "#2fc29a", "#1b1f20"};

/// CSS for a picture that is drawn in the light theme's colours: where the reader's system is dark, the dark theme's.
std::string dark_rules();

}  // namespace tiny_llm::figures
