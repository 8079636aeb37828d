"""A run as one self-contained page, HTML or Markdown: figures, risk against coverage, decisions, time, every failure.

Nothing is fetched and nothing is run: text from documents is escaped, charts are inline SVG.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from aver.evals.charts import bars_svg, risk_coverage_svg, waterfall_svg
from aver.evals.measures import Measure
from aver.evals.questions import UNANSWERED_IS_RIGHT
from aver.evals.report import differences
from aver.evals.risk import area_under, excess_area, largest_coverage, risk_coverage
from aver.evals.rows import packet_texts
from aver.evals.score import Judged, Judgement, Scored
from aver.evals.spending import Price, costs, steps, tokens
from aver.evals.summary import HEADLINE, Summary, summarise

GALLERY = 60
"""Failures shown; the page says how many more there are."""

SHOWN, CUT = 3, 400
"""Packets shown with a failure, and the code points of each."""

PROMISES = (0.01, 0.03, 0.05)
STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "table{border-collapse:collapse;margin:1rem 0;font-size:14px}td,th{border:1px solid #ddd;padding:.25rem .6rem;"
    "text-align:left;vertical-align:top}th{background:#f4f5f7}blockquote{margin:.3rem 0;padding-left:.8rem;"
    "border-left:3px solid #b3261e}svg{max-width:100%;height:auto}code{background:#f4f5f7}"
)

Table = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What both forms show: tables with the header first, and the scored run itself."""

    title: str
    summary: Summary
    scored: Scored
    kinds: Table
    run: Table
    risk: Table
    decisions: Table
    time: Table
    tokens: Table
    run_of: Table
    beside: Table = ()


def page_of(
    scored: Scored,
    *,
    title: str,
    run_of: Mapping[str, Any] | None = None,
    beside: Mapping[str, Scored] | None = None,
    price: Price | None = None,
) -> Page:
    """Return the page of a scored run; `run_of` is its manifest, `beside` are runs over the same questions by name.

    With a `price` of tokens it says what a question cost, and what an answer that was right.
    """
    summary = summarise(scored)
    names = ("correct", "wrong", "abstained", HEADLINE, "hit@4", "mrr")
    kinds = tuple(
        (group.name, str(group.size), *(figure(group.measure(name)) for name in names))
        for group in (*summary.groups, *summary.variants)
    )
    return Page(
        title=title,
        summary=summary,
        scored=scored,
        kinds=(("kind or variant", "n", *names), *kinds),
        run=(("figure", "value", "n"), *((one.name, figure(one), str(one.count)) for one in summary.run.measures)),
        risk=_risk(scored),
        decisions=_decisions(scored),
        time=_time(scored),
        tokens=(
            ("tokens a question", "mean", "n"),
            *((one.name, figure(one), str(one.count)) for one in tokens(scored.rows)),
            *(() if price is None else _costs(scored, price)),
        ),
        beside=_beside(scored, beside or {}),
        run_of=(("what", "value"), *((name, str(value)) for name, value in (run_of or {}).items())),
    )


def _costs(scored: Scored, price: Price) -> Table:
    """Return the cost of a question and that of a right answer: all that was spent over those that were right."""
    each = costs(scored.rows, price)
    right = sum(one.judgement is Judgement.CORRECT and one.answered for one in scored.judged)
    spent = (each.value or 0.0) * each.count
    return (
        ("cost", "-" if each.value is None else _money(each.value), str(each.count)),
        ("cost of a right answer", _money(spent / right) if right else "-", str(right)),
    )


def _money(amount: float) -> str:
    return f"{amount:.6f}"


def figure(one: Measure) -> str:
    """Return a measure with its 95 % interval, a dash where it has no cases."""
    if one.value is None:
        return "-"
    digits = 1 if abs(one.value) >= 10 else 3
    if one.low is None or one.high is None:
        return f"{one.value:.{digits}f}"
    return f"{one.value:.{digits}f} [{one.low:.{digits}f}, {one.high:.{digits}f}]"


def _risk(scored: Scored) -> Table:
    """Return the largest coverage within each promise, and the areas."""
    curve = risk_coverage(scored)
    rows = [("promise", "threshold", "coverage", "wrong of released", "bound")]
    for promise in PROMISES:
        point = largest_coverage(curve, promise)
        if point is None:
            rows.append((f"{promise:.0%}", "none", "0", "-", "-"))
        else:
            wrong = f"{point.wrong} of {point.released}"
            rows.append(
                (f"{promise:.0%}", f"{point.threshold:.3f}", f"{point.coverage:.3f}", wrong, f"{point.upper:.4f}")
            )
    area, excess = area_under(curve), excess_area(curve)
    rows.append(
        ("AURC / E-AURC", "-" if area is None else f"{area:.4f}", "-" if excess is None else f"{excess:.4f}", "", "")
    )
    return tuple(rows)


def _time(scored: Scored) -> Table:
    """Return the steps of answering with their mean and late times in milliseconds."""
    lines = ((step.name, figure(step.mean), figure(step.late), str(step.mean.count)) for step in steps(scored.rows))
    return (("step", "mean ms", "95th percentile", "n"), *lines)


