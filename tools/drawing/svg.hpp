#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tiny_llm::figures {

/// In the picture's own units, of which it is `Svg::width` wide. y grows downwards.
struct Point {
    double x, y;
};

struct Stroke {
    std::string_view colour;
    double width = 2;
    std::string_view dash = "";
};

struct Label {
    std::string_view colour;
    std::string_view anchor = "start";  // start, middle, end
    double size = 15;
    bool bold = false;
};

/// Writes a drawing, one element to a line, with lengths to a tenth.
class Svg {
public:
    /// All pictures are as wide as a phone's text nearly is, so that their letters can be read there.
    static constexpr double width = 480;

    explicit Svg(double height) : height(height) {}

    void line(Point from, Point to, Stroke stroke);
    void polyline(const std::vector<Point>& points, Stroke stroke);
    void arrow(Point from, Point to, Stroke stroke);
    /// A rectangle from its upper left corner; without a fill where the colour is "none".
    void rectangle(Point corner, double width, double height, std::string_view fill, Stroke stroke = {"none", 0},
                   double opacity = 1);
    void dot(Point centre, double radius, std::string_view fill);
    /// Text without <, > and &.
    void text(Point at, std::string_view words, Label label);

    /// The whole file. `style` is CSS.
    std::string file(std::string_view style = "") const;

private:
    double height;
    std::string body;
};

/// "1.5", "-2", "0": to so many decimals, without zeros at the end, with a minus sign of its own in `text`.
std::string number(double value, int decimals = 1);
std::string text_number(double value, int decimals = 1);
/// "1,792"
std::string with_commas(std::size_t value);

}  // namespace tiny_llm::figures
