BEGIN TRANSACTION;
CREATE TABLE answers (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    pack TEXT NOT NULL,
    card TEXT NOT NULL,
    template TEXT,
    seed INTEGER,
    params TEXT NOT NULL DEFAULT '{}' CHECK (json_type(params) = 'object'),
    generator TEXT,
    machine TEXT NOT NULL,
    asked TEXT NOT NULL,
    forecast TEXT,
    confidence TEXT NOT NULL CHECK (confidence IN ('guess', 'think', 'sure', 'none')),
    verdict TEXT NOT NULL CHECK (verdict IN ('right', 'wrong', 'none')),
    truth TEXT NOT NULL DEFAULT '{}' CHECK (json_type(truth) = 'object'),
    model TEXT,
    seen INTEGER NOT NULL DEFAULT 0 CHECK (seen IN (0, 1)),
    at TEXT NOT NULL,
    utc_offset INTEGER NOT NULL,
    study_day TEXT NOT NULL,
    duration_ms INTEGER NOT NULL DEFAULT 0 CHECK (duration_ms >= 0),
    voids TEXT,
    cell TEXT,
    version TEXT NOT NULL
) STRICT;
INSERT INTO "answers" VALUES(1,'a1','core','column-walk',NULL,NULL,'{}',NULL,'nvidia','cycles','1','sure','wrong','{"cycles": 32, "ideal": 1, "degree": 32}',NULL,0,'2026-11-30T12:00:00.000000Z',330,'2026-11-30',4200,NULL,'F','0.1.0');
INSERT INTO "answers" VALUES(2,'a2','core','column-walk','stride',7,'{"s": 6, "order": [2, 0, 1]}','1','cc3-64','cycles','स्ट्राइड, 6','sure','wrong','{"cycles": 32, "ideal": 1, "degree": 32}','row-is-warp',1,'2026-11-30T12:00:00.000000Z',-210,'2026-11-30',4200,'a1','F','0.1.0');
INSERT INTO "answers" VALUES(3,'a3','core','column-walk',NULL,NULL,'{}',NULL,'nvidia','cycles',NULL,'none','none','{"cycles": 32, "ideal": 1, "degree": 32}',NULL,0,'2026-11-30T12:00:00.000000Z',330,'2026-11-30',4200,NULL,NULL,'0.1.0');
CREATE TRIGGER answers_are_never_changed BEFORE UPDATE ON answers
BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER answers_are_never_deleted BEFORE DELETE ON answers
BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER answers_are_never_replaced BEFORE INSERT ON answers
WHEN EXISTS (SELECT 1 FROM answers WHERE id = NEW.id OR seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'the journal holds this row already'); END;
COMMIT;
