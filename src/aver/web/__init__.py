"""Pages for people: asking, evidence, runs, documents, claims and their review, over the flows that every edge uses."""
