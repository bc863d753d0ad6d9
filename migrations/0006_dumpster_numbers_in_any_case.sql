DROP INDEX `dumpsters_number`;--> statement-breakpoint
CREATE UNIQUE INDEX `dumpsters_number` ON `dumpsters` (lower("dumpster_number")) WHERE deleted_at IS NULL;