"""Charts as SVG text, without any library: risk against coverage, judgements per kind, and where the time goes.

Colours are told apart by shade as well as by hue, every mark has its figure in a `<title>`, and nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from aver.evals.risk import RiskPoint
from aver.evals.spending import Step
from aver.evals.summary import Group

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 640, 360, 56, 44, 24
LINES = ("#1b4f9c", "#c2570c", "#2f7d4f", "#7a3b8f")
JUDGED = (("correct", "#2f7d4f"), ("abstained", "#c9ced6"), ("wrong", "#b3261e"))
BAR, LABEL = 20, 150


def risk_coverage_svg(curves: Mapping[str, Sequence[RiskPoint]], *, promise: float | None = None) -> str:
    """Return the share of wrong among released answers against coverage, one line per named curve.

    The dotted line is the exact one-sided 95 % bound on the first curve; `promise` draws a level.
    """
    points = [point for curve in curves.values() for point in curve]
    most = max([point.coverage for point in points] + [0.1])
    worst = min(1.0, max([point.risk for point in points] + [promise or 0.0, 0.05]) * 1.15)
    inner_width, inner_height = WIDTH - LEFT - 16, HEIGHT - BOTTOM - TOP

    def place(coverage: float, risk: float) -> tuple[float, float]:
        return LEFT + inner_width * coverage / most, TOP + inner_height * (1 - min(risk, worst) / worst)

    parts = [*_axes(most, worst, inner_width, inner_height)]
    if promise is not None:
        _, level = place(0, promise)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - 16}" y1="{level:.1f}" y2="{level:.1f}" stroke="#888"/>')
        parts.append(f'<text x="{WIDTH - 18}" y="{level - 4:.1f}" text-anchor="end">promise {promise:.0%}</text>')
    for number, (name, curve) in enumerate(curves.items()):
        colour = LINES[number % len(LINES)]
        if number == 0:
            bound = " ".join("{:.1f},{:.1f}".format(*place(point.coverage, point.upper)) for point in curve)
            parts.append(f'<polyline fill="none" stroke="{colour}" stroke-dasharray="2 4" points="{bound}"/>')
        line = " ".join("{:.1f},{:.1f}".format(*place(point.coverage, point.risk)) for point in curve)
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{line}">')
        parts.append(f"<title>{escape(name)}</title></polyline>")
        label = f"{escape(name)}: {len(curve)} thresholds"
        parts.append(f'<text x="{LEFT + 8}" y="{TOP + 14 + 16 * number}" fill="{colour}">{label}</text>')
    return _svg(WIDTH, HEIGHT, parts)


def _axes(most: float, worst: float, width: int, height: int) -> list[str]:
    parts = [f'<rect x="{LEFT}" y="{TOP}" width="{width}" height="{height}" fill="none" stroke="#bbb"/>']
    for step in range(5):
        x, y = LEFT + width * step / 4, TOP + height * (1 - step / 4)
        parts.append(f'<text x="{x:.1f}" y="{TOP + height + 16}" text-anchor="middle">{most * step / 4:.0%}</text>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{worst * step / 4:.1%}</text>')
    caption = "coverage: share of all questions answered"
    parts.append(f'<text x="{LEFT + width / 2}" y="{HEIGHT - 8}" text-anchor="middle">{caption}</text>')
    parts.append(f'<text x="{LEFT}" y="{TOP - 8}">risk: share of those that are wrong</text>')
    return parts


def bars_svg(groups: Sequence[Group]) -> str:
    """Return one bar per group, divided into correct, abstained and wrong."""
    height = TOP + (BAR + 8) * len(groups) + 12
    room, parts = WIDTH - LABEL - 60, []
    for place, group in enumerate(groups):
        y, x = TOP + place * (BAR + 8), float(LABEL)
        parts.append(f'<text x="{LABEL - 8}" y="{y + 15}" text-anchor="end">{escape(group.name)} ({group.size})</text>')
        for name, colour in JUDGED:
            share = group.measure(name).value or 0.0
            if share:
                title = f"<title>{escape(group.name)}: {name} {share:.1%}</title>"
                width = room * share
                parts.append(
                    f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{BAR}" fill="{colour}">{title}</rect>'
                )
                x += width
    legend = (
        f'<text x="{LABEL + 120 * place}" y="16" fill="{colour}">■ {name}</text>'
        for place, (name, colour) in enumerate(JUDGED)
    )
    return _svg(WIDTH, height, [*legend, *parts])


def waterfall_svg(steps: Sequence[Step]) -> str:
    """Return one bar per step of answering, each beginning where the one before ends; lengths are mean times."""
    times = [step.mean.value or 0.0 for step in steps]
    room, whole = WIDTH - LABEL - 90, sum(times) or 1.0
    parts, before = [], 0.0
    for place, (step, time) in enumerate(zip(steps, times, strict=True)):
        y, x, width = 8 + place * (BAR + 4), LABEL + room * before / whole, max(1.0, room * time / whole)
        name = escape(step.name)
        parts.append(f'<text x="{LABEL - 8}" y="{y + 15}" text-anchor="end">{name}</text>')
        title = f"<title>{name}: {time:.1f} ms</title>"
        parts.append(f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{BAR}" fill="{LINES[0]}">{title}</rect>')
        parts.append(f'<text x="{x + width + 4:.1f}" y="{y + 15}">{time:.1f} ms</text>')
        before += time
    return _svg(WIDTH, 16 + len(steps) * (BAR + 4), parts)


def _svg(width: int, height: int, parts: Sequence[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" width="{width}">'
    style = "<style>text{font:12px system-ui,sans-serif}</style>"
    ground = f'<rect width="{width}" height="{height}" fill="#fff"/>'
    return "\n".join((head, style, ground, *parts, "</svg>"))
