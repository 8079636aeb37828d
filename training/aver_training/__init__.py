"""Trains the small pair models that Aver ships: the reader (relevance, answerability, span) and the entailment scorer.

Read in this order: `data` (what may be trained on; `gathered` keeps all of it in one file), `negatives` and
`perturbations` (what makes it hard), `pairs` (text to token ids), `schedule` (which examples a step sees), `base` (what
training begins from; `reranker` and `packed` read two bases out of the packages that carry them), `model`, `loop`,
`train_reader` and `train_entailment`, then `average` and `compact`, `export`, `scoring`, `calibrate` and `evaluate`.
Only what trains or reads weights imports torch; a test names those modules and holds the rest to that.
"""
