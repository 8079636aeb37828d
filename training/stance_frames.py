"""Frames that the sentences of a case are put into, in two families: one to fit with, one to test with.

`{C}` is the claim and `{P}` its restatement as sentences, `{c}` and `{p}` the same from a small letter on;
`{X}`, `{x}`, `{F}`, `{f}` likewise evidence against and for; `{O}`, `{o}` the objection, `{K}` the condition.
"""

from __future__ import annotations

from collections.abc import Mapping

Frames = Mapping[str, Mapping[str, tuple[str, ...]]]

ENGLISH: Frames = {
    "fit": {
        "considered": (
            "We considered the following: {c}.",
            "It was proposed that {c}.",
            "One idea was this: {P}.",
            "An earlier draft said that {c}.",
            "{P}, or so the first plan went.",
            "Another option would be simple. {P}.",
            "Some members suggested that {c}.",
            "We could say that {c}. {P}.",
            "Should {p}? The idea is attractive.",
        ),
        "against": (
            "This idea was rejected because {x}.",
            "We decided against it: {x}.",
            "However, {x}.",
            "That does not hold. {X}.",
            "But {x}, and so the proposal was dropped.",
            "The counterexample is plain: {x}.",
            "In practice {x}.",
            "The committee turned this down. {X}.",
            "For these reasons the option was not adopted: {o}, and {x}.",
            "This is false: {x}.",
            "Unfortunately, {x}.",
            "We do not do this, since {x}.",
        ),
        "objected": (
            "Against this it may be said that {o}.",
            "Critics point out that {o}.",
            "One may object: {o}.",
            "{O}, the critics say.",
        ),
        "upheld": (
            "This objection was rejected because {r}.",
            "However, {r}, and {f}.",
            "That fails as an argument. {R}. {F}.",
            "The claim holds nonetheless: {f}.",
            "The proposal was adopted, for {f}.",
            "Still, {f}.",
            "In practice {f}.",
            "We therefore keep the rule: {c}.",
            "The worry is not borne out. {F}.",
            "{R}, so the objection is not decisive.",
        ),
        "asserted": (
            "{C}.",
            "We found that {c}.",
            "In short, {c}.",
            "As Table 2 shows, {c}.",
            "This document specifies that {c}.",
            "{C}, as the records show.",
        ),
        "cited": (
            "According to the vendor, {c}.",
            "Proponents argue that {c}.",
            "It is often said that {c}.",
            "The applicant claims that {c}.",
            "Many people believe that {c}.",
            "“{P},” writes the manufacturer.",
        ),
        "qualified": (
            "{C}, but only for this case: {k}.",
            "{C} provided that this is met: {k}.",
            "{C}. This applies only here: {k}.",
            "{C}, with one exception. It is limited to this: {k}.",
        ),
        "deferred": (
            "Whether {c} is left open here.",
            "We may come back to this in a future version.",
            "The question was deferred to the next meeting.",
            "This document takes no position on it.",
        ),
        "itself": (
            "This proposal was rejected. {X}.",
            "This document was withdrawn by its authors, since {x}.",
            "After discussion the board declined the proposal: {x}.",
        ),
        "itself_upheld": (
            "This proposal was accepted. {F}.",
            "After discussion the board approved the proposal: {f}.",
            "The council adopted this document in May.",
        ),
    },
    "test": {
        "considered": (
            "At first sight the matter looks settled: {c}.",
            "A former version of the plan read: {C}.",
            "Suppose that {c}.",
            "There is a tempting shortcut. {P}.",
            "The second alternative goes as follows. {P}.",
            "It has been requested that {c}.",
        ),
        "against": (
            "Nothing came of it: {x}.",
            "It was abandoned when it turned out that {x}.",
            "Yet {x}.",
            "The trouble is that {x}.",
            "This reasoning collapses, for {x}.",
            "It is ruled out by what we saw. {X}.",
            "We declined the request on the ground that {x}.",
        ),
        "objected": (
            "Opponents reply that {o}.",
            "There is a concern here. {O}.",
            "Admittedly, {o}.",
        ),
        "upheld": (
            "That concern is unfounded: {r}.",
            "Yet {f}.",
            "The rule survives this test. {F}.",
            "It was confirmed in the end that {c}.",
            "The opponents overlook that {r}. {F}.",
            "Even so, {f}.",
        ),
        "asserted": (
            "Our conclusion is that {c}.",
            "It follows that {c}.",
            "{C}; there is no doubt about it.",
            "The rule reads: {C}.",
        ),
        "cited": (
            "The consultants maintain that {c}.",
            "In the words of its supporters, {c}.",
            "Some authors hold that {c}.",
        ),
        "qualified": (
            "As long as this is the case ({k}), {c}.",
            "{C}. Outside the following that is not so: {k}.",
            "{C}, subject to a condition: {k}.",
        ),
        "deferred": (
            "No decision has been taken on this point.",
            "The matter is out of scope for now.",
            "That remains an open question.",
        ),
        "itself": (
            "The motion failed. {X}.",
            "The authors abandon this paper, because {x}.",
        ),
        "itself_upheld": (
            "The motion was carried. {F}.",
            "The paper was ratified, because {f}.",
        ),
    },
}

