#include "story/picture.hpp"
#include "commands/board.hpp"
#include "course/parts.hpp"
#include "grader/catch.hpp"
#include "temporary_folder.hpp"
#include "terminal/language.hpp"
#include "terminal/text.hpp"

using namespace learn;

namespace {

/// Chapters of four exercises, some of which are parts, as the real course has them.
struct Model {
    Model() {
        course.source_dir = folder.path;
        const char* ids[] = {
            "silu",          "gelu",         "layer_norm", "rms_norm",       "rms_norm_nd",     "partial_rms_norm",
            "linear",        "feed_forward", "glu",        "qwen2_mlp",      "other",           "silu_and_mul",
            "more",          "add_rms_norm", "merged",     "pre_norm_block", "qwen2_attention", "embedding",
            "decoder_layer", "sample"};
        for (const char* id : ids) {
            Exercise e;
            e.id = id;
            e.chapter = "week1/0" + std::to_string(course.exercises.size() / 4 + 1);
            e.file = e.id + ".cpp";
            course.exercises.push_back(e);
        }
        course.parts = {"silu",      "linear",        "rms_norm", "qwen2_mlp", "pre_norm_block", "qwen2_attention",
                        "embedding", "decoder_layer", "sample"};
    }

    void pass(const std::string& id) {
        write_file(folder.path / (id + ".cpp"), "// the " + id + " that passed\n");
        state.exercises[id] = {Status::passed, 0, true, fingerprint("// the " + id + " that passed\n")};
    }

    std::string picture() const { return model_picture(course, state); }

