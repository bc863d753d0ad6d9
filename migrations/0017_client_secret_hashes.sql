ALTER TABLE `checkouts` ADD `client_secret_hash` text;--> statement-breakpoint
UPDATE checkouts SET client_secret = NULL WHERE state <> 'open';
--> statement-breakpoint
CREATE TRIGGER checkouts_finished_without_secret BEFORE UPDATE ON checkouts
WHEN new.state <> 'open' AND new.client_secret IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'a finished checkout keeps no client secret');
END;
