mkdir -p results
for student in "$@"; do
    for stub in tests/week*/*/*/stub.cpp; do
        exercise=${stub#tests/}
        cp "$stub" "${exercise%/stub.cpp}.cpp"
    done
    (cd "$student" && tar cf - week*/*/*.cpp) | tar xf -
    ./learn verify --json >"results/$(basename "$student").json"
done
