"""Which part a passage plays in its document, and what the document holds in the end (G2), without a chat model.

At ingest `lifelines.lifelines_of` links the sentences of a document that talk about the same thing and
notes what each signals (`signals`, `lexicon`, `sections`). At question time `judge.judge` relates every
sentence to the question and to the passage (`relating`), scores who refutes and who upholds
(`deciding`), and decides by fitted weights (`weights`).
"""
