"""Pictures of figures, as SVG: lines over an axis, and bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

COLOURS = ("#2060b0", "#c03020", "#308040", "#806020", "#705090")
WIDTH, HEIGHT, LEFT, TOP = 420, 220, 64, 36


@dataclass(frozen=True)
class Line:
    """Values over the places of an axis; a dashed line is a bound."""

    name: str
    values: Sequence[float]
    dashed: bool = False


@dataclass(frozen=True)
class Panel:
    """Lines or bars that share an axis from 0 up."""

    title: str
    places: Sequence[str]
    lines: Sequence[Line]
    across: str
    bars: bool = False


def text(x: float, y: float, words: str, anchor: str = "middle", colour: str = "#222222") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(words)}</text>\n'


def panel_svg(panel: Panel, left: float, top: float) -> str:
    most = max(value for line in panel.lines for value in line.values) * 1.05
    step = WIDTH / len(panel.places)
    out = f'<rect x="{left}" y="{top}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#888888"/>\n'
    out += text(left, top - 8, panel.title, "start")
    for part in (0, 0.5, 1):
        out += text(left - 6, top + HEIGHT * (1 - part) + 4, f"{most * part:,.0f}", "end")
    for number, place in enumerate(panel.places):
        out += text(left + step * (number + 0.5), top + HEIGHT + 16, place)
    out += text(left + WIDTH / 2, top + HEIGHT + 34, panel.across)
    for number, line in enumerate(panel.lines):
        colour = COLOURS[number % len(COLOURS)]
        points = [(left + step * (i + 0.5), top + HEIGHT * (1 - value / most)) for i, value in enumerate(line.values)]
        if panel.bars:
            width = step * 0.8 / len(panel.lines)
            for x, y in points:
                begin = x - step * 0.4 + number * width
                height = top + HEIGHT - y
                out += f'<rect x="{begin:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{colour}"/>\n'
        else:
            dash = ' stroke-dasharray="5 4"' if line.dashed else ""
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            out += f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>\n'
        out += text(left + 8, top + HEIGHT + 54 + 16 * number, line.name, "start", colour)
    return out


def write(path: Path, panels: Sequence[Panel]) -> None:
    """Panels side by side, two in a row."""
    legend = 16 * max(len(panel.lines) for panel in panels)
    row = TOP + HEIGHT + 56 + legend
    columns = min(2, len(panels))
    rows = (len(panels) + columns - 1) // columns
    width, height = columns * (LEFT + WIDTH) + 16, rows * row
    out = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">\n'
    out += '<rect width="100%" height="100%" fill="#ffffff"/>\n'
    for number, panel in enumerate(panels):
        out += panel_svg(panel, LEFT + number % columns * (LEFT + WIDTH), TOP + number // columns * row)
    path.write_text(out + "</svg>\n")
