CREATE INDEX `dead_letters_about` ON `dead_letters` (CAST(message ->> '$.id' AS TEXT));
--> statement-breakpoint
-- Of deliveries: every notice counts one, and every letter that stands for no notice that is there. All of it after
-- the change, so that a change that is not made leaves no trace.
CREATE TRIGGER totals_notice_insert AFTER INSERT ON outbox
BEGIN
  INSERT INTO totals (name, value) VALUES ('deliveries', 1 - (SELECT count(*) FROM dead_letters WHERE CAST(message ->> '$.id' AS TEXT) = NEW.id))
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER totals_notice_update AFTER UPDATE OF id ON outbox
BEGIN
  INSERT INTO totals (name, value) VALUES ('deliveries',
    (SELECT count(*) FROM dead_letters WHERE CAST(message ->> '$.id' AS TEXT) = OLD.id)
    - (SELECT count(*) FROM dead_letters WHERE CAST(message ->> '$.id' AS TEXT) = NEW.id)
  )
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER totals_notice_delete AFTER DELETE ON outbox
BEGIN
  INSERT INTO totals (name, value) VALUES ('deliveries', (SELECT count(*) FROM dead_letters WHERE CAST(message ->> '$.id' AS TEXT) = OLD.id) - 1)
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER totals_letter_insert AFTER INSERT ON dead_letters
BEGIN
  INSERT INTO totals (name, value) VALUES ('deliveries', NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.id = NEW.message ->> '$.id'))
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER totals_letter_update AFTER UPDATE OF message ON dead_letters
BEGIN
  INSERT INTO totals (name, value) VALUES ('deliveries',
    (NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.id = NEW.message ->> '$.id'))
    - (NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.id = OLD.message ->> '$.id'))
  )
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER totals_letter_delete AFTER DELETE ON dead_letters
BEGIN
  INSERT INTO totals (name, value) VALUES ('deliveries', -(NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.id = OLD.message ->> '$.id')))
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER totals_issue_insert AFTER INSERT ON reconciliation_issues
BEGIN
  INSERT INTO totals (name, value) VALUES ('reconciliation_issues', 1)
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER totals_issue_delete AFTER DELETE ON reconciliation_issues
BEGIN
  INSERT INTO totals (name, value) VALUES ('reconciliation_issues', -1)
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
-- What was there before any of this.
INSERT INTO totals (name, value)
SELECT 'deliveries', (SELECT count(*) FROM outbox) + count(*) FROM dead_letters
WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.id = dead_letters.message ->> '$.id')
UNION ALL SELECT 'reconciliation_issues', count(*) FROM reconciliation_issues;
