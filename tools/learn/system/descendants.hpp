#pragma once

#include "tools/answers/descendants.hpp"

namespace learn {

using answers::adopt_orphans;
using answers::kill_descendants;

}  // namespace learn
