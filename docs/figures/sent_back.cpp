#include <algorithm>

#include "pictures.hpp"
#include "tools/drawing/svg.hpp"
#include "week3/04-many/schedule.hpp"

namespace tiny_llm::figures {

namespace {

/// Whose each page is, as far as schedule says: it counts them, and which ones they are is chosen here.
using Owners = std::vector<std::size_t>;

std::size_t pages_of(const Request& request, const Limits& limits) {
    return (request.computed + limits.page - 1) / limits.page;
}

void move_pages(Owners& owners, const Server& server, const Limits& limits) {
    for (std::size_t& owner : owners) {
        const auto is_it = [&](const Request& request) { return request.id == owner; };
        if (std::none_of(server.running.begin(), server.running.end(), is_it)) owner = 0;
    }
    for (const Request& request : server.running) {
        auto held = static_cast<std::size_t>(std::count(owners.begin(), owners.end(), request.id));
        for (std::size_t& owner : owners) {
            if (owner == 0 && held < pages_of(request, limits)) {
                owner = request.id;
                ++held;
            }
        }
    }
}

void moment(Svg& svg, const Theme& theme, const Words& words, double top, std::string_view title, const Server& server,
            const Limits& limits, const Owners& owners) {
    constexpr double slot = 14, pitch = 67, height = 28, queue = 416;
    const std::string_view colours[] = {theme.first, theme.second, theme.third};
    svg.text({0, top + 14}, title, {theme.text, "start", 15, true});
    const double pages = top + 26;
    std::vector<std::size_t> drawn(owners.size() + 1, 0);
    for (std::size_t p = 0; p < owners.size(); ++p) {
        const double x = 4 + pitch * static_cast<double>(p), middle = x + 2 * slot;
        const std::size_t id = owners[p];
        std::size_t filled = 0;
        for (const Request& request : server.running)
            if (request.id == id) filled = std::min(limits.page, request.computed - drawn[id]);
        drawn[id] += filled;
        for (std::size_t row = 0; row < limits.page; ++row) {
            svg.rectangle({x + slot * static_cast<double>(row), pages}, slot, height,
                          row < filled ? colours[id - 1] : "none",
                          {theme.rule, 1, id == 0 ? std::string_view("3 3") : std::string_view()});
        }
        svg.text({middle, pages + 46},
                 std::string(id == 0 ? words.free : words.one_request) + (id == 0 ? "" : std::to_string(id)),
                 {id == 0 ? theme.muted : theme.text, "middle", 13});
    }
    if (server.waiting.empty()) return;
    svg.text({queue, pages + 46}, words.waits, {theme.muted, "start", 13});
    for (std::size_t n = 0; n < server.waiting.size(); ++n) {
        const Point corner{queue + 34 * static_cast<double>(n), pages};
        svg.rectangle(corner, 28, height, "none", {theme.text, 1});
        svg.text({corner.x + 14, corner.y + 19}, std::to_string(server.waiting[n].id),
                 {theme.text, "middle", 15, true});
    }
}

}  // namespace

std::string sent_back(const Theme& theme, const Words& words) {
    const Server before{.running = {{1, 9, 8}, {2, 13, 12}, {3, 3, 2}}, .waiting = {}};
    Limits limits{.budget = 1, .running = 3, .pages = 6, .page = 4};
    Svg svg(288);
    Owners owners(limits.pages, 0);
    move_pages(owners, before, limits);
    moment(svg, theme, words, 0, words.before_step, before, limits, owners);
    const std::string_view titles[] = {words.last_goes, words.goes_itself};
    for (std::size_t n = 0; n < 2; ++n) {
        // With a budget of 1, the first request computes its token, and the others have not had their turn.
        limits.budget = n == 0 ? 1 : 8;
        Server server = before;
        schedule(server, limits);
        move_pages(owners, server, limits);
        moment(svg, theme, words, 100 * static_cast<double>(n + 1), titles[n], server, limits, owners);
    }
    return svg.file();
}

}  // namespace tiny_llm::figures
