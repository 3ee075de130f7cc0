// figures FOLDER     draws every picture of the chapters into FOLDER, from what the solutions return
// figures --points   prints what the site's explorers are checked against, as JSON

#include <filesystem>
#include <fstream>
#include <iostream>

#include "pictures.hpp"

using namespace tiny_llm::figures;

int main(int count, char** words) {
    if (count != 2) {
        std::cerr << "usage: figures FOLDER | figures --points\n";
        return 2;
    }
    const std::filesystem::path folder = words[1];
    if (folder == "--points") {
        std::cout << explorer_points() << "\n";
        return 0;
    }
    for (const Picture& picture : pictures()) {
        for (const Theme& theme : {light, dark}) {
            const auto path = folder / (picture.name + "." + std::string(theme.name) + ".svg");
            std::ofstream file(path, std::ios::binary);
            file << picture.draw(theme);
            if (!file.flush()) {
                std::cerr << "figures: cannot write " << path.string() << "\n";
                return 1;
            }
        }
    }
}
