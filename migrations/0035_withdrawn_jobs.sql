-- compatible: the previous release sets no withdrawn_at, and the trigger leaves a job with it cancelled without an error.
-- Staff can cancel one truck job of a booking. Completing, cancelling or reopening the booking does not restore it.
ALTER TABLE `jobs` ADD `withdrawn_at` integer;
--> statement-breakpoint
CREATE TRIGGER jobs_withdrawn BEFORE UPDATE OF status ON jobs
WHEN OLD.withdrawn_at IS NOT NULL AND NEW.status <> 'cancelled'
BEGIN
  SELECT RAISE(IGNORE);
END;
