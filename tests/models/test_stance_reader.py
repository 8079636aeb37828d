"""The reader's say on where a document stands: pure, bounded, and without effect on its readings."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import aver_models
from aver.models.pair_model import PairModel
from aver.models.reader import BuiltinReader
from aver.models.stance_reader import PARTS, BuiltinStanceReader
from aver.models.weights import open_session, session_of, verified, with_output
from aver.stages.stance.weights_case import ANSWERS, ROLES, STANCES
from aver.values.stance import InContext

READER = BuiltinReader(workers=1)
ASKED = "May ?. treat empty strings as missing?"
NEAR = InContext(
    title="Rejected ideas",
    before=("Some asked for truthiness.",),
    passage=("It would be shorter to test for truthiness.",),
    after=("Valid expressions would silently not run, so this is rejected.",),
    elsewhere=("The operators test for None.",),
)


def weigher() -> BuiltinStanceReader:
    found = READER.insight.stance
    assert found is not None
    return found


def test_every_stance_every_role_and_what_is_said_get_a_finite_number_and_the_same_again() -> None:
    stances, roles, says = weigher().weigh(ASKED, NEAR)
    assert (len(stances), len(roles), len(says)) == (len(STANCES), len(ROLES), len(ANSWERS))
    assert np.isfinite([*stances, *roles, *says]).all()
    assert weigher().weigh(ASKED, NEAR) == BuiltinStanceReader(PairModel("reader", workers=1)).weigh(ASKED, NEAR)


def test_what_stands_around_a_passage_counts() -> None:
    alone = InContext(title="", before=(), passage=NEAR.passage, after=(), elsewhere=())
    assert weigher().weigh(ASKED, NEAR) != weigher().weigh(ASKED, alone)


def test_handing_out_states_changes_no_other_output_by_a_bit() -> None:
    spec = aver_models.pair_model("reader")
    assert spec is not None and spec.states
    ids = np.array([[101, *range(2000, 2060), 102, *range(3000, 3100), 102]], dtype=np.int64)
    given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
    plain = session_of(verified(spec.name)).run(None, given)
    more = open_session(spec.name, states=spec.states).run(None, given)
    assert all((one == two).all() for one, two in zip(plain, more, strict=False))
    assert len(more) == len(plain) + 1 and more[-1].shape == (1, ids.shape[1], 384)


def test_a_file_is_parsed_once_in_a_process_for_each_tensor_that_is_asked_of_it() -> None:
    spec = aver_models.pair_model("reader")
    assert spec is not None
    assert open_session(spec.name, states=spec.states) is open_session(spec.name, states=spec.states)
    assert open_session(spec.name) is not open_session(spec.name, states=spec.states)


def test_a_tensor_that_the_graph_lacks_is_refused() -> None:
    spec = aver_models.pair_model("reader")
    assert spec is not None
    with pytest.raises(Exception, match="no such tensor"):
        session_of(with_output(verified(spec.name), "no such tensor"))


TEXTS = st.text(max_size=400)
LINES = st.lists(TEXTS, max_size=3).map(tuple)


@settings(max_examples=25, deadline=None)
@given(asked=TEXTS, title=TEXTS, before=LINES, passage=LINES, after=LINES, elsewhere=LINES)
def test_any_text_is_weighed(
    asked: str,
    title: str,
    before: tuple[str, ...],
    passage: tuple[str, ...],
    after: tuple[str, ...],
    elsewhere: tuple[str, ...],
) -> None:
    found = InContext(title=title, before=before, passage=passage, after=after, elsewhere=elsewhere)
    features = weigher().features(asked, found)
    assert features.shape == (PARTS * 384,) and np.isfinite(features).all()
