"""Games: blitz, ladder, daily puzzle, bests and streak, each derived from the journal's rows alone.

Pure functions over live rows: an answer that was taken back leaves nothing behind.
"""
