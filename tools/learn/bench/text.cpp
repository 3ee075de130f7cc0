#include <algorithm>
#include <cmath>

#include "bench/picture.hpp"
#include "messages.hpp"
#include "terminal/terminal.hpp"
#include "terminal/text.hpp"

namespace learn {
namespace {

constexpr std::size_t time_columns = 9, ratio_columns = 8, most_name_columns = 20;

std::string right(const std::string& text, std::size_t columns) {
    return std::string(columns - std::min(columns, width(text)), ' ') + text;
}

/// A locale that knows no UTF-8 shows none of these.
std::string plain(std::string text, bool ascii) {
    if (!ascii) return text;
    for (const auto& [sign, letters] : {std::pair("×", "x"), std::pair("µ", "u"), std::pair("–", "-")}) {
        for (std::size_t at = text.find(sign); at != text.npos; at = text.find(sign)) {
            text.replace(at, std::string(sign).size(), letters);
        }
    }
    return text;
}

std::string painted_name(const std::string& impl, const std::string& name) {
    if (impl == "yours") return bold(coloured(Status::passed, name));
    return impl == "limit" ? dim(name) : name;
}

/// Of one operation in one terminal.
class BenchPage {
public:
    BenchPage(const BenchResults& results, const BenchPlan& plan, const PlotPaper& paper)
        : plan_(plan),
          blocks_(bench_blocks(results, plan)),
          ascii_(paper.ascii),
          columns_(std::clamp<std::size_t>(paper.size.columns, 50, 100) - 1) {
        for (const BenchBlock& block : blocks_) {
            for (const BenchBlock::Bar& bar : block.bars) names_ = std::max(names_, width(bar.name()));
        }
        names_ = std::min(names_, most_name_columns);
        bar_columns_ = columns_ - std::min(columns_, 2 + names_ + 1 + 1 + time_columns + ratio_columns);
    }

    std::string text() const {
        std::string result;
        for (const BenchBlock& block : blocks_) result += block_text(block);
        return result + growth();
    }

private:
    /// "  silu  512 × 4864                limit: memcpy, 1 thread"
    std::string heading(const std::string& title, const std::string& conditions) const {
        const std::size_t used = std::min(columns_, 2 + width(title));
        return "  " + bold(plain(title, ascii_)) + dim(right(fit(conditions, columns_ - used - 1), columns_ - used)) +
               "\n";
    }

    std::string block_text(const BenchBlock& block) const {
        std::string text = heading(plan_.op + "  " + bench_shape(block.shape), bench_conditions(block));
        for (const BenchBlock::Bar& bar : block.bars) {
            text += "  " + painted_name(bar.impl, pad(bar.name(), names_)) + " ";
            if (!bar.row) {
                text += dim(msg::bench_not_timed(reason(*bar.refusal))) + "\n";
                continue;
            }
            text += bar_text(*bar.row, block.scale());
            text += " " + right(plain(time_text(bar.row->median_ms), ascii_), time_columns);
            text += (bar.row->ratio > 0 ? right(plain(ratio_text(bar.row->ratio), ascii_), ratio_columns) : "") + "\n";
        }
        return text + doubt(block) + "\n";
    }

    /// One core that is faster than its limit says that the limit was held up when it was measured.
    std::string doubt(const BenchBlock& block) const {
        const auto beats = [](const BenchBlock::Bar& bar) {
            return bar.impl != "limit" && bar.row && bar.row->ratio > 0 && bar.row->ratio < 0.9;
        };
        if (block.threads != 1 || !block.row("limit")) return "";
        if (std::none_of(block.bars.begin(), block.bars.end(), beats)) return "";
        std::string text;
        for (const std::string& part : wrap(msg::bench_limit_disturbed(), columns_ - 2))
            text += dim("  " + part) + "\n";
        return text;
    }

