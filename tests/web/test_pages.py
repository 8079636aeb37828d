"""Every page shows what its flow says, works without scripts, and a run is the same as on the command line (L7)."""

from __future__ import annotations

import json
import re

import pytest
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from aver.flows.claim_access import Desk as ClaimDesk
from aver.flows.claims import propose
from aver.flows.review import queue
from aver.stages.claim_quotes import cited
from aver.store.versions import latest
from aver.values.claims import ClaimContent, StoredKind
from tests.cli.asking_home import aver
from tests.web.conftest import Browser, Site, with_a_datasheet

QUESTION = "How long is the notice period of employees?"
SAYS = "The notice period of employees is four weeks."


def words(page: str, selector: str) -> list[str]:
    """Return the words of every element that a CSS selector names."""
    return [" ".join(one.text().split()) for one in HTMLParser(page).css(selector)]


def asked(visitor: Browser, question: str = QUESTION, **fields: str) -> str:
    visitor.get("/web/ask")
    answer = visitor.post("/web/ask", {"question": question, **fields})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def test_asking_without_scripts_leads_to_the_answer_with_its_evidence_marked(site: Site) -> None:
    address = asked(site["reader"])
    page = site["reader"].get(address).text
    assert words(page, "h1") == [QUESTION]
    assert words(page, "h2.outcome") == ["Answered"]
    assert words(page, "blockquote") == [SAYS]
    assert words(page, ".evidence mark") == [SAYS]
    assert words(page, ".evidence .place") == ["Notice periods › Employees"]
    link = HTMLParser(page).css_first(".evidence .source a").attributes["href"]
    assert link is not None
    there = site["reader"].get(link).text
    assert words(there, "article mark") == [SAYS]
    assert words(there, "h1") == ["Notice periods"]


def test_a_question_that_has_no_answer_says_why_and_shows_nothing_as_one(site: Site) -> None:
    page = site["eve"].get(asked(site["eve"])).text
    assert words(page, "h2.outcome") == ["No answer"]
    assert "Nothing that you may read speaks to it" in page
    assert words(page, "blockquote") == []


def test_to_a_script_the_steps_come_as_events_that_can_be_resumed(site: Site) -> None:
    visitor = site["reader"]
    visitor.get("/web/ask")
    stream = {"Accept": "text/event-stream"}
    fields = [("question", QUESTION), ("proof", visitor.proof)]
    whole = visitor.bare("/web/ask", fields, headers=stream)
    assert whole.headers["content-type"].startswith("text/event-stream")
    frames = [dict(line.split(": ", 1) for line in one.split("\n")) for one in whole.text.strip().split("\n\n")]
    assert [frames[0]["event"], frames[-2]["event"], frames[-1]["event"]] == ["asked", "decided", "answer"]
    assert all(SAYS not in one["data"] for one in frames[:-1])
    run = json.loads(frames[-1]["data"])["run_id"]
    again = visitor.bare("/web/ask", fields, headers={**stream, "Last-Event-ID": frames[3]["id"]})
    assert [line for line in again.text.splitlines() if line.startswith("id: ")] == [
        f"id: {one['id']}" for one in frames[4:]
    ]
    assert visitor.get(f"/web/runs/{run}").status_code == 200
    other = site["hugo"]
    foreign = other.bare(
        "/web/ask",
        [("question", QUESTION), ("proof", other.proof)],
        headers={**stream, "Last-Event-ID": frames[3]["id"]},
    )
    assert foreign.status_code == 404


@pytest.mark.parametrize(
    "fields",
    [
        {"question": " "},
        {"question": "x" * 4_001},
        {"question": "x", "mode": "magic"},
        {"question": "x", "as_of": "2026-02-31"},
        {"question": "x", "pack": "sensors", "given": "material"},
    ],
)
def test_what_is_asked_wrongly_is_explained(site: Site, fields: dict[str, str]) -> None:
    site["reader"].get("/web/ask")
    answer = site["reader"].post("/web/ask", fields)
    assert (answer.status_code, words(answer.text, "h1")) == (422, ["That can't be done as it was asked"])
    assert len(words(answer.text, "main p.lead")) >= 2


def test_both_ways_of_answering_stand_side_by_side(site: Site) -> None:
    visitor = site["reader"]
    visitor.get("/web/compare")
    there = visitor.post("/web/compare", {"question": QUESTION}).headers["location"]
    page = visitor.get(there).text
    assert words(page, ".compare h2.kicker") == ["Vanilla", "Verified"]
    assert "Nothing was checked" in words(page, ".compare .side")[0]
    assert "checks passed" in words(page, ".compare .side")[1]


