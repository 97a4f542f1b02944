"""Plays a run: shards, workers, and what watches them; everything compiled before the first game."""

MOST_JOBS = 1024
"""The most workers at once; with many more, a system refuses to start threads."""


def cores_for(jobs: int) -> int:
    """Return how many workers a number of jobs stands for: as many, or one for each core for -1."""
    import joblib  # what plays by itself, as a page does, need not wait for it

    return int(joblib.effective_n_jobs(jobs))
