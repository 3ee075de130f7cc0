// en: What the twin's mistake says.
// zh: 普通版练习的错误所说的话。