def test_a_run_is_listed_replays_to_the_byte_and_takes_a_verdict(site: Site) -> None:
    visitor = site["reader"]
    address = asked(visitor)
    listed = HTMLParser(visitor.get("/web/runs").text).css("[data-list] a")
    assert address in [one.attributes["href"] for one in listed]
    steps = words(visitor.get(address).text, ".trace .step")
    assert steps[0] == "asked"
    assert steps[-1] == "decided"
    replayed = visitor.get(f"{address}/replay").text
    assert words(replayed, "h1") == ["The same, to the byte"]
    visitor.get(address)
    heard = visitor.post(f"{address}/feedback", {"verdict": "right"})
    assert "Noted." in visitor.get(heard.headers["location"]).text
    assert visitor.post(f"{address}/feedback", {"verdict": "perhaps"}).status_code == 422


def test_a_record_that_was_changed_is_shown_as_such_and_not_replayed(own: Site) -> None:
    address = asked(own["reader"])
    run = address.rpartition("/")[2]
    with own.app.store.transactions.write() as connection:
        triggers = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'").scalars().all()
        for name in triggers:
            connection.exec_driver_sql(f"DROP TRIGGER {name}")
        connection.exec_driver_sql("UPDATE run_event SET hash = zeroblob(32) WHERE run = ? AND seq = 2", (run,))
    page = own["reader"].get(f"{address}/replay").text
    assert words(page, "h1") == ["The record was changed"]
    assert "event 2" in page


def test_an_auditor_sees_kinds_and_hashes_and_no_words(site: Site) -> None:
    address = asked(site["hugo"], "How much does the secret bonus pool hold for the hydrofoil team?")
    assert "hydrofoil" in site["hugo"].get(address).text
    listed, shown = site["auditor"].get("/web/runs").text, site["auditor"].get(address).text
    assert address in listed
    assert words(shown, ".step")[-1] == "decided"
    assert "hydrofoil" not in listed + shown
    assert site["auditor"].get(f"{address}/replay").status_code == 403


def test_documents_are_those_the_caller_may_read_with_versions_outline_and_text(own: Site) -> None:
    visitor = own["reader"]
    listed = HTMLParser(visitor.get("/web/documents").text)
    titles = {one.text(): one.attributes["href"] for one in listed.css("[data-list] a")}
    assert set(titles) == {"Notice periods", "Parental leave", "Odd"}
    page = visitor.get(titles["Notice periods"] or "").text
    assert words(page, ".outline a") == ["Notice periods", "Employees", "Managers"]
    assert SAYS in words(page, "article")[0]
    assert words(page, ".about [aria-current]") == ["Version 1"]
    assert visitor.get(f"{titles['Notice periods']}?version=ver_0").status_code == 404


def test_a_cited_page_is_drawn_from_the_file_that_was_ingested_and_from_no_other(own: Site) -> None:
    file = with_a_datasheet(own.folder)
    visitor = own["reader"]
    address = asked(visitor, "What is the range of the sensor on white paper?")
    pictures = HTMLParser(visitor.get(address).text).css("img.page")
    source = pictures[0].attributes["src"] or ""
    drawn = visitor.get(source)
    assert (drawn.status_code, drawn.headers["content-type"]) == (200, "image/png")
    assert drawn.content.startswith(b"\x89PNG")
    plain = visitor.get(source.partition("&")[0])
    assert plain.content != drawn.content
    file.write_bytes(file.read_bytes() + b"\n%")
    assert HTMLParser(visitor.get(address).text).css("img.page") == []
    assert visitor.get(source).status_code == 404


def candidate(
    site: Site, statement: str = SAYS, uri: str = "leave/notice.md", *, says: str = SAYS, who: str = "reviewer"
) -> tuple[str, int]:
    """Propose a claim that the document says, and return its name and version."""
    where: ClaimDesk = site.desk(who)
    with where.store.transactions.read() as connection:
        version = latest(connection, "default", uri)
    assert version is not None
    text = where.store.document(version).text
    start = text.index(says)
    quote = cited(text, document=version.document, uri=uri, version=version.id, span=(start, start + len(says)))
    content = ClaimContent(kind=StoredKind.FACT, statement=statement, citations=(quote,), confidence=0.9)
    return propose(where, [content])[0].id, 1


