CREATE TABLE `commit_guards` (
	`name` text NOT NULL,
	`holds` integer
);
--> statement-breakpoint
-- A guard of a batch that does not hold fails the batch with its name (worker/base/db/commit.ts). Guards keep no row.
CREATE TRIGGER commit_guards_hold BEFORE INSERT ON commit_guards
BEGIN
  SELECT CASE WHEN coalesce(NEW.holds, 0) = 0 THEN RAISE(ABORT, 'guard:' || NEW.name) ELSE RAISE(IGNORE) END;
END;
