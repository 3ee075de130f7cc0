// en: First line,
//     second line.
// zh: 第一行，
//     第二行。
// A comment of another kind.
