"""German word pieces for the English encoder's vocabulary, added so that English words are cut as before.

The pieces come from a WordPiece vocabulary trained on German text. One that would change how any known English word is
cut is left out again, so that English texts keep their token ids, and with a frozen encoder their vectors.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers

_WORD = re.compile(r"[^\W\d_]+")
GERMAN_VOCABULARY = 24_000
"""Pieces of the German vocabulary, those that the encoder knows already included."""
LEAST_COUNT = 3
"""An English word seen less often is taken for a typing error or a foreign name."""


def german_pieces(texts: Iterable[str]) -> list[str]:
    """Return the pieces of a German WordPiece vocabulary, lower-cased and without diacritics as the encoder reads."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True, strip_accents=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(vocab_size=GERMAN_VOCABULARY, special_tokens=["[UNK]"], min_frequency=4)
    tokenizer.train_from_iterator(texts, trainer)
    found = tokenizer.get_vocab()
    return sorted(found, key=lambda piece: found[piece])


def english_words(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the words of English texts that occur at least LEAST_COUNT times."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(_WORD.findall(text.lower()))
    return tuple(sorted(word for word, count in counts.items() if count >= LEAST_COUNT))


def extended(base: str, pieces: Sequence[str], words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return the tokenizer file `base` with the harmless ones of `pieces` appended, and those in order of their ids.

    Harmless: no word of `words` is cut differently. Base pieces keep their ids.
    """
    known = json.loads(base)["model"]["vocab"]
    added = [piece for piece in pieces if piece not in known and len(piece.removeprefix("##")) > 1]
    before = _cuts(Tokenizer.from_str(base), words)
    while True:
        made = with_pieces(base, added)
        after = _cuts(Tokenizer.from_str(made), words)
        new = set(added)
        guilty = {piece for word in words if after[word] != before[word] for piece in after[word] if piece in new}
        if not guilty:
            return made, tuple(added)
        added = [piece for piece in added if piece not in guilty]


def with_pieces(base: str, added: Sequence[str]) -> str:
    """Return the tokenizer file `base` with `added` behind its vocabulary."""
    file = json.loads(base)
    vocabulary = file["model"]["vocab"]
    vocabulary.update({piece: len(vocabulary) + place for place, piece in enumerate(added)})
    return json.dumps(file, ensure_ascii=False)


def _cuts(tokenizer: Tokenizer, words: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    tokenizer.no_truncation()
    tokenizer.no_padding()
    found = tokenizer.encode_batch_fast(list(words), add_special_tokens=False)
    return {word: tuple(one.tokens) for word, one in zip(words, found, strict=True)}
