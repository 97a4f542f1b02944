"""The first page of every report: the answer in short, with its cautions, the verdict and the players."""
