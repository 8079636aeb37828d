"""Which part a passage plays in its document, and what the document holds in the end (G2), without a chat model.

At ingest `lifelines.lifelines_of` links the sentences of a document that talk about the same thing and
notes what each signals (`signals`, `lexicon`, `sections`). At question time `judge.judge` relates every
sentence to the question and to the passage (`relating`), decides by the passage's place, wording and
surroundings (`standpoint`, `wording`), and cites the sentences that refute or limit most (`deciding`).
"""
