"""Question surgery: documents cut and questions twisted so that whether a question can be answered is known exactly.

Read `cases` (what can be operated on), `cuts` (taking an answer out and leaving its neighbours), `corpus` (is it
really gone?), `twists` (questions about what is not there), `operate` (which document gets which), `files`.
"""
