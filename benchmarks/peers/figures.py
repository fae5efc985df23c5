"""Tables and a plot of what `scripts/peers` measured.

    figures.py RESULTS.CSV PLOT.SVG      prints Markdown; the plot shows the rates beside the limit, hot

Rates are medians, as shares of the limit's median in the same set. The processor's time of the limit is divided by that of a loader:
1 means that it takes no more than the limit does.
"""

from __future__ import annotations

import csv
import statistics
import sys
from collections import defaultdict
from pathlib import Path

Rows = dict[str, list[dict[str, str]]]
SETS = {"imagenet": "ImageNet", "pets": "pets"}
OURS = ("java_", "python_")
NAMES = {"limit": "limit (C, two threads)", "limit_fast": "limit, fast DCT", "limit_fullframe": "limit, complete images"}
LEFT, BAR, ROW, WIDE = 190, 14, 20, 300


def read(file: Path) -> dict[tuple[str, str], Rows]:
    found: dict[tuple[str, str], Rows] = defaultdict(lambda: defaultdict(list))
    with file.open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            found[row["set"], row["store"]][row["label"]].append(row)
    return found


def median(rows: list[dict[str, str]], name: str) -> float:
    return statistics.median(float(row[name]) for row in rows)


def name_of(label: str) -> str:
    if label.startswith(OURS):
        language, rest = label.split("_", 1)
        kind = {"pcr_full": "PCR, full", "pcr_98": "PCR, .98", "pcr_96": "PCR, .96"}.get(rest, rest.replace("tfrecord", "TFRecord"))
        return f"**{kind.replace('liquid', 'Liquid, JPEG')}, {language.capitalize()}**"
    return NAMES.get(label, label)


def hot(rows: Rows) -> list[tuple[str, float, float, float, float, float]]:
    limit, limit_cpu = median(rows["limit"], "ips"), median(rows["limit"], "cpu_ms_per_image")
    table = []
    for label, runs in rows.items():
        rate, cpu = median(runs, "ips"), median(runs, "cpu_ms_per_image")
        table.append((label, rate, rate / limit, cpu, limit_cpu / cpu, median(runs, "first_s")))
    return sorted(table, key=lambda row: -row[1])


def markdown(found: dict[tuple[str, str], Rows]) -> None:
    for (of, store), rows in sorted(found.items()):
        runs = sorted({len(runs) for runs in rows.values()})
        if store == "hot":
            print(f"\n{SETS[of]}, from the page cache ({runs[0]} to {runs[-1]} runs):\n")
            print("| loader | images/s | of the limit | CPU ms an image | limit's CPU / its CPU | first batch |")
            print("|---|---:|---:|---:|---:|---:|")
            for label, rate, share, cpu, cpu_share, first in hot(rows):
                print(f"| {name_of(label)} | {rate:.0f} | {share:.2f} | {cpu:.2f} | {cpu_share:.2f} | {first:.2f} s |")
        else:
            peers = [median(runs, "ips_total") for label, runs in rows.items() if not label.startswith(OURS)]
            print(f"\n{SETS[of]}, 100 MB/s and 10 ms a request ({runs[0]} to {runs[-1]} runs):\n")
            print("| loader | images/s, with the start | of the best peer | images/s, steady | first batch |")
            print("|---|---:|---:|---:|---:|")
            for label, runs_of in sorted(rows.items(), key=lambda item: -median(item[1], "ips_total")):
                total = median(runs_of, "ips_total")
                of_best = total / max(peers) if peers else float("nan")
                steady, first = median(runs_of, "ips"), median(runs_of, "first_s")
                print(f"| {name_of(label)} | {total:.0f} | {of_best:.2f} | {steady:.0f} | {first:.2f} s |")


def plot(found: dict[tuple[str, str], Rows], file: Path) -> None:
    tables = {of: hot(rows) for (of, store), rows in sorted(found.items()) if store == "hot"}
    height = 40 + ROW * max(map(len, tables.values()))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {len(tables) * (LEFT + WIDE + 60)} {height}" '
        'font-family="sans-serif" font-size="11">',
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    for column, (of, table) in enumerate(tables.items()):
        left = column * (LEFT + WIDE + 60) + LEFT
        most = max(row[2] for row in table)
        parts.append(f'<text x="{left}" y="16" font-weight="bold">{SETS[of]}: rate, as a share of the limit\'s</text>')
        for line, (label, _, share, *_) in enumerate(table):
            y = 26 + line * ROW
            colour = "#1b7f5c" if label.startswith(OURS) else "#666" if label.startswith("limit") else "#9db4c8"
            name = name_of(label).replace("*", "")
            parts.append(f'<text x="{left - 6}" y="{y + 11}" text-anchor="end">{name}</text>')
            parts.append(f'<rect x="{left}" y="{y}" width="{share / most * WIDE:.1f}" height="{BAR}" fill="{colour}"/>')
            parts.append(f'<text x="{left + share / most * WIDE + 4:.1f}" y="{y + 11}">{share:.2f}</text>')
    parts.append("</svg>")
    file.write_text("\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    measured = read(Path(sys.argv[1]))
    markdown(measured)
    plot(measured, Path(sys.argv[2]))