def test_a_reviewer_works_the_queue_down_and_the_history_tells_it(own: Site) -> None:
    names = [candidate(own, statement)[0] for statement in ("Four weeks.", "Four.", "Weeks: four.", "A month.")]
    rita = own["reviewer"]
    page = rita.get("/web/review").text
    assert words(page, "[data-list] a") == ["Four weeks.", "Four.", "Weeks: four.", "A month."]
    here = rita.post("/web/review/next").headers["location"]
    assert here == f"/web/review/{names[0]}/1"
    item = rita.get(here).text
    assert words(item, "h1") == ["Four weeks."]
    assert words(item, ".seen mark") == [SAYS]
    second = rita.post(f"{here}/accept").headers["location"]
    assert second == f"/web/review/{names[1]}/1"
    fields = {"statement": "Four weeks exactly.", "kind": "fact", "uri": "leave/notice.md", "quote": SAYS}
    third = rita.post(f"{second}/edit", {**fields, "reason": "too short"}).headers["location"]
    fourth = rita.post(f"{third}/reject", {"reason": "not a sentence"}).headers["location"]
    last = rita.post(f"{fourth}/escalate", {"reason": "law"}).headers["location"]
    assert last == "/web/review"
    assert [one.claim.id for one in queue(own.desk("colleague"))] == [names[3]]
    history = rita.get(f"/web/claims/{names[1]}").text
    assert words(history, "h1") == ["Four weeks exactly."]
    assert (words(history, "del"), words(history, "ins")) == (["Four."], ["Four weeks exactly."])
    assert "too short" in history
    live = HTMLParser(rita.get("/web/claims").text).css("[data-list] li")
    assert {one.css_first("a").text() for one in live if "live" in one.text()} == {"Four weeks.", "Four weeks exactly."}


def test_what_another_reviewer_holds_or_has_decided_says_so(own: Site) -> None:
    candidate(own)
    here = own["reviewer"].post("/web/review/next").headers["location"]
    own["colleague"].get("/web/review")
    assert re.search("rita holds this until", own["colleague"].get(here).text)
    assert own["colleague"].post(f"{here}/accept").status_code == 409
    assert own["reviewer"].post(f"{here}/reject").status_code == 422
    assert own["reviewer"].post(f"{here}/accept").status_code == 303
    assert "doesn't wait any more" in own["colleague"].get(here).text


def test_reviewing_takes_a_reviewer(site: Site) -> None:
    assert site["reader"].get("/web/review").status_code == 403
    assert "Review" not in words(site["reader"].get("/web/ask").text, "nav a")
    assert "Review" in words(site["reviewer"].get("/web/ask").text, "nav a")


def test_the_baseline_is_shown_with_the_old_words_that_it_found(own: Site) -> None:
    old = own.folder / "old" / "notice-old.md"
    old.parent.mkdir()
    old.write_text(
        "---\nstatus: superseded\nvalid-until: 2020-01-01\n---\n# Old notice\n\nEmployees gave nine weeks of notice.\n"
    )
    assert aver("ingest", str(old.parent), "--readers", "user:local").status == 0
    question = {"question": "How many weeks of notice did employees give?", "mode": "vanilla"}
    own["reader"].get("/web/ask")
    there = own["reader"].post("/web/ask", question).headers["location"]
    shown = own["reader"].get(there).text
    assert "nine weeks" in shown
    assert aver("ingest", str(old.parent), "--readers", "group:hr").status == 0
    assert "nine weeks" not in own["reader"].get(there).text


def test_a_question_back_has_its_choices_as_buttons_that_ask_again(own: Site) -> None:
    sheet = own.folder / "help" / "support.md"
    sheet.parent.mkdir()
    sheet.write_text("# Support\n\nHow fast support responds: within four hours on every plan.\n")
    assert aver("ingest", str(sheet.parent), "--readers", "user:local").status == 0
    visitor = own["reader"]
    visitor.get("/web/ask")
    address = visitor.post("/web/ask", {"question": "How fast does support respond?", "pack": "help-centre"})
    page = visitor.get(address.headers["location"]).text
    assert words(page, "h2.outcome") == ["One thing first"]
    assert "Team" in words(page, ".choices button")
    form = next(one for one in HTMLParser(page).css(".choices form") if "Team" in one.text())
    fields = {one.attributes["name"]: one.attributes["value"] for one in form.css("input")}
    assert (fields["question"], fields["given"], fields["pack"]) == (
        "How fast does support respond?",
        "plan=Team",
        "help-centre",
    )
    again = visitor.bare("/web/ask", fields.items())
    after = visitor.get(again.headers["location"]).text
    assert "Understood: plan Team" in " ".join(words(after, ".answer .aside"))
    assert "Team" not in words(after, ".choices button")