GERMAN: Frames = {
    "fit": {
        "considered": (
            "Erwogen wurde Folgendes: {C}.",
            "Ein Vorschlag lautete: {C}.",
            "Eine frühere Fassung sagte: {P}.",
            "Man könnte meinen: {P}.",
        ),
        "against": (
            "Dieser Vorschlag wurde abgelehnt: {X}.",
            "Das trifft nicht zu. {X}.",
            "Allerdings zeigte sich: {X}.",
            "Davon wurde abgesehen, denn {x}.",
            "Die Idee wurde verworfen. {X}.",
        ),
        "objected": ("Dagegen wird eingewandt: {O}.", "Kritiker sagen: {O}."),
        "upheld": (
            "Dieser Einwand überzeugt nicht: {R}.",
            "Dennoch gilt die Regel: {F}.",
            "Der Vorschlag wurde angenommen. {F}.",
            "Das Ergebnis wurde bestätigt. {F}.",
        ),
        "asserted": ("{C}.", "Es gilt: {C}.", "Unser Ergebnis lautet: {C}."),
        "cited": ("Der Hersteller behauptet: {C}.", "Befürworter sagen: {P}.", "Oft heißt es: {C}."),
        "qualified": ("{C}, jedoch nur unter einer Bedingung: {k}.", "{C}. Das gilt nur für diesen Fall: {k}."),
        "deferred": ("Diese Frage bleibt offen.", "Die Entscheidung wurde vertagt."),
        "itself": ("Dieser Antrag wurde abgelehnt. {X}.", "Das Dokument wurde zurückgezogen. {X}."),
        "itself_upheld": ("Dieser Antrag wurde angenommen. {F}.", "Der Rat beschloss den Entwurf im Mai."),
    },
    "test": {
        "considered": ("Auf den ersten Blick scheint es so: {P}.", "Angeregt wurde auch dies: {C}."),
        "against": ("Doch {x}.", "Der Plan scheiterte. {X}.", "Das ist widerlegt: {X}."),
        "objected": ("Es gibt ein Bedenken. {O}.",),
        "upheld": ("Trotzdem hielt die Annahme stand. {F}.", "Das Bedenken ist unbegründet: {R}. {F}."),
        "asserted": ("Fest steht: {C}.", "Die Regel lautet: {C}."),
        "cited": ("Laut Gutachten der Gegenseite gilt: {C}.", "Manche meinen: {C}."),
        "qualified": ("{C}, sofern dies zutrifft: {k}.",),
        "deferred": ("Dazu wurde nichts entschieden.",),
        "itself": ("Der Entwurf ist gescheitert. {X}.",),
        "itself_upheld": ("Der Entwurf wurde gebilligt. {F}.",),
    },
}

TITLES = {
    "en": {
        "fit": {
            "turned_down": ("Rejected ideas", "Alternatives considered", "Objections", "Why not?"),
            "own": ("Specification", "Policy", "Results", "Rules"),
            "background": ("Background", "Introduction"),
            "verdict": ("Decision", "Conclusion"),
            "others": ("Submissions", "Related work"),
            "open": ("Open issues", "Future work"),
            "plain": ("The case of {N}", "On {N}", "Questions about {N}"),
        },
        "test": {
            "turned_down": ("Discarded options", "Alternatives that were not chosen"),
            "own": ("Requirements", "Method and results"),
            "background": ("Context",),
            "verdict": ("Outcome", "Findings"),
            "others": ("What the plaintiff says", "Literature"),
            "open": ("Unresolved questions",),
            "plain": ("{N}", "More about {N}"),
        },
    },
    "de": {
        "fit": {
            "turned_down": ("Verworfene Ideen", "Einwände"),
            "own": ("Regelung", "Ergebnisse"),
            "background": ("Hintergrund", "Einleitung"),
            "verdict": ("Beschluss", "Fazit"),
            "others": ("Stellungnahmen",),
            "open": ("Offene Fragen",),
            "plain": ("Zur Sache: {N}",),
        },
        "test": {
            "turned_down": ("Abgelehnte Varianten",),
            "own": ("Umsetzung",),
            "background": ("Ausgangslage",),
            "verdict": ("Entscheidung",),
            "others": ("Vorbringen",),
            "open": ("Ausblick",),
            "plain": ("{N}",),
        },
    },
}
