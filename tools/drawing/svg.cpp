#include "tools/drawing/svg.hpp"

#include <array>
#include <cmath>
#include <cstdio>

namespace tiny_llm::figures {

namespace {

std::string attribute(std::string_view name, std::string_view value) {
    return " " + std::string(name) + "=\"" + std::string(value) + "\"";
}

std::string attribute(std::string_view name, double value) { return attribute(name, number(value)); }

std::string drawn_with(const Stroke& stroke) {
    std::string text = attribute("stroke", stroke.colour) + attribute("stroke-width", stroke.width);
    if (!stroke.dash.empty()) text += attribute("stroke-dasharray", stroke.dash);
    return text;
}

std::string joined(const std::vector<Point>& points) {
    std::string text;
    for (const Point& point : points) text += (text.empty() ? "" : " ") + number(point.x) + "," + number(point.y);
    return text;
}

}  // namespace

std::string number(double value, int decimals) {
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, value);
    std::string text = buffer.data();
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') text.pop_back();
    }
    return text == "-0" ? "0" : text;
}

std::string text_number(double value, int decimals) {
    const std::string text = number(value, decimals);
    return text.front() == '-' ? "−" + text.substr(1) : text;
}

std::string with_commas(std::size_t value) {
    std::string text = std::to_string(value);
    for (auto at = static_cast<int>(text.size()) - 3; at > 0; at -= 3) text.insert(static_cast<std::size_t>(at), ",");
    return text;
}

void Svg::line(Point from, Point to, Stroke stroke) {
    body += "<line" + attribute("x1", from.x) + attribute("y1", from.y) + attribute("x2", to.x) +
            attribute("y2", to.y) + drawn_with(stroke) + "/>\n";
}

void Svg::polyline(const std::vector<Point>& points, Stroke stroke) {
    body += "<polyline" + attribute("points", joined(points)) + " fill=\"none\" stroke-linejoin=\"round\"" +
            drawn_with(stroke) + "/>\n";
}

void Svg::arrow(Point from, Point to, Stroke stroke) {
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    const Point along{(to.x - from.x) / length, (to.y - from.y) / length};
    const Point neck{to.x - 9 * along.x, to.y - 9 * along.y};
    line(from, neck, stroke);
    const std::vector<Point> head{
        to, {neck.x - 5 * along.y, neck.y + 5 * along.x}, {neck.x + 5 * along.y, neck.y - 5 * along.x}};
    body += "<polygon" + attribute("points", joined(head)) + attribute("fill", stroke.colour) + "/>\n";
}

void Svg::rectangle(Point corner, double width, double height, std::string_view fill, Stroke stroke, double opacity) {
    body += "<rect" + attribute("x", corner.x) + attribute("y", corner.y) + attribute("width", width) +
            attribute("height", height) + " rx=\"2\"" + attribute("fill", fill);
    if (opacity != 1) body += attribute("fill-opacity", number(opacity, 2));
    if (stroke.width > 0) body += drawn_with(stroke);
    body += "/>\n";
}

void Svg::dot(Point centre, double radius, std::string_view fill) {
    body += "<circle" + attribute("cx", centre.x) + attribute("cy", centre.y) + attribute("r", radius) +
            attribute("fill", fill) + "/>\n";
}

void Svg::text(Point at, std::string_view words, Label label) {
    body += "<text" + attribute("x", at.x) + attribute("y", at.y) + attribute("fill", label.colour);
    if (label.anchor != "start") body += attribute("text-anchor", label.anchor);
    if (label.size != 15) body += attribute("font-size", label.size);
    if (label.bold) body += " font-weight=\"600\"";
    body += ">" + std::string(words) + "</text>\n";
}

std::string Svg::file(std::string_view style) const {
    // Shown a little larger where there is room.
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"560\" height=\"" + number(560 * height / width, 0) +
           "\" viewBox=\"0 0 480 " + number(height) +
           "\" font-size=\"15\" font-family=\"system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, "
           "'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif\">\n" +
           (style.empty() ? "" : "<style>\n" + std::string(style) + "</style>\n") + body + "</svg>\n";
}

}  // namespace tiny_llm::figures
