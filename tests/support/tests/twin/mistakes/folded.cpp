// en: Of the same name as one of the exercise's own, which comes first.
// zh: 与练习自己的错误同名，以练习自己的为准。
