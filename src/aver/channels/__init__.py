"""Ways to find candidates, each under the same eligibility."""
