"""A class without a server: learners' results files, chains of hashes, and what they add up to.

Light to import; DuckDB (the extra `class`) is loaded where a report is made or Parquet written.
"""
