"""Long work under the record of a job: begun once, taken up again after any interruption, ended in a known state."""