def _beside(scored: Scored, others: Mapping[str, Scored]) -> Table:
    """Return how each other run differs from this one, paired by question: what an ablated stage was worth."""
    lines = (
        (
            name,
            one.judgement,
            f"{one.first:.3f}",
            f"{one.second:.3f}",
            f"{one.difference:+.3f} [{one.low:+.3f}, {one.high:+.3f}]",
            f"{one.only_first} / {one.only_second}",
            f"{one.p:.4f}",
            str(one.count),
        )
        for name, other in others.items()
        for one in differences(scored.judged, other.judged)
    )
    return (
        (("run", "share", "here", "there", "difference", "only here / there", "McNemar p", "n"), *lines)
        if others
        else ()
    )


def _decisions(scored: Scored) -> Table:
    """Return how often each outcome met each expectation."""
    outcomes = sorted({one.released.outcome for one in scored.judged if one.released is not None})
    counts = Counter((_expected(one), one.released.outcome) for one in scored.judged if one.released is not None)
    expected = sorted({name for name, _ in counts})
    rows = ((name, *(str(counts[name, outcome]) for outcome in outcomes)) for name in expected)
    return (("expected", *outcomes), *rows)


def _expected(one: Judged) -> str:
    return one.question.expected_decision or ("ABSTAIN" if one.kind in UNANSWERED_IS_RIGHT else "ANSWER")


def failures(scored: Scored) -> tuple[Judged, ...]:
    """Return the wrong answers, the surest first."""
    wrong = [one for one in scored.judged if one.judgement is Judgement.WRONG]
    return tuple(sorted(wrong, key=lambda one: -(one.released.confidence if one.released else 1.0)))


def markdown(page: Page) -> str:
    """Return the page as Markdown, charts left out."""
    parts = [f"# {page.title}", ""]
    for heading, table in sections(page):
        parts += [f"## {heading}", "", *_markdown_table(table), ""]
    parts += ["## Wrong answers, the surest first", "", *_markdown_failures(page.scored), ""]
    return "\n".join(parts)


def sections(page: Page) -> tuple[tuple[str, Table], ...]:
    """Return the tables of a page under their headings; they hold figures and names, no words of documents."""
    return (
        ("Per kind", page.kinds),
        ("The run", page.run),
        ("What can be promised", page.risk),
        ("Decisions", page.decisions),
        *((("Beside other runs", page.beside),) if page.beside else ()),
        ("Where the time goes", page.time),
        ("Tokens", page.tokens),
        ("What was run", page.run_of),
    )


def _markdown_table(table: Table) -> Iterator[str]:
    for place, row in enumerate(table):
        yield "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |"
        if place == 0:
            yield "|" + " --- |" * len(row)


def _markdown_failures(scored: Scored) -> Iterator[str]:
    wrong = failures(scored)
    for one in wrong[:GALLERY]:
        said = " / ".join(" ".join(quote.split()) for quote in _quotes(one)) or "no row"
        yield f"- `{one.question.id}` ({_confidence(one)}) {one.question.question} -> {said}"
    if len(wrong) > GALLERY:
        yield f"- and {len(wrong) - GALLERY} more"


def _quotes(one: Judged) -> tuple[str, ...]:
    return () if one.released is None else tuple(cited.quote for cited in one.released.cited)


def _confidence(one: Judged) -> str:
    return "-" if one.released is None else f"{one.released.confidence:.3f}"


def html(page: Page, others: Mapping[str, Scored] | None = None) -> str:
    """Return the page as one HTML document; `others` are further runs drawn into the risk curve by name."""
    runs = {"this run": page.scored, **(others or {})}
    curves = {name: risk_coverage(scored) for name, scored in runs.items()}
    charts = {
        "Per kind": bars_svg(page.summary.groups),
        "What can be promised": risk_coverage_svg(curves, promise=0.03),
        "Where the time goes": waterfall_svg(steps(page.scored.rows)),
    }
    parts = [f"<h1>{escape(page.title)}</h1>"]
    for heading, table in sections(page):
        parts += [f"<h2>{heading}</h2>", charts.get(heading, ""), _html_table(table)]
    parts += ["<h2>Wrong answers, the surest first</h2>", *_html_failures(page.scored)]
    head = f'<meta charset="utf-8"><title>{escape(page.title)}</title><style>{STYLE}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>\n' + "\n".join(parts) + "\n</body></html>\n"


def _html_table(table: Table) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in table[0])
    rows = ("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in table[1:])
    return f"<table><tr>{head}</tr>{''.join(rows)}</table>"


def _html_failures(scored: Scored) -> Iterator[str]:
    wrong = failures(scored)
    if not wrong:
        yield "<p>None.</p>"
    for one in wrong[:GALLERY]:
        quotes = "".join(f"<blockquote>{escape(quote)}</blockquote>" for quote in _quotes(one)) or "<p>no row</p>"
        gold = "".join(f"<li>{escape(span)}</li>" for span in one.question.gold_spans)
        wanted = f"<p>Wanted:</p><ul>{gold}</ul>" if gold else "<p>Wanted: nothing released.</p>"
        name = f"<code>{escape(one.question.id)}</code> {escape(one.kind)}, confidence {_confidence(one)}"
        yield f"<h3>{escape(one.question.question)}</h3><p>{name}</p>{quotes}{wanted}{_html_evidence(one)}"
    if len(wrong) > GALLERY:
        yield f"<p>and {len(wrong) - GALLERY} more</p>"


def _html_evidence(one: Judged) -> str:
    """Return the first packets that answering was handed, folded away."""
    texts = () if one.row is None else packet_texts(one.row.packets)[:SHOWN]
    shown = "".join(f"<p>{escape(text[:CUT])}{'…' if len(text) > CUT else ''}</p>" for text in texts)
    return f"<details><summary>Evidence</summary>{shown}</details>" if shown else ""
