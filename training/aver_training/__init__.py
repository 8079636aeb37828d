"""Trains the small pair models that Aver ships: the reader (relevance, answerability, span) and the entailment scorer.

Read in this order: `data` (what may be trained on), `negatives` and `perturbations` (what makes it hard), `pairs` (text
to token ids), `schedule` (which examples a step sees), `model`, `loop`, `train_reader` and `train_entailment`, then
`export`, `scoring`, `calibrate` and `evaluate`. Only `model`, `loop`, the two `train_*` commands and `export` import
torch; a test holds the rest to that.
"""
