-- compatible: the previous release writes neither column, and the triggers and the index check no other.
-- A charge that staff add with a truck job names the job: it counts in the price only while the job is not cancelled.
ALTER TABLE `price_additions` ADD `job_id` integer REFERENCES jobs(id);--> statement-breakpoint
CREATE UNIQUE INDEX `price_additions_job` ON `price_additions` (`job_id`) WHERE job_id IS NOT NULL AND voided_at IS NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `charge_kept_at` integer;
--> statement-breakpoint
CREATE TRIGGER price_additions_of_job BEFORE INSERT ON price_additions
WHEN NEW.job_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM jobs WHERE id = NEW.job_id AND booking_id = NEW.booking_id)
BEGIN
  SELECT RAISE(ABORT, 'price_additions_of_job');
END;
--> statement-breakpoint
CREATE TRIGGER price_additions_keep_job BEFORE UPDATE OF job_id ON price_additions
WHEN NEW.job_id IS NOT OLD.job_id
BEGIN
  SELECT RAISE(ABORT, 'price_additions_are_voided_only');
END;
--> statement-breakpoint
-- Only the charge of a job that staff cancelled is a cancellation fee, and it stays one.
CREATE TRIGGER jobs_charge_kept BEFORE UPDATE OF charge_kept_at ON jobs
WHEN NEW.charge_kept_at IS NOT OLD.charge_kept_at AND (
  OLD.charge_kept_at IS NOT NULL OR NEW.withdrawn_at IS NULL
  OR NOT EXISTS (SELECT 1 FROM price_additions WHERE job_id = NEW.id AND voided_at IS NULL))
BEGIN
  SELECT RAISE(ABORT, 'jobs_charge_kept');
END;
