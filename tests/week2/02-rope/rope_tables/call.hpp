// How the grader calls rope_tables. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

/// The rows from `from` on, of a table that has a row for each position; any other as it is, so that its shape is judged.
inline Tensor last_rows(const Tensor& table, std::size_t positions, std::size_t from) {
    if (table.dimension() != 2 || table.shape(0) != positions) return table;
    return xt::view(table, xt::range(from, positions), xt::all());
}

/// For the picture: one pair's cosines or sines at the positions x.
inline grader::Values column_of(grader::Arguments& arguments) {
    const Tensor& x = arguments["x"];
    const auto positions = static_cast<std::size_t>(xt::amax(x)()) + 1, pair = arguments.number<std::size_t>("pair");
    const RopeTables tables =
        rope_tables(arguments.number<std::size_t>("head_dim"), positions, arguments.number("theta"));
    const Tensor& table = arguments.text("table") == "cos" ? tables.cos : tables.sin;
    if (table.dimension() != 2 || table.shape(0) != positions || table.shape(1) <= pair) return {table};
    Tensor column = xt::empty<float>(x.shape());
    for (std::size_t k = 0; k < x.size(); ++k) column(k) = table(static_cast<std::size_t>(x(k)), pair);
    return {column};
}

inline grader::Values call(grader::Arguments& arguments) {
    if (arguments.has("x")) return column_of(arguments);
    const auto positions = arguments.number<std::size_t>("positions");
    const RopeTables tables =
        rope_tables(arguments.number<std::size_t>("head_dim"), positions, arguments.number("theta"));
    if (!arguments.has("compared_from")) return {tables.cos, tables.sin};
    // Of a long table the last rows are enough, and small enough to be stored.
    const auto from = arguments.number<std::size_t>("compared_from");
    return {last_rows(tables.cos, positions, from), last_rows(tables.sin, positions, from)};
}

}  // namespace tiny_llm
