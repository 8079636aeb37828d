"""The cues of each axis, a file for each axis and language; `phrases` describes the notation, `cues` reads it."""
