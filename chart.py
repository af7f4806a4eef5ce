"""Draw the gate: where the scores of both kinds of question lie, and what each tau would cost.

offers   draw(scores, labels, tau, curve, title) -> SVG text, readable on light and dark ground

Left: the evidence of questions with and without an answer, as shares of their kind, tau between
them, and a tick for each question. Right: the share of questions answered against the share of
wrong ones among them, each judged by a gate that never saw it.
"""

import math
from xml.sax.saxutils import escape

BINS = 24
WIDTH, HEIGHT = 900, 400
LEFT, RIGHT = (70, 450), (545, 870)  # x of the two panels
TOP, BASE = 92, 300  # y of both
TICKS = 14  # height of the strip for each kind below the bars
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1c2329 } .title { font-weight: 600 }
.ground { fill: #ffffff } .axis, .tau { stroke: #1c2329 } .grid { stroke: #d5dbe0 }
.yes { fill: #0f6cbd; stroke: #0f6cbd } .no { fill: #c2410c; stroke: #c2410c }
.bar { fill-opacity: .4; stroke: none } .tau { stroke-width: 2; stroke-dasharray: 5 4 }
.curve { fill: none; stroke: #0f6cbd; stroke-width: 2 } .here { fill: #1c2329 }
@media (prefers-color-scheme: dark) {
text, .here { fill: #e8edf2 } .ground { fill: #14181c } .axis, .tau { stroke: #e8edf2 }
.grid { stroke: #39424a } .yes { fill: #5db1ff; stroke: #5db1ff } .curve { stroke: #5db1ff }
.no { fill: #ff9b66; stroke: #ff9b66 } .bar { stroke: none } }
"""


def text(x, y, words, anchor="middle", kind=""):
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}"'
    return f"<text {place}>{escape(words)}</text>"


def line(x1, y1, x2, y2, kind):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def axes(panel, lows_highs, labels, base=BASE):
    """Return the frame of a panel: 5 marks an axis, labels at both axes."""
    (left, right), ((x_low, x_high), (y_low, y_high)) = panel, lows_highs
    drawn = []
    for i in range(5):
        x, y = left + (right - left) * i / 4, BASE - (BASE - TOP) * i / 4
        across, up = x_low + (x_high - x_low) * i / 4, y_low + (y_high - y_low) * i / 4
        drawn.append(line(left, y, right, y, "axis" if i == 0 else "grid"))
        drawn.append(text(left - 8, y + 4, f"{up:.0%}", "end"))
        drawn.append(text(x, base + 18, f"{across:.1f}" if x_low < 0 else f"{across:.0%}"))
    middle = (left + right) / 2
    drawn.append(text(middle, base + 40, labels[0]))
    turned = f"translate({left - 52} {(TOP + BASE) / 2}) rotate(-90)"
    drawn.append(f'<g transform="{turned}">{text(0, 0, labels[1])}</g>')
    return drawn


def ceiling(value):
    """Return a top for an axis whose four marks are whole percents: 0.182 -> 0.2"""
    return max(0.04, math.ceil(25 * value) / 25)


def shares(values, low, high):
    """Return the share of the values in each of BINS equal parts of low..high."""
    counts = [0] * BINS
    for value in values:
        counts[min(BINS - 1, max(0, int((value - low) / (high - low) * BINS)))] += 1
    return [count / max(len(values), 1) for count in counts]


def distributions(scores, labels, tau):
    """Return the left panel."""
    reach = 1.05 * max([abs(value) for value in [*scores, tau]] + [0.1])
    left, right = LEFT
    sides = {"yes": [s for s, label in zip(scores, labels) if label]}
    sides["no"] = [s for s, label in zip(scores, labels) if not label]
    bars = {kind: shares(values, -reach, reach) for kind, values in sides.items()}
    top = ceiling(max(max(side) for side in bars.values()))

    def across(value):
        return left + (right - left) * (value + reach) / (2 * reach)

    base = BASE + 2 * TICKS + 4
    drawn = axes(LEFT, ((-reach, reach), (0, top)), ("evidence", "share of its kind"), base)
    wide = (right - left) / BINS
    for row, (kind, heights) in enumerate(bars.items()):
        for i, height in enumerate(heights):
            tall = (BASE - TOP) * height / top
            drawn.append(
                f'<rect x="{left + i * wide:.1f}" y="{BASE - tall:.1f}" width="{wide - 1:.1f}" '
                f'height="{tall:.1f}" class="bar {kind}"/>'
            )
        y = BASE + 4 + row * TICKS
        drawn += [line(across(s), y, across(s), y + TICKS - 4, kind) for s in sides[kind]]
    drawn.append(line(across(tau), TOP - 8, across(tau), base, "tau"))
    drawn.append(text(across(tau), TOP - 14, f"tau {tau:.2f}"))
    for x, kind, words in ((left, "yes", "with an answer"), (left + 190, "no", "without one")):
        drawn.append(f'<rect x="{x}" y="44" width="12" height="12" class="bar {kind}"/>')
        drawn.append(text(x + 18, 55, f"{words} ({len(sides[kind])})", "start"))
    return drawn


def risk(curve):
    """Return the right panel; the dot is tau."""
    left, right = RIGHT
    top = ceiling(max(point["risk"] for point in curve))

    def place(point):
        return (
            left + (right - left) * point["coverage"],
            BASE - (BASE - TOP) * point["risk"] / top,
        )

    words = ("questions answered", "wrong among the answered")
    drawn = axes(RIGHT, ((0, 1), (0, top)), words)
    points = " ".join("{:.1f},{:.1f}".format(*place(point)) for point in curve)
    drawn.append(f'<polyline points="{points}" class="curve"/>')
    passed = [point for point in curve if point["over_tau"] >= 0]
    if passed:
        x, y = place(passed[-1])
        drawn.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" class="here"/>')
        drawn.append(text(x - 8, y - 10, "tau", "end"))
    return drawn


def draw(scores, labels, tau, curve, title):
    """Return the picture as SVG text."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{escape(title)}</title><style>{STYLE}</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" class="ground"/>',
        text(LEFT[0], 26, title, "start", "title"),
        text(RIGHT[0], 55, "risk and coverage, left out", "start"),
        *distributions(scores, labels, tau),
        *risk(curve),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"
