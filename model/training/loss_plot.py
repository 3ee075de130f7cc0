"""Draw loss.csv as a small SVG: loss in nats per token over tokens seen."""

import csv

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 560, 280, 48, 36, 16
SERIES = (("train_loss", "#999", "training"), ("held_out_en", "#1f77b4", "held out, English"),
          ("held_out_zh", "#d62728", "held out, Chinese"))


def draw(table, picture):
    with open(table, newline="") as file:
        points = [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]
    last = points[-1]["tokens"]
    values = [point[key] for point in points for key, _, _ in SERIES]
    low, high = min(values) * 0.95, max(values)

    def place(tokens, loss):
        x = LEFT + tokens / last * (WIDTH - LEFT - 12)
        y = TOP + (high - loss) / (high - low) * (HEIGHT - TOP - BOTTOM)
        return f"{x:.1f},{y:.1f}"

    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
             f'font-family="sans-serif" font-size="12">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
    for tick in range(5):
        loss = low + (high - low) * tick / 4
        x, y = place(0, loss).split(",")
        lines.append(f'<path d="M{x},{y}H{WIDTH - 12}" stroke="#ddd"/>'
                     f'<text x="{LEFT - 6}" y="{float(y) + 4:.1f}" text-anchor="end">{loss:.2f}</text>')
        x, y = place(last * tick / 4, low).split(",")
        lines.append(f'<text x="{x}" y="{float(y) + 16:.1f}" text-anchor="middle">{last * tick / 4e6:.1f}M</text>')
    for i, (key, color, label) in enumerate(SERIES):
        path = " ".join(place(point["tokens"], point[key]) for point in points)
        lines.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="1.6"/>'
                     f'<text x="{WIDTH - 150}" y="{TOP + 16 + 16 * i}" fill="{color}">{label}</text>')
    lines.append(f'<text x="{WIDTH // 2}" y="{HEIGHT - 4}" text-anchor="middle">'
                 "tokens seen; loss in nats per token</text></svg>")
    picture.write_text("\n".join(lines) + "\n")
