"""Every exception Aver raises on purpose: one tree, each with a hint.

A refusal (nothing eligible, a failed check) is a value, never an exception; what stands here are
bad input, missing parts, damaged stores and outages. Nothing in Aver matches on message text.
"""

from __future__ import annotations


class AverError(Exception):
    """The root. `message` says what is wrong and names the file or field, `hint` what to do about it."""

    def __init__(self, message: str, *, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class BadInput(AverError):
    """A value from outside cannot be used as it is."""


class BadMetadata(BadInput):
    """Governance metadata names an unknown field or a value that isn't allowed."""


class BadConfiguration(BadInput):
    """A setting in the configuration file or the environment cannot be used."""


class PartlyUpgraded(BadConfiguration):
    """The servers behind a logical database, or a server and this process, are of different versions of Aver."""


class BadPack(BadInput):
    """A domain pack names an unknown field, lacks one, or says something that isn't allowed."""


class BadExpression(BadInput):
    """A formula or predicate is outside what a pack may state."""


class UnreadableDocument(BadInput):
    """A file could not be turned into a document."""


class UnsupportedFormat(UnreadableDocument):
    """No parser takes this kind of file."""


class EncryptedDocument(UnreadableDocument):
    """The file needs a password."""


class TooLarge(UnreadableDocument):
    """The file goes beyond a limit of size, nesting, pages, memory or time."""


class NeedsOcr(UnreadableDocument):
    """The pages are images without text."""


class BadBackup(BadInput):
    """An archive is no whole, unaltered backup of a home."""


class CalibrationRefused(BadInput):
    """The labelled answers are too few, or wrong too often, for the promise."""


class RankingRefused(BadInput):
    """The labelled questions are too few, or an order learned from them is not clearly better."""


class NotFound(AverError):
    """Nothing readable by this caller has that id."""


class NotAllowed(AverError):
    """The caller's role does not grant this operation."""


class NotInState(AverError):
    """A claim is not in a state that allows what was asked of it."""


class RunStopped(AverError):
    """A run was stopped between two steps because its caller asked for that."""


class ClaimHeld(AverError):
    """Another reviewer holds the item."""


class TooManyJobs(AverError):
    """A tenant has as many jobs under way or waiting as it may."""


class KeyTaken(AverError):
    """An idempotency key stands for another request, or for one that is under way."""


class HomeMissing(AverError):
    """There is no Aver home at the given place."""


class HomeBusy(AverError):
    """Another process holds the write lock for too long."""


class JobLost(HomeBusy):
    """Another process has taken up the job that this one worked on; nothing more of this work is stored."""


class TenantMoving(HomeBusy):
    """A tenant is being moved to another server; until it is there, nothing of it can be changed."""


class TenantElsewhere(AverError):
    """A tenant doesn't live on the server that was asked."""


class FromLaterVersion(AverError):
    """A home or a backup was written by a later version of Aver, in a form that this one doesn't know."""


class StoreUnreachable(AverError):
    """The database server doesn't answer, or the connection to it broke."""


class ShardAway(StoreUnreachable):
    """One of the servers behind a logical database doesn't answer; tenants of the others are served."""


class StoreFailed(AverError):
    """The files of a home can't be read or written: no room, no permission, or the disk fails."""


class StoreDamaged(AverError):
    """The store fails its own checks."""


class EncoderMismatch(AverError):
    """Vectors of two different encoders would be mixed."""


class AnalyserMismatch(AverError):
    """Postings of two analysers would be mixed."""


class LegalHold(AverError):
    """A document under legal hold can't be deleted."""


class MissingExtra(AverError):
    """An optional dependency is not installed."""


class SourceFailed(AverError):
    """A table, log, history or lookup outside the store could not be read."""


class DeadlineExceeded(AverError):
    """Something outside the store did not answer in the time it was given."""


class StaleAnswer(AverError):
    """A curated answer matches, and what it rests on has changed since somebody stood behind it."""


class WeightsMissing(AverError):
    """The package with the model weights is not installed."""


class WeightsCorrupt(AverError):
    """A weight file differs from its manifest."""


class ModelFailed(AverError):
    """A model of one's own can't be reached, can't be run, or says what can't be used."""


class WorkerDied(AverError):
    """A process that answers questions of an evaluation ended before it gave its row."""


class ReplayDiverged(AverError):
    """Re-execution on the recorded effects left the recorded path."""
