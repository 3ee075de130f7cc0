#pragma once

#include <cstdint>
#include <string>

namespace learn {

/// What takes long, on standard error: one line that is rewritten on a terminal, a plain line every few seconds elsewhere and
/// where no escape byte may be written. Takes itself away at the end.
class Progress {
public:
    ~Progress();
    void show(const std::string& text);
    void clear();

private:
    std::uint64_t shown_at_ = 0;
    bool visible_ = false;
};

}  // namespace learn
