"""Wrong models: what people believe of bank conflicts, as functions Access → Verdict | None.

To add one, write a function in the module of its subject under `@wrong(…)` (a rule of thumb) or
`@misread(…)` (the hardware's own rules on another picture), and its texts in words/en/models.toml.
Light to import: `banktrainer.study.models.every` loads the models with the engine.
"""
