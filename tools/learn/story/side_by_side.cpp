#include "story/side_by_side.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>

#include "system/loop.hpp"
#include "terminal/text.hpp"
#include "tools/json/json.hpp"

namespace learn {
namespace {

constexpr std::size_t readable = 35;  // columns of a text, where there is room for two
constexpr std::size_t gap = 2;
constexpr std::size_t margin = 3;  // for the number

}  // namespace

SideBySide::SideBySide(std::size_t texts, Size terminal) : texts_(texts) {
    // The last column stays free: what is written there may break the line.
    const std::size_t columns = std::max<std::size_t>(terminal.columns, 2) - 1;
    across_ = std::clamp<std::size_t>((columns + gap) / (margin + readable + gap), 1, texts);
    width_ = (columns + gap) / across_;
    const std::size_t below = (texts + across_ - 1) / across_;
    height_ = std::clamp<std::size_t>((terminal.rows - std::min<std::size_t>(terminal.rows, 2)) / below, 1, 12);
}

void SideBySide::add(std::size_t text, std::string_view piece) { texts_.at(text) += piece; }

std::vector<std::string> SideBySide::lines() const {
    const std::size_t free_lines = height_ > 2 ? 1 : 0;  // between the texts
    const std::size_t columns = width_ > gap + margin ? width_ - gap - margin : 1;
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < texts_.size(); begin += across_) {
        std::vector<std::string> row(height_);
        for (std::size_t i = begin; i < std::min(begin + across_, texts_.size()); ++i) {
            const std::vector<std::string> all = wrap(harmless(texts_[i]), columns);
            const std::size_t shown = std::min(all.size(), height_ - free_lines);
            for (std::size_t n = 0; n < height_; ++n) {
                std::string number = n == 0 ? std::to_string(i + 1) : "";
                row[n] += pad(number, margin);
                row[n] += pad(n < shown ? fit(all[all.size() - shown + n], columns) : "", columns);
                if (i + 1 < begin + across_) row[n] += std::string(gap, ' ');
            }
        }
        lines.insert(lines.end(), row.begin(), row.end());
    }
    for (std::string& line : lines) line.erase(line.find_last_not_of(' ') + 1);
    return lines;
}

void LiveStories::put(std::string_view output) {
    begun_ += output;
    for (std::size_t end; (end = begun_.find('\n')) != begun_.npos; begun_.erase(0, end + 1)) {
        take(begun_.substr(0, end));
    }
    constexpr std::uint64_t interval = 50'000'000;  // nobody sees more than twenty pictures a second
    if (drawn_ == 0 || uv_hrtime() - drawn_at_ >= interval) draw();
}

/// A line that is no piece of a story, a part has printed.
void LiveStories::take(const std::string& line) {
    const tools::Json event = tools::parse_json(line);
    if (!event.is_object() || !event.contains("story") || !event.contains("piece") || !event["piece"].is_string())
        return;
    const long story = tools::whole_number(event, "story", 0, 15, -1);
    if (story >= 0) stories_.add(static_cast<std::size_t>(story), event["piece"].get<std::string>());
}

void LiveStories::take_away() {
    if (drawn_ > 0) std::printf("\x1b[%zuA\x1b[J", drawn_);
    drawn_ = 0;
}

void LiveStories::draw() {
    drawn_at_ = uv_hrtime();
    std::string picture = drawn_ > 0 ? "\x1b[" + std::to_string(drawn_) + "A" : "";
    const std::vector<std::string> lines = stories_.lines();
    for (const std::string& line : lines) picture += "\r" + line + "\x1b[K\n";
    drawn_ = lines.size();
    std::fwrite(picture.data(), 1, picture.size(), stdout);
    std::fflush(stdout);
}

}  // namespace learn
