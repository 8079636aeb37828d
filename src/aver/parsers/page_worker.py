"""Drawing a page of an untrusted PDF: in a child process with the limits of a parser, like reading it.

The parent's half is `draw_page`; the child's, `main`, is started as `python -m aver.parsers.page_worker LIMITS PLAN`
and answers one file with `p` and a PNG, or with `e` and an error.
"""

from __future__ import annotations

import json
import sys
from dataclasses import astuple, dataclass

from aver.parsers.child import Child, ChildGone, ChildSilent
from aver.parsers.frames import LENGTH, framed
from aver.parsers.limits import Limits
from aver.parsers.page_image import PNG_SIGNATURE, render_page
from aver.parsers.sandbox import explained, raise_sent
from aver.parsers.wire import WireError
from aver.parsers.worker import limits_to_argument, serve
from aver.values.documents import Region


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """What is highlighted: regions of a page, or only the `words` that stand in them, where they are given."""

    regions: tuple[Region, ...] = ()
    words: str = ""


def draw_page(data: bytes, *, name: str, page: int, scale: float, marks: Marks, limits: Limits) -> bytes:
    """Return page `page` (from 1) of the PDF `data` as PNG, `scale` pixels per point, `marks` highlighted.

    Raises TooLarge (time, memory, pixels), EncryptedDocument and UnreadableDocument, naming the file.
    """
    plan = json.dumps([page, scale, [astuple(region) for region in marks.regions]])
    module = ("-m", "aver.parsers.page_worker", limits_to_argument(limits), plan)
    child = Child(limits, (sys.executable, "-I", "-B", "-X", "utf8", *module))
    try:
        answer = child.ask(name.encode("utf-8", errors="replace"), _with_words(marks.words, data))
        if answer[:1] == b"e":
            raise_sent(answer[1:])
        if not answer.startswith(b"p" + PNG_SIGNATURE):
            raise WireError("no picture")
    except (ChildSilent, ChildGone, WireError) as problem:
        raise explained(problem, name, limits) from problem
    finally:
        child.kill()
    return answer[1:]


def main(arguments: list[str]) -> int:
    """Draw what is asked for until the input ends; return the exit status."""
    page, scale, regions = json.loads(arguments[1])
    marks = tuple(Region(page=on, x0=x0, y0=y0, x1=x1, y1=y1) for on, x0, y0, x1, y1 in regions)
    limits = Limits(**json.loads(arguments[0]))

    def drawn(sent: bytes, _: str) -> bytes:
        words, data = _apart(sent)
        return b"p" + render_page(data, page, scale=scale, highlight=marks, words=words)

    return serve(limits, drawn)


def _with_words(words: str, data: bytes) -> bytes:
    """Return the words before the file: on a command line everybody on the machine could read them."""
    return framed(words.encode("utf-8", errors="replace")) + data


def _apart(sent: bytes) -> tuple[str, bytes]:
    (length,) = LENGTH.unpack_from(sent)
    end = LENGTH.size + length
    return sent[LENGTH.size : end].decode("utf-8"), sent[end:]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
