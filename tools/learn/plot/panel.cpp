#include "plot/panel.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "messages.hpp"
#include "system/errors.hpp"
#include "terminal/text.hpp"

namespace learn {
namespace {

std::string text_in(const tools::Json& value, const char* key) {
    const auto found = value.find(key);
    return found != value.end() && found->is_string() ? harmless(found->get<std::string>()) : std::string();
}

/// What is the matter with an answer; empty for a number.
std::string trouble_of(const tools::Json& answer, std::size_t asked) {
    const std::string end = text_in(answer, "end"), text = text_in(answer, "text"), y = text_in(answer, "y");
    const int number = answer.value("number", 0);
    if (end == "threw") return text.empty() ? msg::plot_threw() : msg::plot_threw_text(text);
    if (end == "signal") return msg::plot_crashed(signal_text(number));
    if (end == "exited") return msg::plot_exited(std::to_string(number));
    if (end == "endless") return msg::plot_endless();
    if (end == "size") return msg::plot_size(text, "(" + std::to_string(asked) + ")");
    if (y == "nan") return msg::plot_nan();
    if (!y.empty()) return msg::plot_infinite();
    return "";
}

PlotPanel read_panel(const tools::Json& reference, const tools::Json* yours) {
    PlotPanel panel;
    panel.name = text_in(reference, "name");
    panel.row = reference.at("row").get<bool>();
    panel.note = text_in(reference, language_name());
    const tools::Json& points = reference.at("points");
    for (const tools::Json& point : points) panel.points.push_back({point.at("x"), point.at("y"), {}, ""});
    if (!yours) return panel;
    const tools::Json& whole = yours->at("whole");
    panel.unsolved = text_in(whole, "end") == "todo";
    if (text_in(whole, "end") != "value") panel.whole = trouble_of(whole, points.size());
    else panel.shape = text_in(whole, "text");
    for (std::size_t i = 0; i < panel.points.size(); ++i) {
        const tools::Json& answer = yours->at("points").at(i);
        if (answer.contains("y") && answer["y"].is_number()) panel.points[i].yours = answer["y"].get<double>();
        else panel.points[i].trouble = trouble_of(answer, 1);
    }
    return panel;
}

}  // namespace

bool PlotPoint::differs() const {
    // As grader/closeness.hpp, which takes it from torch.testing.assert_close.
    return yours && std::abs(*yours - reference) > 1e-5 + 1.3e-6 * std::abs(reference);
}

bool PlotPanel::has_yours() const {
    return std::any_of(points.begin(), points.end(), [](const PlotPoint& p) { return p.yours.has_value(); });
}

PlotRange range_of(const PlotPanel& panel) {
    PlotRange range{0, 0};
    const auto widen = [&](double value) { range = {std::min(range.low, value), std::max(range.high, value)}; };
    for (const PlotPoint& point : panel.points) {
        widen(point.reference);
        if (panel.row) widen(point.x);
    }
    // A wild answer must not press all the rest into one line.
    const double most = range.high - range.low, low = range.low - most, high = range.high + most;
    for (const PlotPoint& point : panel.points) widen(std::clamp(point.yours.value_or(0), low, high));
    const double air = 0.03 * (range.high - range.low);
    return {range.low - air, range.high + air};
}

std::vector<double> ticks(PlotRange range, std::size_t most) {
    const double span = range.high - range.low;
    for (double power = 0.01;; power *= 10) {
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double step = factor * power;
            if (span / step > static_cast<double>(most)) continue;
            std::vector<double> result;
            for (double k = std::ceil(range.low / step); k * step <= range.high; ++k) {
                result.push_back(k * step + 0.0);  // not -0
            }
            return result;
        }
    }
}

std::vector<PlotPanel> read_panels(const tools::Json& reference, const tools::Json& yours) {
    std::vector<PlotPanel> panels;
    try {
        for (const tools::Json& panel : reference.at("panels")) {
            const tools::Json* other = yours.is_object() ? &yours.at("panels").at(panels.size()) : nullptr;
            panels.push_back(read_panel(panel, other));
        }
    } catch (const tools::Json::exception&) {
        throw SetupError(msg::plot_unreadable());
    }
    return panels;
}

}  // namespace learn