    /// Speed as a share of the limit's, whose own line is drawn where a bar does not cover it.
    std::string bar_text(const BenchRow& row, double scale) const {
        const char* const parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
        const auto line = static_cast<std::size_t>(std::lround(static_cast<double>(bar_columns_ - 1) / scale));
        const double share = row.ratio > 0 ? std::min(1 / row.ratio, scale) : 0;
        // What has run is never nothing.
        const auto eighths = std::max<long>(row.ratio > 0, std::lround(share * static_cast<double>(line) * 8));
        std::string bar;
        const bool yours = row.impl == "yours";
        const auto add = [&](const std::string& part) {
            bar += yours ? coloured(Status::passed, part) : row.impl == "limit" ? dim(part) : part;
        };
        std::string filled;
        std::size_t used = 0;
        for (; used < static_cast<std::size_t>(eighths / 8); ++used) filled += ascii_ ? "#" : "█";
        if (eighths % 8 != 0) {
            filled += ascii_ ? (eighths % 8 >= 4 || eighths < 8 ? "#" : " ") : parts[eighths % 8];
            ++used;
        }
        add(filled);
        for (; used < bar_columns_; ++used) bar += used == line && row.ratio > 0 ? dim(ascii_ ? "|" : "│") : " ";
        return bar;
    }

    static std::string reason(const BenchRefusal& refusal) {
        for (const auto& [word, text] :
             {std::pair("wrong", msg::bench_is_wrong), std::pair("threw", msg::bench_threw),
              std::pair("unsolved", msg::bench_is_unsolved), std::pair("crashed", msg::bench_did_crash),
              std::pair("timed_out", msg::bench_did_hang)}) {
            if (refusal.reason == word) return text();
        }
        return msg::bench_is_missing();
    }

    /// "896 × 4864" of "512x896x4864": the shapes that differ in the first number alone belong together.
    static std::string rest_of(const std::string& shape) {
        const std::size_t x = shape.find('x');
        return x == shape.npos ? "" : bench_shape(shape.substr(x + 1));
    }

    std::string growth() const {
        std::vector<std::vector<const BenchBlock*>> groups;
        for (const BenchBlock& block : blocks_) {
            const auto same = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
                return group[0]->threads == block.threads && rest_of(group[0]->shape) == rest_of(block.shape);
            });
            same == groups.end() ? groups.push_back({&block}) : same->push_back(&block);
        }
        std::string text;
        for (const auto& group : groups) {
            if (group.size() > 1) text += table(group);
        }
        return text;
    }

    std::string table(const std::vector<const BenchBlock*>& group) const {
        constexpr std::size_t cell = 10;
        const std::string rest = rest_of(group[0]->shape);
        // Only the threads are the same for all: each size may have a limit of its own.
        const BenchBlock conditions{"", group[0]->threads, "", {}};
        std::string text =
            heading(msg::bench_growth(plan_.op, rest.empty() ? "L" : "L × " + rest), bench_conditions(conditions));
        std::string head = "  " + pad("", names_);
        for (const BenchBlock* block : group)
            head += right("L = " + block->shape.substr(0, block->shape.find('x')), cell);
        text += dim(head) + "\n";
        for (const BenchBlock::Bar& bar : group[0]->bars) {
            const auto timed = [&](const BenchBlock* block) { return block->row(bar.impl) != nullptr; };
            if (std::none_of(group.begin(), group.end(), timed)) continue;
            text += "  " + painted_name(bar.impl, pad(bench_name(bar.impl), names_));
            for (const BenchBlock* block : group) {
                const BenchRow* row = block->row(bar.impl);
                text += right(plain(row ? time_text(row->median_ms) : "–", ascii_), cell);
            }
            text += "\n";
        }
        return text + "\n";
    }

    const BenchPlan& plan_;
    std::vector<BenchBlock> blocks_;
    bool ascii_;
    std::size_t columns_, names_ = 0, bar_columns_ = 0;
};

}  // namespace

std::string bench_text(const BenchResults& results, const BenchPlan& plan, const PlotPaper& paper) {
    return BenchPage(results, plan, paper).text();
}

std::string standing_text(const std::string& id, const Standing& standing, const std::string& next_file,
                          const PlotPaper& paper) {
    std::vector<std::string> lowest;
    for (const std::string& shape : standing.lowest) lowest.push_back(bench_shape(shape));
    const std::string medal = medal_text(standing.medal);
    std::string line = msg::bench_standing(id, lowest.empty() ? medal : msg::bench_held_back(medal, joined(lowest)));
    if (!standing.beside.empty()) line += msg::bench_nearest(bench_shape(standing.shape), bench_name(standing.beside));
    if (!next_file.empty()) line += msg::bench_next_step(next_file);
    std::string text;
    for (const std::string& part : wrap(plain(line, paper.ascii), 76)) text += "  " + part + "\n";
    return text;
}

}  // namespace learn
