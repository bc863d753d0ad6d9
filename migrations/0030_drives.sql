CREATE TABLE `drives` (
	`from_point` text NOT NULL,
	`to_point` text NOT NULL,
	`seconds` integer,
	`meters` integer,
	`source` text NOT NULL,
	`checked_at` integer NOT NULL,
	PRIMARY KEY(`from_point`, `to_point`),
	CONSTRAINT "drives_answer" CHECK(("drives"."seconds" IS NULL) = ("drives"."meters" IS NULL)),
	CONSTRAINT "drives_not_negative" CHECK("drives"."seconds" >= 0 AND "drives"."meters" >= 0)
);
--> statement-breakpoint
CREATE INDEX `drives_checked` ON `drives` (`checked_at`);