    TemporaryFolder folder;
    Course course;
    State state;
};

bool contains(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

}  // namespace

TEST_CASE("a part is the learner's only with the file that passed") {
    Model model;
    model.pass("silu");
    model.pass("linear");
    model.pass("qwen2_mlp");
    write_file(model.folder.path / "linear.cpp", "// edited since\n");
    model.state.exercises["qwen2_mlp"].graded_file = "";  // as an older runner has left it
    model.state.exercises["rms_norm"] = {Status::failed, 0, true, ""};
    const std::vector<Part> all = parts(model.course, model.state);
    REQUIRE(all.size() == 9);
    CHECK((all[0].yours && !all[0].changed));
    CHECK((!all[1].yours && all[1].changed));
    CHECK((!all[2].yours && !all[2].changed));
    CHECK((!all[3].yours && all[3].changed));
    fs::remove(model.folder.path / "silu.cpp");
    CHECK_FALSE(parts(model.course, model.state)[0].yours);
}

TEST_CASE("the picture marks each place where a passed part works") {
    Model model;
    CHECK(contains(model.picture(), "embed → [norm → attention → norm → MLP] → norm → head → sample"));
    CHECK(contains(model.picture(), "0 of the model's 9 parts are yours"));
    model.pass("rms_norm");
    CHECK(contains(model.picture(), "[norm✓ → attention → norm✓ → MLP] → norm✓ → head → sample\n"));
    CHECK(contains(model.picture(), "1 of the model's 9 parts is yours"));
    for (const char* id : {"silu", "linear", "qwen2_mlp", "pre_norm_block"}) model.pass(id);
    CHECK(contains(model.picture(), "embed → [norm✓ → attention → norm✓ → MLP✓]✓ → norm✓ → head✓ → sample\n"));
    for (const char* id : {"qwen2_attention", "embedding", "decoder_layer"}) model.pass(id);
    CHECK(contains(model.picture(), "embed✓ → [norm✓ → attention✓ → norm✓ → MLP✓]✓ → norm✓ → head✓ → sample\n"));
    CHECK(contains(model.picture(), "8 of the model's 9 parts are yours"));
    model.pass("sample");
    CHECK(contains(model.picture(), "head✓ → sample✓\n"));
    CHECK(contains(model.picture(), "every part of the model is yours: ./learn story and ./learn chat"));
    for (const std::string& line : lines(model.picture())) CHECK(width(line) <= 76);
    // A side road is no part that is missing.
    model.course.needed = model.course.parts;
    std::erase(model.course.needed, "pre_norm_block");
    model.state.exercises.erase("pre_norm_block");
    CHECK(contains(model.picture(), "every part of the model is yours"));
    model.course.parts.clear();
    CHECK(model.picture().empty());
}

TEST_CASE("the picture tells the number of layers of the shipped model") {
    Model model;
    fs::create_directories(model.folder.path / "model/weights");
    for (const std::string text : {"", "[]", "{", R"({"num_hidden_layers":"four"})"}) {
        write_file(model.folder.path / "model/weights/config.json", text);
        CHECK(contains(model.picture(), "embed → [norm"));
    }
    write_file(model.folder.path / "model/weights/config.json", R"({"num_hidden_layers": 4})");
    CHECK(contains(model.picture(), "embed → 4×[norm"));
}

TEST_CASE("the picture never pushes the current exercise off the terminal") {
    Model model;
    const Blas blas{"libopenblas.so", true, "SkylakeX", "", "Prescott", Blas::Chooser::course};
    for (const char* id : {"silu", "linear", "rms_norm", "qwen2_mlp", "pre_norm_block"}) model.pass(id);
    for (const Language spoken : {Language::en, Language::zh}) {
        set_language(spoken);
        for (const std::string& line : lines(model.picture())) CHECK(width(line) <= 76);
        for (const Size size : {Size{80, 24}, {120, 40}, {80, 18}, {80, 14}, {60, 24}, {40, 24}}) {
            INFO(size.columns << " × " << size.rows << " " << language_name());
            const std::string text = board(model.course, model.state, blas, size);
            CHECK(lines(text).size() + 2 < std::max<std::size_t>(size.rows, 18));  // the smallest list needs so many
            CHECK(contains(text, "> · gelu"));
            CHECK(contains(text, "parts are yours") + contains(text, "个是你写的") ==
                  (size.columns >= 76 && size.rows >= 24));
            CHECK(contains(text, "OpenBLAS SkylakeX") == (size.rows >= 24));
            for (const std::string& line : lines(text)) {
                if (contains(line, "OpenBLAS")) CHECK(width(line) < size.columns);
            }
        }
    }
    set_language(Language::en);
}

TEST_CASE("the board says who chose the kernel where that was not the library") {
    const Model model;
    Blas blas{"libopenblas.so", true, "SkylakeX", "", "SkylakeX", Blas::Chooser::library};
    // Wide enough for any processor's name.
    const auto shown = [&] { return board(model.course, model.state, blas, {200, 40}); };
    CHECK(contains(shown(), "BLAS:   OpenBLAS SkylakeX on "));
    CHECK_FALSE(contains(shown(), "by itself it would pick"));
    blas.library_picks = "Prescott";
    blas.chosen_by = Blas::Chooser::course;
    CHECK(contains(shown(), " (set by the course; by itself it would pick Prescott)\n"));
    blas.chosen_by = Blas::Chooser::user;
    CHECK(contains(shown(), " (set by you (OPENBLAS_CORETYPE); by itself it would pick Prescott)\n"));
    set_language(Language::zh);
    CHECK(contains(shown(), "（由你的 OPENBLAS_CORETYPE 设定；不设的话它会选 Prescott）\n"));
    set_language(Language::en);
    CHECK_FALSE(contains(board(model.course, model.state, Blas{}, {120, 40}), "BLAS"));
}

TEST_CASE("a week that one is not in is one line, where all chapters would not fit") {
    TemporaryFolder folder;
    Course course;
    course.source_dir = folder.path;
    for (int i = 0; i < 26; ++i) {
        Exercise e;
        e.id = "e" + std::to_string(i);
        e.chapter = std::string(i < 16 ? "week1/0" : "week2/0") + std::to_string(i / 2);
        course.exercises.push_back(e);
    }
    State state;
    const auto shown = [&](std::size_t rows) { return board(course, state, Blas{}, {80, rows}); };
    CHECK(contains(shown(24), "  > · e0 "));
    CHECK(contains(shown(24), "week1/07"));
    CHECK(contains(shown(24), "  Week 2: 5 chapters                                                     0/10\n"));
    CHECK_FALSE(contains(shown(24), "week2/08"));
    CHECK(contains(shown(40), "week2/08"));
    CHECK_FALSE(contains(shown(40), "Week 2:"));
    state.current = "e20";
    state.exercises["e1"] = {Status::passed, 0, true, ""};
    CHECK(contains(shown(24), "  Week 1: 8 chapters                                                     1/16\n"));
    CHECK(contains(shown(24), "  > · e20 "));
    CHECK(contains(shown(24), "week2/012"));
}
