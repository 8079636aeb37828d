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
    parser, strategy, _, _, *windows = pipeline.split(" ")
    return " ".join((pipeline_id(parser=parser, strategy=strategy, encoder=encoder), *windows))


def encoder_of(pipeline: str) -> str:
    """Return the encoder's name in a pipeline, "" where there is none."""
    return (*pipeline.split(" ")[3:], "")[0]


def strategy_of(pipeline: str) -> str:
    """Return the strategy that chunk ids cover: a fifth name where the baseline cut its own windows."""
    names = pipeline.split(" ")
    return names[4] if cut_into_windows(pipeline) else (*names[1:], "")[0]


def cut_into_windows(pipeline: str) -> bool:
    """Return whether these are the baseline's windows, which are indexed as they stand (aver.flows.vanilla)."""
    return len(pipeline.split(" ")) > 4
