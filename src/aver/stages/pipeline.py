"""Names of what made an index entry: equal names and equal bytes mean nothing has to be done again (A9)."""

from __future__ import annotations

from aver.stages.analyser import ANALYSER_ID
from aver.stages.chunking.contract import ChunkOptions


def strategy_id(chunker: str, options: ChunkOptions) -> str:
    """Return the name of a chunking strategy with its sizes; chunk ids cover it."""
    sizes = (options.max_tokens, options.target_tokens, options.overlap_tokens, options.window_tokens)
    return f"{chunker}:{'/'.join(map(str, sizes))}"


def pipeline_id(*, parser: str, strategy: str, encoder: str) -> str:
    """Return the four names parser, strategy, analyser and encoder, joined by spaces."""
    return " ".join("_".join(name.split()) for name in (parser, strategy, ANALYSER_ID, encoder))


def reindexed(pipeline: str, *, encoder: str) -> str:
    """Return `pipeline` with the present analyser and `encoder`: the index was made anew, the chunks were not."""
    parser, strategy = pipeline.split(" ")[:2]
    return pipeline_id(parser=parser, strategy=strategy, encoder=encoder)


def encoder_of(pipeline: str) -> str:
    """Return the encoder's name in a pipeline."""
    return pipeline.split(" ")[-1]
