mkdir -p results
for student in "$@"; do
    cp -R tests/stubs/week1 .
    (cd "$student" && tar cf - week1/*/*.cpp) | tar xmf -
    ./learn verify --json >"results/$(basename "$student").json"
done
